import { describe, expect, test } from 'vitest';
import { addWatched, availability, unwatched, watchedShare } from '#domain/equipment/availability.ts';
import { type CellSum, coveragePicture, runsOf } from '#domain/equipment/coverage-picture.ts';
import { declaredCells } from '#domain/equipment/declared-cells.ts';
import { delayIndex, delayQuantile, noDelays } from '#domain/equipment/delays.ts';
import { bandOf, createHeardCells, unknownBand } from '#domain/equipment/heard-cells.ts';
import { terminalOf } from '#domain/equipment/terminals.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import { cellAt, cellDegrees, cornerOf } from '#domain/statistics/heat-cells.ts';
import { covers } from '#domain/surveillance/formats/coverage.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';

const at = Date.UTC(2026, 10, 23, 5);
const report = (values: Partial<Report>): Report => ({
  ...unsaid,
  longitude: 104.02,
  latitude: 30.52,
  at,
  ...values,
});

describe('where a report is counted', () => {
  test.each([
    [null, null, null, 4],
    [null, null, true, 0],
    [499, null, null, 0],
    [500, null, null, 1],
    [1_499.9, 9_000, null, 1],
    [1_500, null, null, 2],
    [null, 3_000, null, 3],
    [-20, null, null, 0],
  ])(
    'pressure altitude %s, geometric %s, on the ground %s: band %s',
    (pressure, geometric, onGround, band) => {
      expect(bandOf(report({ pressureAltitudeM: pressure, geometricAltitudeM: geometric, onGround }))).toBe(
        band,
      );
    },
  );

  test('reports of one cell and band of a day are one count, with the hours in which they came', () => {
    const heard = createHeardCells();
    heard.add(report({ pressureAltitudeM: 600 }), at);
    heard.add(report({ pressureAltitudeM: 700, longitude: 104.04 }), at + 3_600_000);
    heard.add(report({ pressureAltitudeM: 100 }), at);
    const day = Math.floor(at / 86_400_000);
    const cell = cellAt(104.02, 30.52);
    const taken = heard.take();
    expect(taken).toEqual([
      { day, cell, band: 1, reports: 2, hours: (1 << 5) | (1 << 6), lastAt: at + 3_600_000 },
      { day, cell, band: 0, reports: 1, hours: 1 << 5, lastAt: at },
    ]);
    expect(heard.take()).toEqual([]);
    heard.add(report({ pressureAltitudeM: 600 }), at + 1);
    heard.giveBack(taken);
    expect(heard.take()[0]).toMatchObject({ reports: 3, lastAt: at + 3_600_000 });
  });

  test('midnight divides the days', () => {
    const heard = createHeardCells();
    const midnight = Date.UTC(2026, 10, 24);
    heard.add(report({}), midnight - 1);
    heard.add(report({}), midnight);
    heard.add(report({}), midnight - 1);
    expect(heard.take().map(({ reports, hours }) => [reports, hours])).toEqual([
      [2, 1 << 23],
      [1, 1],
    ]);
  });
});

describe('the declared coverage', () => {
  const site = { longitude: 104, latitude: 30.5 };

  test('is the cells whose middle lies within the range, by geodesic', () => {
    const coverage = { site, rangeM: 40_000, area: null };
    const cells = declaredCells(coverage) ?? new Set();
    for (const cell of cells) {
      const [longitude, latitude] = cornerOf(cell);
      const middle = { longitude: longitude + cellDegrees / 2, latitude: latitude + cellDegrees / 2 };
      expect(inverse(site, middle).distanceM).toBeLessThanOrEqual(40_000);
    }
    // Nothing is left out: as many as a walk over the whole box finds.
    let expected = 0;
    for (let x = 103; x < 105; x += cellDegrees)
      for (let y = 29.5; y < 31.5; y += cellDegrees)
        if (covers(coverage, { longitude: x + cellDegrees / 2, latitude: y + cellDegrees / 2 }))
          expected += 1;
    expect(cells.size).toBe(expected);
  });

  test('is what range and area have in common, with the holes of the area left out', () => {
    const square = (size: number): [number, number][] => [
      [104 - size, 30.5 - size],
      [104 + size, 30.5 - size],
      [104 + size, 30.5 + size],
      [104 - size, 30.5 + size],
      [104 - size, 30.5 - size],
    ];
    const area = { type: 'Polygon' as const, coordinates: [square(0.25), square(0.05)] };
    const cells = declaredCells({ site: null, rangeM: null, area });
    expect(cells?.size).toBe(10 * 10 - 2 * 2);
    const both = declaredCells({ site, rangeM: 10_000, area });
    expect(both?.size).toBeLessThan(20);
    expect([...(both ?? [])].every((cell) => cells?.has(cell))).toBe(true);
  });

  test('is not known without a place and a range, or an area', () => {
    expect(declaredCells({ site, rangeM: null, area: null })).toBeNull();
    expect(declaredCells({ site: null, rangeM: 10_000, area: null })).toBeNull();
  });
});

