/** A token bucket: `take` answers whether one more call at `nowMs` is within the rate. */
export function createBucket(perSecond: number, burst: number, startMs: number) {
  let tokens = burst;
  let filledMs = startMs;
  return {
    take(nowMs: number): boolean {
      tokens = Math.min(burst, tokens + ((nowMs - filledMs) / 1000) * perSecond);
      filledMs = nowMs;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
