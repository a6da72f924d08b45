import { expect, test } from 'vitest';
import { createSharedCounts } from '#server/features/surveillance/shared-counts.ts';
import { type SourceCounts, sumOfCounts } from '#server/features/surveillance/source-counts.ts';
import { createInProcessBackplane } from '#server/signalr/backplane.ts';

/** Of a source whose messages reach one server only, the monitor shows what all servers have counted. */

const counts = (records: number, kind: string, reason: string): SourceCounts => ({
  records,
  understood: records - 1,
  others: new Map([[kind, { count: 1, example: `${kind} of ${records}` }]]),
  unusable: new Map([['mode3A', { count: 2, example: '9999' }]]),
  reasons: [{ text: { key: reason }, count: 3 }],
});

test('servers tell each other, each counts once, and one that is gone counts no more', () => {
  const backplane = createInProcessBackplane();
  const [first, second] = ['a', 'b'].map((id) => createSharedCounts(id, backplane));
  if (!first || !second) throw new Error('two servers');
  let nowMs = 1_000_000;
  const ends = [first, second].map((server) => server.follow(() => nowMs));
  second.tell(7, counts(5, 'track.other.status', 'track.read.syntax'));
  second.tell(7, counts(10, 'track.other.status', 'track.read.syntax'));
  first.tell(7, counts(20, 'track.other.weather', 'track.read.syntax'));
  expect(second.elsewhere(7, nowMs)).toHaveLength(1);
  const sum = sumOfCounts([
    counts(20, 'track.other.weather', 'track.read.syntax'),
    ...first.elsewhere(7, nowMs),
  ]);
  expect(sum).toMatchObject({
    records: 30,
    understood: 28,
    reasons: [{ text: { key: 'track.read.syntax' }, count: 6 }],
  });
  expect([...sum.others.keys()].sort()).toEqual(['track.other.status', 'track.other.weather']);
  expect(sum.unusable.get('mode3A')?.count).toBe(4);
  expect(first.elsewhere(8, nowMs)).toEqual([]);
  nowMs += 31_000;
  expect(first.elsewhere(7, nowMs)).toEqual([]);
  for (const end of ends) end();
});

test('what is no count is left out', () => {
  const backplane = createInProcessBackplane();
  const server = createSharedCounts('a', backplane);
  const end = server.follow(() => 0);
  for (const message of [null, 5, {}, { from: 'b', sourceId: 7, records: 'x' }])
    backplane.publish('source-counts', message);
  expect(server.elsewhere(7, 0)).toEqual([]);
  end();
});
