import { AppError } from '#domain/text/errors.ts';

/** Work on one key, one after another. */
export type Turns = <T>(key: number, work: () => Promise<T>) => Promise<T>;

/**
 * Work on one key, one after another: what waits for a room's row waits here, and not on one of the few connections of the
 * database, which others need. Servers wait for each other on the row itself.
 */
export function createTurns(): Turns {
  const last = new Map<number, Promise<unknown>>();
  return async <T>(key: number, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}

/** What became of one of several: its answer, or why it was refused. */
export type Outcome<T> = { answer: T } | { refused: AppError };

/**
 * What comes for a key while others have their turn is done together in the next one, `most` at once: `work` says of each,
 * in their order, what became of it. Where the work fails as a whole, each is tried alone, and none fails for another.
 */
export function createGathering<I, T>(
  turns: Turns,
  most: number,
  work: (key: number, inputs: readonly [I, ...I[]]) => Promise<readonly Outcome<T>[]>,
): (key: number, input: I) => Promise<T> {
  interface Waiting {
    input: I;
    resolve(answer: T): void;
    reject(error: unknown): void;
  }
  const queues = new Map<number, [Waiting, ...Waiting[]]>();

  async function settle(key: number, [first, ...others]: readonly [Waiting, ...Waiting[]]): Promise<void> {
    try {
      const outcomes = await work(key, [first.input, ...others.map(({ input }) => input)]);
      [first, ...others].forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at];
        if (!outcome) reject(new Error('nothing became of it'));
        else if ('answer' in outcome) resolve(outcome.answer);
        else reject(outcome.refused);
      });
    } catch (error) {
      const away = error instanceof AppError && error.code === 'unavailable';
      if (others.length > 0 && !away) for (const one of [first, ...others]) await settle(key, [one]);
      else for (const { reject } of [first, ...others]) reject(error);
    }
  }

  return (key, input) =>
    new Promise<T>((resolve, reject) => {
      const one = { input, resolve, reject };
      const queue = queues.get(key);
      if (queue && queue.length < most) {
        queue.push(one);
        return;
      }
      const fresh: [Waiting, ...Waiting[]] = [one];
      queues.set(key, fresh);
      void turns(key, () => {
        if (queues.get(key) === fresh) queues.delete(key);
        return settle(key, fresh);
      });
    });
}
