/**
 * The words in which a category is written down (EUROCONTROL ASTERIX Part 1, §4.3): fields of bits, gathered
 * into items of eight forms, in the order of the user application profile (UAP). Tables are plain data; what
 * reads and writes them is compile.ts.
 */

import type { Field, Fields } from '#domain/surveillance/bits/field.ts';

export {
  ascii,
  choice,
  type Field,
  type Fields,
  flag,
  hex,
  type NumberField,
  octal,
  s,
  sixBit,
  spare,
  u,
  type Value,
} from '#domain/surveillance/bits/field.ts';

export type Form =
  | { form: 'scalar'; field: Field }
  | { form: 'group'; fields: readonly Field[] }
  /**
   * Each part ends in an FX bit, and is an octet but where it says more (a last one of 8 bits has no FX). Parts that a
   * later edition added are skipped, an octet each.
   */
  | { form: 'extended'; parts: readonly (readonly Field[])[] }
  /** One octet says how many follow. */
  | { form: 'repetitive'; fields: readonly Field[] }
  /** Each repetition ends in an FX bit. */
  | { form: 'repetitiveFx'; fields: readonly Field[] }
  | { form: 'compound'; subitems: readonly (Item | null)[] }
  /** First octet is the length, itself included: SP, and RE where its contents are not known. */
  | { form: 'explicit' }
  /** The same with known contents: eight presence bits, then their items. Other contents stay octets. */
  | { form: 'expansion'; subitems: readonly (Item | null)[] };

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
  /**
   * A second profile (CAT001: tracks beside plots). It is that of a record whose `item`, in the same place in both, has
   * its first field set, a flag of that name.
   */
  alternative?: { item: string; field: string; uap: readonly (Item | null)[] };
  /**
   * Place of the item of random field sequencing, which both profiles leave empty: how many items it brings, then of each
   * its place, counted from 1, and its octets. They read as if they stood in their own places.
   */
  randomSlot?: number;
}

/** One decoded record: item name → value. An absent item is an absent key. */
export type AsterixRecord = Fields;

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
export const expansion = (id: string, name: string, ...subitems: (Item | null)[]): Item => ({
  id,
  name,
  form: { form: 'expansion', subitems },
});
