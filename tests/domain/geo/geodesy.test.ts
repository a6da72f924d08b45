import { describe, expect, it } from 'vitest';
import {
  circleRing,
  corridor,
  direct,
  inverse,
  type LonLat,
  lengthM,
  sectorRing,
  sweepDeg,
} from '#domain/geo/geodesy.ts';
import { ringCrosses } from '#domain/geo/geojson.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const position = ([longitude, latitude]: LonLat) => ({ latitude, longitude });

describe('the geodesic problems', () => {
  it.each([
    // Vincenty's classic pair, Flinders Peak to Buninyon (GRS-80/WGS-84 figures of Geoscience Australia).
    [
      at(-37.95103341666667, 144.42486788888888),
      at(-37.65282113888889, 143.92649552777777),
      54972.271,
      306.8681583,
    ],
    // A quarter of the equator and a quarter of a meridian of WGS-84.
    [at(0, 0), at(0, 90), 10018754.171, 90],
    [at(0, 0), at(90, 0), 10001965.729, 0],
  ])('inverse from %o to %o', (from, to, distanceM, bearing) => {
    const result = inverse(from, to);
    expect(result.distanceM).toBeCloseTo(distanceM, 2);
    expect(result.initialBearingDeg).toBeCloseTo(bearing, 5);
  });

  it('direct undoes inverse', () => {
    const from = at(39.9, 116.4);
    const to = at(31.2, 121.5);
    const { distanceM, initialBearingDeg } = inverse(from, to);
    const reached = direct(from, initialBearingDeg, distanceM);
    expect(reached.latitude).toBeCloseTo(to.latitude, 9);
    expect(reached.longitude).toBeCloseTo(to.longitude, 9);
  });

  it('adds up a line', () => {
    expect(lengthM([at(0, 0), at(0, 1), at(0, 2)])).toBeCloseTo(222638.982, 2);
    expect(lengthM([at(0, 0)])).toBe(0);
  });
});

describe('circles and sectors', () => {
  it('puts every vertex of a circle on the circle, within a millimetre', () => {
    const centre = at(39.9, 116.4);
    const ring = circleRing(centre, 50_000);
    expect(ring).toHaveLength(73);
    expect(ring[0]).toEqual(ring.at(-1));
    for (const vertex of ring) expect(inverse(centre, position(vertex)).distanceM).toBeCloseTo(50_000, 3);
    expect(signedArea(ring)).toBeGreaterThan(0);
  });

  it('keeps a circle over the date line in one piece', () => {
    const longitudes = circleRing(at(10, 179.9), 50_000).map(([longitude]) => longitude);
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(1);
  });

  it('draws a sector clockwise from one bearing to the other', () => {
    const centre = at(30, 104);
    const ring = sectorRing({ centre, innerRadiusM: 1000, outerRadiusM: 5000, fromDeg: 315, toDeg: 45 });
    const bearings = ring.map((vertex) => inverse(centre, position(vertex)));
    for (const { distanceM, initialBearingDeg } of bearings) {
      expect(Math.min(Math.abs(distanceM - 1000), Math.abs(distanceM - 5000))).toBeLessThan(0.001);
      expect(initialBearingDeg >= 314.999 || initialBearingDeg <= 45.001).toBe(true);
    }
    expect(signedArea(ring)).toBeGreaterThan(0);
    expect(ringCrosses(ring)).toBe(false);
  });

  it.each([
    [315, 45, 90],
    [0, 0, 360],
    [90, 80, 350],
  ])('from %d° to %d° turns %d°', (from, to, sweep) => expect(sweepDeg(from, to)).toBe(sweep));
});

describe('corridors', () => {
  it('keeps half the width on both sides of a straight leg', () => {
    const shape = corridor([at(30, 104), at(30, 105)], 10_000);
    if (shape?.type !== 'Polygon') throw new Error('one polygon expected');
    const ring = shape.coordinates[0] ?? [];
    expect(signedArea(ring)).toBeGreaterThan(0);
    const line = [at(30, 104), at(30, 105)] as const;
    const { initialBearingDeg, distanceM } = inverse(...line);
    const middle = direct(line[0], initialBearingDeg, distanceM / 2);
    for (const turn of [-90, 90]) {
      const bearing = inverse(middle, line[1]).initialBearingDeg + turn;
      expect(inside(ring, direct(middle, bearing, 4_990))).toBe(true);
      expect(inside(ring, direct(middle, bearing, 5_010))).toBe(false);
    }
    // Round ends.
    expect(inside(ring, direct(line[1], 90, 4_950))).toBe(true);
    expect(inside(ring, direct(line[1], 90, 5_010))).toBe(false);
    expect(inside(ring, direct(line[0], 270, 4_950))).toBe(true);
  });

  it.each([
    ['right', at(30.2, 104.4)],
    ['left', at(29.8, 104.4)],
  ])('goes round a corner to the %s without crossing itself', (_, last) => {
    const corner = at(30, 104.2);
    const shape = corridor([at(30, 104), corner, last], 4_000);
    if (shape?.type !== 'Polygon') throw new Error('one polygon expected');
    const ring = shape.coordinates[0] ?? [];
    expect(ringCrosses(ring)).toBe(false);
    for (let bearing = 0; bearing < 360; bearing += 15) {
      expect(inside(ring, direct(corner, bearing, 1_980))).toBe(true);
    }
  });

  it('has no outline where that has more corners than a geometry may have, and says so at once', () => {
    const wave = (count: number) =>
      Array.from({ length: count }, (_, i) => at(30 + Math.sin(i / 50) / 10, 100 + i / 2000));
    expect(corridor(wave(2_000), 1_000)?.type).toBe('Polygon');
    expect(corridor(wave(10_000), 1_000)).toBeNull();
    const lanes = Array.from({ length: 300 }, (_, i) => at(30 + (i % 2) / 10, 104 + i / 1e5));
    expect(corridor(lanes, 1_000)).toBeNull();
  });

  it('falls back to one polygon a leg where lanes overlap', () => {
    const lanes = corridor([at(30, 104), at(30, 104.1), at(30.005, 104.1), at(30.005, 104)], 2_000);
    expect(lanes?.type).toBe('MultiPolygon');
    expect(lanes?.coordinates).toHaveLength(3);
  });

  it('has nothing to say of a point or of no width', () => {
    expect(corridor([at(30, 104)], 1000)).toBeNull();
    expect(corridor([at(30, 104), at(30, 104)], 1000)).toBeNull();
    expect(corridor([at(30, 104), at(30, 105)], 0)).toBeNull();
  });
});

function signedArea(ring: LonLat[]): number {
  return ring.slice(1).reduce((sum, [x, y], i) => {
    const [px, py] = ring[i] ?? [x, y];
    return sum + (px * y - x * py) / 2;
  }, 0);
}

function inside(ring: LonLat[], { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  let result = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] ?? [0, 0];
    const [xj, yj] = ring[j] ?? [0, 0];
    if (yi > latitude !== yj > latitude && longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi)
      result = !result;
  }
  return result;
}
