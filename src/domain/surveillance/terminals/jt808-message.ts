import { type Field, type Fields, flag, hex, spare, u } from '#domain/surveillance/bits/field.ts';
import { flagIn, type Layout, layoutOf, numberIn, textIn } from '#domain/surveillance/bits/layout.ts';
import type { ReadError } from '#domain/surveillance/track/reading.ts';

/** Messages of JT/T 808 (2011, 2013 and 2019): between two 0x7e, escaped, with a checksum, behind a head. */

const mark = 0x7e;
const escapeOctet = 0x7d;
/** Octets that a message may have before it is none: 1,023 of body, each doubled, and its head. */
const mostOctets = 4_096;

const begin: readonly Field[] = [
  u('message', 16),
  spare(1),
  flag('versioned'),
  flag('split'),
  u('encryption', 3),
  u('length', 10),
];
const head2013 = layoutOf([...begin, hex('phone', 6), u('serial', 16)]);
/** 2019: a version, and a phone of ten octets. */
const head2019 = layoutOf([...begin, u('version', 8), hex('phone', 10), u('serial', 16)]);
const part = layoutOf([u('total', 16), u('number', 16)]);

/** One message, unescaped and checked. */
export interface Jt808Message {
  /** Its kind, e.g. 0x0200 of a position. */
  message: number;
  /** Is its head that of the edition of 2019? */
  isVersioned: boolean;
  /** As the head has it, with the zeros before it: it goes back into an answer. */
  phone: string;
  serial: number;
  /** Which part of a message that was too long for one; null: it is whole. Parts count from 1. */
  part: { total: number; number: number } | null;
  body: Uint8Array;
}

/** The phone of a terminal as people write it. */
export const terminalOf = (phone: string): string => phone.replace(/^0+(?=\d{11})/, '');

/** Octets of a message of which an example shows the beginning. */
const shownOctets = 12;

/**
 * Describes a message that cannot be read: its kind and its terminal as far as it has a head, and its first octets, e.g.
 * `0x0200 13900000017: 0200001c0139 (43)`. What the head says may be what is wrong with it.
 */
export function exampleOf(frame: Uint8Array): string {
  const { octets } = withoutEscapes(frame.subarray(0, 2 * head2019.octets));
  const isVersioned = octets.length >= head2013.octets && flagIn(head2013.read(octets), 'versioned');
  const layout = isVersioned ? head2019 : head2013;
  const head = octets.length < layout.octets ? null : layout.read(octets);
  const first = [...frame.subarray(0, shownOctets)].map((octet) => octet.toString(16).padStart(2, '0'));
  const more = `${first.join('')}${frame.length > shownOctets ? '…' : ''} (${frame.length})`;
  if (head === null) return more;
  const number = numberIn(head, 'message').toString(16).padStart(4, '0');
  return `0x${number} ${terminalOf(textIn(head, 'phone'))}: ${more}`;
}

/** A message without its marks, or why it is none. */
export function readMessage(octets: Uint8Array): Jt808Message | ReadError {
  const plain = unescaped(octets);
  if (typeof plain === 'string') return plain;
  if (plain.length < head2013.octets) return 'track.read.truncated';
  const isVersioned = flagIn(head2013.read(plain), 'versioned');
  const layout = isVersioned ? head2019 : head2013;
  if (plain.length < layout.octets) return 'track.read.truncated';
  const head = layout.read(plain);
  const isSplit = flagIn(head, 'split');
  const bodyAt = layout.octets + (isSplit ? part.octets : 0);
  if (plain.length < bodyAt) return 'track.read.truncated';
  if (numberIn(head, 'encryption') !== 0) return 'track.read.unsupported';
  if (numberIn(head, 'length') !== plain.length - bodyAt) return 'track.read.length';
  const where = isSplit ? part.read(plain, layout.octets) : null;
  return {
    message: numberIn(head, 'message'),
    isVersioned,
    phone: textIn(head, 'phone'),
    serial: numberIn(head, 'serial'),
    part: where && { total: numberIn(where, 'total'), number: numberIn(where, 'number') },
    body: plain.subarray(bodyAt),
  };
}

