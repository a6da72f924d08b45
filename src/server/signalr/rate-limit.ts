/** A token bucket: `take` returns whether a call of this cost at `nowMs` is within the rate. */
export function createBucket(perSecond: number, burst: number, startMs: number) {
  let tokens = burst;
  let filledMs = startMs;
  return {
    take(nowMs: number, cost = 1): boolean {
      tokens = Math.min(burst, tokens + ((nowMs - filledMs) / 1000) * perSecond);
      filledMs = nowMs;
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
  };
}
