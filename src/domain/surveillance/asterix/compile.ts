import { bitsOf, type FieldCodec, fieldCodecs, objectReader, type Read, readInto } from './fields.ts';
import type { CategoryTable, Field, Fields, Form, Item, Value } from './table.ts';

/** Why bytes are not ASTERIX of the chosen edition; each is a key of the catalogues. */
export type DecodeErrorReason =
  | 'asterix.truncated'
  | 'asterix.badLength'
  | 'asterix.badFspec'
  | 'asterix.undefinedItem'
  | 'asterix.emptyRecord'
  | 'asterix.unknownEdition';

export const truncated = -1;
export const badLength = -2;
export const undefinedItem = -3;

export function errorOf(code: number): DecodeErrorReason {
  if (code === badLength) return 'asterix.badLength';
  return code === undefinedItem ? 'asterix.undefinedItem' : 'asterix.truncated';
}

export interface ItemCodec {
  id: string;
  name: string;
  /** End of the item that begins at `offset`, or one of the negative codes above. */
  next(view: DataView, offset: number, end: number): number;
  /** Value of the item between `offset` and `next`, which `next()` has found to be whole. */
  read(view: DataView, offset: number, next: number): Value;
  /** Appends the item; false, or a dotted path, where the value does not fit. */
  write(value: Value, out: Sink): true | string;
}

export interface CategoryCodec {
  table: CategoryTable;
  uap: readonly (ItemCodec | null)[];
  fspecOctets: number;
  /**
   * An object with room for a record's items. One of a class is filled more than twice as fast as a literal,
   * because the engine leaves room in it for as many keys as its first instances were given.
   */
  emptyRecord(): { [name: string]: Value };
}

/** Octets that grow at the end. */
export interface Sink {
  /** Room for n octets of zeros; returns their offset. `bytes` may be another array afterwards. */
  reserve(n: number): number;
  bytes(): Uint8Array;
  length(): number;
}

export function createSink(): Sink {
  let bytes = new Uint8Array(512);
  let length = 0;
  return {
    reserve(n) {
      if (length + n > bytes.length) {
        const grown = new Uint8Array(Math.max(bytes.length * 2, length + n));
        grown.set(bytes);
        bytes = grown;
      }
      length += n;
      return length - n;
    },
    bytes: () => bytes,
    length: () => length,
  };
}

/** Turns a table into functions; throws where the table itself is wrong, which is an error of the program. */
export function compileCategory(table: CategoryTable): CategoryCodec {
  class DecodedRecord {
    [name: string]: Value;
  }
  return {
    table,
    uap: table.uap.map((item) => (item === null ? null : compileItem(item))),
    fspecOctets: Math.ceil(table.uap.length / 7),
    emptyRecord: () => new DecodedRecord(),
  };
}

function compileItem(item: Item): ItemCodec {
  return { id: item.id, name: item.name, ...compileForm(item.form, item.id) };
}

type FormCodec = Omit<ItemCodec, 'id' | 'name'>;

function compileForm(form: Form, id: string): FormCodec {
  switch (form.form) {
    case 'scalar':
      return fixed([form.field], id, true);
    case 'group':
      return fixed(form.fields, id, false);
    case 'extended':
      return extendedCodec(form.parts, id);
    case 'repetitive':
      return repetitiveCodec(form.fields, id);
    case 'repetitiveFx':
      return repetitiveFxCodec(form.fields, id);
    case 'compound':
      return compoundCodec(form.subitems);
    case 'explicit':
      return explicitCodec;
  }
}

function must(ok: boolean, id: string, what: string): void {
  if (!ok) throw new Error(`ASTERIX table: item ${id}: ${what}`);
}

const isFields = (value: Value): value is Fields =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Writes named fields; `true` or the name of the first that does not fit. An absent field stays zero. */
function writeFields(
  codecs: readonly FieldCodec[],
  bytes: Uint8Array,
  offset: number,
  value: Value,
): true | string {
  if (!isFields(value)) return 'value';
  const unknownField = unknownFieldOf(value, codecs);
  if (unknownField !== undefined) return unknownField;
  for (const codec of codecs) {
    const part = value[codec.name];
    if (part !== undefined && !codec.write(bytes, offset, part)) return codec.name;
  }
  return true;
}

/** A key that the table does not have: most likely a slip of the pen, never to be dropped in silence. */
function unknownFieldOf(value: Fields, codecs: readonly ({ name: string } | null)[]): string | undefined {
  return Object.keys(value).find(
    (key) => value[key] !== undefined && !codecs.some((codec) => codec?.name === key),
  );
}

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

