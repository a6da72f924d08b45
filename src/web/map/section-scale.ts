import {
  type Altitude,
  type AltitudeReference,
  altitudeM,
  altitudeReferences,
  flightLevelText,
} from '#domain/geo/altitude.ts';
import { metresPerFoot } from '#domain/geo/units.ts';

/** Limits of one volume; null is an open side. */
export interface Limits {
  lower: Altitude | null;
  upper: Altitude | null;
}

/** Lowest and highest ground below a volume, metres AMSL; null: no terrain data. */
export type GroundRange = { lowest: number; highest: number } | null;

/**
 * How a column stands on a scale of one datum. `exact`: from and to are what the limits say; `overGround`: a limit of it was
 * brought there by the ground below, whose lowest and highest point it has room for. `reaches`: it covers the whole height, for
 * a limit of it is measured from something else and what lies between is not known (AGL over unknown terrain, a level at
 * unknown pressure); `known` is the side that can be said.
 */
export type Column = (
  | { kind: 'exact'; fromM: number; toM: number | null; overGround?: true }
  | { kind: 'reaches'; fromM: number | null; toM: number | null; unknown: AltitudeReference }
) & {
  /** It has no upper limit: it goes on above whatever is drawn. */
  open: boolean;
};

/** Ground, which every datum has below or within it: where a column from GND begins needs no other figure. */
function isGround(altitude: Altitude | null): boolean {
  return altitude === null || (altitude.reference === 'AGL' && altitude.value <= 0);
}

/** The datum that the limits are measured from; `GND` alone says nothing. */
export function datumOf({ lower, upper }: Limits): AltitudeReference | null {
  if (upper) return upper.reference;
  return lower && !isGround(lower) ? lower.reference : null;
}

/** One volume on the scale of a datum, compared with nothing that it cannot be compared with. */
export function columnOn(
  { lower, upper }: Limits,
  datum: AltitudeReference,
  ground: GroundRange = null,
): Column {
  const low = isGround(lower) ? (datum === 'AMSL' && ground ? ground.lowest : 0) : null;
  const from = low ?? (lower ? onDatum(lower, datum, ground, 'lowest') : null);
  const to = upper === null ? null : (onDatum(upper, datum, ground, 'highest') ?? undefined);
  const open = upper === null;
  if (from !== null && to !== undefined) {
    const isBrought = [lower, upper].some((one) => one !== null && !isGround(one) && one.reference !== datum);
    return { kind: 'exact', fromM: from, toM: to, open, ...(isBrought ? { overGround: true as const } : {}) };
  }
  const strange = to === undefined ? upper : lower;
  return {
    kind: 'reaches',
    // A bottom that is only known by chance of being the ground is the bottom of the scale.
    fromM: from,
    toM: to ?? null,
    unknown: strange?.reference ?? datum,
    open,
  };
}

/** Metres on the scale; over ground that is known, above ground and above mean sea level are brought to each other. */
function onDatum(
  altitude: Altitude,
  datum: AltitudeReference,
  ground: GroundRange,
  side: 'lowest' | 'highest',
): number | null {
  if (altitude.reference === datum) return altitudeM(altitude);
  if (!ground) return null;
  if (datum === 'AMSL' && altitude.reference === 'AGL') return altitudeM(altitude) + ground[side];
  if (datum === 'AGL' && altitude.reference === 'AMSL') {
    return Math.max(0, altitudeM(altitude) - ground[side === 'lowest' ? 'highest' : 'lowest']);
  }
  return null;
}

/** The datums that occur, in their usual order, with the number of volumes measured from each. */
export function datumsOf(volumes: readonly Limits[]): { datum: AltitudeReference; count: number }[] {
  return altitudeReferences.flatMap((datum) => {
    const count = volumes.filter((volume) => datumOf(volume) === datum).length;
    return count > 0 ? [{ datum, count }] : [];
  });
}

/** The scales that a section offers: the datums that occur, and mean sea level wherever the ground is drawn. */
export function scalesOf(
  all: readonly Limits[],
  hasGround: boolean,
): { datum: AltitudeReference; count: number }[] {
  const found = datumsOf(all);
  return hasGround && !found.some(({ datum }) => datum === 'AMSL')
    ? [...found, { datum: 'AMSL', count: 0 }]
    : found;
}

/**
 * The scale to open with: what one's own volume is measured from, else what most are. Above ground that is drawn it is mean sea
 * level, on which both can be seen.
 */
export function firstDatum(
  own: readonly Limits[],
  all: readonly Limits[],
  hasGround = false,
): AltitudeReference {
  const most = (volumes: readonly Limits[]) =>
    datumsOf(volumes).toSorted((a, b) => b.count - a.count)[0]?.datum;
  const datum = most(own) ?? most(all) ?? 'AMSL';
  return hasGround && datum === 'AGL' ? 'AMSL' : datum;
}

/** Round figures up the side of the scale; levels for STD, metres for every other datum. */
export function ticksUpTo(topM: number, datum: AltitudeReference): { atM: number; text: string }[] {
  const unitM = datum === 'STD' ? 100 * metresPerFoot : 1;
  const top = topM / unitM;
  const rough = top / 5;
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = size * ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10);
  const count = Math.floor(top / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => {
    const value = i * step;
    const text = datum === 'STD' ? flightLevelText(value) : value.toLocaleString('en-US');
    return { atM: value * unitM, text };
  });
}

/** Metres that are drawn at least of a column without an upper limit. */
const openM = 300;

/** The height of the scale, metres: a little above the highest figure that is known on it, with room for what is open. */
export function topOf(columns: readonly Column[], groundM = 0): number {
  const known = columns.map(({ fromM, toM, open }) => (open ? (fromM ?? 0) + openM : (toM ?? fromM ?? 0)));
  return Math.max(...known, groundM, 50) * 1.15;
}
