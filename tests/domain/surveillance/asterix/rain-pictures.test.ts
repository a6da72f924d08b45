import { expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { createRainAssembler, mostItems } from '#domain/surveillance/asterix/rain-pictures.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { boundsOfAreas, rainLevelOf } from '#domain/surveillance/rain/rain-picture.ts';

const site = { latitude: 30.5, longitude: 104, heightM: 500 };
const source = { sac: 25, sic: 8 };
const receivedAt = Date.parse('2026-11-25T08:00:02Z');
/** 2^3 × 1/128 NM: a sixteenth of a mile. */
const scaling = 3;

const start: AsterixRecord = {
  source,
  messageType: 254,
  timeOfDayS: 8 * 3600,
  processing: { scaling, reduction: 0, parameters: 0 },
};
const end = (itemCount: number): AsterixRecord => ({
  source,
  messageType: 255,
  timeOfDayS: 8 * 3600,
  itemCount,
});
const rays = (
  level: number,
  ...polarVectors: { startRange: number; endRange: number; azimuthDeg: number }[]
) => ({
  source,
  messageType: 1,
  vectorQualifier: { systemCoordinates: false, intensity: level, shadingOrientation: 0 },
  polarVectors,
});

function pictureOf(...records: AsterixRecord[]) {
  return createRainAssembler(() => site).take(records, receivedAt);
}

it('takes a picture from its start to its end, at the time of its start', () => {
  const ray = { startRange: 160, endRange: 240, azimuthDeg: 90 };
  const { pictures, errors } = pictureOf(start, rays(3, ray), end(1));
  expect(errors).toEqual([]);
  expect(pictures).toHaveLength(1);
  expect(pictures[0]).toMatchObject({
    at: Date.parse('2026-11-25T08:00:00Z'),
    sensor: '25/8',
    isWhole: true,
    areas: [{ level: 3 }],
  });
});

it('places a ray by its ranges in 1/128 NM × 2^scaling and as wide as the step to the next', () => {
  const ray = (azimuthDeg: number) => ({ startRange: 160, endRange: 240, azimuthDeg });
  const { pictures } = pictureOf(start, rays(2, ray(90), ray(92), ray(94)), end(3));
  const [first] = pictures[0]?.areas ?? [];
  const corners = cornersOf(first?.ring ?? []);
  expect(corners).toHaveLength(4);
  const seen = corners.map((corner) => inverse(site, corner));
  expect(seen.map(({ distanceM }) => Math.round(distanceM / 1852))).toEqual([10, 15, 15, 10]);
  expect(seen.map(({ initialBearingDeg }) => Math.round(initialBearingDeg))).toEqual([89, 89, 91, 91]);
});

it('places vectors of a plane by coordinates in 1/64 NM × 2^scaling, in the direction of their shading', () => {
  const { pictures } = pictureOf(
    start,
    {
      source,
      messageType: 2,
      // 90°: to the east.
      vectorQualifier: { systemCoordinates: false, intensity: 4, shadingOrientation: 4 },
      cartesianVectors: [
        { x: 80, y: 80, length: 16 },
        { x: 80, y: 84, length: 16 },
      ],
    },
    end(2),
  );
  // Ten miles east and north, two miles long, half a mile wide.
  const [west, south, east, north] = boundsOfAreas(pictures[0]?.areas.slice(0, 1) ?? []) ?? [];
  const at = (latitude = 0, longitude = 0) => inverse(site, { latitude, longitude }).distanceM / 1852;
  expect(at(site.latitude, west)).toBeCloseTo(10, 1);
  expect(at(site.latitude, east)).toBeCloseTo(12, 1);
  expect(at(south, site.longitude)).toBeCloseTo(9.75, 1);
  expect(at(north, site.longitude)).toBeCloseTo(10.25, 1);
});

it('joins a contour that came in two records', () => {
  const part = (part: number, contourPoints: { x: number; y: number }[]): AsterixRecord => ({
    source,
    messageType: 3,
    contour: { systemCoordinates: false, intensity: 5, part, serialNumber: 7 },
    contourPoints,
  });
  const { pictures } = pictureOf(
    start,
    part(2, [
      { x: 0, y: 0 },
      { x: 8, y: 0 },
    ]),
    part(1, [{ x: 8, y: 8 }]),
    end(3),
  );
  expect(pictures[0]?.areas).toMatchObject([{ level: 5 }]);
  expect(pictures[0]?.areas[0]?.ring).toHaveLength(6);
  expect(pictures[0]?.isWhole).toBe(true);
});

it('leaves out what is no rain: intensity 0, test vectors, vectors in error', () => {
  const ray = { startRange: 0, endRange: 10, azimuthDeg: 0 };
  const test = rays(3, ray);
  const { pictures } = pictureOf(
    start,
    rays(0, ray),
    { ...test, vectorQualifier: { ...test.vectorQualifier, test: true } },
    { ...test, vectorQualifier: { ...test.vectorQualifier, test: false, error: true } },
    end(3),
  );
  expect(pictures[0]).toMatchObject({ areas: [], isWhole: true });
});

it('says that a picture is not whole where its end or a part of it did not come', () => {
  const ray = { startRange: 0, endRange: 10, azimuthDeg: 0 };
  expect(pictureOf(start, rays(1, ray), end(2)).pictures).toMatchObject([{ isWhole: false }]);
  const next = pictureOf(start, rays(1, ray), start, rays(2, ray), end(1)).pictures;
  expect(next).toMatchObject([
    { isWhole: false, areas: [{ level: 1 }] },
    { isWhole: true, areas: [{ level: 2 }] },
  ]);
  // What comes before the first start belongs to no picture.
  expect(pictureOf(rays(1, ray), end(1)).pictures).toEqual([]);
});

it('keeps two radars of one feed apart', () => {
  const other = { sac: 25, sic: 9 };
  const ray = { startRange: 0, endRange: 10, azimuthDeg: 0 };
  const { pictures } = pictureOf(
    start,
    { ...start, source: other },
    rays(1, ray),
    { ...rays(6, ray), source: other },
    end(1),
    { ...end(1), source: other },
  );
  expect(pictures).toMatchObject([
    { sensor: '25/8', areas: [{ level: 1 }] },
    { sensor: '25/9', areas: [{ level: 6 }] },
  ]);
});

it('refuses to place a picture of a radar whose site is not known', () => {
  const { pictures, errors } = createRainAssembler(() => null).take([start, end(0)], receivedAt);
  expect(pictures).toEqual([]);
  expect(errors).toEqual(['asterix.rain.noSite']);
});

it('cuts a picture of more vectors than can be meant', () => {
  const many = rays(
    1,
    ...Array.from({ length: 250 }, () => ({ startRange: 0, endRange: 10, azimuthDeg: 0 })),
  );
  const records = Array.from({ length: mostItems / 250 + 1 }, () => many);
  const { pictures, errors } = pictureOf(start, ...records, end(0));
  expect(pictures[0]).toMatchObject({ isWhole: false });
  expect(pictures[0]?.areas).toHaveLength(mostItems);
  expect(errors).toEqual(['asterix.rain.tooMany']);
});

it('is read from datagrams of a source', () => {
  const decoder = createAsterixDecoder({ ...noSites, category: 8, editions: {}, site });
  const ray = { startRange: 160, endRange: 240, azimuthDeg: 45 };
  const read = (...records: AsterixRecord[]) => {
    const block = encodeBlock(8, '1.x', records);
    if (!block.ok) throw new Error(`${block.reason} ${block.path}`);
    return decoder.read(block.bytes, receivedAt);
  };
  expect(read(start, rays(3, ray)).rain).toEqual([]);
  expect(read(end(1))).toMatchObject({ records: 1, errors: [], rain: [{ sensor: '25/8', isWhole: true }] });
});

it('counts levels from 1 to 6; 0 is no rain, 7 the strongest that has a name', () => {
  expect([0, 1, 6, 7].map(rainLevelOf)).toEqual([null, 1, 6, 6]);
});

function cornersOf(ring: readonly number[]): { longitude: number; latitude: number }[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    longitude: ring[2 * i] ?? 0,
    latitude: ring[2 * i + 1] ?? 0,
  }));
}
