const firstWaitMs = 10_000;
const longestWaitMs = 6 * 3_600_000;
/** So long after its first try a delivery is given up. */
const patienceMs = 24 * 3_600_000;

/**
 * When to try again after the `attempts`-th try failed: after 10 s, 40 s, 160 s and so on, every 6 hours at last.
 * Null: a day is over.
 */
export function nextTry(attempts: number, firstTriedAt: Date, now: Date): Date | null {
  const wait = Math.min(firstWaitMs * 4 ** Math.min(attempts - 1, 20), longestWaitMs);
  const next = now.getTime() + wait;
  return next > firstTriedAt.getTime() + patienceMs ? null : new Date(next);
}
