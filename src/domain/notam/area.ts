import booleanIntersects from '@turf/boolean-intersects';
import {
  circleRing,
  corridor,
  direct,
  inverse,
  type LonLat,
  type Position,
  sweepDeg,
} from '#domain/geo/geodesy.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { joined } from '#domain/geo/polygons.ts';
import { geometryOfShape } from '#domain/geo/shapes.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { isWithinRings } from '#domain/geo/within-rings.ts';
import type { NotamArea, NotamProblem, Qualifiers } from './notam.ts';
import { type FoundPosition, positionsIn, rejoined } from './positions.ts';
import { sectorAround } from './sector.ts';

/** No area of a NOTAM is wider, metres: what says so is a slip of the pen. */
const widestM = 2_000_000;
/** Positions of one text at most. */
const most = 2_000;

/**
 * Where a NOTAM holds: what E) says (circles and sectors, areas bounded by positions, with arcs, strips along a line), else
 * the circle of the Q-line, which encloses it and is rounded up to whole nautical miles.
 */
export function areaOf(text: string, q: Qualifiers | null): { area: NotamArea; problems: NotamProblem[] } {
  const problems: NotamProblem[] = [];
  const said = areaIn(text, problems);
  if (said) return { area: { geometry: said, from: 'text' }, problems };
  // 999 stands for the whole FIR.
  if (q?.center && q.radiusNm !== null && q.radiusNm > 0 && q.radiusNm < 999) {
    const ring = circleRing(q.center, q.radiusNm * metresPerNauticalMile);
    const geometry: Geometry = { type: 'Polygon', coordinates: [ring] };
    if (isGeometry(geometry, ['Polygon'])) return { area: { geometry, from: 'qLine' }, problems };
  }
  return { area: { geometry: null, from: 'none' }, problems };
}

const unit = /(NM|KM|NAUTICAL MILES?|KILOMET(?:ER|RE)S?|MET(?:ER|RE)S?|M|公里|千米|海里|米)(?![A-Z])/.source;
const figure = String.raw`(\d{1,6}(?:\.\d{1,4})?)\s?`;
const radiusWord = /(?:RADIUS|RAD\.?|半径)(?:\s(?:OF|IS))?\s?[:=为]?\s?/.source;
const wordBehind = /[\s-]?(?:IN\s)?(?:RADIUS|RAD\b|半径)/.source;
const radius = new RegExp(
  [
    `${radiusWord}${figure}${unit}`,
    `${figure}${unit}${wordBehind}`,
    String.raw`\b(?:WI|WITHIN|W/I)\s(?:AN?\s)?${figure}${unit}\s(?:OF|FROM|AROUND)\b`,
    String.raw`${figure}${unit}\s?(?:ON|TO)?\s(?:EITHER|EACH|BOTH)\sSIDES?`,
    `${/(?:两侧|两边|左右)(?:各)?/.source}${figure}${unit}`,
  ].join('|'),
  'g',
);
const metresOf: [RegExp, number][] = [
  [/^(NM|NAUT|海里)/, metresPerNauticalMile],
  [/^(KM|KILO|公里|千米)/, 1000],
  [/./, 1],
];

/** `WITHIN 5KM OF THE LINE JOINING …` is a strip as well. */
const ofLine = /^\s(?:A\s|THE\s)?(?:STRAIGHT\s)?(?:LINES?|TRACK|ROUTE|CENT(?:RE|ER)\s?LINE)\b/;

interface FoundRadius {
  metres: number;
  start: number;
  end: number;
  isStrip: boolean;
}

function radiiIn(text: string): FoundRadius[] {
  return [...text.matchAll(radius)].slice(0, most).flatMap((match) => {
    const [value, name] = match.slice(1).filter((group) => group !== undefined);
    const factor = metresOf.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? 1;
    const metres = Number(value) * factor;
    if (!(metres > 0) || metres > widestM) return [];
    const end = match.index + match[0].length;
    const isStrip =
      /SIDES?$|两侧|两边|左右/.test(match[0]) ||
      (/\bOF$/.test(match[0]) && ofLine.test(text.slice(end, end + 30)));
    return [{ metres, start: match.index, end, isStrip }];
  });
}

