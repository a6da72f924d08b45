import { groundBetween, qnhBetween, type Range } from '#domain/conflicts/unmeasured.ts';
import { needsGround, sharedHeight } from '#domain/conflicts/vertical.ts';
import {
  type Altitude,
  type AltitudeContext,
  altitudeM,
  amslBounds,
  amslToPressureM,
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

/** The highest that a target may be above mean sea level by these pressures, metres; null: it states no height. */
export function highestAmslM(target: Heights, qnhHpa: Range): number | null {
  const own = altitudeOf(target);
  return own && amslBounds(own, { qnhHpa }).highestM;
}

/** The highest that a target may be by 1013.25 hPa, metres, where it is at most so high above mean sea level. */
export function highestPressureM(target: Heights, amslM: number, qnhHpa: Range): number {
  return target.pressureAltitudeM ?? amslToPressureM(amslM, qnhHpa.lowest);
}

/**
 * `likely`: by the ground that is taken where nobody measured it, or by any usual pressure where nobody reports it; `maybe`:
 * it cannot be known; `unlikely`: only by a pressure far from the usual one.
 */
export type Within = 'yes' | 'likely' | 'maybe' | 'unlikely' | 'no';

/** Counts as within: overflights do not, whatever pressure might bring them down. */
export const mayBeWithin = (within: Within): boolean => within !== 'no' && within !== 'unlikely';

/**
 * Whether a target's height lies within a volume's limits.
 *
 * - Limits by standard pressure compare with pressure altitude by their numbers. So does a limit above sea level that lies
 *   over the transition altitude: everybody up there has set 1013.25 hPa.
 * - Below it, heights above sea level compare by the pressure that is reported near, or by all that it may be; how usual
 *   the pressure is that brings the target in says how likely it is inside.
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
  const place: AltitudeContext = {
    ...volume.context,
    ...(needsGround(volume) ? { terrainM: groundBelow(air, target) } : {}),
  };
  const limits = { lower: asFlown(low, transitionM), upper: asFlown(high, transitionM) };
  const sharedBy = (qnhHpa: Range) => {
    const context = { qnhHpa, ...place };
    return sharedHeight({ lower: own, upper: own, context }, { ...limits, context }, bufferM);
  };
  const { shared, compared } = sharedBy(qnhNear(air, target));
  if (!shared) return 'no';
  if (compared) return overUnknownGround(air, target, volume) ? 'likely' : 'yes';
  const usual = usualQnh(air, target);
  if (!usual) return 'maybe';
  const usually = sharedBy(usual);
  return !usually.shared ? 'unlikely' : usually.compared ? 'likely' : 'maybe';
}

/** Whether a limit of the volume is above ground where nobody has measured the ground. */
export function overUnknownGround(air: Air, position: Position, volume: SceneVolume): boolean {
  return needsGround(volume) && (air.elevationAt?.(position) ?? null) === null;
}

/** Metres AMSL between which the ground lies: measured, or by the aerodromes around. */
function groundBelow(air: Air, position: Position): Range {
  return groundBetween(air.elevationAt?.(position) ?? null, air.groundNear(position), air.heights);
}

/** Pressure at sea level: reported near, or any that it may be, hPa. */
export const qnhNear = (air: Pick<Scene, 'qnhAt'>, position: Position): Range =>
  qnhBetween(air.qnhAt(position));

/** What the pressure usually is where nobody near reports it, hPa; null: somebody does. */
export function usualQnh(
  { qnhAt, heights }: Pick<Scene, 'qnhAt' | 'heights'>,
  position: Position,
): Range | null {
  const { qnhSpreadHpa } = heights;
  return qnhAt(position) === null
    ? { lowest: 1_013.25 - qnhSpreadHpa, highest: 1_013.25 + qnhSpreadHpa }
    : null;
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

const isLevel = (limit: Altitude | null): boolean => limit === null || limit.reference === 'STD';

/** Less than this in common is a touch, metres. */
const touchM = 0.01;

function between(ownM: number, low: Altitude | null, high: Altitude | null, bufferM: number): 'yes' | 'no' {
  if (low !== null && ownM + bufferM <= altitudeM(low) + touchM) return 'no';
  return high !== null && altitudeM(high) + bufferM <= ownM + touchM ? 'no' : 'yes';
}
