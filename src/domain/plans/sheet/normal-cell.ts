import { readAltitudeText, writeAltitudeText } from '#domain/geo/altitude-text.ts';
import { plainFigures } from '#domain/plain-figures.ts';
import { type SheetColumnId, sheetColumnIds } from './columns.ts';
import type { Range, SheetRow } from './rows.ts';
import { calendarDay, readClockText, readDayText, writeReading } from './time-text.ts';

/** Which number of a date comes first, where its year comes last. */
export type DateOrder = 'day' | 'month';

export interface NormalContext {
  /** The day on the wall of the sheet, `YYYY-MM-DD`. */
  today: string;
  /** Null: dates whose order is unknown stay as they are. */
  order: DateOrder | null;
}

const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;

const withoutYear = /^(\d{1,2})([-/.])(\d{1,2})$/;

/** Only a day can stand first in it: `25/06`. The other order is the usual one without a year, and shows nothing. */
function hasDayFirst(text: string): boolean {
  const [, first, , second] = withoutYear.exec(plainFigures(text).trim()) ?? [];
  const exists = (month: string | undefined, day: string | undefined) =>
    calendarDay(2024, Number(month), Number(day)) !== null;
  return exists(second, first) && !exists(first, second);
}

/** A date without a year, its month first. */
const monthFirst = (text: string, order: DateOrder | null): string =>
  order === 'day' ? plainFigures(text).trim().replace(withoutYear, '$3$2$1') : text;

/** Day and month of a date whose year comes last, in this order; null where that is no date. */
function dayIn(text: string, order: DateOrder | null): string | null {
  const match = order && yearLast.exec(plainFigures(text).trim());
  if (!match) return null;
  const [first, second, year] = match.slice(1).map(Number);
  if (first === undefined || second === undefined || year === undefined) return null;
  const [day, month] = order === 'day' ? [first, second] : [second, first];
  return calendarDay(year < 100 ? 2000 + year : year, month, day);
}

/** `06/06/2026` is one day in either order. */
function sameEitherWay(text: string): DateOrder | null {
  return dayIn(text, 'day') === dayIn(text, 'month') ? 'day' : null;
}

/**
 * In which order the dates of these cells are written, as far as one of them shows it: `25/11/2026` has its day first.
 * `asked`: the first that reads both ways, where none shows it; null: nothing is to be asked.
 */
export function dateOrderOf(texts: readonly string[]): { order: DateOrder | null; asked: string | null } {
  let asked: string | null = null;
  for (const text of texts) {
    const [byDay, byMonth] = [dayIn(text, 'day'), dayIn(text, 'month')];
    if (byDay !== null && byMonth === null) return { order: 'day', asked: null };
    if (byMonth !== null && byDay === null) return { order: 'month', asked: null };
    if (hasDayFirst(text)) return { order: 'day', asked: null };
    if (byDay !== byMonth) asked ??= text;
  }
  return { order: null, asked };
}

/** How a date reads in each order, `YYYY-MM-DD`: what the question shows. */
export function readingsOf(text: string): Record<DateOrder, string> {
  return { day: dayIn(text, 'day') ?? '', month: dayIn(text, 'month') ?? '' };
}

/** A cell as it is written once it is accepted: `1430` → `14:30`, `600m amsl` → `600 m AMSL`; what cannot be read stays. */
export function normalCell(id: SheetColumnId, text: string, { today, order }: NormalContext): string {
  switch (id) {
    case 'callsign':
      return text.trim().toUpperCase();
    case 'date':
      return readDayText(monthFirst(text, order), today) ?? dayIn(text, order ?? sameEitherWay(text)) ?? text;
    case 'etd':
    case 'eta': {
      const clock = readClockText(text);
      // From 24:00 on it is the next day's, which `00:30` would not say.
      if (!clock || clock.minutes >= 1440) return text;
      return writeReading(clock);
    }
    case 'lower':
    case 'upper': {
      const reading = readAltitudeText(text);
      return 'value' in reading && !/^[SMA]\d+$/i.test(text.trim()) ? writeAltitudeText(reading.value) : text;
    }
    default:
      return text;
  }
}

/** The cells of a range as they are written once they are accepted. */
export function normalRange(rows: readonly SheetRow[], range: Range, context: NormalContext): SheetRow[] {
  const ids = sheetColumnIds.slice(range.left, range.right + 1);
  return rows.map((row, index) => {
    if (index < range.top || index > range.bottom) return row;
    const cells = { ...row.cells };
    for (const id of ids) {
      const text = cells[id];
      if (text) cells[id] = normalCell(id, text, context);
    }
    return { ...row, cells };
  });
}

/** The texts of the dates in a range. */
export function datesIn(rows: readonly SheetRow[], { top, bottom }: Range): string[] {
  return rows.slice(top, bottom + 1).flatMap(({ cells }) => cells.date ?? []);
}

/** Datums in which a height is offered where it names none, the most usual first. */
export const offeredDatums = ['AGL', 'AMSL', 'QFE', 'STD'] as const;

/** Whether it is a height that lacks its datum alone, or with it its unit: `600m`, `600`. */
export function lacksDatum(text: string): boolean {
  const reading = readAltitudeText(text);
  return 'error' in reading && 'value' in readAltitudeText(joined(text, 'AMSL'));
}

type Datum = (typeof offeredDatums)[number];

/** Metres where it has no unit. */
function joined(text: string, datum: Datum): string {
  const plain = text.trim();
  return `${plain}${/\d$/.test(plain) ? ' m' : ''} ${datum}`;
}

/** Such a height with a datum, as a cell holds it; metres where it has no unit. */
export function withDatum(text: string, datum: Datum): string {
  const reading = readAltitudeText(joined(text, datum));
  return 'value' in reading ? writeAltitudeText(reading.value) : text;
}
