import {
  type Coordinates,
  type Geometry,
  geometryError,
  isGeometry,
  ringCrosses,
} from '#domain/geo/geojson.ts';
import { joined } from '#domain/geo/polygons.ts';
import { type RepairedRing, type RingRepair, repairRing } from '#domain/geo/repair-ring.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import { type ImportNote, note } from './draft.ts';

/** An area as it was meant, and what was changed so that it can be taken. */
export interface RepairedArea {
  geometry: Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;
  repairs: RingRepair[];
}

const kinds = ['Polygon', 'MultiPolygon'] as const;

/**
 * An area as a file has it: as it stands where it is sound; repaired where nothing is wrong but that rings touch
 * themselves, have spikes or cross by little; null where it is no area, or nobody knows what was meant.
 */
export function repairedArea(value: unknown): RepairedArea | null {
  if (isGeometry(value, kinds)) return { geometry: value, repairs: [] };
  if (geometryError(value, kinds)?.key !== 'format.geometry.crossing') return null;
  // The crossing is the first fault that is found, and what comes after it may be anything.
  const { type, coordinates } = value as { type: string; coordinates: unknown };
  const polygons: unknown = type === 'Polygon' ? [coordinates] : coordinates;
  const repairs: RingRepair[] = [];
  const out: Coordinates[][][] = [];
  for (const rings of Array.isArray(polygons) ? polygons : []) {
    const made = repairedPolygon(rings, repairs);
    if (!made) return null;
    out.push(...made);
  }
  const geometry = joined(out);
  return isGeometry(geometry, kinds) ? { geometry, repairs } : null;
}

function repairedPolygon(rings: unknown, repairs: RingRepair[]): Coordinates[][][] | null {
  if (!Array.isArray(rings)) return null;
  const repairedRings: Coordinates[][][][] = [];
  for (const ring of rings) {
    const error = geometryError({ type: 'Polygon', coordinates: [ring] }, ['Polygon']);
    if (error && error.key !== 'format.geometry.crossing') return null;
    const corners = ring as Coordinates[];
    if (!ringCrosses(corners)) {
      repairedRings.push([[corners]]);
      continue;
    }
    const repaired = repairedOnItsSide(corners);
    if (!repaired) return null;
    repairs.push(...repaired.repairs);
    repairedRings.push(repaired.polygons);
  }
  const [areas, ...holes] = repairedRings;
  if (!areas) return null;
  for (const hole of holes.flat()) {
    const [outline, ...islands] = hole;
    const [corner] = outline ?? [];
    if (!outline || !corner || islands.length > 0) return null;
    const place = { longitude: corner[0], latitude: corner[1] };
    (areas.find(([outer = []]) => isWithinRings([outer], place)) ?? areas[0])?.push(outline);
  }
  return areas;
}

/** A ring over the antimeridian is repaired half way round the earth, where its longitudes are continuous. */
function repairedOnItsSide(ring: Coordinates[]): RepairedRing | null {
  const opposite = ring.map(halfRound);
  if (!isDivided(ring) || isDivided(opposite)) return repairRing(ring);
  const repaired = repairRing(opposite);
  return (
    repaired && {
      polygons: repaired.polygons.map((rings) => rings.map((one) => one.map(halfRound))),
      repairs: repaired.repairs.map((one) => ({
        ...one,
        at: halfRound(one.at),
        piece: one.piece.map(halfRound),
      })),
    }
  );
}

const isDivided = (ring: Coordinates[]) =>
  ring.some(([x], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > 180);

/** To 0.1 mm: the difference of two longitudes has no more digits than they have. */
const halfRound = ([x, y]: Coordinates): Coordinates => [
  Math.round((x > 0 ? x - 180 : x + 180) * 1e9) / 1e9,
  y,
];

const repairTexts = {
  spike: 'repairedSpike',
  sliver: 'repairedSliver',
  touch: 'repairedTouch',
  hole: 'repairedHole',
} as const;

/** What a repair did, in words; `path` and `line`: where in the file. */
export function repairNote(repair: RingRepair, path: string, line?: number): ImportNote {
  const [longitude, latitude] = repair.at;
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return note(path, repairTexts[repair.kind], { place, width: repair.widthM }, line);
}
