import { type Altitude, type AltitudeContext, altitudeM, amslBounds } from '#domain/geo/altitude.ts';

/** From where to where something reaches, each limit with its own datum. */
export interface Limits {
  /** Null: from the ground. */
  lower: Altitude | null;
  /** Null: without limit. */
  upper: Altitude | null;
  /** What is known of the place: the aerodrome whose QFE is set, the ground, the pressure. */
  context?: AltitudeContext;
}

/** Less than this in common is a touch, not an overlap. */
const touchM = 0.01;

/** What two pieces of air have in common in height. */
export interface VerticalOverlap {
  shared: boolean;
  /** False: the limits could not be brought to one datum, and all that they may mean was counted. */
  compared: boolean;
}

/**
 * Do two pieces of air share a height, with a buffer between them? Limits of one datum compare by their numbers; others
 * through mean sea level, as all that they may mean there. They are apart only where that is certain.
 */
export function sharedHeight(a: Limits, b: Limits, bufferM: number): VerticalOverlap {
  const below = isBelow(a, b, bufferM);
  const above = isBelow(b, a, bufferM);
  if (below === 'yes' || above === 'yes') return { shared: false, compared: true };
  return { shared: true, compared: below === 'no' && above === 'no' };
}

/** Does the first end below where the second begins? */
function isBelow(low: Limits, high: Limits, bufferM: number): 'yes' | 'no' | 'maybe' {
  const top = low.upper;
  const bottom = high.lower;
  // No top reaches above everything, and what begins at the ground has nothing below it, whatever the datum.
  if (top === null || isGround(bottom)) return 'no';
  if (sameDatum(top, low.context, bottom, high.context)) {
    return altitudeM(top) + bufferM <= altitudeM(bottom) + touchM ? 'yes' : 'no';
  }
  const first = amslBounds(top, low.context);
  const second = amslBounds(bottom, high.context);
  if (first.highestM + bufferM <= second.lowestM + touchM) return 'yes';
  return first.lowestM + bufferM > second.highestM + touchM ? 'no' : 'maybe';
}

/**
 * By which limit one piece of air certainly reaches out of another, both over the same ground; null: by none, or it cannot be
 * known. To fly from the ground up through the floor of an area is no reaching out of it.
 */
export function reachesOutBy(inner: Limits, outer: Limits): 'upper' | 'lower' | null {
  if (isHigher(inner.upper, inner.context, outer.upper, outer.context)) return 'upper';
  if (!isGround(inner.lower) && !isGround(outer.lower)) {
    if (isHigher(outer.lower, outer.context, inner.lower, inner.context)) return 'lower';
  }
  return null;
}

function isHigher(
  high: Altitude | null,
  highContext: AltitudeContext | undefined,
  low: Altitude | null,
  lowContext: AltitudeContext | undefined,
): boolean {
  if (high === null || low === null) return false;
  return sameDatum(high, highContext, low, lowContext)
    ? altitudeM(high) > altitudeM(low) + touchM
    : amslBounds(high, highContext).lowestM > amslBounds(low, lowContext).highestM + touchM;
}

function isGround(altitude: Altitude | null): altitude is null {
  return altitude === null || (altitude.reference === 'AGL' && altitude.value <= 0);
}

/** Heights above ground compare over the same ground, those above an aerodrome only where it is the same one. */
function sameDatum(
  a: Altitude,
  aContext: AltitudeContext | undefined,
  b: Altitude,
  bContext: AltitudeContext | undefined,
): boolean {
  if (a.reference !== b.reference) return false;
  if (a.reference !== 'QFE') return true;
  const elevation = aContext?.aerodromeElevationM;
  return elevation !== undefined && elevation === bContext?.aerodromeElevationM;
}

/** Whether a limit is measured from the ground, other than the ground itself. */
export function needsGround({ lower, upper }: Pick<Limits, 'lower' | 'upper'>): boolean {
  return (!isGround(lower) && lower.reference === 'AGL') || upper?.reference === 'AGL';
}

/** Metres AMSL within which something certainly lies: what an index keeps. */
export function amslSpan({ lower, upper, context }: Limits): { fromM: number; toM: number } {
  return {
    fromM: isGround(lower) ? Number.NEGATIVE_INFINITY : amslBounds(lower, context).lowestM,
    toM: upper === null ? Number.POSITIVE_INFINITY : amslBounds(upper, context).highestM,
  };
}
