/**
 * The value below which a share of the observations lies, from cumulative counts by upper bound (as Prometheus has them),
 * in the bounds' unit; within a bucket the observations are spread evenly. null: there were none.
 */
export function quantile(buckets: readonly { upTo: number; count: number }[], share: number): number | null {
  const sorted = [...buckets].sort((a, b) => a.upTo - b.upTo);
  const total = sorted.at(-1)?.count ?? 0;
  if (total <= 0) return null;
  const rank = share * total;
  let below = { upTo: 0, count: 0 };
  for (const bucket of sorted) {
    if (bucket.count >= rank) {
      // Above the last bound nothing is known but that it is more.
      if (!Number.isFinite(bucket.upTo)) return below.upTo;
      const inside = bucket.count - below.count;
      return inside <= 0
        ? bucket.upTo
        : below.upTo + ((rank - below.count) / inside) * (bucket.upTo - below.upTo);
    }
    below = bucket;
  }
  return below.upTo;
}
