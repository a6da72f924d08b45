/** What was not used is saved for so many seconds: a poll brings at once what it gathered. */
const savedS = 10;

/** So much a second, over ten seconds. */
export interface Allowance {
  /** How many of those wanted may be taken now; what is taken is used up. */
  take(wanted: number, perSecond: number, nowMs: number): number;
}

/** Full at the beginning. A clock that is set back gives nothing and takes nothing. */
export function createAllowance(): Allowance {
  let left = Number.POSITIVE_INFINITY;
  let at = Number.NEGATIVE_INFINITY;
  return {
    take(wanted, perSecond, nowMs) {
      const gained = Math.max(0, ((nowMs - at) * perSecond) / 1_000);
      left = Math.min(perSecond * savedS, left + gained);
      at = nowMs;
      const granted = Math.min(wanted, Math.floor(left));
      left -= granted;
      return granted;
    },
  };
}

/** An allowance for each source within one for all of them. */
export interface Allowances {
  /** What is refused in all is not used up at its source. */
  take(sourceId: number, wanted: number, perSecond: { each: number; all: number }, nowMs: number): number;
}

export function createAllowances(): Allowances {
  const ofAll = createAllowance();
  const ofEach = new Map<number, Allowance>();
  return {
    take(sourceId, wanted, { each, all }, nowMs) {
      const own = ofEach.get(sourceId) ?? createAllowance();
      ofEach.set(sourceId, own);
      return ofAll.take(own.take(wanted, each, nowMs), all, nowMs);
    },
  };
}
