/** Bits, six-bit characters, octal and hexadecimal: the alphabet in which fields are written. */

/**
 * IA-5 subset of ICAO Annex 10 Vol IV 3.1.2.9.1.2; a code that the annex leaves undefined reads as `?`. Code 0
 * is undefined too, but aircraft without an identification send nothing else: it reads as a blank.
 */
const sixBitAlphabet = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ????? ???????????????0123456789??????';
const sixBitCodes = Array.from({ length: 64 }, (_, code) => sixBitAlphabet.charCodeAt(code));
const space = 32;

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'));
const octalCodes = Array.from({ length: 4096 }, (_, code) => code.toString(8).padStart(4, '0'));

/** Unsigned value of 1 to 48 bits that begin `bit` bits after `offset`. */
export function readBits(view: DataView, offset: number, bit: number, bits: number): number {
  const first = offset + (bit >> 3);
  const last = offset + ((bit + bits - 1) >> 3);
  let value = 0;
  for (let at = first; at <= last; at++) value = value * 256 + view.getUint8(at);
  const below = (last - offset + 1) * 8 - (bit + bits);
  return Math.floor(value / 2 ** below) % 2 ** bits;
}

/** Writes an unsigned value of 1 to 48 bits into octets that hold zeros there. */
export function writeBits(bytes: Uint8Array, offset: number, bit: number, bits: number, value: number): void {
  let at = offset * 8 + bit;
  for (let left = bits; left > 0; ) {
    const room = 8 - (at & 7);
    const taken = Math.min(room, left);
    left -= taken;
    const chunk = Math.floor(value / 2 ** left) % 2 ** taken;
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (chunk << (room - taken));
    at += taken;
  }
}

/** Eight six-bit characters in six octets, trailing spaces dropped: a callsign. */
export function readSixBit(view: DataView, offset: number): string {
  const high = (view.getUint16(offset) << 8) | view.getUint8(offset + 2);
  const low = (view.getUint16(offset + 3) << 8) | view.getUint8(offset + 5);
  const a = sixBitCodes[high >> 18] ?? space;
  const b = sixBitCodes[(high >> 12) & 63] ?? space;
  const c = sixBitCodes[(high >> 6) & 63] ?? space;
  const d = sixBitCodes[high & 63] ?? space;
  const e = sixBitCodes[low >> 18] ?? space;
  const f = sixBitCodes[(low >> 12) & 63] ?? space;
  const g = sixBitCodes[(low >> 6) & 63] ?? space;
  const h = sixBitCodes[low & 63] ?? space;
  const text = String.fromCharCode(a, b, c, d, e, f, g, h);
  return h === space ? text.trimEnd() : text;
}

/** False where the text is longer than eight characters or has one that six bits cannot say. */
export function writeSixBit(bytes: Uint8Array, offset: number, text: string): boolean {
  if (text.length > 8) return false;
  const padded = text.padEnd(8, ' ');
  for (let i = 0; i < 8; i++) {
    const char = padded.charAt(i);
    const code = char === '?' ? -1 : sixBitAlphabet.lastIndexOf(char);
    if (code < 0) return false;
    writeBits(bytes, offset, i * 6, 6, code);
  }
  return true;
}

/** One character an octet, trailing spaces and NULs dropped; a non-printing octet reads as `?`. */
export function readAscii(view: DataView, offset: number, octets: number): string {
  let text = '';
  for (let i = 0; i < octets; i++) {
    const code = view.getUint8(offset + i);
    text += code >= 32 && code < 127 ? String.fromCharCode(code) : code === 0 ? ' ' : '?';
  }
  return text.trimEnd();
}

export function writeAscii(bytes: Uint8Array, offset: number, octets: number, text: string): boolean {
  if (text.length > octets || !/^[ -~]*$/.test(text)) return false;
  for (let i = 0; i < octets; i++) bytes[offset + i] = i < text.length ? text.charCodeAt(i) : space;
  return true;
}

/** Lower-case hexadecimal, two digits an octet. */
export function readHex(view: DataView, offset: number, octets: number): string {
  let text = '';
  for (let i = 0; i < octets; i++) text += hexOctets[view.getUint8(offset + i)] ?? '';
  return text;
}

export function writeHex(bytes: Uint8Array, offset: number, octets: number, text: string): boolean {
  if (text.length !== octets * 2 || !/^[0-9a-fA-F]*$/.test(text)) return false;
  for (let i = 0; i < octets; i++) bytes[offset + i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return true;
}

/** A 12-bit code as four octal digits: `7000`. */
export function octalOf(code: number): string {
  return octalCodes[code & 0xfff] ?? '0000';
}