/** The area that a text describes; null: none that is understood. */
export function areaIn(text: string, problems: NotamProblem[] = []): Geometry | null {
  const upper = rejoined(text.toUpperCase());
  const found = positionsIn(upper).slice(0, most);
  if (found.length === 0) return null;
  const radii = radiiIn(upper);
  const parts: LonLat[][][] = [];
  const exceptions: LonLat[][][] = [];
  const add = (geometry: Geometry | null, at: number) => {
    const to = isExcepted(upper, at) ? exceptions : parts;
    if (geometry?.type === 'Polygon' && isGeometry(geometry, ['Polygon'])) to.push(geometry.coordinates);
    else if (geometry?.type === 'MultiPolygon' && isGeometry(geometry, ['MultiPolygon']))
      to.push(...geometry.coordinates);
    else problems.push({ code: 'area', detail: upper.slice(at, at + 80).replace(/\s+/g, ' ') });
  };
  const runs = runsOf(upper, found);
  for (const [at, run] of runs.entries()) {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) continue;
    const strip = radii.find(
      (one) =>
        one.isStrip &&
        ((one.end <= first.start && first.start - one.end < 160) ||
          (one.start >= last.end && one.start - last.end < 40)),
    );
    if (strip && run.length >= 2) {
      const line = run.map(({ position }) => position);
      const made = corridor(line, 2 * strip.metres);
      add(made, first.start);
      continue;
    }
    if (run.length >= 3 && isBoundary(upper, run)) {
      const isTorn =
        goesOn(upper, runs[at - 1], run) || goesOn(upper, run, runs[at + 1]) || isCornerLost(upper, run);
      add(isTorn ? null : outline(upper, run), first.start);
      continue;
    }
    for (const one of run) {
      const sector = sectorAround(upper, one, found, radii);
      const isSector = sector !== null && sector !== 'unclear';
      const around = radiusOf(upper, one, radii, found) ?? (isSector ? sector.reachM : null);
      // An exception whose sector is not understood would be left out as a whole circle.
      if (sector === 'unclear' && parts.length > 0 && isExcepted(upper, one.start)) continue;
      if (around !== null && isSector) {
        const { fromDeg, toDeg, isMagnetic, text: detail } = sector;
        if (isMagnetic) problems.push({ code: 'sector', detail });
        const figures = { innerRadiusM: 0, outerRadiusM: around, fromDeg, toDeg };
        add(geometryOfShape({ kind: 'sector', centre: one.position, ...figures }), one.start);
        continue;
      }
      if (around === null) {
        if (run.length >= 3) {
          problems.push({
            code: 'area',
            detail: upper.slice(first.start, first.start + 80).replace(/\s+/g, ' '),
          });
        }
        continue;
      }
      add(geometryOfShape({ kind: 'circle', centre: one.position, radiusM: around }), one.start);
    }
  }
  // What is left out of something that was not understood is no area itself.
  const isOther = parts.length === 0 && found.some(({ start }) => !isExcepted(upper, start));
  if (isOther && exceptions.length > 0) {
    problems.push({ code: 'area', detail: upper.slice(0, 80).replace(/\s+/g, ' ') });
    return null;
  }
  for (const exception of exceptions) leaveOut(parts, exception);
  return joined(parts);
}

const exceptWord = /\bEXC(?:L(?:UD(?:ES|ED|ING))?|EPT(?:ING)?)?\b|(?:^|[\s,，;；。（(])除(?!了)/g;

/** Does the position at this place belong to what the sentence leaves out? */
function isExcepted(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 240), at);
  const word = [...before.matchAll(exceptWord)].at(-1);
  return word !== undefined && !/(?<!\d)[.;。；]|\n\s*\n/.test(before.slice(word.index + word[0].length));
}

/**
 * What lies in one of the parts is a hole in it. What lies across an edge stays in: the area is then too large, never too small.
 * What meets none of them cannot be an exception to them: it was misread, and is a part of its own.
 */
function leaveOut(parts: LonLat[][][], exception: LonLat[][]): void {
  const [edge = []] = exception;
  const isIn = (part: LonLat[][]) =>
    edge.every(([longitude, latitude]) => isWithinRings(part, { longitude, latitude }));
  const around = parts.find(isIn);
  if (around) around.push(edge.toReversed());
  else if (!parts.some((part) => meets(part, exception))) parts.push(exception);
}

const meets = (one: LonLat[][], other: LonLat[][]) =>
  booleanIntersects({ type: 'Polygon', coordinates: one }, { type: 'Polygon', coordinates: other });

