import { figureOf, pointedAt, unusable } from '#domain/surveillance/track/json-values.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type JsonMapping, pointerOf } from './json-mapping.ts';

/**
 * When a position was true, where a feed of a well-known shape says it and the mapping does not: a document repeats the
 * last position of an aircraft, and its own time is not that of the fix.
 */
export interface KnownFixTime {
  /** The name under which the row says it. */
  said: string;
  /** Before the time of the document, or UTC: milliseconds. */
  ageMs?: number;
  atMs?: number;
  resolutionS: number;
}

/** Columns of a row of OpenSky (`/states/all`): it has no names. */
const openSky = { timePosition: 3, lastContact: 4, longitude: '/5', latitude: '/6', leastColumns: 17 };

/** Where a mapped time is that of the document, of the message or of nothing, not that of the fix. */
const isOfDocument = (pointer: string | undefined): boolean =>
  pointer === undefined || pointer.startsWith('#') || /(^|\/)(now|last_contact|lastSeen)$/.test(pointer);

/**
 * What the row says beside its latitude, read only where the mapping names no time of the fix itself; `unusable`: the
 * value is not a number, so the age of the position is unknown.
 */
export function knownFixTime(row: unknown, mapping: JsonMapping): KnownFixTime | null | typeof unusable {
  const at = pointerOf(mapping, 'at');
  const latitude = pointerOf(mapping, 'latitude') ?? '';
  if (Array.isArray(row)) {
    const isOpenSky =
      mapping.reports === '/states' &&
      latitude === openSky.latitude &&
      pointerOf(mapping, 'longitude') === openSky.longitude &&
      row.length >= openSky.leastColumns;
    if (!isOpenSky) return null;
    const [timePosition, lastContact] = [`/${openSky.timePosition}`, `/${openSky.lastContact}`];
    // Another column that the mapping names is a time of the fix itself.
    if (!isOfDocument(at) && at !== timePosition && at !== lastContact) return null;
    const fixTime = row[openSky.timePosition];
    // No position within the last 15 s: it is no younger than what the aircraft said last.
    if (figureOf(fixTime) === null) {
      const contact = ofSeconds(row[openSky.lastContact], 'last_contact') ?? unusable;
      return contact !== unusable && at === lastContact ? null : contact;
    }
    // A value that is not a time of this century does not give the age either.
    return at === timePosition ? null : (ofSeconds(fixTime) ?? unusable);
  }
  const beside = pointedAt(row, latitude.slice(0, latitude.lastIndexOf('/')));
  if (!isOfDocument(at) || latitude.startsWith('#')) return null;
  // Some put the place into an object or a list of its own, and its age beside that.
  const age = isObject(beside) ? knownAge(beside) : null;
  return age ?? (isObject(row) && row !== beside ? knownAge(row) : null);
}

/** How old the position of an object is that has it, or of which it is a part. */
function knownAge(said: Readonly<Record<string, unknown>>): KnownFixTime | null | typeof unusable {
  const { seen_pos, time_position, seen } = said;
  if ([seen_pos, time_position].some((one) => figureOf(one) === unusable)) return unusable;
  const age = ageOf('seen_pos', seen_pos) ?? ofSeconds(time_position);
  if (age === null && isNoAge(figureOf(seen_pos))) return unusable;
  // The position is at least as old as the last message of the aircraft.
  return age ?? ageOf('seen', seen) ?? (figureOf(time_position) === 0 ? unusable : null);
}

/** Programs write -1 for an age that they do not know. */
export const isNoAge = (figure: unknown): boolean => figure === -1;

function ageOf(said: string, value: unknown): KnownFixTime | null {
  // Some write the moment itself under the name of the age.
  const moment = ofSeconds(value, said);
  if (moment) return moment;
  const age = figureOf(value);
  return typeof age === 'number' && age >= 0 ? { said, ageMs: age * 1_000, resolutionS: 0.1 } : null;
}

const isOfThisCentury = (seconds: number): boolean => seconds > 946_684_800 && seconds < 4_102_444_800;

/** Seconds or milliseconds since 1970, of this century: another figure of the same name is something else. */
function ofSeconds(value: unknown, said = 'time_position'): KnownFixTime | null {
  const at = figureOf(value);
  if (typeof at !== 'number') return null;
  if (isOfThisCentury(at)) return { said, atMs: at * 1_000, resolutionS: 1 };
  return isOfThisCentury(at / 1_000) ? { said, atMs: at, resolutionS: 0.001 } : null;
}
