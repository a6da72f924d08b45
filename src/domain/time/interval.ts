/** A stretch of time, UTC ms; `to` is no longer part of it. */
export interface Interval {
  from: number;
  to: number;
}

/** What two intervals share; null: nothing. */
export function within(a: Interval, b: Interval): Interval | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from < to ? { from, to } : null;
}
