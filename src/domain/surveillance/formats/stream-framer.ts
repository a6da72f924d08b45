import { categoryCodec } from '#domain/surveillance/asterix/categories/index.ts';
import { decoderOf, type SourceDecoder } from '#domain/surveillance/track/reading.ts';

/** Cuts a stream of octets, which comes in pieces of any length, into whole messages. */
export interface Framer {
  /** Octets between two messages that belong to none count as one error. */
  take(bytes: Uint8Array): { messages: Uint8Array[]; errors: number };
}

/** A decoder of whole messages, fed from a stream. */
export function framed(
  framer: Framer,
  decoder: SourceDecoder,
  heard?: (message: Uint8Array) => void,
): SourceDecoder {
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      const { messages, errors } = framer.take(bytes);
      for (let i = 0; i < errors; i++) into.errors.push('track.read.syntax');
      for (const message of messages) {
        heard?.(message);
        for (const _step of decoder.steps(message, receivedAtMs, into)) yield 1;
      }
    },
    { isStream: true, doubt: () => decoder.doubt() },
  );
}

/** Octets before the length of a data block, its length included. */
const headOctets = 3;

/**
 * Data blocks of ASTERIX, by the length in their second and third octet. A length that cannot be loses the place: it is
 * found again where a category that we know stands before a length that can.
 */
export function createBlockFramer(): Framer {
  let waiting: Uint8Array = new Uint8Array();
  let isLost = false;
  return {
    take(bytes) {
      const all = joined(waiting, bytes);
      const messages: Uint8Array[] = [];
      let errors = 0;
      let at = 0;
      while (at + headOctets <= all.length) {
        const length = ((all[at + 1] ?? 0) << 8) | (all[at + 2] ?? 0);
        // An empty block is nothing that anybody sends.
        const isBlock = length > headOctets && (!isLost || isKnown(all[at] ?? 0));
        if (!isBlock) {
          if (!isLost) errors++;
          isLost = true;
          at++;
          continue;
        }
        if (at + length > all.length) break;
        isLost = false;
        messages.push(all.slice(at, at + length));
        at += length;
      }
      waiting = all.slice(at);
      return { messages, errors };
    },
  };
}

const isKnown = (category: number): boolean => (categoryCodec(category, undefined) ?? null) !== null;

/** Octets of one line: what is longer is none. */
const mostLineOctets = 16_384;

/** Lines of text, those that came whole together as one message. */
export function createLineFramer(): Framer {
  let waiting: Uint8Array = new Uint8Array();
  return {
    take(bytes) {
      const all = joined(waiting, bytes);
      const end = all.lastIndexOf(0x0a) + 1;
      waiting = all.slice(end);
      const isTooLong = waiting.length > mostLineOctets;
      if (isTooLong) waiting = new Uint8Array();
      return { messages: end > 0 ? [all.slice(0, end)] : [], errors: isTooLong ? 1 : 0 };
    },
  };
}

/** Octets of one document: what is longer is none. */
const mostDocumentOctets = 1024 * 1024;

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125];

/** Documents of JSON, one behind the other, whatever stands between them: an object or a list each. */
export function createJsonFramer(): Framer {
  let pieces: Uint8Array[] = [];
  let held = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let isJunk = false;
  let isTooLong = false;

  function isEnd(octet: number): boolean {
    if (isText) {
      if (isEscaped) isEscaped = false;
      else if (octet === backslash) isEscaped = true;
      else if (octet === quote) isText = false;
      return false;
    }
    if (octet === quote) isText = true;
    else if (octet === openList || octet === openObject) depth++;
    else if (octet === closeList || octet === closeObject) depth--;
    return depth === 0;
  }

  return {
    take(bytes) {
      const messages: Uint8Array[] = [];
      let errors = 0;
      let from = 0;
      const keep = (to: number) => {
        held += to - from;
        if (held > mostDocumentOctets) {
          pieces = [];
          isTooLong = true;
        } else pieces.push(bytes.slice(from, to));
      };
      for (let at = 0; at < bytes.length; at++) {
        const octet = bytes[at] ?? 0;
        if (depth === 0) {
          if (octet === openList || octet === openObject) {
            from = at;
            depth = 1;
            isJunk = false;
          } else if (octet > 0x20 && octet !== 0x2c && !isJunk) {
            errors++;
            isJunk = true;
          }
        } else if (isEnd(octet)) {
          keep(at + 1);
          if (isTooLong) errors++;
          else messages.push(whole(pieces, held));
          pieces = [];
          held = 0;
          isTooLong = false;
        }
      }
      if (depth > 0) keep(bytes.length);
      return { messages, errors };
    },
  };
}

function whole(pieces: readonly Uint8Array[], octets: number): Uint8Array {
  const all = new Uint8Array(octets);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
