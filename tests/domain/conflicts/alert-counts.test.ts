import { describe, expect, test } from 'vitest';
import { type AlertCounts, hourParts, nuisanceShare } from '#domain/conflicts/alert-counts.ts';

const counts = (confirmed: number, nuisance: number, no: number): AlertCounts => ({
  ...{ raised: 100, acknowledged: 0, acknowledgedUnseen: 0, muted: 0 },
  ...{ confirmed, nuisance, false: no },
});

test('nuisance is measured among the alerts that are classified', () => {
  expect(nuisanceShare(counts(8, 1, 1))).toBeCloseTo(0.2);
  expect(nuisanceShare(counts(0, 0, 3))).toBe(1);
  expect(nuisanceShare(counts(0, 0, 0))).toBeNull();
});

describe('the parts of a span in which the wall shows an hour', () => {
  const at = (text: string) => Date.parse(text);
  const texts = (parts: [number, number][] | undefined) =>
    (parts ?? []).map((part) => part.map((ms) => new Date(ms).toISOString().slice(0, 23)));

  test('are one a day, and begin and end with the span', () => {
    const parts = hourParts(at('2026-11-24T16:30:00.500Z'), at('2026-11-25T16:10:00Z'), 'Asia/Shanghai');
    expect(texts(parts[0])).toEqual([
      ['2026-11-24T16:30:00.500', '2026-11-24T16:59:59.999'],
      ['2026-11-25T16:00:00.000', '2026-11-25T16:10:00.000'],
    ]);
    expect(texts(parts[23])).toEqual([['2026-11-25T15:00:00.000', '2026-11-25T15:59:59.999']]);
  });

  test('leave no moment out and count none twice', () => {
    for (const zone of ['Asia/Shanghai', 'Asia/Kathmandu', 'America/New_York']) {
      const [from, to] = [at('2026-10-30T00:00:00Z'), at('2026-11-03T07:13:21.700Z')];
      const all = hourParts(from, to, zone)
        .flat()
        .toSorted(([a], [b]) => a - b);
      expect(all[0]?.[0]).toBe(from);
      expect(all.at(-1)?.[1]).toBe(to);
      for (const [index, [begins]] of all.entries())
        if (index > 0) expect(begins).toBe((all[index - 1]?.[1] ?? 0) + 1);
    }
  });

  test('have the hour that a clock put back shows twice as one of two hours', () => {
    const parts = hourParts(at('2026-11-01T04:00:00Z'), at('2026-11-01T08:00:00Z'), 'America/New_York');
    expect(texts(parts[1])).toEqual([['2026-11-01T05:00:00.000', '2026-11-01T06:59:59.999']]);
  });

  test('follow a zone that is a quarter of an hour off', () => {
    const parts = hourParts(at('2026-11-25T00:00:00Z'), at('2026-11-25T01:30:00Z'), 'Asia/Kathmandu');
    expect(texts(parts[6])).toEqual([['2026-11-25T00:15:00.000', '2026-11-25T01:14:59.999']]);
  });
});
