/**
 * The words in which a category is written down (EUROCONTROL ASTERIX Part 1, §4.3): fields of bits, gathered
 * into items of six forms, in the order of the user application profile (UAP). Tables are plain data; what
 * reads and writes them is compile.ts. A field's name ends in its unit where it has one.
 */

/** Value = raw × lsb, two's complement where signed. */
export interface NumberField {
  kind: 'unsigned' | 'signed';
  name: string;
  bits: number;
  lsb: number;
}

export type Field =
  | NumberField
  | { kind: 'flag'; name: string; bits: 1 }
  /** `octal` 12 bits, `sixBit` 48 bits, `ascii` and `hex` whole octets: all read as strings. */
  | { kind: 'octal' | 'sixBit' | 'ascii' | 'hex'; name: string; bits: number }
  /** One bit says which of two numbers the rest is; only that one appears in the value. */
  | { kind: 'choice'; name: string; bits: number; zero: NumberField; one: NumberField }
  | { kind: 'spare'; name: ''; bits: number };

export type Form =
  | { form: 'scalar'; field: Field }
  | { form: 'group'; fields: readonly Field[] }
  /** Each part is 7 bits and an FX bit (a last one of 8 has none). Parts that a later edition added are skipped. */
  | { form: 'extended'; parts: readonly (readonly Field[])[] }
  /** One octet says how many follow. */
  | { form: 'repetitive'; fields: readonly Field[] }
  /** Each repetition ends in an FX bit. */
  | { form: 'repetitiveFx'; fields: readonly Field[] }
  | { form: 'compound'; subitems: readonly (Item | null)[] }
  /** First octet is the length, itself included: RE and SP. */
  | { form: 'explicit' };

export interface Item {
  /** As the standard numbers it: `130`, `RE`, or a subfield's letters. */
  id: string;
  /** Key in the decoded record. */
  name: string;
  form: Form;
}

export interface CategoryTable {
  category: number;
  /** What a surveillance source names; see categories/index.ts. */
  edition: string;
  /** Item of each FSPEC bit in order; null where the profile leaves it spare. */
  uap: readonly (Item | null)[];
}

export type Value = number | string | boolean | Uint8Array | Fields | readonly Value[];
export interface Fields {
  readonly [name: string]: Value | undefined;
}
/** One decoded record: item name → value. An absent item is an absent key. */
export type AsterixRecord = Fields;

export const u = (name: string, bits: number, lsb = 1): NumberField => ({
  kind: 'unsigned',
  name,
  bits,
  lsb,
});
export const s = (name: string, bits: number, lsb = 1): NumberField => ({ kind: 'signed', name, bits, lsb });
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

/** A single value under its own name. */
export const value = (id: string, field: Field): Item => ({
  id,
  name: field.name,
  form: { form: 'scalar', field },
});
export const group = (id: string, name: string, ...fields: Field[]): Item => ({
  id,
  name,
  form: { form: 'group', fields },
});
export const extended = (id: string, name: string, ...parts: Field[][]): Item => ({
  id,
  name,
  form: { form: 'extended', parts },
});
/** An array; of plain values where there is one field, else of objects. */
export const repetitive = (id: string, name: string, ...fields: Field[]): Item => ({
  id,
  name,
  form: { form: 'repetitive', fields },
});
export const repetitiveFx = (id: string, name: string, ...fields: Field[]): Item => ({
  id,
  name,
  form: { form: 'repetitiveFx', fields },
});
export const compound = (id: string, name: string, ...subitems: (Item | null)[]): Item => ({
  id,
  name,
  form: { form: 'compound', subitems },
});
export const explicit = (id: string, name: string): Item => ({ id, name, form: { form: 'explicit' } });
