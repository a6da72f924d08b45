import type { Geometry } from 'geojson';
import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { mercatorX, mercatorY } from './mercator.ts';

export type SnapKind = 'place' | 'corner' | 'edge';

export interface Snap {
  kind: SnapKind;
  at: Position;
  /** Name of what is there. */
  name: string;
}

interface Target {
  name: string;
  box: [west: number, north: number, east: number, south: number];
  /** Longitude and latitude as they were given: a corner that is taken over is exactly that corner. */
  lines: { place: boolean; longitudes: number[]; latitudes: number[]; xs: number[]; ys: number[] }[];
}

/** What shapes can be fitted to: aerodromes and points first, then corners, then edges. */
export function createSnapper(features: readonly { geometry: Geometry; label: string }[]) {
  const targets = features.flatMap(targetOf);

  /** The nearest within `reach`; all in Mercator fractions, x in any copy of the world. */
  return function snapAt(x: number, y: number, reach: number): Snap | null {
    const place = best();
    const corner = best();
    const edge = best();
    for (const { name, box, lines } of targets) {
      const shift = Math.round((box[0] + box[2]) / 2 - x);
      const at = x + shift;
      if (at < box[0] - reach || at > box[2] + reach || y < box[1] - reach || y > box[3] + reach) continue;
      for (const line of lines) {
        const { xs, ys, longitudes, latitudes } = line;
        for (let i = 0; i < xs.length; i++) {
          const px = xs[i] ?? 0;
          const py = ys[i] ?? 0;
          const found = line.place ? place : corner;
          const position = () => ({
            latitude: latitudes[i] ?? 0,
            longitude: normalLongitude(longitudes[i] ?? 0),
          });
          found.offer(Math.hypot(px - at, py - y), name, position);
          if (i === 0) continue;
          const on = onSegment(xs[i - 1] ?? 0, ys[i - 1] ?? 0, px, py, at, y);
          edge.offer(Math.hypot(on.x - at, on.y - y), name, () => positionAt(on.x, on.y));
        }
      }
    }
    const kinds: [SnapKind, ReturnType<typeof best>][] = [
      ['place', place],
      ['corner', corner],
      ['edge', edge],
    ];
    for (const [kind, { found }] of kinds) {
      if (found && found.distance <= reach) return { kind, name: found.name, at: found.position() };
    }
    return null;
  };
}

function best() {
  const state = {
    found: null as { distance: number; name: string; position: () => Position } | null,
    offer(distance: number, name: string, position: () => Position) {
      if (!state.found || distance < state.found.distance) state.found = { distance, name, position };
    },
  };
  return state;
}

function targetOf({ geometry, label }: { geometry: Geometry; label: string }): Target[] {
  const lines: Target['lines'] = [];
  const add = (coordinates: readonly number[][], place: boolean) => {
    const longitudes = coordinates.map(([longitude = 0]) => longitude);
    const latitudes = coordinates.map(([, latitude = 0]) => latitude);
    lines.push({ place, longitudes, latitudes, xs: longitudes.map(mercatorX), ys: latitudes.map(mercatorY) });
  };
  if (geometry.type === 'Point') add([geometry.coordinates], true);
  else if (geometry.type === 'LineString') add(geometry.coordinates, false);
  else if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) add(ring, false);
  else if (geometry.type === 'MultiPolygon') for (const ring of geometry.coordinates.flat()) add(ring, false);
  const xs = lines.flatMap((line) => line.xs);
  const ys = lines.flatMap((line) => line.ys);
  if (xs.length === 0) return [];
  const low = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  return [{ name: label, lines, box: [low(xs), low(ys), high(xs), high(ys)] }];
}

function onSegment(ax: number, ay: number, bx: number, by: number, x: number, y: number) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return { x: ax + along * dx, y: ay + along * dy };
}

function positionAt(x: number, y: number): Position {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { latitude, longitude: normalLongitude(x * 360 - 180) };
}
