/** `2611230600`: UTC ms; null where it is no such time. */
export function timeOf(text: string): number | null {
  const match = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?!\d)/.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || minute > 59 || hour > 24 || (hour === 24 && minute > 0))
    return null;
  if (day > new Date(Date.UTC(2000 + year, month, 0)).getUTCDate()) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute);
}

/** The moment with this day of the month, hour and minute that is nearest to another; null: no such day is near. */
export function nearestDay(day: number, hour: number, minute: number, near: number): number | null {
  if (day < 1 || day > 31 || hour > 23 || minute > 59) return null;
  const date = new Date(near);
  const found = [-1, 0, 1]
    .map((step) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, day, hour, minute))
    .filter((at) => new Date(at).getUTCDate() === day)
    .sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  return found[0] ?? null;
}

/** UTC ms as B) and C) write it: `2611230600`. */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(2, 12);
}
