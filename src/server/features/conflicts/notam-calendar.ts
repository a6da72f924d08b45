import type { KnownHolidays } from '#domain/notam/schedule-times.ts';
import { isOfMainland, type WorkCalendar, workCalendar } from '#domain/plans/working-days.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import type { Sql } from '#server/db/sql.ts';
import { readCalendar } from '#server/db/stored-calendar.ts';

/** Holidays of the mainland are days of its one zone. */
const timeZone = 'Asia/Shanghai';

/** The calendar by which D) of these NOTAMs counts; it is not asked for where none has a D). */
export const calendarFor = async (
  sql: Sql,
  notams: readonly Pick<NotamRecord, 'schedule'>[],
): Promise<WorkCalendar> => (notams.some(({ schedule }) => schedule) ? readCalendar(sql) : workCalendar([]));

/** The holidays that count for a NOTAM of this FIR; null: they are not known, outside the mainland. */
export const holidaysOf = (fir: string, calendar: WorkCalendar): KnownHolidays | null =>
  isOfMainland(fir) ? { calendar, timeZone } : null;
