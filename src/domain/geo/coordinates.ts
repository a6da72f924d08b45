import { plainFigures } from '#domain/plain-figures.ts';
import type { Position } from './geodesy.ts';

/** Degrees; degrees and minutes; degrees, minutes and seconds. */
export type CoordinateStyle = 'decimal' | 'dm' | 'dms';

type Axis = 'latitude' | 'longitude';

const letters: Record<Axis, [positive: string, negative: string]> = {
  latitude: ['N', 'S'],
  longitude: ['E', 'W'],
};

/**
 * Reads one coordinate as people write it: `39.9`, `-116.25`, `39°54.5′N`, `N39 54 30.2`, `39°54'30"`, `395430N`, `1162330.5E`,
 * `39-54-30N`, `39:54:30`, `北纬39度54分30秒`, in half or full width. Null where it is no coordinate of that axis: a letter of the
 * other axis, minutes of 60, past the pole.
 */
export function parseCoordinate(text: string, axis: Axis): number | null {
  // NFKC makes a letter of `º`.
  const tidy = plainFigures(text.replace(/[°º度]/g, 'D '))
    .trim()
    .toUpperCase()
    .replace(/(\d)([-:])(\d+)\2(?=\d)/g, '$1 $3 ')
    .replace(/北纬|北緯/g, 'N')
    .replace(/南纬|南緯/g, 'S')
    .replace(/东经|東經/g, 'E')
    .replace(/西经|西經/g, 'W')
    .replace(/''/g, '"')
    .replace(/["″”秒]/g, ' ')
    .replace(/['′’分]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const match = /^([NSEW])?\s*([+-])?\s*([0-9D. ]+?)\s*([NSEW])?$/.exec(tidy);
  const [, before, sign, numbers, after] = match ?? [];
  if (numbers === undefined || (before && after)) return null;
  const letter = before ?? after;
  const [positive, negative] = letters[axis];
  if (letter && letter !== positive && letter !== negative) return null;
  if (letter && sign) return null;
  const parts = partsOf(numbers, axis, letter !== undefined);
  if (!parts) return null;
  const [degrees, minutes, seconds] = parts;
  if (minutes >= 60 || seconds >= 60) return null;
  const size = degrees + minutes / 60 + seconds / 3600;
  if (size > (axis === 'latitude' ? 90 : 180)) return null;
  return sign === '-' || letter === negative ? -size || 0 : size;
}

function partsOf(numbers: string, axis: Axis, lettered: boolean): [number, number, number] | null {
  const parts = numbers.replace(/D/g, ' ').trim().split(/\s+/);
  if (parts.length > 3 || parts.some((part) => !/^(\d+(\.\d*)?|\.\d+)$/.test(part))) return null;
  // Only the last part may have a fraction.
  if (parts.slice(0, -1).some((part) => part.includes('.'))) return null;
  const [first = '', minutes = '0', seconds = '0'] = parts;
  // The packed form of aviation papers: DDMM, DDMMSS (longitude DDDMM, DDDMMSS), a fraction allowed, with a letter.
  const packed = /^(\d{2,3})(\d{2})(\d{2})?(\.\d+)?$/.exec(first);
  const wide = axis === 'longitude' ? 3 : 2;
  if (parts.length === 1 && lettered && packed) {
    const whole = first.split('.')[0] ?? '';
    const fraction = first.slice(whole.length);
    if (whole.length === wide + 2)
      return [Number(whole.slice(0, wide)), Number(whole.slice(wide) + fraction), 0];
    if (whole.length === wide + 4)
      return [
        Number(whole.slice(0, wide)),
        Number(whole.slice(wide, wide + 2)),
        Number(whole.slice(wide + 2) + fraction),
      ];
    return null;
  }
  return [Number(first), Number(minutes), Number(seconds)];
}

const marks = /[°º度′'’分″"”秒]/;
const partsIn = (text: string): number => (text.match(/[\d.]+/g) ?? []).length;

/** Without marks both halves are in one notation: `1 31.2397, 104.1417` is a numbered pair, not a minute of arc. */
const isOneNotation = (a: string, b: string): boolean =>
  marks.test(a) || marks.test(b) || partsIn(a) === partsIn(b);

/** Reads a pair, latitude first unless letters say otherwise: `39.9, 116.4`, `N395430 E1162330`, `116°23′E 39°54′N`. */
export function parsePosition(text: string): Position | null {
  for (const [a, b] of halves(text.trim())) {
    if (!isOneNotation(a, b)) continue;
    for (const [first, second] of [
      ['latitude', 'longitude'],
      ['longitude', 'latitude'],
    ] as const) {
      // The second order needs letters to be sure of it.
      if (first === 'longitude' && !/[NSEWnsew经纬]/.test(text)) continue;
      const x = parseCoordinate(a, first);
      const y = parseCoordinate(b, second);
      if (x !== null && y !== null) {
        return first === 'latitude' ? { latitude: x, longitude: y } : { latitude: y, longitude: x };
      }
    }
  }
  return null;
}

/** The ways to cut a text into two coordinates: at a comma, after or before a letter, in the middle of its words. */
function halves(text: string): [string, string][] {
  const cuts: [string, string][] = [];
  const comma = text.split(/[,，;；]/);
  if (comma.length === 2) return [[comma[0] ?? '', comma[1] ?? '']];
  const lettered =
    /^(.*?[NSEW])\s*(\d.*[NSEW])$/i.exec(text) ??
    /^((?:[NSEW]|北纬|南纬|东经|西经).+?)\s*((?:[NSEW]|北纬|南纬|东经|西经).+)$/i.exec(text);
  if (lettered) cuts.push([lettered[1] ?? '', lettered[2] ?? '']);
  const words = text.split(/\s+/);
  if (words.length % 2 === 0) {
    cuts.push([words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')]);
  }
  return cuts;
}

/** `39°54.500′N`, `116°23′30.2″E`, `39.90833°`: fixed width, so that figures that change do not move. */
export function formatCoordinate(degrees: number, axis: Axis, style: CoordinateStyle): string {
  const wide = axis === 'longitude' ? 3 : 2;
  if (style === 'decimal') return degrees.toFixed(6);
  const [positive, negative] = letters[axis];
  const letter = degrees < 0 ? negative : positive;
  // Rounded as a whole first: 59.9996 minutes must become the next degree, never 60.
  if (style === 'dm') {
    const thousandths = Math.round(Math.abs(degrees) * 60_000);
    const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0');
    return `${String(Math.floor(thousandths / 60_000)).padStart(wide, '0')}°${minutes}′${letter}`;
  }
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, '0');
  return `${String(Math.floor(tenths / 36_000)).padStart(wide, '0')}°${minutes}′${seconds}″${letter}`;
}

/** Latitude and longitude in one line. */
export function formatPosition({ latitude, longitude }: Position, style: CoordinateStyle): string {
  const separator = style === 'decimal' ? ', ' : ' ';
  return `${formatCoordinate(latitude, 'latitude', style)}${separator}${formatCoordinate(longitude, 'longitude', style)}`;
}
