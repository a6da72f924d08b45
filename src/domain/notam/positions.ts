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
const position = new RegExp(
  String.raw`(?<![A-Z\d.])(?:(${north}\s?${latitude})${between}(${east}\s?${longitude})|(${latitude}\s?${north})${between}(${longitude}\s?${east}))(?![\d])`,
  'g',
);

/** Every position of a text with letters for its hemispheres, in any of the notations of NOTAMs; latitude comes first. */
export function positionsIn(text: string): FoundPosition[] {
  const found: FoundPosition[] = [];
  for (const match of text.matchAll(position)) {
    const [all, latBefore, lonBefore, latAfter, lonAfter] = match;
    const lat = degrees(latBefore ?? latAfter, 'latitude');
    const lon = degrees(lonBefore ?? lonAfter, 'longitude');
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
