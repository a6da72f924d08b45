import {
  bitsOf,
  type FieldCodec,
  fieldCodecs,
  objectReader,
  type Read,
  readInto,
} from '#domain/surveillance/bits/field-codec.ts';
import {
  badLength,
  type FormCodec,
  isFields,
  isList,
  must,
  type Sink,
  truncated,
  unknownFieldOf,
  writeFields,
} from './item-codec.ts';
import type { Field, Fields, Value } from './table.ts';

function rowReader(codecs: readonly FieldCodec[], scalar: boolean): Read {
  const only = codecs[0];
  return scalar && only ? only.read : objectReader(codecs);
}

/** The same few patterns of flags come again and again: such objects are made once, frozen and shared. */
const sharedLimit = 2048;

function shared(
  octets: number,
  read: (view: DataView, offset: number) => Fields,
): (view: DataView, offset: number) => Fields {
  const seen = new Map<number, Fields>();
  return (view, offset) => {
    const key = octets === 1 ? view.getUint8(offset) : view.getUint16(offset);
    const known = seen.get(key);
    if (known !== undefined) return known;
    const fresh = Object.freeze(read(view, offset));
    if (seen.size < sharedLimit) seen.set(key, fresh);
    return fresh;
  };
}

export function fixed(fields: readonly Field[], id: string, scalar: boolean): FormCodec {
  must(bitsOf(fields) % 8 === 0, id, 'not whole octets');
  const octets = bitsOf(fields) / 8;
  const codecs = fieldCodecs(fields);
  const row = rowReader(codecs, scalar);
  const small = !scalar && octets <= 2;
  const read = small ? shared(octets, objectReader(codecs)) : row;
  const [only] = codecs;
  return {
    next: (_view, offset, end) => (offset + octets <= end ? offset + octets : truncated),
    read,
    write(value, out) {
      const offset = out.reserve(octets);
      if (!scalar) return writeFields(codecs, out.bytes(), offset, value);
      return only?.write(out.bytes(), offset, value) ? true : 'value';
    },
  };
}

export function extendedCodec(parts: readonly (readonly Field[])[], id: string): FormCodec {
  const rows = parts.map((part) => fieldCodecs(part));
  // A last part of 8 bits ends the item by itself (I021/271 of edition 2.1).
  const closed = bitsOf(parts.at(-1) ?? []) === 8 ? parts.length : 0;
  for (const [i, part] of parts.entries()) {
    must(bitsOf(part) % 8 === 7 || (i > 0 && i + 1 === closed), id, 'an FX bit does not end an octet');
  }
  /** Where each part begins, and behind the last one where they end; parts that are not known have one octet. */
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + Math.ceil(bitsOf(part) / 8));
  const startOf = (part: number): number => starts[part] ?? 0;
  const names = rows.map((row) => row.map((codec) => codec.name));
  const reads = rows.map((row) => row.map((codec) => codec.read));
  const readParts = (view: DataView, offset: number, next: number): Fields => {
    const out: { [name: string]: Value } = {};
    for (let i = 0; i < rows.length && offset + startOf(i) < next; i++) {
      readInto(out, names[i] ?? [], reads[i] ?? [], view, offset + startOf(i));
    }
    return out;
  };
  const sharedOne = shared(1, (view, offset) => readParts(view, offset, offset + 1));
  const sharedTwo = shared(2, (view, offset) => readParts(view, offset, offset + 2));
  return {
    next(view, offset, end) {
      for (let part = 0, at = offset; at < end; part++) {
        at = part < rows.length ? offset + startOf(part + 1) : at + 1;
        if (at > end) return truncated;
        if ((view.getUint8(at - 1) & 1) === 0 || part + 1 === closed) return at;
      }
      return truncated;
    },
    read(view, offset, next) {
      if (next - offset === 1) return sharedOne(view, offset);
      return next - offset === 2 ? sharedTwo(view, offset) : readParts(view, offset, next);
    },
    write(value, out) {
      if (!isFields(value)) return 'value';
      const unknownField = unknownFieldOf(value, rows.flat());
      if (unknownField !== undefined) return unknownField;
      // As many parts as it takes to say the last field that is there.
      let last = 0;
      rows.forEach((row, part) => {
        if (row.some((codec) => value[codec.name] !== undefined)) last = part;
      });
      const offset = out.reserve(startOf(last + 1));
      const bytes = out.bytes();
      for (let part = 0; part <= last; part++) {
        for (const codec of rows[part] ?? []) {
          const given = value[codec.name];
          if (given !== undefined && !codec.write(bytes, offset + startOf(part), given)) return codec.name;
        }
        const fx = offset + startOf(part + 1) - 1;
        if (part < last) bytes[fx] = (bytes[fx] ?? 0) | 1;
      }
      return true;
    },
  };
}