describe('gaps', () => {
  const sum = (cell: number, reports = 10, band = 1): CellSum => ({ cell, band, reports, lastAt: at });
  const declared = new Set([1, 2, 3, 4]);
  const cellsOf = (cells: { cell: number }[]) => cells.map(({ cell }) => cell);

  test('are declared cells that others heard and this source did not; without traffic nothing is concluded', () => {
    const picture = coveragePicture(
      { declared, own: [sum(1), sum(9)], others: [sum(1), sum(2), sum(8)], leastReports: 3 },
      'all',
    );
    expect(picture.declared).toBe(4);
    expect(cellsOf(picture.seen)).toEqual([1]);
    expect(cellsOf(picture.beyond)).toEqual([9]);
    expect(cellsOf(picture.gaps)).toEqual([2]);
    expect(picture.untested).toEqual([3, 4]);
  });

  test('a stray report or two make neither coverage nor a gap', () => {
    const picture = coveragePicture(
      { declared, own: [sum(1, 2)], others: [sum(1), sum(2, 2)], leastReports: 3 },
      'all',
    );
    expect(picture.seen).toEqual([]);
    expect(picture.gaps).toEqual([]);
    expect(picture.untested).toEqual([1, 2, 3, 4]);
  });

  test('of one band do not count what the source heard there without a height', () => {
    const sums = {
      declared,
      own: [sum(1, 10, 0), sum(2, 10, unknownBand)],
      others: [sum(1, 10, 1), sum(2, 10, 1), sum(3, 10, 1), sum(4, 10, 0)],
      leastReports: 3,
    };
    expect(cellsOf(coveragePicture(sums, 1).gaps)).toEqual([1, 3]);
    expect(cellsOf(coveragePicture(sums, 'all').gaps)).toEqual([3, 4]);
    expect(cellsOf(coveragePicture(sums, unknownBand).seen)).toEqual([2]);
    expect(coveragePicture(sums, unknownBand).gaps).toEqual([]);
  });

  test('nobody knows without a declared coverage', () => {
    const picture = coveragePicture(
      { declared: null, own: [sum(7)], others: [sum(8)], leastReports: 3 },
      'all',
    );
    expect(picture).toMatchObject({ declared: null, gaps: [], untested: [], beyond: [] });
    expect(cellsOf(picture.seen)).toEqual([7]);
  });

  test('neighbours to the east are one run, and none goes round the earth', () => {
    const row = cellAt(-180, 30);
    expect(runsOf([row + 2, row + 1, row - 1, row, row + 5])).toEqual([
      { cell: row - 1, count: 1 },
      { cell: row, count: 3 },
      { cell: row + 5, count: 1 },
    ]);
  });
});

describe('delay and availability', () => {
  test('a delay is that of a report that states its time; a clock that is ahead has none', () => {
    expect(delayIndex(report({}), at)).toBeNull();
    expect(delayIndex(report({ timeResolutionS: 1 / 128 }), at - 500)).toBe(0);
    const counts = noDelays();
    for (let ms = 10; ms <= 10_000; ms += 10) {
      const index = delayIndex(report({ timeResolutionS: 1 / 128 }), at + ms) ?? 0;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(delayQuantile(counts, 0.5)).toBeCloseTo(5, 1);
    expect(delayQuantile(counts, 0.95)).toBeCloseTo(9.5, 1);
    expect(delayQuantile(noDelays(), 0.5)).toBeNull();
  });

  test('is per cent of the time that was watched, and 100 only where it never failed', () => {
    expect(availability(unwatched)).toBeNull();
    expect(availability({ upS: 900, downS: 0 })).toBe(100);
    expect(availability({ upS: 86_399.9, downS: 0.1 })).toBe(99.999);
    expect(availability(addWatched({ upS: 300, downS: 0 }, { upS: 0, downS: 100 }))).toBe(75);
    expect(watchedShare({ upS: 300, downS: 100 }, 800)).toBe(50);
    expect(watchedShare({ upS: 900, downS: 100 }, 800)).toBe(100);
  });
});

test.each([
  [
    { icao24: '780001', addressType: 'icao' },
    { name: '780001', kind: 'transponder' },
  ],
  [
    { icao24: '780001', addressType: null },
    { name: '780001', kind: 'transponder' },
  ],
  [
    { trackNumber: '013800000001', addressType: 'terminal' },
    { name: '013800000001', kind: 'beidou' },
  ],
  [
    { trackNumber: 'flarm:DD1', addressType: 'flarm' },
    { name: 'flarm:DD1', kind: 'flarm' },
  ],
  [{ trackNumber: '17', sourceKey: '25/48' }, null],
  [{ icao24: null, trackNumber: 'x', addressType: 'nonIcao' }, null],
] as const)('the terminal of %o is %o', (values, expected) => {
  expect(terminalOf(report(values))).toEqual(expected);
});