const joiner =
  /^(?:[\s,.;:/、，；。()（）[\]-]|TO|THEN|AND|THENCE|POINTS?|PSN|BACK|START(?:ING)?|STRAIGHT|LINES?|AN?|THE|ALONG|BY|COUNTER|ANTI|CLOCKWISE|ARC|OF|CIRCLE|RADIUS|WITH|CENTERED|CENTRED|CENTRE|CENTER|ON|AT|ORIGIN|P?\d{1,2}[.):、]|[A-Z][.):、]|\d{1,3}(?:\.\d{1,3})?\s?(?:NM|KM|M)|至|到|和|沿|以|为|圆心|半径|的?圆弧|弧|顺时针|逆时针|方向|公里|海里|连线|[①-⑳])*$/;

/** Positions that follow one another with nothing but joining words between them. */
function runsOf(text: string, found: readonly FoundPosition[]): FoundPosition[][] {
  const runs: FoundPosition[][] = [];
  for (const one of found) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const gap = before ? text.slice(before.end, one.start) : '';
    // Two centres with a radius each are two circles; a new list begins after a stop or at a new heading.
    if (run && before && gap.length <= 160 && joinsTo(gap)) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => listsOf(text, run));
}

/** Does one list go on in the next, with words between them that are not understood? What it bounds is then not known. */
function goesOn(
  text: string,
  run: readonly FoundPosition[] | undefined,
  next: readonly FoundPosition[] | undefined,
): boolean {
  const [last, first] = [run?.at(-1), next?.[0]];
  const opening = run?.[0];
  if (!last || !first || !opening) return false;
  if (run.length > 3 && isSame(opening.position, last.position)) return false;
  const gap = text.slice(last.end, first.start);
  return (
    gap.length <= 60 &&
    !/[.;:。；：]|\n|AREA|区域|空域|连线|EXC|除/.test(gap) &&
    !ownRadius.test(gap) &&
    !itemMark.test(gap) &&
    !joinsTo(gap)
  );
}

/** Does a corner that could not be read stand right before or behind a list? */
function isCornerLost(text: string, run: readonly FoundPosition[]): boolean {
  const before = text.slice(0, run[0]?.start).slice(-30);
  const behind = text.slice(run.at(-1)?.end).slice(0, 30);
  return (
    /(?:[EW]\s?\d{3,7}|\d{3,7}\s?[EW])[\s,;、，.-]{0,4}$/.test(before) ||
    /^[\s,;、，.-]{0,4}(?:TO\s)?(?:[NS]\s?\d{2}|\d{4,6}\s?[NS]\s?\d)/.test(behind)
  );
}

const itemMark = /(?:^|[\s,;.，；。、(（])(?:\d{1,2}[.):、）]|[①-⑳])\s?$/;

/** A run that names several lists by number, cut where they begin; where each position has a number it is one list. */
function listsOf(text: string, run: FoundPosition[]): FoundPosition[][] {
  const isMarked = run.map((one, index) =>
    itemMark.test(
      text.slice(index === 0 ? Math.max(0, one.start - 12) : (run[index - 1]?.end ?? 0), one.start),
    ),
  );
  const marked = isMarked.slice(1).filter(Boolean).length;
  if (marked === 0 || marked === run.length - 1) return [run];
  const lists: FoundPosition[][] = [];
  for (const [index, one] of run.entries()) {
    if (index === 0 || isMarked[index]) lists.push([one]);
    else lists.at(-1)?.push(one);
  }
  return lists;
}

/** A radius between two positions belongs to one of them, but for that of an arc from one to the other. */
const ownRadius = new RegExp(`${radiusWord}${figure}${unit}|${figure}${unit}${wordBehind}`);

function joinsTo(gap: string): boolean {
  if (/\n\s?\d?\s?(?:AREA|第)/.test(gap)) return false;
  if (ownRadius.test(gap) && !arcWord.test(gap)) return false;
  // The name of a place in brackets behind its position; a word at a time, so that a long gap costs no more than its length.
  return gap
    .replace(/\([A-Z0-9/ ]{1,40}\)/g, ' ')
    .replace(/(^|[\s,;])\d{1,2}[)）]/g, '$1')
    .replace(/([\s,;()（）[\]/、，；。-])/g, '\u0000$1\u0000')
    .split('\u0000')
    .every((word) => word === '' || (word.length <= 24 && joiner.test(word)));
}

const boundary =
  /BOUNDED|BOUNDAR|LINES?\b|JOINING|JOINED|CONNECT|AREA|POLYGON|ZONE|FOLLOWING (?:POINTS|COORDINATES|POSITIONS)|LATERAL LIMITS|连线|范围|区域|空域|围成|坐标/;
const stripWord =
  /\bCORRIDOR|\bWID(?:E|TH)\b|(?:EITHER|EACH|BOTH) SIDES?\b|CENT(?:RE|ER) ?LINE|走廊|两侧|两边|中心线|宽度?\d/;
