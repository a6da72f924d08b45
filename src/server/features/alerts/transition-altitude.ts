import type { Position } from '#domain/geo/geodesy.ts';
import type { AerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { heightValues } from './net-parameters.ts';

/**
 * The transition altitude that holds at a place, metres AMSL: what the nearest aerodrome within 100 km publishes, otherwise
 * tactical.heights.transitionAltitudeM.
 */
export function createTransitionAltitude(deps: {
  aerodromes: () => Promise<AerodromeGround>;
  parameters: Pick<Parameters, 'all'>;
}): (place: Position) => Promise<number> {
  return async (place) =>
    (await deps.aerodromes()).transitionAltitudeM(place) ??
    heightValues(await deps.parameters.all()).transitionAltitudeM;
}