/** One message without its marks, unescaped and checked; or why it is none. */
function unescaped(octets: Uint8Array): Uint8Array | ReadError {
  const { octets: checked, isWhole } = withoutEscapes(octets);
  if (!isWhole) return 'track.read.syntax';
  if (checked.reduce((sum, octet) => sum ^ octet, 0) !== 0) return 'track.read.checksum';
  return checked.subarray(0, -1);
}

/** As far as its escapes can be read. */
function withoutEscapes(octets: Uint8Array): { octets: Uint8Array; isWhole: boolean } {
  const out = new Uint8Array(octets.length);
  let length = 0;
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] ?? 0;
    if (octet !== escapeOctet) out[length++] = octet;
    else {
      const next = octets[++i];
      if (next !== 1 && next !== 2) return { octets: out.subarray(0, length), isWhole: false };
      out[length++] = next === 1 ? escapeOctet : mark;
    }
  }
  return { octets: out.subarray(0, length), isWhole: true };
}

/** A message with its marks; null where a value does not fit. */
export function writeMessage({
  message,
  isVersioned = false,
  phone,
  serial = 0,
  part: where = null,
  body,
}: Pick<Jt808Message, 'message' | 'phone' | 'body'> & Partial<Jt808Message>): Uint8Array | null {
  const layout: Layout = isVersioned ? head2019 : head2013;
  const values: Fields = {
    message,
    versioned: isVersioned,
    split: where !== null,
    length: body.length,
    phone: phone.padStart(isVersioned ? 20 : 12, '0'),
    serial,
    ...(isVersioned ? { version: 1 } : {}),
  };
  const head = layout.write(values);
  const parts = where === null ? new Uint8Array() : part.write(where);
  if (!head || !parts) return null;
  const plain = [...head, ...parts, ...body];
  const sum = plain.reduce((all, octet) => all ^ octet, 0);
  const escaped = [...plain, sum].flatMap((octet) =>
    octet === mark ? [escapeOctet, 2] : octet === escapeOctet ? [escapeOctet, 1] : [octet],
  );
  return Uint8Array.from([mark, ...escaped, mark]);
}

/** The messages between marks that came whole, without the marks, or why one is none; what lies outside of them is noise. */
export interface MarkedFramer {
  take(bytes: Uint8Array): Generator<Uint8Array | UnmarkedFrame>;
}

/** Octets that are not a message: why, and their beginning. */
export interface UnmarkedFrame {
  error: ReadError;
  example: string;
}

const unmarked = (error: ReadError, octets: readonly number[]): UnmarkedFrame => ({
  error,
  example: exampleOf(Uint8Array.from(octets)),
});

export function createMarkedFramer(isStream: boolean): MarkedFramer {
  let waiting: number[] | null = null;
  return {
    *take(bytes) {
      for (const octet of bytes) {
        if (octet !== mark) {
          waiting ??= [];
          waiting.push(octet);
          if (waiting.length > mostOctets) {
            const tooLong = waiting;
            waiting = null;
            yield unmarked('track.read.length', tooLong);
          }
          continue;
        }
        // A mark ends a message and begins the next; two in a row have nothing between them.
        const frame = waiting;
        waiting = [];
        if (frame !== null && frame.length > 0) yield Uint8Array.from(frame);
      }
      if (!isStream) {
        const cut = waiting;
        waiting = null;
        if (cut !== null && cut.length > 0) yield unmarked('track.read.truncated', cut);
      }
    },
  };
}

/** The octets of a frame with the marks that were taken from it. */
export const marked = (frame: Uint8Array): Uint8Array => Uint8Array.from([mark, ...frame, mark]);
