import type { CloudLayer, Conditions } from './weather.ts';

/** From the best to the worst. */
export const flightCategories = ['VFR', 'MVFR', 'IFR', 'LIFR'] as const;
export type FlightCategory = (typeof flightCategories)[number];

/** Below either figure the category is the next worse one. */
export interface CategoryLimit {
  visibilityM: number;
  ceilingFt: number;
}

export interface CategoryLimits {
  /** Below: MVFR. */
  marginal: CategoryLimit;
  /** Below: IFR. An operator's own minima stand here. */
  instrument: CategoryLimit;
  /** Below: LIFR. */
  low: CategoryLimit;
}

/**
 * The figures of the National Weather Service (AWC: 5, 3 and 1 statute miles; 3,000, 1,000 and 500 ft), in the steps in
 * which reports give visibility. An administrator sets others in the parameters `weather.*`.
 */
export const defaultCategoryLimits: CategoryLimits = {
  marginal: { visibilityM: 8_000, ceilingFt: 3_000 },
  instrument: { visibilityM: 5_000, ceilingFt: 1_000 },
  low: { visibilityM: 1_600, ceilingFt: 500 },
};

/** The minima that an operator or a type of aircraft has; null: none of its own. */
export interface OwnMinima {
  visibilityM: number | null;
  ceilingFt: number | null;
}

/** The limits of an operator: its minima are where visual flight ends, and the marginal ones are never below them. */
export function limitsWith(limits: CategoryLimits, own: OwnMinima): CategoryLimits {
  const instrument = {
    visibilityM: own.visibilityM ?? limits.instrument.visibilityM,
    ceilingFt: own.ceilingFt ?? limits.instrument.ceilingFt,
  };
  return {
    marginal: {
      visibilityM: Math.max(limits.marginal.visibilityM, instrument.visibilityM),
      ceilingFt: Math.max(limits.marginal.ceilingFt, instrument.ceilingFt),
    },
    instrument,
    low: {
      visibilityM: Math.min(limits.low.visibilityM, instrument.visibilityM),
      ceilingFt: Math.min(limits.low.ceilingFt, instrument.ceilingFt),
    },
  };
}

/** What is said of the sky: feet above the aerodrome, `none` where nothing covers more than half of it, null unknown. */
export type Ceiling = number | 'none' | null;

const covers = ({ amount }: CloudLayer) => amount === 'BKN' || amount === 'OVC';

/** The lowest layer that covers more than half of the sky, or the vertical visibility (ICAO Annex 2, "ceiling"). */
export function ceilingOf(conditions: Conditions): Ceiling {
  const { cavok, noCloud, cloud, verticalVisibilityFt } = conditions;
  if (verticalVisibilityFt !== null) return verticalVisibilityFt;
  if (cavok || noCloud !== null) return 'none';
  if (cloud.length === 0) return null;
  const bases = cloud.filter(covers).map(({ baseFt }) => baseFt);
  const known = bases.filter((base) => base !== null);
  if (known.length > 0) return Math.min(...known);
  const isUnknown = bases.length > 0 || cloud.some(({ amount }) => amount === null);
  return isUnknown ? null : 'none';
}

/** Metres, 10,000 for ten kilometres or more; null: not said. */
export function visibilityOf({ cavok, visibility }: Conditions): number | null {
  return cavok ? 10_000 : (visibility?.minimumM ?? null);
}

/** Below a limit by what is known; null: it is not, but not everything is known. */
function isBelow(conditions: Conditions, limit: CategoryLimit): boolean | null {
  const visibility = visibilityOf(conditions);
  const ceiling = ceilingOf(conditions);
  if (visibility !== null && visibility < limit.visibilityM) return true;
  if (typeof ceiling === 'number' && ceiling < limit.ceilingFt) return true;
  return visibility === null || ceiling === null ? null : false;
}

/**
 * The category of what is reported. Where visibility or ceiling is not said, what is known may make it bad but never
 * good: null.
 */
export function categoryOf(conditions: Conditions, limits: CategoryLimits): FlightCategory | null {
  if (isBelow(conditions, limits.low)) return 'LIFR';
  if (isBelow(conditions, limits.instrument)) return 'IFR';
  const marginal = isBelow(conditions, limits.marginal);
  return marginal === null ? null : marginal ? 'MVFR' : 'VFR';
}

/** The worst of several; null: none is known. */
export function worstCategory(categories: readonly (FlightCategory | null)[]): FlightCategory | null {
  const ranks = categories.flatMap((one) => (one === null ? [] : [flightCategories.indexOf(one)]));
  return ranks.length === 0 ? null : (flightCategories[Math.max(...ranks)] ?? null);
}

/** Which of a set of minima conditions are below: the figure that is there and the one that is asked. */
export function belowMinima(
  conditions: Conditions,
  minima: OwnMinima,
): { what: 'visibility' | 'ceiling'; is: number; least: number }[] {
  const visibility = visibilityOf(conditions);
  const ceiling = ceilingOf(conditions);
  const found: { what: 'visibility' | 'ceiling'; is: number; least: number }[] = [];
  if (minima.visibilityM !== null && visibility !== null && visibility < minima.visibilityM)
    found.push({ what: 'visibility', is: visibility, least: minima.visibilityM });
  if (minima.ceilingFt !== null && typeof ceiling === 'number' && ceiling < minima.ceilingFt)
    found.push({ what: 'ceiling', is: ceiling, least: minima.ceilingFt });
  return found;
}
