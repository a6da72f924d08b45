import { describe, expect, test } from 'vitest';
import {
  affectedPercent,
  type CellState,
  defaultInterference,
  interferenceOf,
  nextCellState,
  uncertaintyM,
} from '#domain/equipment/interference.ts';
import {
  interferenceCellAt,
  interferenceCornerOf,
  middleOfCells,
  neighboursOf,
  placesOf,
} from '#domain/equipment/interference-cells.ts';
import { createInterferenceCounts } from '#domain/equipment/interference-counts.ts';
import { type DisturbedCell, regionsOf } from '#domain/equipment/interference-regions.ts';
import { accuracyOfNacp, type Report, unsaid } from '#domain/surveillance/track/report.ts';

/** When a cell counts as disturbed, and what is counted of aircraft. */

const limits = defaultInterference;

test.each([
  [0, 0, 'few'],
  [2, 2, 'few'],
  [3, 0, 'normal'],
  // One aircraft with a failed receiver is not interference.
  [3, 1, 'normal'],
  [3, 2, 'interference'],
  [50, 2, 'normal'],
  [49, 2, 'suspected'],
  [20, 3, 'suspected'],
  [20, 4, 'interference'],
] as const)('of %i aircraft %i are affected: %s', (heard, affected, state) => {
  expect(interferenceOf({ heard, affected }, limits)).toBe(state);
});

test.each([
  [0, 0, 0],
  [10, 0, 0],
  [10, 1, 0],
  [10, 3, 20],
])('share of %i aircraft, %i affected: %d %%', (heard, affected, percent) => {
  expect(affectedPercent({ heard, affected })).toBe(percent);
});

describe('a cell over time', () => {
  const minute = 60_000;
  const bad = { heard: 4, affected: 4 };
  const good = { heard: 4, affected: 0 };
  const nobody = { heard: 0, affected: 0 };
  const shownAfter = (samples: readonly [minutes: number, sample: typeof bad][]): CellState | null =>
    samples.reduce<CellState | null>(
      (state, [minutes, sample]) => nextCellState(state, sample, minutes * minute, limits),
      null,
    );

  test('rises at once', () => {
    expect(
      shownAfter([
        [0, good],
        [1, bad],
      ]),
    ).toMatchObject({ state: 'interference', since: minute });
  });

  test('keeps its state through a good minute', () => {
    expect(
      shownAfter([
        [0, bad],
        [1, good],
        [2, bad],
        [3, good],
      ]),
    ).toEqual({
      state: 'interference',
      since: 0,
      lowerSince: 3 * minute,
    });
  });

  test('falls once the lower state has lasted', () => {
    expect(
      shownAfter([
        [0, bad],
        [1, good],
        [5, good],
      ])?.state,
    ).toBe('interference');
    expect(
      shownAfter([
        [0, bad],
        [1, good],
        [6, good],
      ]),
    ).toMatchObject({ state: 'normal', since: 6 * minute });
  });

  test('ends when too few aircraft are left to confirm it', () => {
    expect(
      shownAfter([
        [0, bad],
        [1, nobody],
        [6, nobody],
      ])?.state,
    ).toBe('few');
  });
});

test.each([
  ['few', 5_000, 0],
  ['normal', 5_000, 0],
  ['suspected', null, 370],
  ['suspected', 926, 926],
  ['interference', 93, 926],
  ['interference', 1_852, 1_852],
  // However poor the stated accuracy, a limit holds.
  ['interference', 18_520, 3_704],
] as const)(
  'positions in a cell that is %s and states %d m are uncertain by %i m',
  (state, stated, metres) => {
    expect(uncertaintyM(state, stated, limits)).toBe(metres);
  },
);

test.each([
  [0, 0],
  [104.13, 30.4],
  [-179.99, -89.99],
  [179.99, 89.99],
  [-0.1, -0.1],
])('the cell of %d, %d holds it', (longitude, latitude) => {
  const cell = interferenceCellAt(longitude, latitude);
  const corner = interferenceCornerOf(cell);
  expect(longitude - corner.longitude).toBeGreaterThanOrEqual(0);
  expect(longitude - corner.longitude).toBeLessThan(0.25);
  expect(latitude - corner.latitude).toBeGreaterThanOrEqual(0);
  expect(latitude - corner.latitude).toBeLessThan(0.25);
  expect(placesOf(cell)[0]).toEqual({
    longitude: corner.longitude + 0.125,
    latitude: corner.latitude + 0.125,
  });
});

