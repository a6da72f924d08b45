/** A piece of work that comes again and again, never twice at once. */
export interface Rounds {
  /** Begins a round now, unless one is under way. */
  now(): void;
  /** Resolves once a round that has begun is over; none begins afterwards. */
  close(): Promise<void>;
}

/** Rounds every `everyMs`; one that fails is told to `failed`, and the next comes at its time. */
export function startRounds(
  work: () => Promise<unknown>,
  everyMs: number,
  failed: (error: unknown) => void,
): Rounds {
  let running: Promise<unknown> | null = null;
  let closed = false;
  const now = () => {
    if (closed) return;
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(now, everyMs);
  return {
    now,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
