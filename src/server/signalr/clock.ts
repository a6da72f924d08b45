/** Time, as the hub server needs it; tests move it by hand. */
export interface Clock {
  /** Milliseconds that never run backwards, for time-outs. */
  monotonicMs(): number;
  /** Calls `run` every `ms` until the returned function is called. */
  every(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    // Housekeeping alone must not keep the process alive.
    timer.unref();
    return () => clearInterval(timer);
  },
};
