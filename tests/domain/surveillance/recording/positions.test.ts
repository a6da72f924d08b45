import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  packPositions,
  positionAt,
  type RecordedPosition,
  unpackPositions,
} from '#domain/surveillance/recording/positions.ts';

const maybe = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null });

const position = fc.record<RecordedPosition>({
  at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  pressureAltitudeM: maybe(-1_000, 20_000),
  geometricAltitudeM: maybe(-1_000, 20_000),
  amslAltitudeM: maybe(-1_000, 20_000),
  groundSpeedMps: maybe(0, 700),
  trackDeg: maybe(0, 360),
  verticalRateMps: maybe(-100, 100),
  onGround: fc.boolean(),
  isCoasting: fc.boolean(),
});

const inOrder = fc
  .array(position, { maxLength: 70 })
  .map((list) => list.sort((a, b) => Math.round(a.at / 100) - Math.round(b.at / 100)));

describe('packed positions', () => {
  test('come back as they were, to a tenth of a second, 0.1 m in place and 0.25 m in height', () => {
    fc.assert(
      fc.property(inOrder, (positions) => {
        const read = unpackPositions(packPositions(positions));
        expect(read).toHaveLength(positions.length);
        read.forEach((one, k) => {
          const was = positions[k];
          if (!was) throw new Error('more came back than went in');
          expect(Math.abs(one.at - was.at)).toBeLessThanOrEqual(50);
          expect(Math.abs(one.latitude - was.latitude)).toBeLessThan(1e-6);
          expect(Math.abs(one.longitude - was.longitude)).toBeLessThan(1e-6);
          for (const [field, most] of [
            ['pressureAltitudeM', 0.13],
            ['geometricAltitudeM', 0.13],
            ['amslAltitudeM', 0.13],
            ['groundSpeedMps', 0.051],
            ['trackDeg', 0.051],
            ['verticalRateMps', 0.051],
          ] as const) {
            const [now, before] = [one[field], was[field]];
            if (before === null || now === null) expect(now).toBe(before);
            else expect(Math.abs(now - before)).toBeLessThan(most);
          }
          expect([one.onGround, one.isCoasting]).toEqual([was.onGround, was.isCoasting]);
        });
      }),
    );
  });

  test('an aircraft in a turn, once a second, takes at most twelve octets a position', () => {
    const positions = flight(600);
    expect(packPositions(positions).length / positions.length).toBeLessThan(12);
  });

  test('what was packed before altitudes above sea level were kept is read as it was', () => {
    const [one] = unpackPositions(Uint8Array.of(1, 21, 0x41, 0, 0, 0xc0, 0x25));
    expect(one).toMatchObject({ at: 1_000, pressureAltitudeM: 600, amslAltitudeM: null, isCoasting: true });
  });

  test('what is cut off or of another version is refused', () => {
    const bytes = packPositions(flight(3));
    expect(() => unpackPositions(bytes.slice(0, -1))).toThrow(RangeError);
    expect(() => unpackPositions(Uint8Array.of(9, 1, 2))).toThrow(/unknown version/);
    expect(() => unpackPositions(new Uint8Array(40).fill(0xff).fill(1, 0, 1))).toThrow(RangeError);
  });

  test('any bytes are read or refused, and neither takes long', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(unpackPositions(Uint8Array.of(1, ...bytes)).length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  test('out of order they are not packed', () => {
    const [first, second] = flight(2);
    if (!first || !second) throw new Error('two were asked for');
    expect(() => packPositions([second, first])).toThrow(/order of their time/);
  });
});

test('where a track was at a moment is its last position before it', () => {
  const positions = flight(100);
  expect(positionAt(positions, 999)).toBeNull();
  expect(positionAt(positions, 1_000)?.at).toBe(1_000);
  expect(positionAt(positions, 50_999)?.at).toBe(50_000);
  expect(positionAt(positions, 1e12)?.at).toBe(100_000);
});

/** At 60 m/s in a turn of 3°/s, climbing with 3 m/s, as ADS-B says it. */
function flight(seconds: number): RecordedPosition[] {
  let [latitude, longitude] = [34.44, 108.75];
  return Array.from({ length: seconds }, (_, k) => {
    const trackDeg = (3 * k) % 360;
    const along = (60 / 111_000) * Math.cos((trackDeg * Math.PI) / 180);
    latitude += along;
    longitude += (60 / 92_000) * Math.sin((trackDeg * Math.PI) / 180);
    return {
      at: 1_000 * (k + 1),
      latitude,
      longitude,
      pressureAltitudeM: Math.round((600 + 3 * k) / 7.62) * 7.62,
      geometricAltitudeM: Math.round((620 + 3 * k) / 7.62) * 7.62,
      amslAltitudeM: null,
      groundSpeedMps: 60,
      trackDeg,
      verticalRateMps: 3.25,
      onGround: false,
      isCoasting: false,
    };
  });
}
