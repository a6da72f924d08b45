import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { findConflicts, type Volume4d } from '#domain/conflicts/strategic.ts';
import { sharedHeight } from '#domain/conflicts/vertical.ts';
import { VolumeIndex } from '#domain/conflicts/volume-index.ts';
import {
  type Altitude,
  altitudeM,
  anyQnhHpa,
  anyTerrainM,
  anyUndulationM,
  pressureToAmslM,
} from '#domain/geo/altitude.ts';
import { direct, inverse, type LonLat } from '#domain/geo/geodesy.ts';
import { type Coordinates, type Geometry, geometryError } from '#domain/geo/geojson.ts';
import { type AirspaceTimes, activations } from '#domain/time/activation.ts';
import { breadth } from '#tests/support/breadth.ts';

/** What nobody may know of a place at a time; the same for all that is flown there then. */
interface Place {
  groundM: number;
  undulationM: number;
  qnhHpa: number;
}

function amslIn({ groundM, undulationM, qnhHpa }: Place, altitude: Altitude, elevationM: number | null) {
  const metres = altitudeM(altitude);
  switch (altitude.reference) {
    case 'AMSL':
      return metres;
    case 'AGL':
      return groundM + metres;
    case 'WGS84':
      return metres - undulationM;
    case 'STD':
      return pressureToAmslM(metres, qnhHpa);
    case 'QFE':
      return (elevationM ?? groundM) + metres;
  }
}

type Band = Pick<Volume4d, 'lower' | 'upper'>;

/** In how many of some thousand possible worlds do two bands share more than a centimetre? The slow way. */
function sharedIn(a: Band, b: Band, bufferM: number): { some: boolean; all: boolean } {
  let [some, all] = [false, true];
  const steps = 60;
  const at = (range: { lowest: number; highest: number }, i: number, of: number) =>
    range.lowest + ((range.highest - range.lowest) * i) / of;
  for (let ground = 0; ground <= 3 * steps; ground += 1) {
    for (let other = 0; other <= steps; other += 1) {
      const place: Place = {
        groundM: at(anyTerrainM, ground, 3 * steps),
        undulationM: at(anyUndulationM, other, steps),
        qnhHpa: at(anyQnhHpa, other, steps),
      };
      const level = (altitude: Altitude | null, none: number) =>
        altitude === null ? none : amslIn(place, altitude, null);
      const [a0, a1] = [level(a.lower, -1e9), level(a.upper, 1e9)];
      const [b0, b1] = [level(b.lower, -1e9), level(b.upper, 1e9)];
      const shared = a1 + bufferM > b0 + 0.01 && b1 + bufferM > a0 + 0.01;
      some ||= shared;
      all &&= shared;
    }
  }
  return { some, all };
}

const band = fc
  .record({
    reference: fc.constantFrom('AMSL' as const, 'AGL' as const, 'STD' as const, 'WGS84' as const),
    bottom: fc.integer({ min: 0, max: 11_000 }),
    thick: fc.integer({ min: 400, max: 3_000 }),
    open: fc.constantFrom('none', 'none', 'none', 'below', 'above'),
  })
  .map(
    ({ reference, bottom, thick, open }): Band => ({
      lower: open === 'below' ? null : { value: bottom, unit: 'm', reference },
      upper: open === 'above' ? null : { value: bottom + thick, unit: 'm', reference },
    }),
  );

describe('heights of any datum, against every world that there may be', () => {
  test('apart only where they are apart in all of them; certain only where they meet in all of them', () => {
    fc.assert(
      fc.property(band, band, fc.constantFrom(0, 150), (a, b, bufferM) => {
        const { some, all } = sharedIn(a, b, bufferM);
        const shared = sharedHeight(a, b, bufferM);
        expect(sharedHeight(b, a, bufferM)).toEqual(shared);
        expect(shared.shared).toBe(some);
        if (shared.shared && shared.compared) expect(all).toBe(true);
        if (shared.shared && !all) expect(shared.compared).toBe(false);
      }),
      { numRuns: breadth(40, 120), seed: 20261126 },
    );
  }, 120_000);

  test.each<[string, number, boolean]>([
    ['a touch', 300, false],
    ['a centimetre in common', 299.99, false],
    ['two centimetres in common', 299.98, true],
    ['a centimetre apart', 300.01, false],
  ])('%s', (_, bottom, shared) => {
    const low: Band = { lower: null, upper: { value: 300, unit: 'm', reference: 'AMSL' } };
    const high: Band = { lower: { value: bottom, unit: 'm', reference: 'AMSL' }, upper: null };
    expect(sharedHeight(low, high, 0).shared).toBe(shared);
  });
});

const minuteMs = 60_000;
const dayStart = Date.parse('2026-11-20T16:00:00Z');
const zone = 'Asia/Shanghai';
const hhmm = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;

