import type { Field, Fields, NumberField, Value } from './field.ts';
import {
  octalOf,
  readAscii,
  readBits,
  readHex,
  readSixBit,
  writeAscii,
  writeBits,
  writeHex,
  writeSixBit,
} from './octets.ts';

/** Reads one value of a group that begins at `offset`; the caller has checked that its octets are there. */
export type Read = (view: DataView, offset: number) => Value;
/** Writes into zeroed octets; false where the value does not fit the field. */
export type Write = (bytes: Uint8Array, offset: number, value: Value) => boolean;

export interface FieldCodec {
  name: string;
  read: Read;
  write: Write;
}

/** Codecs of a row of fields whose first begins at bit 0; spare bits have none. */
export function fieldCodecs(fields: readonly Field[]): FieldCodec[] {
  const codecs: FieldCodec[] = [];
  let bit = 0;
  for (const field of fields) {
    if (field.kind === 'choice') codecs.push(...choiceCodecs(field.zero, field.one, bit));
    else if (field.kind !== 'spare')
      codecs.push({ name: field.name, read: reader(field, bit), write: writer(field, bit) });
    bit += field.bits;
  }
  return codecs;
}

export function bitsOf(fields: readonly Field[]): number {
  return fields.reduce((sum, field) => sum + field.bits, 0);
}

/**
 * Both numbers of a choice are read; the one that the selector denies reads as NaN and group readers leave it
 * out, so that a row of fields stays a plain loop.
 */
function choiceCodecs(zero: NumberField, one: NumberField, bit: number): FieldCodec[] {
  const codec = (field: NumberField, selected: number): FieldCodec => {
    const read = numberReader(field, bit + 1);
    const write = writer(field, bit + 1);
    return {
      name: field.name,
      read: (view, offset) => (readBits(view, offset, bit, 1) === selected ? read(view, offset) : Number.NaN),
      write: (bytes, offset, value) => {
        if (selected === 1) writeBits(bytes, offset, bit, 1, 1);
        return write(bytes, offset, value);
      },
    };
  };
  return [codec(zero, 0), codec(one, 1)];
}

function reader(field: Exclude<Field, { kind: 'choice' | 'spare' }>, bit: number): Read {
  const at = bit >> 3;
  const octets = field.bits >> 3;
  switch (field.kind) {
    case 'flag': {
      const mask = 0x80 >> (bit & 7);
      return (view, offset) => (view.getUint8(offset + at) & mask) !== 0;
    }
    case 'octal':
      return (bit & 15) === 4
        ? (view, offset) => octalOf(view.getUint16(offset + at))
        : (view, offset) => octalOf(readBits(view, offset, bit, 12));
    case 'sixBit':
      return (view, offset) => readSixBit(view, offset + at);
    case 'ascii':
      return (view, offset) => readAscii(view, offset + at, octets);
    case 'hex':
      return (view, offset) => readHex(view, offset + at, octets);
    default:
      return numberReader(field, bit);
  }
}

function numberReader(field: NumberField, bit: number): (view: DataView, offset: number) => number {
  const { base = 0, littleEndian } = field;
  const read = littleEndian ? littleReader(field, bit) : bigReader(field, bit);
  return base === 0 ? read : (view, offset) => read(view, offset) + base;
}

function littleReader({ kind, bits, lsb }: NumberField, bit: number): (view: DataView, o: number) => number {
  const at = bit >> 3;
  const octets = bits >> 3;
  const half = 2 ** (bits - 1);
  return (view, o) => {
    let raw = 0;
    for (let i = octets - 1; i >= 0; i--) raw = raw * 256 + view.getUint8(o + at + i);
    return (kind === 'signed' && raw >= half ? raw - 2 * half : raw) * lsb;
  };
}

