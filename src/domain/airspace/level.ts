import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { ringsOf } from '#domain/geo/polygons.ts';

/** Who approves, by extent (Order 371, art. 8 and 15). */
export type ApprovingLevel = 'aerodrome' | 'subZone' | 'zone' | 'betweenZones';

/** An airspace of the records that bounds a body's responsibility. */
export interface ControlArea {
  id: number;
  name: string;
  nameEn?: string | null | undefined;
  kind: string;
  geometry: Geometry;
}

/** Which kinds of airspace bound which level. */
const levelsOfKinds: [level: Exclude<ApprovingLevel, 'betweenZones'>, kinds: string[]][] = [
  ['aerodrome', ['aerodrome', 'ctr', 'atz']],
  ['subZone', ['tma']],
  // The smaller of the two first: a flight information region may hold several control areas.
  ['zone', ['cta']],
  ['zone', ['fir']],
];

export type LevelAnswer =
  | { known: true; level: ApprovingLevel; area: Pick<ControlArea, 'id' | 'name' | 'nameEn'> | null }
  /** Nothing in the records says where the zones end: it cannot be told from the extent. */
  | { known: false; level: null; area: null };

/**
 * The lowest body within whose area the whole extent lies: an aerodrome's, a sub-zone's, a zone's; beyond one zone
 * the Air Force. Where the records hold no zone at that place, it is not known, and nobody is guessed.
 */
export function approvingLevel(extent: Geometry, areas: readonly ControlArea[]): LevelAnswer {
  for (const [level, kinds] of levelsOfKinds) {
    const holding = areas.filter(({ kind, geometry }) => kinds.includes(kind) && contains(geometry, extent));
    const [first] = holding;
    if (first) return { known: true, level, area: { id: first.id, name: first.name, nameEn: first.nameEn } };
  }
  const zones = areas.filter(({ kind }) => kind === 'cta' || kind === 'fir');
  const touched = zones.filter(({ geometry }) => overlapInPlanView(extent, geometry, 0));
  const isPart = (one: ControlArea, whole: ControlArea) =>
    contains(whole.geometry, one.geometry) && !contains(one.geometry, whole.geometry);
  // A control area and the region that holds it are one zone.
  if (touched.filter((one) => !touched.some((whole) => isPart(one, whole))).length >= 2)
    return { known: true, level: 'betweenZones', area: null };
  return { known: false, level: null, area: null };
}

/**
 * Does the area hold the whole extent? No part of it is outside: every corner is inside, and no side of the area runs
 * through it. Sides are lines between corners as everywhere in the product; shapes are made with corners enough.
 */
export function contains(area: Geometry, extent: Geometry): boolean {
  const outer = ringsOf(area);
  const corners = extent.type === 'Point' ? [extent.coordinates] : ringsOf(extent).flat();
  if (outer.length === 0 || corners.length === 0) return false;
  return (
    corners.every((corner) => inside(corner, outer)) &&
    !outer.some((ring) => ring.some((corner) => strictlyInside(corner, ringsOf(extent)))) &&
    !sidesCross(outer, ringsOf(extent))
  );
}

/** Does a side of one go right through a side of the other? */
function sidesCross(some: [number, number][][], others: [number, number][][]): boolean {
  const turn = (a: [number, number], b: [number, number], [x, y]: [number, number]) =>
    Math.sign((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));
  return sidesOf(some).some(([a, b]) =>
    sidesOf(others).some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  );
}

function sidesOf(rings: [number, number][][]): [[number, number], [number, number]][] {
  return rings.flatMap((ring) =>
    ring.flatMap((b, i): [[number, number], [number, number]][] => {
      const a = ring[i - 1];
      return a ? [[a, b]] : [];
    }),
  );
}

/** By the even-odd rule over all rings, so holes are outside; a corner on the outline is inside. */
function inside(point: readonly [number, number], rings: [number, number][][]): boolean {
  return onOutline(point, rings) || strictlyInside(point, rings);
}

function strictlyInside([x, y]: readonly [number, number], rings: [number, number][][]): boolean {
  if (onOutline([x, y], rings)) return false;
  let odd = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 1) {
      const [a, b] = [ring[i - 1], ring[i]];
      if (!a || !b || a[1] > y === b[1] > y) continue;
      if (x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
    }
  }
  return odd;
}

function onOutline([x, y]: readonly [number, number], rings: [number, number][][]): boolean {
  return rings.some((ring) =>
    ring.some((b, i) => {
      const a = ring[i - 1];
      if (!a) return false;
      const cross = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      // A ten-millionth of a degree is the centimetre to which shapes are kept.
      if (Math.abs(cross) > length * 1e-7) return false;
      const along = (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1]);
      return along >= 0 && along <= length * length;
    }),
  );
}
