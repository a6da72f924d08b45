import { type WorkCalendar, workCalendar } from '#domain/plans/working-days.ts';
import type { Sql } from './sql.ts';

/** Holidays and make-up workdays as an administrator keeps them. */
export async function readCalendar(sql: Sql): Promise<WorkCalendar> {
  const rows = await sql
    .selectFrom('holiday')
    .select(['date', 'kind'])
    .where('deletedAt', 'is', null)
    .execute();
  return workCalendar(
    rows.map(({ date, kind }) => ({
      date: date.slice(0, 10),
      kind: kind === 'workday' ? 'workday' : 'holiday',
    })),
  );
}