interface Weekly {
  days: number[];
  start: number;
  end: number;
}
const weekly: fc.Arbitrary<Weekly | null> = fc.option(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    start: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
    end: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  }),
  { freq: 2 },
);

/** Is a weekly pattern on at this minute of Beijing? One that ends before it begins runs past midnight. */
function isOn({ days, start, end }: Weekly, minute: number): boolean {
  const local = new Date(minute * minuteMs + 8 * 3_600_000);
  const weekday = ((local.getUTCDay() + 6) % 7) + 1;
  const of = local.getUTCHours() * 60 + local.getUTCMinutes();
  if (start < end) return days.includes(weekday) && of >= start && of < end;
  const before = weekday === 1 ? 7 : weekday - 1;
  return (days.includes(weekday) && of >= start) || (days.includes(before) && of < end);
}

const piece = fc
  .record({
    away: fc.integer({ min: 0, max: 6_000 }),
    bearing: fc.integer({ min: 0, max: 359 }),
    marginM: fc.integer({ min: 500, max: 4_000 }),
    band,
    begins: fc.integer({ min: 0, max: 2 * 96 }),
    lasts: fc.integer({ min: 1, max: 3 * 96 }),
    always: fc.constantFrom('no', 'no', 'no', 'no', 'from', 'to'),
    pattern: weekly,
  })
  .map((one) => {
    const { away, bearing, marginM, pattern } = one;
    const at = direct({ longitude: 179.99, latitude: 30 }, bearing, away);
    const place: LonLat = [((at.longitude + 540) % 360) - 180, at.latitude];
    const from = dayStart + one.begins * 15 * minuteMs;
    const schedule: AirspaceTimes['schedule'] = pattern && [
      { days: pattern.days, startTime: hhmm(pattern.start), endTime: hhmm(pattern.end) },
    ];
    const volume: Volume4d = {
      owner: { resource: 'airspace', id: 1, label: '' },
      part: 0,
      footprint: { type: 'Point', coordinates: place },
      marginM,
      ...one.band,
      from: one.always === 'from' ? null : from,
      to: one.always === 'to' ? null : from + one.lasts * 15 * minuteMs,
      ...(schedule
        ? { times: (window: { from: number; to: number }) => activations({ schedule }, window, zone) }
        : {}),
    };
    return { volume, pattern };
  })
  .filter(({ pattern }) => pattern === null || pattern.start !== pattern.end);

type Piece = { volume: Volume4d; pattern: Weekly | null };

/** Minute by minute, metre by metre. */
function meetSlowly(a: Piece, b: Piece, bufferM: number, bufferMinutes: number): boolean {
  const [one, two] = [a.volume, b.volume];
  if (one.footprint.type !== 'Point' || two.footprint.type !== 'Point') throw new Error('points only');
  const [[x1, y1], [x2, y2]] = [one.footprint.coordinates, two.footprint.coordinates];
  const { distanceM } = inverse({ longitude: x1, latitude: y1 }, { longitude: x2, latitude: y2 });
  if (distanceM > one.marginM + two.marginM + bufferM - 0.01) return false;
  if (!sharedIn(one, two, 0).some) return false;
  const minutes = ({ volume, pattern }: Piece) => {
    const on: number[] = [];
    const first = dayStart / minuteMs - 2 * 1440;
    for (let minute = first; minute < first + 9 * 1440; minute += 15) {
      const at = minute * minuteMs;
      if (volume.from !== null && at < volume.from) continue;
      if (volume.to !== null && at >= volume.to) continue;
      if (pattern === null || isOn(pattern, minute)) on.push(minute);
    }
    return on;
  };
  const theirs = minutes(b);
  return minutes(a).some((mine) => theirs.some((minute) => Math.abs(mine - minute) < 15 + bufferMinutes));
}

test('volumes of space, height and time by a pattern, over midnight and the date line: as minute by minute', () => {
  let met = 0;
  const numRuns = breadth(40, 120);
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      piece.filter(({ volume }) => volume.from !== null && volume.to !== null),
      fc.constantFrom(0, 30),
      (others, own, bufferMinutes) => {
        const options = {
          horizontalBufferM: 500,
          verticalBufferM: 0,
          timeBufferMs: bufferMinutes * minuteMs,
        };
        const volumes = others.map(({ volume }, id) => ({
          ...volume,
          owner: { resource: 'airspace', id, label: '' },
        }));
        const slow = others.flatMap((other, id) =>
          meetSlowly(own, other, options.horizontalBufferM, bufferMinutes) ? [id] : [],
        );
        met += slow.length;
        const ids = (found: { other: Volume4d }[]) =>
          found.map(({ other }) => other.owner.id).sort((a, b) => a - b);
        expect(ids(findConflicts([own.volume], volumes, options))).toEqual(slow);
        const index = new VolumeIndex<Volume4d>();
        index.load(volumes.map((volume) => [`${volume.owner.id}`, [volume]] as const));
        expect(ids(index.conflicts([own.volume], options))).toEqual(slow);
      },
    ),
    { numRuns, seed: 20261127 },
  );
  // It would be no test were nothing ever in the way.
  expect(met).toBeGreaterThan(numRuns / 4);
}, 120_000);

