/** Whether this is `npm run test:full`, or a file that only it runs was named. */
export const isFull = process.env.CLEARWAY_TEST_FULL === '1';

/** How much of what is generated is tried: `npm test` takes a part, `npm run test:full` the whole. */
export const breadth = (part: number, whole: number): number => (isFull ? whole : part);

/** The fewest of these, found greedily, that have between them every feature that any of these has; in the same order. */
export function fewest<T>(all: readonly T[], featuresOf: (one: T) => ReadonlySet<string>): T[] {
  const featuresBy = new Map(all.map((one) => [one, featuresOf(one)]));
  const missing = new Set([...featuresBy.values()].flatMap((features) => [...features]));
  const chosen = new Set<T>();
  const gain = (one: T) => [...(featuresBy.get(one) ?? [])].filter((feature) => missing.has(feature)).length;
  while (missing.size > 0) {
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    chosen.add(best);
    for (const feature of featuresBy.get(best) ?? []) missing.delete(feature);
  }
  return all.filter((one) => chosen.has(one));
}
