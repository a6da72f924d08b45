import { type Altitude, compareDatums } from '#domain/geo/altitude.ts';

/** How a level stands to the limits of an airspace; `unknown` where one of them is measured from something else. */
export type LevelMatch = 'inside' | 'outside' | 'unknown';

/** Is the level between the limits? Limits of another datum are compared with nothing: the airspace stays, and says so. */
export function levelMatch(level: Altitude, lower: Altitude | null, upper: Altitude | null): LevelMatch {
  // The ground is below every level that is flown at.
  const ground = lower === null || (lower.reference === 'AGL' && lower.value <= 0);
  const below = ground ? 'inside' : sideOf(level, lower, 'below');
  const above = upper === null ? 'inside' : sideOf(level, upper, 'above');
  if (below === 'outside' || above === 'outside') return 'outside';
  return below === 'unknown' || above === 'unknown' ? 'unknown' : 'inside';
}

function sideOf(level: Altitude, limit: Altitude, out: 'below' | 'above'): LevelMatch {
  const compared = compareDatums(level, limit);
  if (!compared.comparable) return 'unknown';
  return compared.result === out ? 'outside' : 'inside';
}
