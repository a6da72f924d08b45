import type { Position } from '#domain/geo/geodesy.ts';
import { joinOctets } from '#domain/surveillance/bits/join-octets.ts';
import { createLineSplitter } from '#domain/surveillance/track/lines.ts';
import { decoderOf, noteOther, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import { createModeSReader, octetsOf } from './mode-s.ts';

/** How receivers of Mode S hand frames on: Beast (binary) and AVR (text). */

const escapeOctet = 0x1a;
const receiverId = 0xe3;
/** Octets behind the type: six of a clock of 12 MHz, one of signal level, then the frame. */
const beastOctets: ReadonlyMap<number, number> = new Map([
  [0x31, 7 + 2],
  [0x32, 7 + 7],
  [0x33, 7 + 14],
  // Status of the receiver.
  [0x34, 7 + 14],
  // readsb: which receiver the message behind is of.
  [receiverId, 8],
]);
const beastHead = 7;
const clockOctets = 6;
/** Octets of a clock that is none: "MLAT", the position in the frame was calculated from several receivers. */
const calculatedClock = [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54];
const isCalculated = (clock: Uint8Array): boolean => calculatedClock.every((octet, i) => clock[i] === octet);

/**
 * Beast: escape 0x1a, type, clock, level, frame; an escape inside is doubled. Mode A/C replies and the receiver's own
 * status are stepped over. The clock is of the receiver and begins anywhere: a frame is of when it came in.
 */
export function createBeastDecoder(site: Position | null, isStream: boolean): SourceDecoder {
  const reader = createModeSReader(site);
  let waiting = new Uint8Array();

  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      const all = joinOctets([waiting, bytes]);
      waiting = new Uint8Array();
      let at = 0;
      while (at < all.length) {
        yield 1;
        const message = beastMessage(all, at);
        if (message === 'more') break;
        if (message === null) {
          // Not at the beginning of a message: the next escape may be one.
          into.errors.push('track.read.syntax');
          const next = all.indexOf(escapeOctet, at + 1);
          at = next < 0 ? all.length : next;
          continue;
        }
        at = message.end;
        if (message.type === receiverId) continue;
        if (message.type === 0x32 || message.type === 0x33) {
          const clock = message.body.subarray(0, clockOctets);
          reader.take(message.body.subarray(beastHead), receivedAtMs, into, isCalculated(clock));
        } else {
          const kind = message.type === 0x31 ? 'track.other.modeAc' : 'track.other.receiverStatus';
          into.records++;
          noteOther(into, kind, hexOf(message.body));
        }
      }
      if (isStream) waiting = all.slice(at);
      else if (at < all.length) into.errors.push('track.read.truncated');
    },
    { isStream },
  );
}

/** The message that begins at `at`; `more`: its end has not come; null: none begins there. */
function beastMessage(
  bytes: Uint8Array,
  at: number,
): { type: number; body: Uint8Array; end: number } | 'more' | null {
  if (bytes[at] !== escapeOctet) return null;
  if (at + 1 >= bytes.length) return 'more';
  const type = bytes[at + 1] ?? 0;
  const octets = beastOctets.get(type);
  if (octets === undefined) return null;
  const body = new Uint8Array(octets);
  let from = at + 2;
  for (let i = 0; i < octets; i++) {
    if (from >= bytes.length) return 'more';
    body[i] = bytes[from] ?? 0;
    if (body[i] === escapeOctet) {
      if (from + 1 >= bytes.length) return 'more';
      // A single escape begins the next message: this one was cut short.
      if (bytes[from + 1] !== escapeOctet) return null;
      from++;
    }
    from++;
  }
  return { type, body, end: from };
}

const hexOf = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

/** One Mode S frame as Beast carries it, with the six octets of its clock. */
export function writeBeast(frame: Uint8Array, clock: readonly number[] = [0, 0, 0, 0, 0, 0]): Uint8Array {
  const body = [...clock, 0xff, ...frame];
  return Uint8Array.from([
    escapeOctet,
    frame.length === 7 ? 0x32 : 0x33,
    ...body.flatMap((octet) => (octet === escapeOctet ? [escapeOctet, escapeOctet] : [octet])),
  ]);
}

/** `*8D…;` a frame, `@` and `%` a frame behind twelve digits of clock, `<` behind clock and level. */
const avr = /^(?:\*|[@%]([0-9a-f]{12})|<([0-9a-f]{12})[0-9a-f]{2})((?:[0-9a-f]{14}){1,2}|[0-9a-f]{4})$/i;

/** AVR: a frame in hexadecimal between `*` (or `@`, `%`, `<` with a clock) and `;`. */
export function createAvrDecoder(site: Position | null, isStream: boolean): SourceDecoder {
  const reader = createModeSReader(site);
  const splitter = createLineSplitter(';', isStream);
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      for (const line of splitter.take(bytes, into)) {
        yield 1;
        if (line === '') continue;
        const [, behindAt, behindLess, hex] = avr.exec(line) ?? [];
        const clock = octetsOf(behindAt ?? behindLess ?? '');
        if (hex === undefined) into.errors.push('track.read.syntax');
        // Four digits are a Mode A/C reply.
        else if (hex.length === 4) {
          into.records++;
          noteOther(into, 'track.other.modeAc', line);
        } else reader.take(octetsOf(hex), receivedAtMs, into, isCalculated(clock));
      }
    },
    { isStream },
  );
}
