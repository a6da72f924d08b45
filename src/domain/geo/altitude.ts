import { metresPerFoot } from '#domain/geo/units.ts';
/**
 * An altitude is a number, a unit and what it is measured from; without all three it is nothing.
 * AGL: ground below. AMSL: mean sea level (QNH). QFE: an aerodrome's pressure. STD: 1013.25 hPa. WGS84: the ellipsoid.
 */
export interface Altitude {
  value: number;
  unit: AltitudeUnit;
  reference: AltitudeReference;
}

export type AltitudeUnit = 'm' | 'ft' | 'FL';
export type AltitudeReference = 'AGL' | 'AMSL' | 'QFE' | 'STD' | 'WGS84';

export const altitudeUnits = ['m', 'ft', 'FL'] as const satisfies AltitudeUnit[];
export const altitudeReferences = [
  'AGL',
  'AMSL',
  'QFE',
  'STD',
  'WGS84',
] as const satisfies AltitudeReference[];

const metresPerUnit: Record<AltitudeUnit, number> = { m: 1, ft: metresPerFoot, FL: 100 * metresPerFoot };

/** Metres above the altitude's own reference: two results compare only where the references are equal. */
export function altitudeM({ value, unit }: Altitude): number {
  return value * metresPerUnit[unit];
}

/** A flight level is by definition measured from 1013.25 hPa; any other reference beside it is a contradiction. */
export function isAltitude(value: unknown): value is Altitude {
  if (typeof value !== 'object' || value === null) return false;
  const { value: number, unit, reference } = value as Partial<Record<keyof Altitude, unknown>>;
  return (
    typeof number === 'number' &&
    Number.isFinite(number) &&
    altitudeUnits.some((one) => one === unit) &&
    altitudeReferences.some((one) => one === reference) &&
    (unit !== 'FL' || reference === 'STD')
  );
}