function fixed(fields: readonly Field[], id: string, scalar: boolean): FormCodec {
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

function extendedCodec(parts: readonly (readonly Field[])[], id: string): FormCodec {
  const rows = parts.map((part) => fieldCodecs(part));
  // A last part of 8 bits ends the item by itself (I021/271 of edition 2.1).
  const closed = bitsOf(parts.at(-1) ?? []) === 8 ? parts.length : 0;
  for (const [i, part] of parts.entries()) {
    must(bitsOf(part) === 7 || (i > 0 && i + 1 === closed), id, 'a part is not 7 bits');
  }
  const names = rows.map((row) => row.map((codec) => codec.name));
  const reads = rows.map((row) => row.map((codec) => codec.read));
  const readParts = (view: DataView, offset: number, next: number): Fields => {
    const out: { [name: string]: Value } = {};
    const count = Math.min(next - offset, rows.length);
    for (let i = 0; i < count; i++) readInto(out, names[i] ?? [], reads[i] ?? [], view, offset + i);
    return out;
  };
  const sharedOne = shared(1, (view, offset) => readParts(view, offset, offset + 1));
  const sharedTwo = shared(2, (view, offset) => readParts(view, offset, offset + 2));
  return {
    next(view, offset, end) {
      for (let at = offset; at < end; at++) {
        if ((view.getUint8(at) & 1) === 0 || at + 1 - offset === closed) return at + 1;
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
      const offset = out.reserve(last + 1);
      const bytes = out.bytes();
      for (let part = 0; part <= last; part++) {
        for (const codec of rows[part] ?? []) {
          const given = value[codec.name];
          if (given !== undefined && !codec.write(bytes, offset + part, given)) return codec.name;
        }
        if (part < last) bytes[offset + part] = (bytes[offset + part] ?? 0) | 1;
      }
      return true;
    },
  };
}

function repetitiveCodec(fields: readonly Field[], id: string): FormCodec {
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

function repetitiveFxCodec(fields: readonly Field[], id: string): FormCodec {
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

/** A primary subfield of presence bits with FX, then the subitems that it announces. */
function compoundCodec(subitems: readonly (Item | null)[]): FormCodec {
  const subs = subitems.map((item) => (item === null ? null : compileItem(item)));
  return {
    next(view, offset, end) {
      let at = presenceEnd(view, offset, end);
      if (at < 0) return at;
      const primaryEnd = at;
      for (let octet = offset; octet < primaryEnd; octet++) {
        const bits = view.getUint8(octet);
        for (let bit = 0; bit < 7; bit++) {
          if ((bits & (0x80 >> bit)) === 0) continue;
          const sub = subs[(octet - offset) * 7 + bit];
          if (!sub) return undefinedItem;
          at = sub.next(view, at, end);
          if (at < 0) return at;
        }
      }
      return at;
    },
    read(view, offset, next) {
      const out: { [name: string]: Value } = {};
      let at = presenceEnd(view, offset, next);
      const primaryEnd = at;
      for (let octet = offset; octet < primaryEnd; octet++) {
        const bits = view.getUint8(octet);
        for (let bit = 0; bit < 7; bit++) {
          if ((bits & (0x80 >> bit)) === 0) continue;
          const sub = subs[(octet - offset) * 7 + bit];
          if (!sub) return out;
          const subEnd = sub.next(view, at, next);
          out[sub.name] = sub.read(view, at, subEnd);
          at = subEnd;
        }
      }
      return out;
    },
    write(value, out) {
      if (!isFields(value)) return 'value';
      return writePresent(subs, value, out);
    },
  };
}

export function presenceEnd(view: DataView, offset: number, end: number): number {
  for (let at = offset; at < end; at++) if ((view.getUint8(at) & 1) === 0) return at + 1;
  return truncated;
}

/** Presence bits (FSPEC or primary subfield), then the items that `value` has, in table order. */
export function writePresent(codecs: readonly (ItemCodec | null)[], value: Fields, out: Sink): true | string {
  const unknownField = unknownFieldOf(value, codecs);
  if (unknownField !== undefined) return unknownField;
  let last = 0;
  codecs.forEach((codec, i) => {
    if (codec && value[codec.name] !== undefined) last = i;
  });
  const octets = ((last / 7) | 0) + 1;
  const presence = out.reserve(octets);
  for (let i = 0; i < octets - 1; i++) out.bytes()[presence + i] = 1;
  for (const [i, codec] of codecs.entries()) {
    const part = codec ? value[codec.name] : undefined;
    if (!codec || part === undefined) continue;
    const at = presence + ((i / 7) | 0);
    out.bytes()[at] = (out.bytes()[at] ?? 0) | (0x80 >> (i % 7));
    const written = codec.write(part, out);
    if (written !== true) return `${codec.name}.${written}`;
  }
  return true;
}

const explicitCodec: FormCodec = {
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
