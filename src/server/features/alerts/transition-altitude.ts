import type { HeightFigures } from '#domain/conflicts/nets/figures.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { AerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { heightValues } from './net-parameters.ts';

/**
 * The transition altitude that holds at a place, metres AMSL: what the nearest aerodrome within 100 km publishes, otherwise
 * tactical.heights.transitionAltitudeM.
 */
export function transitionAltitudeAt(
  aerodromes: AerodromeGround,
  heights: Pick<HeightFigures, 'transitionAltitudeM'>,
): (place: Position) => number {
  return (place) => aerodromes.transitionAltitudeM(place) ?? heights.transitionAltitudeM;
}

/** The same by what aerodromes and parameters say at the moment. */
export function createTransitionAltitude(deps: {
  aerodromes: () => Promise<AerodromeGround>;
  parameters: Pick<Parameters, 'all'>;
}): (place: Position) => Promise<number> {
  return async (place) =>
    transitionAltitudeAt(await deps.aerodromes(), heightValues(await deps.parameters.all()))(place);
}