const notBoundary = /OBST|CRANE|TOWER|CHIMNEY|MAST|障碍|塔吊|铁塔/;

/** Is a list of positions the edge of an area? It ends where it begins, or the words before it say so. */
function isBoundary(text: string, run: readonly FoundPosition[]): boolean {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return false;
  if (isSame(first.position, last.position)) return run.length >= 4;
  const before = text.slice(Math.max(0, first.start - 240), first.start);
  const after = text.slice(last.end, last.end + 60);
  // A strip whose width was not understood: its line is no edge.
  const isBounded = /BOUNDED|围成/.test(before);
  if (!isBounded && (stripWord.test(before) || stripWord.test(after))) return false;
  if (notBoundary.test(before) && !/BOUNDED|AREA|连线|范围/.test(before)) return false;
  return boundary.test(before) || /连线|范围内|区域内|WITHIN THE AREA/.test(after);
}

const isSame = (a: Position, b: Position) =>
  Math.abs(a.latitude - b.latitude) < 1e-7 && Math.abs(a.longitude - b.longitude) < 1e-7;

const arcWord = /\bARC\b|CLOCKWISE|弧|顺时针|逆时针/;
const centreWord = /CENT(?:RE|ER)|圆心|ORIGIN/;

/** The edge as it is said: straight from corner to corner, or around a centre that is named between two. */
function outline(text: string, run: readonly FoundPosition[]): Geometry | null {
  const corners: Position[] = [];
  for (let index = 0; index < run.length; index += 1) {
    const one = run[index];
    if (!one) continue;
    const before = run[index - 1];
    const next = run[index + 1];
    const gap = before ? text.slice(before.end, one.start) : '';
    const from = corners.at(-1);
    if (from && next && arcWord.test(gap) && centreWord.test(gap)) {
      const isLeft = /(?:COUNTER|ANTI)[\s-]?CLOCKWISE|逆时针/.test(gap);
      corners.push(...arc(from, one.position, next.position, isLeft));
      continue;
    }
    if (!from || !isSame(from, one.position)) corners.push(one.position);
  }
  const [first] = corners;
  const last = corners.at(-1);
  if (first && last && corners.length > 3 && isSame(first, last)) corners.pop();
  const made = geometryOfShape({ kind: 'polygon', points: corners });
  if (!made || isGeometry(made, ['Polygon'])) return made;
  return null;
}

/** The corners between the ends of an arc, one every 5° or less; the radius changes evenly where the ends differ. */
function arc(from: Position, centre: Position, to: Position, isLeft: boolean): Position[] {
  const [a, b] = [inverse(centre, from), inverse(centre, to)];
  if (a.distanceM <= 0 || b.distanceM <= 0 || a.distanceM > widestM) return [];
  const sweep = isLeft
    ? -sweepDeg(b.initialBearingDeg, a.initialBearingDeg)
    : sweepDeg(a.initialBearingDeg, b.initialBearingDeg);
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 5));
  return Array.from({ length: steps - 1 }, (_, index) => {
    const part = (index + 1) / steps;
    return direct(
      centre,
      a.initialBearingDeg + sweep * part,
      a.distanceM + (b.distanceM - a.distanceM) * part,
    );
  });
}

/**
 * The radius that belongs to a centre: one that stands before it with no other position between (`RADIUS 5KM CENTERED ON …`),
 * else one behind it (`…半径5公里`). Null: none.
 */
function radiusOf(
  text: string,
  one: FoundPosition,
  radii: readonly FoundRadius[],
  found: readonly FoundPosition[],
): number | null {
  const apart = (from: number, to: number) =>
    to - from <= 120 && !found.some(({ start }) => start >= from && start < to && start !== one.start);
  const before = [...radii].reverse().find(({ end }) => end <= one.start);
  if (before && !before.isStrip && apart(before.end, one.start)) {
    const words = text.slice(before.end, one.start);
    const opens = /CENT(?:RE|ER)|\bOF\b|\bFROM\b|AROUND|\bON\b|\bAT\b|圆心|中心|^[\s:,]*$/.test(
      words + text.slice(before.start, before.end),
    );
    if (opens) return before.metres;
  }
  const after = radii.find(({ start }) => start >= one.end);
  if (!after || after.isStrip || !apart(one.end, after.start)) return null;
  const between = text.slice(one.end, after.start);
  // The radius of an arc that goes on from here, and of an exception, is that of another centre.
  return arcWord.test(between) || between.search(exceptWord) >= 0 ? null : after.metres;
}