/** `FL085`, `FL-005`, `FL065.5` of a number of hundreds of feet; every digit is kept. */
export function flightLevelText(level: number): string {
  const [whole = '', fraction] = String(Math.abs(level)).split('.');
  return `FL${level < 0 ? '-' : ''}${whole.padStart(3, '0')}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `300 m AGL`, `4,500 ft AMSL`, `FL095`, `GND` for zero above ground. */
export function formatAltitude({ value, unit, reference }: Altitude): string {
  if (value === 0 && reference === 'AGL') return 'GND';
  if (unit === 'FL') return flightLevelText(Math.round(value));
  return `${Math.round(value).toLocaleString('en-US')} ${unit} ${reference}`;
}

/** `GND – 300 m AGL`; an open side is the ground, or `UNL`: so every check takes it. */
export function formatLimits(lower: Altitude | null | undefined, upper: Altitude | null | undefined): string {
  return `${lower ? formatAltitude(lower) : 'GND'} – ${upper ? formatAltitude(upper) : 'UNL'}`;
}

/** What is known of the place where two altitudes are compared. Absent means unknown, never zero. */
export interface AltitudeContext {
  /** Lowest and highest ground in the area, metres AMSL. */
  terrainM?: { lowest: number; highest: number };
  /** Pressure at mean sea level, hPa: lowest and highest that may hold. */
  qnhHpa?: { lowest: number; highest: number };
  /** Elevation of the aerodrome whose QFE is set, metres AMSL. */
  aerodromeElevationM?: number;
  /** Height of the geoid (mean sea level) above the ellipsoid, metres. */
  geoidUndulationM?: number;
}

/** Metres AMSL between which an altitude lies; `missing` names what would have to be known to say. */
export type AmslRange =
  | { known: true; lowestM: number; highestM: number }
  | { known: false; missing: 'terrain' | 'qnh' | 'aerodrome' | 'geoid' };

/** Brings an altitude to mean sea level as far as the context allows. */
export function amslRange(altitude: Altitude, context: AltitudeContext): AmslRange {
  const metres = altitudeM(altitude);
  const at = (lowestM: number, highestM = lowestM): AmslRange => ({ known: true, lowestM, highestM });
  switch (altitude.reference) {
    case 'AMSL':
      return at(metres);
    case 'AGL':
      return context.terrainM
        ? at(context.terrainM.lowest + metres, context.terrainM.highest + metres)
        : { known: false, missing: 'terrain' };
    case 'QFE':
      return context.aerodromeElevationM === undefined
        ? { known: false, missing: 'aerodrome' }
        : at(context.aerodromeElevationM + metres);
    case 'WGS84':
      return context.geoidUndulationM === undefined
        ? { known: false, missing: 'geoid' }
        : at(metres - context.geoidUndulationM);
    case 'STD':
      return context.qnhHpa
        ? at(pressureToAmslM(metres, context.qnhHpa.lowest), pressureToAmslM(metres, context.qnhHpa.highest))
        : { known: false, missing: 'qnh' };
  }
}

/** Ground lies between these anywhere on earth, metres AMSL: the shore of the Dead Sea, Mount Everest. */
export const anyTerrainM = { lowest: -430, highest: 8_849 };
/** The geoid lies between these above the ellipsoid, metres (EGM2008: south of India, New Guinea). */
export const anyUndulationM = { lowest: -107, highest: 86 };
/** Where nobody near reports the pressure at mean sea level it is taken to be between these, hPa. */
export const anyQnhHpa = { lowest: 950, highest: 1_050 };

/**
 * Metres AMSL between which an altitude lies, whatever is unknown: `exact` says that nothing was. Over unknown ground a
 * height stands for the whole column that it may mean.
 */
export function amslBounds(
  altitude: Altitude,
  context: AltitudeContext = {},
): { lowestM: number; highestM: number; exact: boolean } {
  const known = amslRange(altitude, context);
  if (known.known) return { lowestM: known.lowestM, highestM: known.highestM, exact: true };
  const metres = altitudeM(altitude);
  switch (known.missing) {
    case 'terrain':
    case 'aerodrome':
      return {
        lowestM: anyTerrainM.lowest + metres,
        highestM: anyTerrainM.highest + metres,
        exact: false,
      };
    case 'geoid':
      return {
        lowestM: metres - anyUndulationM.highest,
        highestM: metres - anyUndulationM.lowest,
        exact: false,
      };
    case 'qnh':
      return {
        lowestM: pressureToAmslM(metres, anyQnhHpa.lowest),
        highestM: pressureToAmslM(metres, anyQnhHpa.highest),
        exact: false,
      };
  }
}

const noAirFt = 145_366.45;

/**
 * Altitude above mean sea level of a pressure altitude, both in metres, by the standard atmosphere below 11 km.
 * 1,000 ft at QNH 1003 hPa is 720 ft; at 1023 hPa it is 1,263 ft (operations.md 1.11).
 */
export function pressureToAmslM(pressureAltitudeM: number, qnhHpa: number): number {
  const feet = pressureAltitudeM / metresPerFoot;
  // Where the formula has no air left, a level that somebody wrote all the same stays where it is.
  if (feet >= noAirFt) return pressureAltitudeM;
  const stationHpa = (1 - feet / noAirFt) ** 5.2553026 * 1013.25;
  return (1 - (stationHpa / qnhHpa) ** 0.190284) * noAirFt * metresPerFoot;
}

/** The other way round: the pressure altitude of an altitude above mean sea level, both in metres. */
export function amslToPressureM(amslM: number, qnhHpa: number): number {
  const feet = amslM / metresPerFoot;
  if (feet >= noAirFt) return amslM;
  const stationHpa = (1 - feet / noAirFt) ** 5.2553026 * qnhHpa;
  return (1 - (stationHpa / 1013.25) ** 0.190284) * noAirFt * metresPerFoot;
}

export type DatumComparison =
  | { comparable: true; result: 'below' | 'above' | 'equal' | 'overlap' }
  | { comparable: false; missing: 'terrain' | 'qnh' | 'aerodrome' | 'geoid' };

/**
 * Says whether `a` is below or above `b`. One datum: by the numbers. Two datums: through mean sea level, and `overlap`
 * where the ranges that the context leaves meet. What cannot be known is said to be unknown, never guessed:
 * heights above ground over unknown terrain compare with nothing but themselves.
 */
export function compareDatums(a: Altitude, b: Altitude, context: AltitudeContext = {}): DatumComparison {
  if (a.reference === b.reference) {
    const difference = altitudeM(a) - altitudeM(b);
    if (Math.abs(difference) < 0.005) return { comparable: true, result: 'equal' };
    return { comparable: true, result: difference < 0 ? 'below' : 'above' };
  }
  const first = amslRange(a, context);
  if (!first.known) return { comparable: false, missing: first.missing };
  const second = amslRange(b, context);
  if (!second.known) return { comparable: false, missing: second.missing };
  if (first.highestM < second.lowestM) return { comparable: true, result: 'below' };
  if (first.lowestM > second.highestM) return { comparable: true, result: 'above' };
  return { comparable: true, result: 'overlap' };
}
