import { anyQnhHpa, anyTerrainM } from '#domain/geo/altitude.ts';

/** What is taken of the ground and the pressure where nobody measured them: one rule for plans and for the safety nets. */

export interface Range {
  lowest: number;
  highest: number;
}

export interface GroundMargins {
  /** The ground lies within this of what the aerodromes near stand on, metres. */
  groundSpreadM: number;
  /** Where there is no aerodrome near, it is no higher than this, metres AMSL. */
  groundHighestM: number;
}

/** Metres AMSL between which the ground of a place lies: as measured, else by the aerodromes around. */
export function groundBetween(
  measuredM: number | null,
  aerodromes: Range | null,
  { groundSpreadM, groundHighestM }: GroundMargins,
): Range {
  if (measuredM !== null) return { lowest: measuredM, highest: measuredM };
  return aerodromes
    ? { lowest: aerodromes.lowest - groundSpreadM, highest: aerodromes.highest + groundSpreadM }
    : { lowest: anyTerrainM.lowest, highest: groundHighestM };
}

/** A place on the ground: metres AMSL as measured, and between which the aerodromes around stand; null: not known. */
export interface Ground {
  measuredM: number | null;
  aerodromes: Range | null;
}

/**
 * Metres AMSL between which all the ground below something lies, by places in it that are no farther apart than `stepM`.
 * Between two that are measured it rises and falls by no more than half of that, a slope of 45°.
 */
export function groundUnder(places: readonly Ground[], stepM: number, margins: GroundMargins): Range | null {
  const ranges = places.map(({ measuredM, aerodromes }) => {
    const { lowest, highest } = groundBetween(measuredM, aerodromes, margins);
    const betweenM = measuredM === null ? 0 : stepM / 2;
    return { lowest: lowest - betweenM, highest: highest + betweenM };
  });
  return ranges.length === 0 ? null : ranges.reduce(spanning);
}

const spanning = (one: Range, two: Range): Range => ({
  lowest: Math.min(one.lowest, two.lowest),
  highest: Math.max(one.highest, two.highest),
});

/** Pressure at mean sea level, hPa: as reported near, else any that the weather brings. */
export const qnhBetween = (reported: Range | null): Range => reported ?? anyQnhHpa;
