const waiting: (() => void)[] = [];

function runNext(): void {
  const work = waiting.shift();
  if (waiting.length > 0) setImmediate(runNext);
  work?.();
}

/** Runs later: one piece of work in each turn of the event loop, whatever the number of connections that wait. */
export function inLaterTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runNext);
}
