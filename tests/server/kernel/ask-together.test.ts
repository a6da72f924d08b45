import { expect, test } from 'vitest';
import { askTogether } from '#server/kernel/ask-together.ts';

/** Questions that the test answers by hand, in the order in which they were asked. */
function questions() {
  const asked: { keys: string[]; answer(): void; fail(): void }[] = [];
  const ask = askTogether(
    (keys: string[]) =>
      new Promise<Map<string, string>>((resolve, reject) => {
        asked.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}!`]))),
          fail: () => reject(new Error('away')),
        });
      }),
  );
  return { asked, ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('whoever asks meanwhile is answered by the next question, never by the one under way', async () => {
  const { asked, ask } = questions();
  const first = ask('a');
  await turn();
  const others = [ask('a'), ask('b'), ask('nobody')];
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer();
  expect(await first).toBe('a!');
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'nobody']]);
  asked[1]?.answer();
  expect(await Promise.all(others)).toEqual(['a!', 'b!', undefined]);
});

test('a question that fails fails for those it was for, and the next one is asked', async () => {
  const { asked, ask } = questions();
  const first = ask('a');
  await turn();
  const second = ask('b');
  asked[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await turn();
  asked[1]?.answer();
  expect(await second).toBe('b!');
});

test('an answer that does not come holds up the others for a moment only', async () => {
  const { asked, ask } = questions();
  void ask('a');
  await turn();
  const second = ask('b');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe('b!');
});
