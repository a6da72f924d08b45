import { defaultInterference, type InterferenceLimits } from '#domain/equipment/interference.ts';

/** Parameters `interference.<name>`; one that is missing or not a number has its default. */
export function interferenceLimits(stored: ReadonlyMap<string, string>): InterferenceLimits {
  const limits = { ...defaultInterference };
  for (const name of limitNames) {
    const text = stored.get(`interference.${name}`)?.trim();
    const value = Number(text);
    if (text && Number.isFinite(value) && value >= 0) limits[name] = value;
  }
  return limits;
}

const limitNames = [
  'nacp',
  'nic',
  'suspectedPercent',
  'interferencePercent',
  'leastAircraft',
  'windowMin',
  'holdMin',
  'suspectedM',
  'interferenceM',
  'mostM',
] as const satisfies readonly (keyof InterferenceLimits)[];
