import { quantile } from '#domain/monitor/histogram.ts';
import type { Report } from '#domain/surveillance/track/report.ts';

/** Upper bounds by which delays are counted, s; one more count has what is above the last. */
export const delayBoundsS = [
  0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 60, 120, 300,
] as const;

export const noDelays = (): number[] => Array.from({ length: delayBoundsS.length + 1 }, () => 0);

/**
 * Where a delay is counted: from the time that the report states of itself to when it came in. Null: it states none. A
 * clock that is ahead counts as no delay.
 */
export function delayIndex({ at, timeResolutionS }: Report, receivedAt: number): number | null {
  if (timeResolutionS === null) return null;
  const delayS = (receivedAt - at) / 1_000;
  const index = delayBoundsS.findIndex((bound) => delayS <= bound);
  return index < 0 ? delayBoundsS.length : index;
}

/** The delay below which this share of the reports came in, s; null: none stated its time. */
export function delayQuantile(counts: readonly number[], share: number): number | null {
  let sum = 0;
  const buckets = counts.map((count, index) => {
    sum += count;
    return { upTo: delayBoundsS[index] ?? Number.POSITIVE_INFINITY, count: sum };
  });
  const found = quantile(buckets, share);
  return found === null ? null : Math.round(found * 100) / 100;
}
