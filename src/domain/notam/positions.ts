import { parseCoordinate } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';

/** A position in a text, and where it stands. */
export interface FoundPosition {
  position: Position;
  start: number;
  end: number;
}

// Packed `3010`, `301005`, `301005.5`; decimal `30.1667`; parted `30-10-05`, `30 10 05`, `30°10′05″`, `30度10分05秒`.
const parted = /[-°º度 :]\s?\d{2}(?:\.\d{1,4})?(?:[-′'’分 :]\s?\d{2}(?:\.\d{1,4})?)?[″"”秒′'’分]{0,2}/.source;
const latitude = String.raw`(?:\d{4}(?:\d{2})?(?:\.\d{1,5})?|\d{1,2}(?:\.\d{2,9}°?|${parted}))`;
const longitude = String.raw`(?:\d{5}(?:\d{2})?(?:\.\d{1,5})?|\d{1,3}(?:\.\d{2,9}°?|${parted}))`;
const north = /(?:[NS]|北纬|南纬)/.source;
const east = /(?:[EW]|东经|西经)/.source;
const between = /[\s,/、，-]{0,3}/.source;
const [latitudeBehind, longitudeBehind] = [`(${north}\\s?${latitude})`, `(${east}\\s?${longitude})`];
const [latitudeBefore, longitudeBefore] = [`(${latitude}\\s?${north})`, `(${longitude}\\s?${east})`];
const pairs = (...ways: string[]) => new RegExp(String.raw`(?<![A-Z\d.])(?:${ways.join('|')})(?!\d)`, 'g');
const latitudeFirst = pairs(
  latitudeBehind + between + longitudeBehind,
  latitudeBefore + between + longitudeBefore,
);
const longitudeFirst = pairs(
  longitudeBehind + between + latitudeBehind,
  longitudeBefore + between + latitudeBefore,
);

/** Packed positions, `N395400E1162300` and `395400N1162300E`, that a line or a blank tears: as they were meant. */
export function rejoined(text: string): string {
  const together = (said: string) => said.replace(/\s/g, '');
  return text
    .replace(/[NS](?:\s?\d){6}\s?[EW](?:\s?\d){7}(?!\s?\d)/g, together)
    .replace(/(?<!\d\s?|\.)\d(?:\s?\d){5}\s?[NS](?:\s?\d){7}\s?[EW](?![A-Z])/g, together);
}

/**
 * Every position of a text with letters for its hemispheres, in any of the notations of NOTAMs. Where the longitude comes first,
 * the longitude of one position and the latitude of the next are none: the order that finds more is meant, and none where both
 * find as many, for a corner is then lost.
 */
export function positionsIn(text: string): FoundPosition[] {
  const [one, other] = [pairsIn(text, latitudeFirst, false), pairsIn(text, longitudeFirst, true)];
  if (one.length === other.length) return [];
  return one.length > other.length ? one : other;
}

function pairsIn(text: string, pattern: RegExp, isLongitudeFirst: boolean): FoundPosition[] {
  const found: FoundPosition[] = [];
  for (const match of text.matchAll(pattern)) {
    const [all, ...said] = match;
    const [first, second] = said.filter((one) => one !== undefined);
    const lat = degrees(isLongitudeFirst ? second : first, 'latitude');
    const lon = degrees(isLongitudeFirst ? first : second, 'longitude');
    if (lat === null || lon === null) continue;
    found.push({
      position: { latitude: lat, longitude: lon },
      start: match.index,
      end: match.index + all.length,
    });
  }
  return found;
}

function degrees(text: string | undefined, axis: 'latitude' | 'longitude'): number | null {
  return text === undefined ? null : parseCoordinate(text.replace(/[-:]/g, ' '), axis);
}

/** `N395400E1162300`, to the nearest second, as the writer of a NOTAM puts a corner. */
export function secondsText({ latitude: lat, longitude: lon }: Position): string {
  const text = (value: number, wide: number, [positive, negative]: [string, string]) => {
    const seconds = Math.round(Math.abs(value) * 3600);
    const two = (part: number) => String(part).padStart(2, '0');
    return `${value < 0 ? negative : positive}${String(Math.floor(seconds / 3600)).padStart(wide, '0')}${two(Math.floor(seconds / 60) % 60)}${two(seconds % 60)}`;
  };
  return `${text(lat, 2, ['N', 'S'])}${text(lon, 3, ['E', 'W'])}`;
}
