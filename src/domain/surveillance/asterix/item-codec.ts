import type { FieldCodec } from '#domain/surveillance/bits/field-codec.ts';
import type { Fields, Value } from './table.ts';

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

export type Profile = readonly (ItemCodec | null)[];

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

export type FormCodec = Omit<ItemCodec, 'id' | 'name'>;

export function must(ok: boolean, id: string, what: string): void {
  if (!ok) throw new Error(`ASTERIX table: item ${id}: ${what}`);
}

export const isFields = (value: Value): value is Fields =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Writes named fields; `true` or the name of the first that does not fit. An absent field stays zero. */
export function writeFields(
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
export function unknownFieldOf(
  value: Fields,
  codecs: readonly ({ name: string } | null)[],
): string | undefined {
  return Object.keys(value).find(
    (key) => value[key] !== undefined && !codecs.some((codec) => codec?.name === key),
  );
}
