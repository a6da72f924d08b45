import { isObject } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { AddressType } from './report.ts';

/** How values are written in feeds of JSON: what is not said, what is said, and what cannot be read. */

/** A value that is there and cannot be read as what it should be. */
export const unusable = Symbol('unusable');
export type Unusable = typeof unusable;

/** Point as decimal sign: "3,5" may be 3.5 or 35. */
const figurePattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A figure, written as one or in a text; null: not said. */
export function figureOf(value: unknown): number | null | Unusable {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : unusable;
  if (typeof value !== 'string') return unusable;
  const text = value.trim();
  if (text === '') return null;
  return figurePattern.test(text) ? Number(text) : unusable;
}

const yes = new Set<unknown>([true, 1, '1', 'true', 'yes']);
const no = new Set<unknown>([false, 0, '0', 'false', 'no']);

/** Yes or no, also as 0 and 1; null: not said. */
export function flagOf(value: unknown): boolean | null | Unusable {
  const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (plain === undefined || plain === null || plain === '') return null;
  if (yes.has(plain)) return true;
  return no.has(plain) ? false : unusable;
}

/** A text, or a figure that was meant as one; null: not said. */
export function wordOf(value: unknown): string | null | Unusable {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return unusable;
  const text = String(value).trim();
  return text === '' ? null : text;
}

/** Feeds of ADS-B write this word for the altitude of an aircraft on the ground. */
export const saysGround = (value: unknown): boolean =>
  typeof value === 'string' && /^(on[ _-]?)?(ground|grnd|gnd)$/i.test(value.trim());

/** A date and a time of day with their zone: one without would be of wherever the server stands. */
const isoTime = /^\d{4}-\d{2}-\d{2}[T ].*(Z|[+-]\d{2}:?\d{2})$/i;

/** UTC milliseconds of a time by its factor to milliseconds, 0 for ISO 8601; null: not said. */
export function timeOf(value: unknown, factor: number): number | null | Unusable {
  if (value === undefined || value === null) return null;
  if (factor === 0) {
    const at = typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isFinite(at) ? at : unusable;
  }
  const figure = figureOf(value);
  return typeof figure === 'number' ? figure * factor : unusable;
}

/** A value as it was sent, for the eye. */
export function writtenOf(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  return isObject(value) ? '{…}' : String(value);
}

/** The keys of pointers that were asked for: the few of a mapping are asked for thousands of times a second. */
const knownKeys = new Map<string, readonly string[]>();
const mostKnown = 1_000;

function keysOf(pointer: string): readonly string[] {
  const known = knownKeys.get(pointer);
  if (known) return known;
  if (knownKeys.size >= mostKnown) knownKeys.clear();
  const keys = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  knownKeys.set(pointer, keys);
  return keys;
}

/** The value that a JSON pointer (RFC 6901) names. */
export function pointedAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const key of keysOf(pointer)) {
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here)) here = own(here, key);
    else return undefined;
  }
  return here;
}

/** How readsb says where an aircraft's data come from (`type`), as far as its address is none that ICAO gave. */
const invented: Readonly<Record<string, AddressType>> = {
  adsb_other: 'nonIcao',
  adsr_other: 'nonIcao',
  tisb_other: 'nonIcao',
  other: 'nonIcao',
  tisb_trackfile: 'trackFile',
};
const vouched = new Set(['adsb_icao', 'adsb_icao_nt', 'adsr_icao', 'tisb_icao', 'adsc', 'mlat', 'mode_s']);

/** What the `type` of readsb says: of what kind the address is, and whether the position was calculated. */
export function readsbType(value: unknown): { addressType: AddressType; isCalculated: boolean } | null {
  if (typeof value !== 'string') return null;
  const addressType = own<AddressType>(invented, value) ?? (vouched.has(value) ? 'icao' : null);
  return addressType && { addressType, isCalculated: value === 'mlat' };
}
