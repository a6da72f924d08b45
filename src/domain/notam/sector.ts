import type { Position } from '#domain/geo/geodesy.ts';
import { sweepDeg } from '#domain/geo/geodesy.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import type { FoundPosition } from './positions.ts';

/** A sector around a centre as a text says it, bearings true, clockwise from one to the other. */
export interface SaidSector {
  fromDeg: number;
  toDeg: number;
  /** How far it reaches where no radius is named as such (`WI 10NM` behind the centre), metres; null: by its radius. */
  reachM: number | null;
  /** The bearings were taken as magnetic: `text` says which. */
  isMagnetic: boolean;
  text: string;
}

/**
 * Magnetic north lies within so many degrees of true north in and around China (from 13° west in the north-east to 5° east
 * in the west); a sector between magnetic bearings is widened by as much on both sides, so that it is never too small.
 */
export const widenedDeg = 15;
const aroundChina = { south: 0, north: 56, west: 70, east: 140 };

/** Characters of a sentence on either side of a centre that are looked at. */
const reach = 240;

// `R045`, `RDL-045`, `045`, `45DEG`, `045°M`.
const bearing =
  /(?:(?:RADIAL|RDL|R)[\s-]?)?(\d{3}|\d{1,3}(?=\s?(?:DEG|[°º度])))(?![\d.])(?:\s?(?:DEG(?:REES?|S)?|[°º度]))?(?:\s?\(?(?:MAGNETIC|MAG|TRUE|GEO|[MT])(?![A-Z])\)?)?/
    .source;
const about =
  /(?:(?:THE|MAG(?:NETIC)?|TRUE|GEO(?:GRAPHIC)?|VOR|RADIALS?|RDLS?|BEARINGS?|BRGS?|AZIMUTHS?|AZM|QDR|方位角?|磁方位角?|真方位角?|径向线?|自|从)\s?){0,4}/
    .source;
const turn = /(?:(?:COUNTER|ANTI)[\s-]?CLOCKWISE|CLOCKWISE|CW|顺时针|逆时针)/.source;
const until = /(?:TO|UNTIL|至|到)/.source;
const link = /(?:TO|THRU|THROUGH|UNTIL|AND|[-–/~～至到和])/.source;
const joint = String.raw`(?:\s?${turn}\s?${until}?|\s?${link}(?:\s?${turn}(?:\s?TO)?)?)`;
const pair = new RegExp(
  String.raw`(?<![\dA-Z.])(${about})${bearing}(${joint})\s?${about}${bearing}(?![A-Z\d])`,
  'g',
);
const opening = /(?:SECTORS?|SECT|扇形(?:区域?)?)[\s,:]?(?:(?:IS|OF|DEFINED BY|LIMITED BY|BOUNDED BY)\s)?$/;
const start = /\b(?:BTN|BETWEEN|FROM|FM)\s(?:[A-Z]{3}\sVOR\s)?$/;
const reachWord =
  /\b(?:WI|WITHIN|W\/I|OUT TO)\s(?:AN?\s)?(\d{1,3}(?:\.\d{1,3})?)\s?(NM|KM)\b|(\d{1,3}(?:\.\d{1,3})?)\s?(公里|千米|海里)(?:以内|范围内)/g;
const hint = /SECTOR|RADIALS?\b|\bRDLS?\b|BEARING|\bBRGS?\b|AZIMUTH|扇形|方位|径向/;
const exceptions = /\bEXC|除(?!了)/;
const inward = /INBOUND|\bQDM\b|TOWARDS?\b|向台/;
const ends = /(?<!\d)\.|\.(?=\s|$)|[;。；]|\n\s*\n|\n\s?\(?\d{1,2}[).、]/g;

/**
 * The sector that the sentence around a centre describes. `unclear`: it speaks of one and is not understood, or may mean
 * more than one thing; null: it speaks of none. `radii`: how many radii the sentence names, from `start` to `end` each.
 */
