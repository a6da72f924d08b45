import { setImmediate } from 'node:timers/promises';

/** Work of one request that takes longer than this, in ms, lets the others have their turn in between. */
const sliceMs = 20;

/** To be awaited between the steps of long work: it waits only once a slice of time is used up. */
export function betweenSteps(mostMs = sliceMs): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/**
 * Runs work that is cut into steps to its end, without holding the server up for more than `mostMs` and a step.
 * The first slice is run at once: short work is done when this returns.
 */
export async function inSlices<T>(steps: Generator<unknown, T>, mostMs = sliceMs): Promise<T> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < mostMs) continue;
    await setImmediate();
    since = performance.now();
  }
}
