/** What was there before and what was taken back, the nearest last. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** So many steps can be taken back. */
export const mostSteps = 100;

export function begun<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

/** A new step; what had been taken back is gone. */
export function stepped<T>({ past, now }: History<T>, next: T): History<T> {
  return { past: [...past, now].slice(-mostSteps), now: next, future: [] };
}

/** One step back; the same where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  if (past.length === 0) return history;
  const [before] = past.slice(-1);
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [...future, now] };
}

/** One step that was taken back, again. */
export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history;
  const [after] = future.slice(-1);
  return after === undefined ? history : { past: [...past, now], now: after, future: future.slice(0, -1) };
}