export function sectorAround(
  text: string,
  centre: FoundPosition,
  found: readonly FoundPosition[],
  radii: readonly { start: number; end: number }[],
): SaidSector | 'unclear' | null {
  const { from, to } = sentenceAround(text, centre);
  const sentence = `${text.slice(from, centre.start)} ${' '.repeat(Math.max(0, centre.end - centre.start - 1))}${text.slice(centre.end, to)}`;
  const plain = sentence.replace(/\s/g, ' ');
  if (!hint.test(plain) && !/\bR-?\d{3}\b/.test(plain)) return null;
  const isAlone = !found.some((one) => one !== centre && one.start >= from && one.end <= to);
  const named = radii.filter((one) => one.start >= from && one.end <= to);
  const reaches = [...plain.matchAll(reachWord)];
  const pairs = [...plain.matchAll(pair)];
  const [only] = pairs;
  if (!only || pairs.length > 1 || !isSector(plain, only)) return 'unclear';
  if (!isAlone || named.length > 1 || reaches.length > 1) return 'unclear';
  if (exceptions.test(plain) || inward.test(plain)) return 'unclear';
  const [said, , one = '', joining = '', other = ''] = only;
  const bearings = [Number(one), Number(other)] as const;
  const isLeft = /(?:COUNTER|ANTI)[\s-]?CLOCKWISE|逆时针/.test(plain);
  const isTurnSaid = isLeft || /CLOCKWISE|\bCW\b|顺时针/.test(plain);
  const [fromDeg, toDeg] = isLeft ? [bearings[1], bearings[0]] : bearings;
  if (fromDeg > 360 || toDeg > 360 || (fromDeg - toDeg) % 360 === 0) return 'unclear';
  const sweep = sweepDeg(fromDeg, toDeg);
  // Between two bearings lies the narrow part; who means the wide one says which way round.
  if (!isTurnSaid && sweep >= 180) return 'unclear';
  // What joins two lines may name both, and no more.
  if (/AND|和/.test(joining) && !start.test(before(plain, only)) && !opening.test(before(plain, only)))
    return 'unclear';
  const isTrue = /\bTRUE\b|\bGEO(?:GRAPHIC)?\b|真方位/.test(plain) || /\d\s?(?:DEG|°)?T\b/.test(said);
  const isMagnetic = /\bMAG(?:NETIC)?\b|磁/.test(plain) || /\d\s?(?:DEG|°)?M\b/.test(said);
  if (isTrue && isMagnetic) return 'unclear';
  const [match] = reaches;
  const head = { reachM: match ? metresOf(match) : null, text: said.trim() };
  if (isTrue) return { ...head, fromDeg, toDeg, isMagnetic: false };
  if (!isAroundChina(centre.position) || sweep + 2 * widenedDeg >= 360) return 'unclear';
  return { ...head, fromDeg: fromDeg - widenedDeg, toDeg: toDeg + widenedDeg, isMagnetic: true };
}

const before = (text: string, match: RegExpExecArray): string =>
  text.slice(Math.max(0, match.index - 40), match.index).replace(/\s+/g, ' ');

/** Two figures are bearings where a word says so: `SECTOR FROM 045 TO 120`, `RDL 045 TO RDL 120`, `045-120DEG SECTOR`. */
function isSector(text: string, match: RegExpExecArray): boolean {
  const [said, ahead = ''] = match;
  const lead = before(text, match);
  const behind = text.slice(match.index + said.length, match.index + said.length + 12);
  const isWorded =
    /RADIAL|RDL|BEARING|BRG|AZIMUTH|AZM|QDR|方位|径向/.test(`${ahead} ${said}`) || /\bR-?\d{3}/.test(said);
  const isDegrees = /DEG|[°º度]|CLOCKWISE|\bCW\b|顺时针|逆时针/.test(said);
  const isOpened = opening.test(lead.replace(start, '')) || /^\s?(?:DEG\s)?(?:SECTOR|的?扇形)/.test(behind);
  return isWorded || (isOpened && (isDegrees || start.test(lead)));
}

function metresOf([, value, unit, valueZh, unitZh]: RegExpExecArray): number {
  const name = unit ?? unitZh ?? '';
  return Number(value ?? valueZh) * (/^(?:NM|海里)$/.test(name) ? metresPerNauticalMile : 1000);
}

/** Where the sentence begins and ends in which a position stands. */
function sentenceAround(text: string, { start: at, end }: FoundPosition): { from: number; to: number } {
  const first = Math.max(0, at - reach);
  const stops = [...text.slice(first, at).matchAll(ends)];
  const stop = stops.at(-1);
  const [next] = text.slice(end, end + reach).matchAll(ends);
  return {
    from: stop ? first + stop.index + stop[0].length : first,
    to: next ? end + next.index : Math.min(text.length, end + reach),
  };
}

const isAroundChina = ({ latitude, longitude }: Position): boolean =>
  latitude >= aroundChina.south &&
  latitude <= aroundChina.north &&
  longitude >= aroundChina.west &&
  longitude <= aroundChina.east;
