/** Work in steps, so that others may have their turn in between, and what comes of it. */
export type Steps<T> = Generator<void, T>;

/** Does all of it at one go. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
