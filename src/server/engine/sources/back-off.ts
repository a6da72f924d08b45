/** Seconds between two tries: each twice the one before, so that a source that is away is not hammered. */
export function createBackOff(firstMs = 1_000, mostMs = 60_000) {
  let nextMs = firstMs;
  let timer: NodeJS.Timeout | undefined;
  return {
    again(work: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(work, nextMs);
      nextMs = Math.min(mostMs, nextMs * 2);
    },
    reset(): void {
      nextMs = firstMs;
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
