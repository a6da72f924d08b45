import { categoryCodec } from '#domain/surveillance/asterix/categories/index.ts';
import { joinOctets } from '#domain/surveillance/bits/join-octets.ts';
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
      const all = waiting.length === 0 ? bytes : joinOctets([waiting, bytes]);
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
      const all = waiting.length === 0 ? bytes : joinOctets([waiting, bytes]);
      const end = all.lastIndexOf(0x0a) + 1;
      waiting = all.slice(end);
      const isTooLong = waiting.length > mostLineOctets;
      if (isTooLong) waiting = new Uint8Array();
      return { messages: end > 0 ? [all.slice(0, end)] : [], errors: isTooLong ? 1 : 0 };
    },
  };
}

/**
 * Octets of one document: a longer one is an error. For as many behind an error an opening bracket behind a comma, a
 * colon or another opening bracket is a part of the document that broke; then any opening bracket begins a document, as
 * documents may be separated by commas.
 */
const mostDocumentOctets = 1024 * 1024;

const [newline, quote, comma, colon, backslash] = [0x0a, 0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Behind one of these a document goes on with a value. */
const inner: ReadonlySet<number> = new Set([comma, colon, openList, openObject]);

const isOpening = (octet: number): boolean => octet === openList || octet === openObject;
const isClosing = (octet: number): boolean => octet === closeList || octet === closeObject;

/**
 * What an octet is to the document that is read: `start` cannot be in this document and begins another one, `broken`
 * cannot be in any at this place.
 */
type Place = 'within' | 'end' | 'start' | 'broken';

/**
 * The grammar of JSON as far as it shows that a document is broken: what follows what between its brackets, and no line
 * end within a text. Words and numbers are not looked at: programs write `NaN`, and the decoder reads it.
 */
function createJsonPlaces(): { open(octet: number): void; take(octet: number): Place } {
  /** The opening brackets that are not closed yet. */
  let brackets: number[] = [];
  let isText = false;
  let isEscaped = false;
  let next: 'name' | 'value' | 'separator' = 'value';
  let isWord = false;

  function open(octet: number): void {
    brackets.push(octet);
    next = octet === openObject ? 'name' : 'value';
  }

  function takeText(octet: number): Place {
    if (octet === newline) return 'broken';
    if (isEscaped) isEscaped = false;
    else if (octet === backslash) isEscaped = true;
    else if (octet === quote) isText = false;
    return 'within';
  }

  return {
    open(octet) {
      brackets = [];
      isText = false;
      isEscaped = false;
      isWord = false;
      open(octet);
    },
    take(octet) {
      if (isText) return takeText(octet);
      if (octet <= 0x20) return 'within';
      const wasWord = isWord;
      isWord = false;
      if (isOpening(octet)) {
        if (next !== 'value') return 'start';
        open(octet);
      } else if (isClosing(octet)) {
        if (brackets.pop() !== (octet === closeList ? openList : openObject)) return 'broken';
        next = 'separator';
        if (brackets.length === 0) return 'end';
      } else if (octet === comma) next = brackets.at(-1) === openObject ? 'name' : 'value';
      else if (octet === colon) next = 'value';
      else {
        if (next === 'separator' && !(wasWord && octet !== quote)) return 'broken';
        isText = octet === quote;
        isWord = !isText;
        next = 'separator';
      }
      return 'within';
    },
  };
}

/**
 * Documents of JSON, one behind the other, whatever stands between them: an object or a list each. One that is broken
 * (cut off, a quote too many or missing, too long) is one error, and the next is found behind it. Where the broken one was
 * cut off at a place for a value, the next one is a value of it and is lost with it.
 */
export function createJsonFramer(): Framer {
  const places = createJsonPlaces();
  let pieces: Uint8Array[] = [];
  let length = 0;
  let isJunk = false;
  /** Octets for which the place is not sure. */
  let unsure = 0;
  let before = newline;

  const isStart = (octet: number): boolean => isOpening(octet) && (unsure === 0 || !inner.has(before));

  return {
    take(bytes) {
      const messages: Uint8Array[] = [];
      let errors = 0;
      let from = 0;
      const keep = (to: number) => {
        pieces.push(bytes.slice(from, to));
      };
      const end = () => {
        pieces = [];
        length = 0;
        isJunk = false;
      };
      const begin = (at: number) => {
        from = at;
        length = 1;
        places.open(bytes[at] ?? 0);
      };
      for (let at = 0; at < bytes.length; at++) {
        const octet = bytes[at] ?? 0;
        if (unsure > 0) unsure--;
        if (length > 0) {
          length++;
          const place = length > mostDocumentOctets ? 'broken' : places.take(octet);
          if (place === 'end') {
            keep(at + 1);
            messages.push(joinOctets(pieces));
            end();
          } else if (place !== 'within') {
            errors++;
            end();
            unsure = mostDocumentOctets;
            // A line end within a text: whatever opens the next line is not in the text.
            before = octet;
            if (place === 'start') begin(at);
          }
        } else if (isStart(octet)) begin(at);
        else if (octet > 0x20 && octet !== comma && unsure === 0 && !isJunk) {
          errors++;
          isJunk = true;
        }
        if (octet > 0x20) before = octet;
      }
      if (length > 0) keep(bytes.length);
      return { messages, errors };
    },
  };
}
