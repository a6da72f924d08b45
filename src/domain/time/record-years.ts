/** Years in which a day of a record lies: what a spreadsheet makes of a time without a day, or of a plain number, does not. */
export const recordYears = { first: 1920, last: 2199 } as const;

/** Days that say that there is none: 0001-01-01, and what other programs write for it (text/times.ts). */
const noDays = new Set(['0001-01-01', '1900-01-01', '9999-12-31']);

/** Can a record have this day, `YYYY-MM-DD` with or without a time behind it? */
export function isRecordDay(text: string): boolean {
  const year = Number(/^(\d{4})-/.exec(text)?.[1] ?? Number.NaN);
  return (year >= recordYears.first && year <= recordYears.last) || noDays.has(text.slice(0, 10));
}
