import { type FormCodec, type ItemCodec, isFields, must, type Profile } from './item-codec.ts';
import { compoundCodec, expansionCodec } from './nested-codecs.ts';
import { explicitCodec, extendedCodec, fixed, repetitiveCodec, repetitiveFxCodec } from './plain-codecs.ts';
import type { CategoryTable, Fields, Form, Item, Value } from './table.ts';

export interface CategoryCodec {
  table: CategoryTable;
  uap: Profile;
  /** The other profile of a category that has two, taken once the item of `slot` has its highest bit set. */
  alternative: { slot: number; item: string; field: string; uap: Profile } | null;
  /** Place of random field sequencing; -1: the category has none. */
  randomSlot: number;
  fspecOctets: number;
  /**
   * An object with room for a record's items. One of a class is filled more than twice as fast as a literal,
   * because the engine leaves room in it for as many keys as its first instances were given.
   */
  emptyRecord(): { [name: string]: Value };
}

/** Turns a table into functions; throws where the table itself is wrong, which is an error of the program. */
export function compileCategory(table: CategoryTable): CategoryCodec {
  class DecodedRecord {
    [name: string]: Value;
  }
  const { alternative } = table;
  const slot = table.uap.findIndex((item) => item !== null && item.name === alternative?.item);
  if (alternative) {
    must(
      alternative.uap[slot]?.name === alternative.item,
      alternative.item,
      'not in one place in both profiles',
    );
  }
  return {
    table,
    uap: compileProfile(table.uap),
    alternative: alternative ? { ...alternative, slot, uap: compileProfile(alternative.uap) } : null,
    randomSlot: table.randomSlot ?? -1,
    fspecOctets: Math.ceil(Math.max(table.uap.length, alternative?.uap.length ?? 0) / 7),
    emptyRecord: () => new DecodedRecord(),
  };
}

/** The profile by which a record is written. */
export function profileOf({ uap, alternative }: CategoryCodec, record: Fields): Profile {
  const chooser = alternative ? record[alternative.item] : undefined;
  const isOther =
    alternative && chooser !== undefined && isFields(chooser) && chooser[alternative.field] === true;
  return isOther ? alternative.uap : uap;
}

const compileProfile = (slots: CategoryTable['uap']): Profile =>
  slots.map((item) => (item === null ? null : compileItem(item)));

function compileItem(item: Item): ItemCodec {
  return { id: item.id, name: item.name, ...compileForm(item.form, item.id) };
}

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
      return compoundCodec(compileProfile(form.subitems));
    case 'explicit':
      return explicitCodec;
    case 'expansion':
      return expansionCodec(compileProfile(form.subitems));
  }
}
