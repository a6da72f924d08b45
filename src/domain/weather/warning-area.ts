import { polygonHull } from 'd3-polygon';
import { circleRing, corridor, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import { type Bounds, geometryError, ringCrosses } from '#domain/geo/geojson.ts';
import { joined, polygonsOf } from '#domain/geo/polygons.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import type { WarnedArea } from './weather.ts';

/**
 * Where a warning holds: a polygon, within a distance of a line or a point, or on one side of lines. Source: ICAO Annex 3,
 * appendix 6, table A6-1A, item 9.
 */

type Area = Extract<WarnedArea, { type: 'Polygon' }> | null;

const latitude = '(?:[NS]\\d{2}(?:\\d{2}(?:\\d{2})?)?|\\d{2}(?:\\d{2}(?:\\d{2})?)?[NS])';
const longitude = '(?:[EW]\\d{3}(?:\\d{2}(?:\\d{2})?)?|\\d{3}(?:\\d{2}(?:\\d{2})?)?[EW])';
const point = `${latitude}\\s*${longitude}`;
/** Points of one area at most; a text of nothing but points is no report. */
const mostPoints = 200;
const line = `${point}(?:\\s*(?:-|–|,|TO)\\s*${point}){0,${mostPoints}}`;
const side = '(?:NNE|ENE|ESE|SSE|SSW|WSW|WNW|NNW|NE|SE|SW|NW|N|E|S|W)';

/** Degrees of `N3010`, `E11020`, `3010N`; NaN where it lies nowhere. */
function degrees(text: string): number {
  const letter = /[NSEW]/.exec(text)?.[0] ?? 'N';
  const digits = text.replace(/[NSEW]/g, '');
  const whole = letter === 'N' || letter === 'S' ? 2 : 3;
  const most = whole === 2 ? 90 : 180;
  const [minutes, seconds] = [digits.slice(whole, whole + 2), digits.slice(whole + 2)].map(Number);
  if ((minutes ?? 0) > 59 || (seconds ?? 0) > 59) return Number.NaN;
  const value = Number(digits.slice(0, whole)) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3_600;
  return value > most ? Number.NaN : letter === 'S' || letter === 'W' ? -value : value;
}

/** The positions of a text, in their order; one that lies nowhere on earth makes them none. */
export function positionsIn(text: string): Position[] {
  const found: Position[] = [];
  for (const [, north = '', east = ''] of text.matchAll(new RegExp(`(${latitude})\\s*(${longitude})`, 'g'))) {
    const position = { latitude: degrees(north), longitude: degrees(east) };
    if (Number.isNaN(position.latitude) || Number.isNaN(position.longitude)) return [];
    found.push(position);
    if (found.length > mostPoints) return [];
  }
  return found;
}

const strip = new RegExp(
  `(?:WI\\s+(\\d{1,4})\\s*(KM|NM)\\s+(?:EITHER SIDE\\s+)?OF(?:\\s+LINE)?|(?:APRX\\s+)?(\\d{1,4})\\s*(KM|NM)\\s+WID\\s+LINE(?:\\s+BTN)?)\\s+(${line})`,
  'g',
);
const polygon = new RegExp(`\\b(?:WI|AND)\\s+(?:AN?\\s+)?(?:AREA\\s+)?(?:BOUNDED BY\\s+)?(${line})`, 'g');

/** The area that a warning's text says; null: the whole region, or none that can be drawn. `fir`: `ZBPE`. */
export function areaIn(text: string, fir: string): WarnedArea | null {
  const centre =
    /WI\s+(\d{1,4})\s*(KM|NM)\s+OF\s+(?:TC\s+CENT(?:RE|ER)|VA\s+CENT(?:RE|ER)|CENT(?:RE|ER)|PSN)\b/.exec(
      text,
    );
  if (centre) {
    const [at] = positionsIn(new RegExp(`PSN\\s+${point}`).exec(text)?.[0] ?? '');
    if (at) return ringArea(circleRing(at, metres(centre[1] ?? '', centre[2])));
  }
  const parts: Area[] = [];
  const left = text
    .replace(strip, (...[, half, unit, whole, wholeUnit, points]: string[]) => {
      parts.push(strippedArea(points ?? '', half ? 2 * metres(half, unit) : metres(whole ?? '', wholeUnit)));
      return ' ';
    })
    .replace(polygon, (said: string, points: string) => {
      const positions = positionsIn(points);
      if (positions.length < 3) return said;
      parts.push(ringArea(positions.map(({ longitude: x, latitude: y }) => [x, y])));
      return ' ';
    });
  if (parts.length === 0) return sidesIn(text, fir);
  // Points left over bound an area that was not understood: then it counts in the whole region.
  const isWhole = !new RegExp(`(?<!PSN\\s{1,3})\\b${point}`).test(left);
  return isWhole && !parts.includes(null)
    ? joined(parts.flatMap((part) => (part ? polygonsOf(part) : [])))
    : null;
}

function strippedArea(points: string, widthM: number): Area {
  const positions = positionsIn(points);
  const [first] = positions;
  if (positions.length === 1 && first) return ringArea(circleRing(first, widthM / 2));
  const made = positions.length > 1 ? corridor(positions, widthM) : null;
  return made?.type === 'Polygon' ? ringArea(made.coordinates[0] ?? []) : null;
}

function metres(value: string, unit: string | undefined): number {
  return Number(value) * (unit === 'NM' ? metresPerNauticalMile : 1_000);
}

/** A ring as an area, counter-clockwise and closed; corners in no order become what they span. */
export function ringArea(corners: readonly LonLat[]): Area {
  const [first] = corners;
  if (!first) return null;
  const last = corners.at(-1);
  const isClosed = corners.length > 3 && last?.[0] === first[0] && last[1] === first[1];
  const open = (isClosed ? corners.slice(0, -1) : [...corners]).filter(
    ([x, y], at, all) => x !== all.at(at - 1)?.[0] || y !== all.at(at - 1)?.[1] || all.length === 1,
  );
  let ring = closedRing(open);
  if (open.length < 3) return null;
  if (ringCrosses(ring)) ring = closedRing(hullOf(open));
  if (turning(ring) < 0) ring.reverse();
  const area = { type: 'Polygon' as const, coordinates: [ring] };
  return geometryError(area, ['Polygon']) === null ? area : null;
}

/** The smallest convex area that holds rings of longitude and latitude; null: none. */
export const hullArea = (rings: readonly (readonly LonLat[])[]): Area => ringArea(hullOf(rings.flat()));

const closedRing = (open: readonly LonLat[]): LonLat[] =>
  open[0] ? [...open, open[0]].map(([x, y]): LonLat => [x, y]) : [];

/** Twice the area of a ring on the plane of the degrees; above 0 where it runs counter-clockwise. */
function turning(ring: readonly LonLat[]): number {
  let sum = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[at + 1] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return sum;
}

/** The smallest convex ring around points, on the plane of the degrees. */
const hullOf = (points: readonly LonLat[]): LonLat[] =>
  polygonHull(points.map(([x, y]): [number, number] => [x, y])) ?? [];

function turns(a: LonLat | undefined, b: LonLat | undefined, [x, y]: LonLat): number {
  return a && b ? (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) : 0;
}

/**
 * Between what degrees the regions of China and some beside them lie: their published boundaries with a margin. An area
 * on one side of a line ends there, so it is shown rather too large than too small.
 */
const extents: Readonly<Record<string, Bounds>> = {
  ZBPE: [105, 34, 122.5, 47.5],
  ZGZU: [104.5, 19, 118.5, 29.5],
  ZHWH: [107, 24, 117.5, 36.5],
  ZJSA: [104.5, 14, 116, 22.5],
  ZLHW: [91, 30.5, 112, 43.5],
  ZPKM: [78, 20.5, 111, 36.5],
  ZSHA: [113, 22.5, 126.5, 38.5],
  ZWUQ: [73, 34, 97, 50],
  ZYSH: [115, 37, 136, 54.5],
  VHHK: [111, 16.5, 118, 23],
  RCAA: [117, 20.5, 125, 30],
  RKRR: [123, 29.5, 133.5, 39.5],
  ZKKP: [123.5, 37, 133.5, 43.5],
  ZMUB: [87, 41, 120.5, 52.5],
  RJJJ: [121, 20.5, 166, 50],
  VVHN: [101.5, 16.5, 108.5, 24],
};

/** Which way each side lies, to the east and to the north. */
const ways: Readonly<Record<string, readonly [number, number]>> = {
  N: [0, 1],
  NNE: [0, 1],
  NE: [1, 1],
  ENE: [1, 0],
  E: [1, 0],
  ESE: [1, 0],
  SE: [1, -1],
  SSE: [0, -1],
  S: [0, -1],
  SSW: [0, -1],
  SW: [-1, -1],
  WSW: [-1, 0],
  W: [-1, 0],
  WNW: [-1, 0],
  NW: [-1, 1],
  NNW: [0, 1],
};

/** `N OF N3000 AND E OF E11000`, `NW OF LINE N2520 E11130 - N2810 E11820`: what remains of the region's extent. */
function sidesIn(text: string, fir: string): Area {
  const extent = extents[fir];
  if (!extent) return null;
  const [west, south, east, north] = extent;
  let ring: LonLat[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  let isCut = false;
  const shape = new RegExp(
    `\\b(${side})\\s+OF\\s+(?:(?:LINE\\s+)?(${line})|(${latitude})(?![\\d\\s]*[EW]\\d)|(${longitude}))`,
    'g',
  );
  for (const [, which = '', points, parallel, meridian] of text.matchAll(shape)) {
    const way = ways[which] ?? [0, 1];
    const cuts = points ? lineCuts(positionsIn(points), way) : straightCut(parallel, meridian, way);
    if (cuts === null) return null;
    isCut = true;
    for (const cut of cuts) ring = cutAway(ring, cut);
  }
  return isCut && ring.length >= 3 ? ringArea(ring) : null;
}

/** What lies on the left of a line through two points. */
interface Cut {
  from: LonLat;
  to: LonLat;
}

function straightCut(
  parallel: string | undefined,
  meridian: string | undefined,
  [x, y]: readonly [number, number],
): Cut[] | null {
  const at = degrees(parallel ?? meridian ?? '');
  if (Number.isNaN(at)) return null;
  if (parallel) return [y < 0 ? { from: [1, at], to: [0, at] } : { from: [0, at], to: [1, at] }];
  return [x < 0 ? { from: [at, 0], to: [at, 1] } : { from: [at, 1], to: [at, 0] }];
}

/**
 * A line of several legs is cut along the straight one that leaves all of it, so that what is shown holds all that is
 * meant.
 */
function lineCuts(positions: readonly Position[], [x, y]: readonly [number, number]): Cut[] | null {
  const points = positions.map(({ longitude: east, latitude: north }): LonLat => [east, north]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  if (points.length === 1) {
    const cuts: Cut[] = [];
    if (y !== 0) cuts.push(...(straightCut(`N${pad(first[1], 2)}`, undefined, [x, y]) ?? []));
    if (x !== 0) cuts.push(...(straightCut(undefined, `E${pad(first[0], 3)}`, [x, y]) ?? []));
    return cuts;
  }
  const along = (last[0] - first[0]) * y - (last[1] - first[1]) * x;
  // The side that is meant lies to the left of the line as it is walked here.
  const [from, to] = along > 0 ? [first, last] : [last, first];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (dx === 0 && dy === 0) return null;
  // Moved back to the corner that lies farthest on the other side.
  const back = Math.min(0, ...points.map((one) => turns(from, to, one))) / (dx * dx + dy * dy);
  const moved = ([px, py]: LonLat): LonLat => [px - dy * back, py + dx * back];
  return [{ from: moved(from), to: moved(to) }];
}

const pad = (value: number, digits: number) => String(Math.floor(Math.abs(value))).padStart(digits, '0');

/** What of a convex ring lies to the left of a line. */
function cutAway(ring: readonly LonLat[], { from, to }: Cut): LonLat[] {
  const kept: LonLat[] = [];
  for (const [at, here] of ring.entries()) {
    const next = ring[(at + 1) % ring.length] ?? here;
    const [a, b] = [turns(from, to, here), turns(from, to, next)];
    if (a >= 0) kept.push(here);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
      const part = a / (a - b);
      kept.push([here[0] + (next[0] - here[0]) * part, here[1] + (next[1] - here[1]) * part]);
    }
  }
  return kept;
}
