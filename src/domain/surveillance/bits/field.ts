/**
 * Fields of bits, the words in which every binary format here is written down: ASTERIX items, Mode S frames, remote
 * identification, terminals. Tables of them are plain data; field-codec.ts reads and writes them. A field's name ends
 * in its unit where it has one.
 */

/** Value = raw × lsb + base, two's complement where signed. */
export interface NumberField {
  kind: 'unsigned' | 'signed';
  name: string;
  bits: number;
  lsb: number;
  /** Absent: 0. */
  base?: number;
  /** Whole octets, the lowest first. */
  littleEndian?: true;
}

export type Field =
  | NumberField
  | { kind: 'flag'; name: string; bits: 1 }
  /** `octal` 12 bits, `sixBit` 48 bits, `ascii` and `hex` whole octets: all read as strings. */
  | { kind: 'octal' | 'sixBit' | 'ascii' | 'hex'; name: string; bits: number }
  /** One bit says which of two numbers the rest is; only that one appears in the value. */
  | { kind: 'choice'; name: string; bits: number; zero: NumberField; one: NumberField }
  | { kind: 'spare'; name: ''; bits: number };

export type Value = number | string | boolean | Uint8Array | Fields | readonly Value[];
export interface Fields {
  readonly [name: string]: Value | undefined;
}

export const u = (name: string, bits: number, lsb = 1): NumberField => ({
  kind: 'unsigned',
  name,
  bits,
  lsb,
});
export const s = (name: string, bits: number, lsb = 1): NumberField => ({ kind: 'signed', name, bits, lsb });
/** A number that counts from somewhere else than 0. */
export const from = (base: number, field: NumberField): NumberField => ({ ...field, base });
/** Of whole octets, the lowest first. */
export const little = (field: NumberField): NumberField => ({ ...field, littleEndian: true });
export const flag = (name: string): Field => ({ kind: 'flag', name, bits: 1 });
export const spare = (bits: number): Field => ({ kind: 'spare', name: '', bits });
export const octal = (name: string): Field => ({ kind: 'octal', name, bits: 12 });
export const sixBit = (name: string): Field => ({ kind: 'sixBit', name, bits: 48 });
export const ascii = (name: string, octets: number): Field => ({ kind: 'ascii', name, bits: octets * 8 });
export const hex = (name: string, octets: number): Field => ({ kind: 'hex', name, bits: octets * 8 });
export const choice = (zero: NumberField, one: NumberField): Field => ({
  kind: 'choice',
  name: `${zero.name}|${one.name}`,
  bits: 1 + zero.bits,
  zero,
  one,
});
