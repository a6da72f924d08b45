import { isUnlimited, readLimit } from '#domain/airspace/formats/limits.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Notam } from './notam.ts';

/** The levels at which a NOTAM holds, each with its datum, and what says so. Null: from the ground, without limit. */
export interface NotamLevels {
  lower: Altitude | null;
  upper: Altitude | null;
  from: 'fields' | 'text' | 'qLine' | 'none';
}

const ground: Altitude = { value: 0, unit: 'm', reference: 'AGL' };

/** F) and G) where they stand; else what E) says plainly; else the flight levels of the Q-line, which are rounded outwards. */
export function levelsOf(notam: Pick<Notam, 'lower' | 'upper' | 'text' | 'q'>): NotamLevels {
  const { lower, upper, q } = notam;
  if (lower || upper) return { lower, upper, from: 'fields' };
  const said = levelsIn(notam.text);
  if (said) return { ...said, from: 'text' };
  if (!q || (q.lowerFl === null && q.upperFl === null)) return { lower: null, upper: null, from: 'none' };
  const level = (value: number | null) =>
    value === null || value >= 999 ? null : ({ value, unit: 'FL', reference: 'STD' } satisfies Altitude);
  return { lower: q.lowerFl === 0 ? ground : level(q.lowerFl), upper: level(q.upperFl), from: 'qLine' };
}

const limit = String.raw`(?:SFC|GND|UNL|FL ?\d{2,3}|\d{2,5} ?(?:M|FT) ?(?:AMSL|MSL|AGL))`;
const between = new RegExp(String.raw`\b(${limit}) ?(?:-|TO|UP TO) ?(${limit})\b`, 'g');
const below = new RegExp(String.raw`\b(?:UP TO|AT OR BELOW|AT AND BELOW|BELOW|NOT ABOVE) (${limit})\b`, 'g');
const belowZh =
  /(?:(?<agl>真高)|(?<std>标准气压高?)|海拔高?)\s{0,3}(?<value>\d{2,5})\s{0,3}(?:米|M)\s{0,3}(?:\(?含\)?)?\s{0,3}(?:以下|（含）以下)/g;

/**
 * Levels that a text names with their datum: `SFC-3000M AMSL`, `BELOW 600M AGL`, `真高300米以下`. Null where it names none, or
 * several, which are of several areas.
 */
export function levelsIn(text: string): { lower: Altitude | null; upper: Altitude | null } | null {
  const read = (value: string | undefined) => {
    const reading =
      value === undefined ? null : readLimit(value.replace('MSL', 'AMSL').replace('AAMSL', 'AMSL'));
    return reading && reading.assumed.length === 0 ? reading.altitude : null;
  };
  const above = (value: Altitude | null) => (value && isUnlimited(value) ? null : value);
  const ranges = [between, below, belowZh].flatMap((pattern) => [...text.matchAll(pattern)]);
  if (new Set(ranges.map(([range]) => range.replace(/\s/g, ''))).size > 1) return null;
  const [both] = text.matchAll(between);
  if (both) return { lower: read(both[1]), upper: above(read(both[2])) };
  const [one] = text.matchAll(below);
  if (one) return { lower: ground, upper: above(read(one[1])) };
  const [zh] = text.matchAll(belowZh);
  if (!zh) return null;
  const { agl, std, value } = zh.groups ?? {};
  const reference = agl ? 'AGL' : std ? 'STD' : 'AMSL';
  const upper: Altitude = { value: Number(value), unit: 'm', reference };
  return { lower: ground, upper };
}
