import type { SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { circleRing, corridor, type LonLat } from '#domain/geo/geodesy.ts';
import { polygonsOf } from '#domain/geo/polygons.ts';

type Shape = Pick<Volume4d, 'footprint' | 'marginM' | 'lower' | 'upper' | 'context' | 'from' | 'to'>;

/** A volume as polygons; null: it has no extent. */
export function volumeOf({ footprint, marginM, lower, upper, context, from, to }: Shape): SceneVolume | null {
  const polygons = polygonsAround(footprint, marginM);
  if (!polygons) return null;
  const line = lineOf(footprint, marginM);
  return { polygons, ...(line ? { line } : {}), lower, upper, ...(context ? { context } : {}), from, to };
}

function lineOf(footprint: Shape['footprint'], marginM: number): SceneVolume['line'] {
  if (footprint.type !== 'LineString') return undefined;
  const positions = footprint.coordinates.map(([longitude, latitude]) => ({ longitude, latitude }));
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last) return undefined;
  return { first, last, halfWidthM: Math.max(marginM, 1) };
}

function polygonsAround(footprint: Shape['footprint'], marginM: number): LonLat[][][] | null {
  switch (footprint.type) {
    case 'Point': {
      const [longitude, latitude] = footprint.coordinates;
      return [[circleRing({ longitude, latitude }, Math.max(marginM, 1))]];
    }
    case 'LineString': {
      const line = footprint.coordinates.map(([longitude, latitude]) => ({ longitude, latitude }));
      const shape = corridor(line, 2 * Math.max(marginM, 1));
      return shape && polygonsOf(shape);
    }
    case 'Polygon':
      return [footprint.coordinates.map(ringOf)];
    case 'MultiPolygon':
      return footprint.coordinates.map((rings) => rings.map(ringOf));
  }
}

const ringOf = (ring: readonly (readonly number[])[]): LonLat[] =>
  ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
