import { describe, expect, test } from 'vitest';
import { bandWithin, jointCoverage, type PlannedFlight } from '#domain/equipment/joint-coverage.ts';
import type { AltitudeReference } from '#domain/geo/altitude.ts';

/** What all sources together hear, and what flights show that nobody hears. */

const [low, middle, unknown] = [0, 1, 4];
const at = Date.UTC(2026, 10, 20, 4);
const source = (id: number, declared: readonly number[] | null, worked: readonly number[] = [10, 11]) => ({
  id,
  declared: declared && new Set(declared),
  worked: new Set(worked),
});
const heard = (sourceId: number, cell: number, reports = 3, band = middle) => ({
  sourceId,
  cell,
  band,
  reports,
  lastAt: at,
});
const flight = (cells: readonly number[], values: Partial<PlannedFlight> = {}): PlannedFlight => ({
  cells,
  band: middle,
  flown: [10, 11],
  at,
  ...values,
});
const sources = [source(1, [100, 101, 102, 103]), source(2, null), source(3, [103, 104], [10])];
const picture = (
  { heard: sums = [], flights = [] }: { heard?: ReturnType<typeof heard>[]; flights?: PlannedFlight[] },
  band: number | 'all' = 'all',
) => {
  const found = jointCoverage({ sources, heard: sums, flights, leastReports: 3 }, band);
  const cells = (list: readonly { cell: number }[]) => list.map(({ cell }) => cell);
  return {
    several: cells(found.several),
    single: cells(found.single),
    gaps: cells(found.gaps),
    blind: cells(found.blind),
    untested: found.untested,
  };
};

describe('what is heard', () => {
  test('by one source or by several, each by reports enough of its own', () => {
    const sums = [heard(1, 100), heard(2, 100), heard(1, 101), heard(2, 101, 2), heard(2, 110)];
    expect(picture({ heard: sums })).toMatchObject({ several: [100], single: [101, 110] });
    const [both] = jointCoverage({ sources, heard: sums, flights: [], leastReports: 3 }, 'all').several;
    expect(both).toEqual({ cell: 100, sources: 2, reports: 6, lastAt: at });
  });

  test('in one band by what was heard there', () => {
    const sums = [heard(1, 100), heard(2, 100, 3, low)];
    expect(picture({ heard: sums }, middle)).toMatchObject({ several: [], single: [100] });
    expect(picture({ heard: sums })).toMatchObject({ several: [100], single: [] });
  });
});

describe('what is not heard', () => {
  test('is a gap where it is declared and was flown through, else unknown; not declared and planned it is blind', () => {
    const flights = [flight([100, 101, 120]), flight([102, 121], { flown: null })];
    expect(picture({ flights })).toEqual({
      several: [],
      single: [],
      gaps: [100, 101],
      blind: [120, 121],
      untested: [102, 103, 104],
    });
  });

  test('is no gap if every source that declares it failed meanwhile', () => {
    expect(picture({ flights: [flight([103, 104])] })).toMatchObject({
      gaps: [103],
      untested: [100, 101, 102, 104],
    });
    expect(picture({ flights: [flight([104], { flown: [10] })] }).gaps).toEqual([104]);
  });

  test('is neither where a report came in, a single one or one without a height', () => {
    const sums = [heard(2, 100, 1), heard(2, 101, 1, unknown), heard(2, 120, 1, unknown)];
    expect(picture({ heard: sums, flights: [flight([100, 101, 120])] }, middle)).toMatchObject({
      gaps: [],
      blind: [],
    });
    // Heard in another band it is one all the same.
    const lower = [heard(2, 100, 9, low)];
    expect(picture({ heard: lower, flights: [flight([100])] }, middle).gaps).toEqual([100]);
    expect(picture({ heard: lower, flights: [flight([100])] }).gaps).toEqual([]);
  });

  test('counts in a band only for flights that lie wholly in it', () => {
    const flights = [flight([100]), flight([101], { band: null })];
    expect(picture({ flights }, middle).gaps).toEqual([100]);
    expect(picture({ flights }, low).gaps).toEqual([]);
    expect(picture({ flights }).gaps).toEqual([100, 101]);
    expect(picture({ flights }, unknown)).toMatchObject({ gaps: [], blind: [] });
  });

  test('is listed with its flights, most of them first', () => {
    const flights = [flight([100]), flight([101]), flight([101], { at: at + 1 })];
    expect(jointCoverage({ sources, heard: [], flights, leastReports: 3 }, 'all').gaps).toEqual([
      { cell: 101, flights: 2, lastAt: at + 1 },
      { cell: 100, flights: 1, lastAt: at },
    ]);
  });
});

const metres = (value: number, reference: AltitudeReference = 'AMSL') => ({
  value,
  unit: 'm' as const,
  reference,
});
test.each([
  [metres(600), metres(1_400), 1],
  [metres(500), metres(1_500), 1],
  [metres(400), metres(600), null],
  [metres(0), metres(500), 0],
  [metres(3_000), metres(9_000), 3],
  [metres(0, 'AGL'), metres(300, 'AGL'), null],
  [metres(600), null, null],
  [null, metres(300), null],
])('heights from %o to %o lie in band %s', (lower, upper, band) => {
  expect(bandWithin(lower, upper)).toBe(band);
});
