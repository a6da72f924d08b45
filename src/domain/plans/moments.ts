/**
 * What a person plans lies in these years. Beyond them neither the calendar in texts (`YYYY-MM-DD`) nor the
 * database counts on as we do, so that a call that names such a year is told so at its endpoint.
 */
const firstYear = 1900;
const lastYear = 2199;

/** A day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const ms = Date.parse(`${text}T00:00:00Z`);
  return (
    year >= firstYear &&
    year <= lastYear &&
    !Number.isNaN(ms) &&
    new Date(ms).toISOString().slice(0, 10) === text
  );
}

/** ISO 8601 with its distance from UTC: a time without one would be another on a machine in another zone. */
const written =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/i;

/** The moment (UTC ms) that a text names; null: it names none. */
export function momentOf(text: string): number | null {
  const day = written.exec(text)?.[1];
  return day !== undefined && isDay(day) ? Date.parse(text) : null;
}
