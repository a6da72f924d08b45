import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import { offsetM } from './local-plane.ts';
import type { SceneVolume } from './safety-net.ts';

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const boxes = new WeakMap<SceneVolume, Box>();

export function boxOf(volume: SceneVolume): Box {
  const known = boxes.get(volume);
  if (known) return known;
  const box = { west: 360, south: 90, east: -360, north: -90 };
  for (const polygon of volume.polygons) {
    for (const [longitude, latitude] of polygon[0] ?? []) {
      box.west = Math.min(box.west, longitude);
      box.east = Math.max(box.east, longitude);
      box.south = Math.min(box.south, latitude);
      box.north = Math.max(box.north, latitude);
    }
  }
  boxes.set(volume, box);
  return box;
}

/** Seen from above. */
export function contains(volume: SceneVolume, position: Position): boolean {
  const { west, south, east, north } = boxOf(volume);
  const { latitude, longitude } = position;
  if (latitude < south || latitude > north || longitude < west || longitude > east) return false;
  return volume.polygons.some((rings) => isWithinRings(rings, position));
}

/** Metres to the nearest edge, seen from above. */
export function toEdgeM(volume: SceneVolume, here: Position): number {
  let least = Number.POSITIVE_INFINITY;
  for (const ring of volume.polygons.flat()) {
    let before: { x: number; y: number } | null = null;
    for (const [longitude, latitude] of ring) {
      const point = offsetM(here, {
        latitude,
        longitude: here.longitude + normalLongitude(longitude - here.longitude),
      });
      if (before) least = Math.min(least, toLegM(before, point));
      before = point;
    }
  }
  return least;
}

/** Metres from the origin to a straight leg. */
export function toLegM(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length2));
  return Math.hypot(a.x + share * dx, a.y + share * dy);
}

export function isActive({ from, to }: SceneVolume, atMs: number): boolean {
  return (from === null || from <= atMs) && (to === null || atMs < to);
}