/** The shapes that most items have get a reader of their own; the rest go bit by bit. */
function bigReader(
  { kind, bits, lsb }: NumberField,
  bit: number,
): (view: DataView, offset: number) => number {
  const at = bit >> 3;
  const signed = kind === 'signed';
  if ((bit & 7) === 0 && bits === 32) {
    return signed ? (view, o) => view.getInt32(o + at) * lsb : (view, o) => view.getUint32(o + at) * lsb;
  }
  if ((bit & 7) === 0 && bits === 24) {
    return signed
      ? (view, o) => ((view.getInt16(o + at) << 8) | view.getUint8(o + at + 2)) * lsb
      : (view, o) => ((view.getUint16(o + at) << 8) | view.getUint8(o + at + 2)) * lsb;
  }
  const inOctet = (bit & 7) + bits <= 8;
  const inTwo = (bit & 7) + bits <= 16;
  if (inOctet || inTwo) {
    const width = inOctet ? 8 : 16;
    const up = 32 - width + (bit & 7);
    const down = 32 - bits;
    if (inOctet) {
      return signed
        ? (view, o) => ((view.getUint8(o + at) << up) >> down) * lsb
        : (view, o) => ((view.getUint8(o + at) << up) >>> down) * lsb;
    }
    return signed
      ? (view, o) => ((view.getUint16(o + at) << up) >> down) * lsb
      : (view, o) => ((view.getUint16(o + at) << up) >>> down) * lsb;
  }
  const half = 2 ** (bits - 1);
  return (view, o) => {
    const raw = readBits(view, o, bit, bits);
    return (signed && raw >= half ? raw - 2 * half : raw) * lsb;
  };
}

function writer(field: Exclude<Field, { kind: 'choice' | 'spare' }>, bit: number): Write {
  const at = bit >> 3;
  const octets = field.bits >> 3;
  switch (field.kind) {
    case 'flag':
      return (bytes, offset, value) => {
        if (typeof value !== 'boolean') return false;
        if (value) writeBits(bytes, offset, bit, 1, 1);
        return true;
      };
    case 'octal':
      return (bytes, offset, value) => {
        if (typeof value !== 'string' || !/^[0-7]{4}$/.test(value)) return false;
        writeBits(bytes, offset, bit, 12, Number.parseInt(value, 8));
        return true;
      };
    case 'sixBit':
      return (bytes, offset, value) => typeof value === 'string' && writeSixBit(bytes, offset + at, value);
    case 'ascii':
      return (bytes, offset, value) =>
        typeof value === 'string' && writeAscii(bytes, offset + at, octets, value);
    case 'hex':
      return (bytes, offset, value) =>
        typeof value === 'string' && writeHex(bytes, offset + at, octets, value);
    default: {
      const { bits, lsb, kind, base = 0, littleEndian } = field;
      const low = kind === 'signed' ? -(2 ** (bits - 1)) : 0;
      const high = kind === 'signed' ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
      const fullTurn = lsb * 2 ** bits === 360;
      return (bytes, offset, value) => {
        if (typeof value !== 'number') return false;
        let raw = Math.round((value - base) / lsb);
        // 359.999° rounds to a full turn, which is 0°; 180° east is 180° west.
        if (fullTurn && raw === high + 1) raw = low;
        if (!(raw >= low && raw <= high)) return false;
        const unsigned = raw < 0 ? raw + 2 ** bits : raw;
        if (!littleEndian) writeBits(bytes, offset, bit, bits, unsigned);
        else
          for (let i = 0; i < bits / 8; i++) bytes[offset + at + i] = Math.floor(unsigned / 256 ** i) & 255;
        return true;
      };
    }
  }
}

/** A row of fields as one object. */
export function objectReader(codecs: readonly FieldCodec[]): (view: DataView, offset: number) => Fields {
  const names = codecs.map((codec) => codec.name);
  const reads = codecs.map((codec) => codec.read);
  return (view, offset) => {
    const out: { [name: string]: Value } = {};
    readInto(out, names, reads, view, offset);
    return out;
  };
}

export function readInto(
  out: { [name: string]: Value },
  names: readonly string[],
  reads: readonly Read[],
  view: DataView,
  offset: number,
): void {
  for (let i = 0; i < reads.length; i++) {
    const read = reads[i];
    const name = names[i];
    if (read === undefined || name === undefined) return;
    const value = read(view, offset);
    // Only the number that a choice denies is NaN.
    if (!Number.isNaN(value)) out[name] = value;
  }
}