test('everything loaded anew while it is being packed: what was packed comes to nothing', () => {
  const at = (id: number, longitude: number): Volume4d => ({
    owner: { resource: 'plan', id, label: '' },
    part: 0,
    footprint: { type: 'Point', coordinates: [longitude, 30] },
    marginM: 100,
    lower: null,
    upper: null,
    from: 0,
    to: 1,
  });
  const many = (from: number) =>
    Array.from({ length: 30_000 }, (_, i) => [`${i}`, [at(i, from + (i % 1_000) / 1_000)]] as const);
  const index = new VolumeIndex<Volume4d>();
  index.load(many(100));
  const packing = index.rebuild();
  packing.next();
  index.load(many(120));
  for (const _ of packing);
  index.set('new', [at(30_000, 120)]);
  const found = index.conflicts([at(-1, 120)], {
    horizontalBufferM: 0,
    verticalBufferM: 0,
    timeBufferMs: 0,
  });
  // Thirty at its place, as many 96 m and 193 m to the east, and the new one.
  expect(found).toHaveLength(91);
  expect(index.wantsRebuild).toBe(false);
});

describe('ten thousand corners, the most that a volume has (ASTM F3548-21)', () => {
  const corners = 9_999;
  /** A gear wheel around a point; in degrees, as it is drawn. */
  const wheel = (longitude: number, radius: number): Coordinates[] => {
    const ring = Array.from({ length: corners }, (_, i): Coordinates => {
      const angle = (2 * Math.PI * i) / corners;
      const r = radius * (1 + (i % 2) / 2_000);
      return [longitude + (r * Math.cos(angle)) / 0.86, 30 + r * Math.sin(angle)];
    });
    return [...ring, ring[0] ?? [longitude, 30]];
  };
  const area = (...rings: Coordinates[][]): Geometry => ({ type: 'Polygon', coordinates: rings });
  const one = area(wheel(104, 0.1));
  const square: Coordinates[] = [
    [103, 29],
    [105, 29],
    [105, 31],
    [103, 31],
    [103, 29],
  ];
  test.each<[string, Geometry, number, boolean]>([
    ['the same outline', area(wheel(104, 0.1)), 0, true],
    ['one that fills its hole', area(square, wheel(104, 0.1).reverse()), 0, false],
    ['teeth into teeth', area(wheel(104 + 0.2 / 0.86, 0.1)), 0, true],
    ['apart by 100 m', area(wheel(104 + 0.2012 / 0.86, 0.1)), 0, false],
    ['apart by 100 m with a margin of 200 m', area(wheel(104 + 0.2012 / 0.86, 0.1)), 200, true],
  ])(
    '%s',
    (_, other, apartM, expected) => {
      expect(geometryError(one, ['Polygon'])).toBeNull();
      const { user: before } = process.cpuUsage();
      expect([overlapInPlanView(one, other, apartM), overlapInPlanView(other, one, apartM)]).toEqual([
        expected,
        expected,
      ]);
      // A server that answers others beside it is not held up for long.
      expect((process.cpuUsage().user - before) / 1_000_000).toBeLessThan(4);
    },
    60_000,
  );

  test('one more is refused at its field', () => {
    const [first = [0, 0], ...rest] = wheel(104, 0.1);
    const more = area([first, [104.2, 30.00003], ...rest]);
    expect(geometryError(more, ['Polygon'])?.key).toBe('format.geometry.tooMany');
  });
});

test.each([999, 5_000, 100_000])('what reaches up to FL%d is found by what flies below it', (level) => {
  const index = new VolumeIndex<Volume4d>();
  const volume = (id: number, lower: Altitude | null, upper: Altitude | null): Volume4d => ({
    owner: { resource: 'airspace', id, label: `A${id}` },
    part: 0,
    footprint: { type: 'Point', coordinates: [104, 30] },
    marginM: 1_000,
    lower,
    upper,
    from: 0,
    to: 3_600_000,
  });
  const high = volume(
    1,
    { value: 300, unit: 'm', reference: 'AMSL' },
    { value: level, unit: 'FL', reference: 'STD' },
  );
  index.load([['airspace:1', [high]]]);
  const own = volume(
    2,
    { value: 500, unit: 'm', reference: 'AMSL' },
    { value: 800, unit: 'm', reference: 'AMSL' },
  );
  const options = { horizontalBufferM: 0, verticalBufferM: 0, timeBufferMs: 0 };
  expect(index.conflicts([own], options).map(({ other }) => other.owner.id)).toEqual([1]);
});
