import { expect, test } from 'vitest';
import { drain } from '#server/kernel/drain.ts';

test('works off what is due until nothing is; one that fails holds up no other and is told', async () => {
  const due = [[1, 2, 3], [4], []];
  const done: number[] = [];
  const logged: unknown[] = [];
  const tried = await drain(
    async () => due.shift() ?? [],
    async (one) => {
      if (one === 2) throw new Error('two');
      done.push(one);
    },
    (error) => void logged.push(error),
  );
  expect([tried, done, logged]).toEqual([4, [1, 3, 4], [new Error('two')]]);
});

test('a claim that fails is the caller’s to hear of, and nothing is tried', async () => {
  const work = drain<number>(
    async () => {
      throw new Error('the database is away');
    },
    async () => expect.unreachable(),
    () => expect.unreachable(),
  );
  await expect(work).rejects.toThrow('the database is away');
});
