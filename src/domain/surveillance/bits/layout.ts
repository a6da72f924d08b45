import type { Field, Fields } from './field.ts';
import { bitsOf, fieldCodecs, objectReader } from './field-codec.ts';

/** A row of fields of fixed length, read and written. */
export interface Layout {
  octets: number;
  /** What `octets` octets from `offset` say; the caller has seen that they are there. */
  read(bytes: Uint8Array, offset?: number): Fields;
  /** The octets of these values, those not given as zeros; null where one does not fit or is not in the table. */
  write(value: Fields): Uint8Array | null;
}

/** Turns a table into functions; throws where it does not end with an octet, which is an error of the program. */
export function layoutOf(fields: readonly Field[]): Layout {
  const octets = bitsOf(fields) / 8;
  if (!Number.isInteger(octets)) throw new Error(`${bitsOf(fields)} bits are not whole octets`);
  const codecs = fieldCodecs(fields);
  const read = objectReader(codecs);
  return {
    octets,
    read: (bytes, offset = 0) => read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset),
    write(value) {
      const bytes = new Uint8Array(octets);
      for (const [name, part] of Object.entries(value)) {
        const codec = codecs.find((one) => one.name === name);
        if (part !== undefined && !codec?.write(bytes, 0, part)) return null;
      }
      return bytes;
    },
  };
}

/** A number of a row; 0 where the row has none of that name. */
export function numberIn(row: Fields, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : 0;
}

export function textIn(row: Fields, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

export const flagIn = (row: Fields, name: string): boolean => row[name] === true;