describe('what is counted', () => {
  const hour = 500_000;
  const begin = hour * 3_600_000;
  const one = (seconds: number, values: Partial<Report> = {}): Report => ({
    ...unsaid,
    icao24: '780ab1',
    addressType: 'icao',
    latitude: 30.4,
    longitude: 104.1,
    pressureAltitudeM: 1_200,
    onGround: false,
    accuracy: accuracyOfNacp(9),
    nic: 8,
    at: begin + seconds * 1_000,
    ...values,
  });
  const counted = (...reports: Report[]) => {
    const counts = createInterferenceCounts();
    for (const report of reports) counts.add(report, report.at, limits);
    return counts;
  };

  test.each([
    ['good accuracy', one(0), false],
    ['a low NACp', one(0, { accuracy: accuracyOfNacp(7) }), true],
    ['NACp at the limit', one(0, { accuracy: accuracyOfNacp(8) }), false],
    ['a low NIC', one(0, { nic: 6 }), true],
    ['NIC at the limit', one(0, { nic: 7 }), false],
    ['NIC alone', one(0, { accuracy: null, nic: 5 }), true],
    ['an unknown NIC of a transponder that never stated more', one(0, { accuracy: null, nic: 0 }), false],
  ])('%s', (_, report, isDegraded) => {
    const [row] = counted(report).take();
    expect(row?.degradedAt !== null).toBe(isDegraded);
  });

  test('an unknown NIC counts where the aircraft stated a known one within the hour before', () => {
    const lost = (seconds: number) => one(seconds, { accuracy: null, nic: 0 });
    expect(counted(one(0), lost(60)).take()[0]?.degradedAt).toBe(begin + 60_000);
    expect(
      counted(one(0), lost(3_700))
        .take()
        .every(({ degradedAt }) => degradedAt === null),
    ).toBe(true);
  });

  test.each([
    [
      'a radar plot',
      { radar: { latitude: 30, longitude: 104, rangeDeviationM: null, azimuthDeviationDeg: null } },
    ],
    ['an aircraft on the ground', { onGround: true }],
    ['an address that nobody was given', { addressType: 'nonIcao' }],
    ['a report that states neither', { accuracy: null, nic: undefined }],
  ] as const)('not: %s', (_, values) => {
    const { nic, ...rest } = one(0, values as Partial<Report>);
    expect(counted(nic === undefined ? rest : { ...rest, nic }).take()).toEqual([]);
  });

  test('a jump away and back counts twice, in the cells that it left', () => {
    const rows = counted(one(0), one(1, { latitude: 31.4 }), one(2)).take();
    expect(rows.map(({ jumps }) => jumps)).toEqual([1, 1]);
  });

  test('a jump is found also when the counts before it have been taken', () => {
    const counts = counted(one(0));
    counts.take();
    const far = one(1, { latitude: 31.4 });
    counts.add(far, far.at, limits);
    expect(counts.take().reduce((sum, { jumps }) => sum + jumps, 0)).toBe(1);
  });

  test('a fast aircraft does not jump, nor does one that was out of sight', () => {
    expect(
      counted(one(0), one(60, { latitude: 30.55 }))
        .take()
        .every(({ jumps }) => jumps === 0),
    ).toBe(true);
    expect(
      counted(one(0), one(400, { latitude: 34 }))
        .take()
        .every(({ jumps }) => jumps === 0),
    ).toBe(true);
  });

  test('lost is who falls silent aloft while others of the cell go on', () => {
    const other = (seconds: number, values: Partial<Report> = {}) =>
      one(seconds, { icao24: '780ab2', ...values });
    const losses = (...reports: Report[]) => {
      const counts = counted(...reports);
      counts.sweep(begin + 75_000);
      return counts.take().reduce((sum, row) => sum + row.losses, 0);
    };
    expect(losses(one(0), other(70))).toBe(1);
    // Low: it may have landed. Alone: the source may not reach there.
    expect(losses(one(0, { pressureAltitudeM: 300 }), other(70))).toBe(0);
    expect(losses(one(0), other(70, { latitude: 32 }))).toBe(0);
    // Nobody is heard: the source is silent, not the aircraft.
    expect(losses(one(0), other(10))).toBe(0);
  });

  test('what could not be stored counts again', () => {
    const counts = counted(one(0), one(1, { latitude: 31.4 }));
    const taken = counts.take();
    counts.giveBack(taken);
    expect(counts.take()).toEqual(taken);
  });
});

describe('regions', () => {
  const at = (east: number, north = 0) => interferenceCellAt(104 + 0.25 * east, 30 + 0.25 * north);
  const one = (cell: number, since: number, region: string | null = null): DisturbedCell => ({
    cell,
    since,
    region,
  });
  const ids = (cells: readonly DisturbedCell[]) =>
    regionsOf(cells).map((region) => [region.id, region.cells.map(({ cell }) => cell)]);

  test('cells that touch, by a corner too, are one; others are not', () => {
    expect(ids([one(at(0), 5), one(at(1, 1), 7), one(at(3), 6)])).toEqual([
      [`${at(0)}@5`, [at(0), at(1, 1)]],
      [`${at(3)}@6`, [at(3)]],
    ]);
  });

  test('a region is the same when it grows, moves on, and when nothing changes', () => {
    expect(ids([one(at(0), 5, 'A'), one(at(1), 7)])).toEqual([['A', [at(0), at(1)]]]);
    expect(ids([one(at(1), 7, 'A'), one(at(2), 9)])).toEqual([['A', [at(1), at(2)]]]);
  });

  test('two that grow together go on as the older one', () => {
    const together = [one(at(0), 7, 'younger'), one(at(1), 9), one(at(2), 5, 'older')];
    expect(ids(together)).toEqual([['older', [at(2), at(0), at(1)]]]);
  });

  test('one that falls apart goes on as its oldest part', () => {
    expect(ids([one(at(2), 5, 'A'), one(at(0), 7, 'A')])).toEqual([
      ['A', [at(2)]],
      [`${at(0)}@7`, [at(0)]],
    ]);
  });

  test('what begins again in the cell that gave a region its id is another one', () => {
    const moved = one(at(5), 8, `${at(0)}@5`);
    expect(ids([moved, one(at(0), 9)]).map(([id]) => id)).toEqual([`${at(0)}@5`, `${at(0)}@9`]);
  });

  test('cells on both sides of 180° touch, and their middle lies between them', () => {
    const [west, east] = [interferenceCellAt(179.9, 10.1), interferenceCellAt(-179.9, 10.1)];
    expect(neighboursOf(west)).toContain(east);
    expect(middleOfCells([west, east])).toEqual({ longitude: -180, latitude: 10.125 });
    expect(neighboursOf(interferenceCellAt(0, 89.9))).toHaveLength(5);
  });
});