export function repetitiveCodec(fields: readonly Field[], id: string): FormCodec {
  must(bitsOf(fields) % 8 === 0, id, 'not whole octets');
  const octets = bitsOf(fields) / 8;
  const codecs = fieldCodecs(fields);
  const scalar = codecs.length === 1;
  const row = rowReader(codecs, scalar);
  return {
    next(view, offset, end) {
      if (offset >= end) return truncated;
      const next = offset + 1 + view.getUint8(offset) * octets;
      return next <= end ? next : truncated;
    },
    read(view, offset, next) {
      const list: Value[] = [];
      for (let at = offset + 1; at < next; at += octets) list.push(row(view, at));
      return list;
    },
    write(value, out) {
      if (!isList(value) || value.length > 255) return 'value';
      const count = out.reserve(1);
      out.bytes()[count] = value.length;
      return writeList(codecs, scalar, octets, value, out, false);
    },
  };
}

export function repetitiveFxCodec(fields: readonly Field[], id: string): FormCodec {
  must(bitsOf(fields) % 8 === 7, id, 'an FX bit does not end an octet');
  const octets = (bitsOf(fields) + 1) / 8;
  const codecs = fieldCodecs(fields);
  const scalar = codecs.length === 1;
  const row = rowReader(codecs, scalar);
  return {
    next(view, offset, end) {
      for (let at = offset; at + octets <= end; at += octets) {
        if ((view.getUint8(at + octets - 1) & 1) === 0) return at + octets;
      }
      return truncated;
    },
    read(view, offset, next) {
      const list: Value[] = [];
      for (let at = offset; at < next; at += octets) list.push(row(view, at));
      return list;
    },
    write(value, out) {
      if (!isList(value) || value.length === 0) return 'value';
      return writeList(codecs, scalar, octets, value, out, true);
    },
  };
}

function writeList(
  codecs: readonly FieldCodec[],
  scalar: boolean,
  octets: number,
  list: readonly Value[],
  out: Sink,
  fx: boolean,
): true | string {
  const [only] = codecs;
  for (const [i, value] of list.entries()) {
    const offset = out.reserve(octets);
    const bytes = out.bytes();
    const written = scalar
      ? (only?.write(bytes, offset, value) ?? false) || 'value'
      : writeFields(codecs, bytes, offset, value);
    if (written !== true) return `${i}.${written}`;
    const last = offset + octets - 1;
    if (fx && i < list.length - 1) bytes[last] = (bytes[last] ?? 0) | 1;
  }
  return true;
}

export const explicitCodec: FormCodec = {
  next(view, offset, end) {
    if (offset >= end) return truncated;
    const octets = view.getUint8(offset);
    if (octets === 0) return badLength;
    return offset + octets <= end ? offset + octets : truncated;
  },
  read: (view, offset, next) =>
    new Uint8Array(view.buffer.slice(view.byteOffset + offset + 1, view.byteOffset + next)),
  write(value, out) {
    if (!(value instanceof Uint8Array) || value.length > 254) return 'value';
    const offset = out.reserve(value.length + 1);
    out.bytes()[offset] = value.length + 1;
    out.bytes().set(value, offset + 1);
    return true;
  },
};
