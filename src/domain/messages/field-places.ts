import { formatLevel, type Level, parseLevel } from './levels.ts';
import { isClock, isElapsed, joined, type Piece, part, placeOf, type Report, words } from './piece.ts';
import { pointOf } from './route.ts';

const indicator = /^[A-Z]{4}$/;

/** Field 13: where from, and when. Times are HHMM UTC. */
export interface Departure {
  /** Location indicator, ZZZZ (none) or AFIL (filed in the air). */
  aerodrome: string;
  time: string | null;
}

export function parseDeparture(piece: Piece, report: Report): Departure | null {
  const aerodrome = part(piece, 0, 4);
  const time = part(piece, 4);
  if (!indicator.test(aerodrome.text)) {
    report('13a', placeOf(aerodrome), 'message.fault.indicator');
    return null;
  }
  if (time.text !== '' && !isClock(time.text)) {
    report('13b', placeOf(time), 'message.fault.time');
    return null;
  }
  return { aerodrome: aerodrome.text, time: time.text || null };
}

export const formatDeparture = ({ aerodrome, time }: Departure) => `${aerodrome}${time ?? ''}`;

/** Field 14: when and at which level a boundary is crossed. */
export interface Boundary {
  point: string;
  time: string;
  level: Level;
  /** While climbing or descending: at or above (A), at or below (B) this level. */
  crossing: { level: Level; side: 'A' | 'B' } | null;
}

export function parseBoundary(piece: Piece, report: Report): Boundary | null {
  const found = /^([A-Z0-9]{2,15})\/(\d{4})([FASM]\d{3,4}?)(?:([FASM]\d{3,4})([AB]))?$/.exec(piece.text);
  if (found?.[1] && !pointOf(found[1])) {
    report('14a', placeOf(part(piece, 0, found[1].length)), 'message.fault.boundaryPoint');
    return null;
  }
  const level = parseLevel(found?.[3] ?? '');
  const crossed = parseLevel(found?.[4] ?? '');
  const side = found?.[5];
  if (!found?.[1] || !found[2] || !isClock(found[2]) || !level || (side && !crossed)) {
    report('14', placeOf(piece), 'message.fault.boundary');
    return null;
  }
  return {
    point: found[1],
    time: found[2],
    level,
    crossing: crossed && (side === 'A' || side === 'B') ? { level: crossed, side } : null,
  };
}

export const formatBoundary = ({ point, time, level, crossing }: Boundary) =>
  `${point}/${time}${formatLevel(level)}${crossing ? `${formatLevel(crossing.level)}${crossing.side}` : ''}`;

/** Field 16: where to, how long it takes, and where else. */
export interface Destination {
  aerodrome: string;
  /** Total estimated elapsed time, HHMM. */
  elapsed: string | null;
  /** Two at most. */
  alternates: string[];
}

export function parseDestination(piece: Piece, report: Report): Destination | null {
  const [first, ...alternates] = words(piece);
  if (!first || !indicator.test(first.text.slice(0, 4))) {
    report('16a', placeOf(first ?? piece), 'message.fault.indicator');
    return null;
  }
  const elapsed = part(first, 4);
  if (elapsed.text !== '' && !isElapsed(elapsed.text)) {
    report('16b', placeOf(elapsed), 'message.fault.elapsed');
    return null;
  }
  for (const [index, one] of alternates.entries()) {
    if (!indicator.test(one.text)) report('16c', placeOf(one), 'message.fault.indicator');
    else if (index > 1) report('16c', placeOf(one), 'message.fault.alternates');
  }
  return {
    aerodrome: first.text.slice(0, 4),
    elapsed: elapsed.text || null,
    alternates: alternates.map(({ text }) => text).filter((text) => indicator.test(text)),
  };
}

export const formatDestination = ({ aerodrome, elapsed, alternates }: Destination) =>
  [`${aerodrome}${elapsed ?? ''}`, ...alternates].join(' ');

/** Field 17: where and when it landed. */
export interface Arrival {
  aerodrome: string;
  time: string;
  /** The place, where the aerodrome is ZZZZ. */
  name: string | null;
}

export function parseArrival(piece: Piece, report: Report): Arrival | null {
  const aerodrome = part(piece, 0, 4);
  const rest = part(piece, 4);
  const time = part(rest, 0, /^\S*/.exec(rest.text)?.[0].length);
  const name = joined(part(rest, time.text.length).text);
  if (!indicator.test(aerodrome.text)) {
    report('17a', placeOf(aerodrome), 'message.fault.indicator');
    return null;
  }
  if (!isClock(time.text)) {
    report('17b', placeOf(time), 'message.fault.time');
    return null;
  }
  if (aerodrome.text === 'ZZZZ' && name === '')
    report('17c', placeOf(aerodrome), 'message.fault.arrivalName');
  return { aerodrome: aerodrome.text, time: time.text, name: name || null };
}

export const formatArrival = ({ aerodrome, time, name }: Arrival) =>
  `${aerodrome}${time}${name === null ? '' : ` ${name}`}`;
