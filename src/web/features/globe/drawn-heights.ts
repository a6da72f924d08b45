import { type Altitude, altitudeM, amslRange } from '#domain/geo/altitude.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { GroundRange } from '#web/map/section-scale.ts';

/**
 * What has to be said of a height that is drawn. The globe's surface is mean sea level, or the ground where it is known:
 * `noTerrain`: above ground, and the ground is not known: drawn above sea level.
 * `overGround`: above ground that is not level: drawn from its lowest to over its highest point.
 * `standard`: a pressure level, drawn where it is at 1013.25 hPa.
 * `ellipsoid`: above the ellipsoid, drawn as if that were mean sea level.
 * `aerodrome`: above an aerodrome whose elevation is not known, drawn above the ground there.
 * `open`: without an upper limit, drawn to a height at which it can be seen.
 */
export type HeightNote = 'noTerrain' | 'overGround' | 'standard' | 'ellipsoid' | 'aerodrome' | 'open';

export interface DrawnLimits {
  /** Metres above mean sea level. */
  fromM: number;
  toM: number;
  notes: HeightNote[];
}

const standardHpa = 1_013.25;
/** Ground that differs by less is level. */
const levelM = 10;
/** Where a volume without upper limit ends on the screen, above its lower one. */
const openM = 6_000;

/** Between which heights a volume is drawn, and what has to be said of them. Null: from the ground; without limit. */
export function drawnLimits(
  lower: Altitude | null,
  upper: Altitude | null,
  ground: GroundRange,
): DrawnLimits {
  const notes = new Set<HeightNote>();
  const place = (altitude: Altitude, side: 'lowestM' | 'highestM'): number => {
    const { reference } = altitude;
    if (reference === 'WGS84') notes.add('ellipsoid');
    if (reference === 'STD') notes.add('standard');
    if (reference === 'QFE') notes.add('aerodrome');
    if (reference === 'AGL' && altitude.value > 0 && !ground) notes.add('noTerrain');
    if (reference === 'AGL' && ground && ground.highest - ground.lowest > levelM) notes.add('overGround');
    const range = amslRange(altitude, {
      terrainM: ground ?? { lowest: 0, highest: 0 },
      qnhHpa: { lowest: standardHpa, highest: standardHpa },
      aerodromeElevationM: ground?.lowest ?? 0,
      geoidUndulationM: 0,
    });
    return range.known ? range[side] : altitudeM(altitude);
  };
  const fromM = lower ? place(lower, 'lowestM') : (ground?.lowest ?? 0);
  if (upper === null) notes.add('open');
  const toM = upper ? place(upper, 'highestM') : fromM + openM;
  return { fromM, toM: Math.max(toM, fromM + 1), notes: [...notes] };
}

/** What has to be said of a target: on the ground it is where the ground is. */
export function drawnHeight(
  target: Pick<Target, 'onGround' | 'pressureAltitudeM' | 'geometricAltitudeM' | 'amslAltitudeM'>,
  groundM: number | null,
): { heightM: number; note: HeightNote | 'unknown' | null } {
  if (target.onGround) return { heightM: groundM ?? 0, note: groundM === null ? 'noTerrain' : null };
  if (target.amslAltitudeM !== null) return { heightM: target.amslAltitudeM, note: null };
  if (target.geometricAltitudeM !== null) return { heightM: target.geometricAltitudeM, note: 'ellipsoid' };
  if (target.pressureAltitudeM !== null) return { heightM: target.pressureAltitudeM, note: 'standard' };
  return { heightM: groundM ?? 0, note: 'unknown' };
}
