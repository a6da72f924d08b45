import { expect, test } from 'vitest';
import { createPace } from '#server/features/surveillance/pace.ts';

/** Messages are taken no faster than they are worked on. */

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes as many messages as it may, of so many octets each. */
function taking(octets: number) {
  const pace = createPace();
  const ends: (() => void)[] = [];
  let taken = 0;
  let isStopped = false;
  function next(): void {
    if (isStopped) return;
    taken++;
    const work = new Promise<void>((resolve) => ends.push(resolve));
    pace.take(octets, work, next);
  }
  next();
  return {
    taken: () => taken,
    end: (count: number) => {
      for (const end of ends.splice(0, count)) end();
    },
    stop() {
      isStopped = true;
    },
  };
}

test('a turn of the event loop takes a hundred messages at most', async () => {
  const flood = taking(10);
  const counts = [flood.taken()];
  for (let i = 0; i < 3; i++) {
    await turn();
    counts.push(flood.taken());
  }
  flood.stop();
  expect(counts[0]).toBeLessThanOrEqual(100);
  expect(counts.every((count, i) => i === 0 || count - (counts[i - 1] ?? 0) <= 100)).toBe(true);
});

test.each([
  ['a thousand messages', 10, 1_000],
  ['four mebibytes', 1024 * 1024, 4],
])('while %s wait, no other is taken', async (_what, octets, most) => {
  const flood = taking(octets);
  await expect.poll(flood.taken).toBe(most);
  for (let i = 0; i < 20; i++) await turn();
  expect(flood.taken()).toBe(most);
  flood.end(2);
  await expect.poll(flood.taken).toBe(most + 2);
  flood.stop();
});

test('and one is taken after a second, so that the line does not seem dead', async () => {
  const flood = taking(5 * 1024 * 1024);
  await expect.poll(flood.taken, { timeout: 10_000 }).toBe(2);
  flood.stop();
});
