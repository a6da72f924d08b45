import { sharedHeight } from '#domain/conflicts/vertical.ts';
import {
  type Altitude,
  type AltitudeContext,
  altitudeM,
  amslBounds,
  amslToPressureM,
  anyTerrainM,
} from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Scene, SceneTarget, SceneVolume } from './safety-net.ts';

type Air = Pick<Scene, 'elevationAt' | 'groundNear' | 'qnhAt' | 'transitionAltitudeAt' | 'heights'>;
type Heights = Pick<SceneTarget, 'pressureAltitudeM' | 'geometricAltitudeM' | 'amslAltitudeM'>;
type Placed = Heights & Position;

/** The altitude that counts: pressure before geometry, as limits of flight levels are measured so; null: it has none. */
export function altitudeOf(target: Heights): Altitude | null {
  if (target.pressureAltitudeM !== null)
    return { value: target.pressureAltitudeM, unit: 'm', reference: 'STD' };
  if (target.amslAltitudeM !== null) return { value: target.amslAltitudeM, unit: 'm', reference: 'AMSL' };
  if (target.geometricAltitudeM !== null)
    return { value: target.geometricAltitudeM, unit: 'm', reference: 'WGS84' };
  return null;
}

/** Metres AMSL between which a target certainly is; null: it states no height. */
export function amslOf(air: Air, target: Placed): { lowestM: number; highestM: number } | null {
  const own = altitudeOf(target);
  return own && amslBounds(own, { qnhHpa: qnhOf(air, target) });
}

/** The highest that a target certainly is by 1013.25 hPa, metres, where it is at most so high above mean sea level. */
export function highestPressureM(air: Air, target: Placed, highestAmslM: number): number {
  return target.pressureAltitudeM ?? amslToPressureM(highestAmslM, qnhOf(air, target).lowest);
}

/** `likely`: by the ground that is taken where nobody has measured it; `maybe`: it cannot be known. */
export type Within = 'yes' | 'likely' | 'maybe' | 'no';

/**
 * Whether a target's height lies within a volume's limits.
 *
 * - Limits by standard pressure compare with pressure altitude by their numbers. So does a limit above sea level that lies
 *   over the transition altitude: everybody up there has set 1013.25 hPa.
 * - Below it, heights above sea level compare by the pressure that is reported near, or by all that it may be.
 * - Limits above ground compare by the elevation of the ground below the target. Where there are no terrain data, the ground
 *   is taken to lie near the elevation of the aerodromes around: who is outside whatever of that it is, is outside, and who
 *   is inside so is likely inside.
 */
export function heightWithin(air: Air, target: Placed, volume: SceneVolume, bufferM = 0): Within {
  const [low, high] = [openBelow(volume.lower), volume.upper];
  if (low === null && high === null) return 'yes';
  const pressureM = target.pressureAltitudeM;
  if (pressureM !== null && isLevel(low) && isLevel(high)) return between(pressureM, low, high, bufferM);
  const own = altitudeOf(target);
  if (!own) return 'maybe';
  const transitionM = air.transitionAltitudeAt(target);
  const isMeasured = !overUnknownGround(air, target, volume);
  const context: AltitudeContext = {
    qnhHpa: qnhOf(air, target),
    ...volume.context,
    ...(aboveGround(low) || aboveGround(high) ? { terrainM: groundBelow(air, target) } : {}),
  };
  const { shared, compared } = sharedHeight(
    { lower: own, upper: own, context },
    { lower: asFlown(low, transitionM), upper: asFlown(high, transitionM), context },
    bufferM,
  );
  if (!shared) return 'no';
  return !compared ? 'maybe' : isMeasured ? 'yes' : 'likely';
}

/** Whether a limit of the volume is above ground where nobody has measured the ground. */
export function overUnknownGround(air: Air, position: Position, volume: SceneVolume): boolean {
  return needsGround(volume) && (air.elevationAt?.(position) ?? null) === null;
}

/** Whether a limit of the volume is measured from the ground, other than the ground itself. */
export function needsGround({ lower, upper }: SceneVolume): boolean {
  return aboveGround(openBelow(lower)) || aboveGround(upper);
}

/** Metres AMSL between which the ground lies: measured, or by the aerodromes around. */
function groundBelow(air: Air, position: Position): { lowest: number; highest: number } {
  const measured = air.elevationAt?.(position) ?? null;
  if (measured !== null) return { lowest: measured, highest: measured };
  const near = air.groundNear(position);
  const { groundSpreadM, groundHighestM } = air.heights;
  return near
    ? { lowest: near.lowest - groundSpreadM, highest: near.highest + groundSpreadM }
    : { lowest: anyTerrainM.lowest, highest: groundHighestM };
}

function qnhOf({ qnhAt, heights }: Air, position: Position): NonNullable<AltitudeContext['qnhHpa']> {
  const { qnhSpreadHpa } = heights;
  return qnhAt(position) ?? { lowest: 1_013.25 - qnhSpreadHpa, highest: 1_013.25 + qnhSpreadHpa };
}

/** A limit as it is flown: over the transition altitude as a level. */
function asFlown(limit: Altitude | null, transitionM: number): Altitude | null {
  return limit?.reference === 'AMSL' && altitudeM(limit) > transitionM
    ? { ...limit, reference: 'STD' }
    : limit;
}

/** What begins on the ground has nothing below it. */
export const openBelow = (lower: Altitude | null): Altitude | null =>
  lower?.reference === 'AGL' && lower.value <= 0 ? null : lower;

const aboveGround = (limit: Altitude | null): boolean => limit?.reference === 'AGL';

const isLevel = (limit: Altitude | null): boolean => limit === null || limit.reference === 'STD';

/** Less than this in common is a touch, metres. */
const touchM = 0.01;

function between(ownM: number, low: Altitude | null, high: Altitude | null, bufferM: number): 'yes' | 'no' {
  if (low !== null && ownM + bufferM <= altitudeM(low) + touchM) return 'no';
  return high !== null && altitudeM(high) + bufferM <= ownM + touchM ? 'no' : 'yes';
}
