import fc from 'fast-check';
import type {
  AsterixRecord,
  CategoryTable,
  Field,
  Form,
  Item,
  NumberField,
  Value,
} from '#domain/surveillance/asterix/table.ts';

type ValueArbitrary = fc.Arbitrary<Value>;
type Named = Record<string, ValueArbitrary>;

/** One way of writing records of a category; some have two. */
export interface Profile {
  items: Item[];
  /** The record, with what says that it goes by this profile. */
  settled(record: AsterixRecord): AsterixRecord;
}

export function profilesOf({ uap, alternative }: CategoryTable): Profile[] {
  const itemsOf = (slots: CategoryTable['uap']) => slots.flatMap((item) => (item ? [item] : []));
  if (!alternative) return [{ items: itemsOf(uap), settled: (record) => record }];
  const { item, field } = alternative;
  const form = uap.find((one) => one?.name === item)?.form;
  const firstPart = form?.form === 'extended' ? (form.parts[0] ?? []) : [];
  const unset = Object.fromEntries(
    firstPart
      .filter(({ kind }) => kind !== 'spare')
      .map(({ kind, name }) => [name, kind === 'flag' ? false : 0]),
  );
  const chosen = (record: AsterixRecord, isOther: boolean): AsterixRecord => {
    const chooser = record[item];
    if (chooser === undefined && !isOther) return record;
    return {
      ...record,
      [item]: { ...unset, ...(typeof chooser === 'object' ? chooser : {}), [field]: isOther },
    };
  };
  return [
    { items: itemsOf(uap), settled: (record) => chosen(record, false) },
    { items: itemsOf(alternative.uap), settled: (record) => chosen(record, true) },
  ];
}

/** Any record that a table can say: every item there or not, every field anywhere in its range. */
export function arbitraryRecord(table: CategoryTable): fc.Arbitrary<AsterixRecord> {
  return fc.oneof(...profilesOf(table).map(recordOf));
}

function recordOf({ items, settled }: Profile): fc.Arbitrary<AsterixRecord> {
  const named: Named = {};
  for (const item of items) named[item.name] = arbitraryItem(item);
  return fc
    .record(named, { requiredKeys: [] })
    .filter((record) => Object.keys(record).length > 0)
    .map(settled);
}

export function arbitraryItem(item: Item): ValueArbitrary {
  return arbitraryForm(item.form);
}

function arbitraryForm(form: Form): ValueArbitrary {
  switch (form.form) {
    case 'scalar':
      return arbitraryField(form.field);
    case 'group':
      return arbitraryRow(form.fields);
    case 'extended':
      return fc
        .integer({ min: 1, max: form.parts.length })
        .chain((parts) => arbitraryRow(form.parts.slice(0, parts).flat()));
    case 'repetitive':
      return fc.array(arbitraryRepetition(form.fields), { maxLength: 4 });
    case 'repetitiveFx':
      return fc.array(arbitraryRepetition(form.fields), { minLength: 1, maxLength: 4 });
    case 'expansion':
    case 'compound': {
      const subitems: Named = {};
      for (const item of form.subitems) if (item) subitems[item.name] = arbitraryItem(item);
      return fc.record(subitems, { requiredKeys: [] });
    }
    case 'explicit':
      return fc.uint8Array({ maxLength: 20 });
  }
}

function arbitraryRepetition(fields: readonly Field[]): ValueArbitrary {
  const named = fields.filter((field) => field.kind !== 'spare');
  const [only] = named;
  return named.length === 1 && only ? arbitraryField(only) : arbitraryRow(fields);
}

function arbitraryRow(fields: readonly Field[]): ValueArbitrary {
  let row: fc.Arbitrary<Record<string, Value>> = fc.constant({});
  for (const field of fields) {
    if (field.kind === 'spare') continue;
    const part: fc.Arbitrary<Record<string, Value>> =
      field.kind === 'choice'
        ? fc.oneof(
            ...[field.zero, field.one].map((one) => arbitraryNumber(one).map((v) => ({ [one.name]: v }))),
          )
        : arbitraryField(field).map((v) => ({ [field.name]: v }));
    row = fc.tuple(row, part).map(([before, more]) => ({ ...before, ...more }));
  }
  return row;
}

const characters = (alphabet: string) => fc.constantFrom(...alphabet);
const textOf = (alphabet: string, maxLength: number) =>
  fc.array(characters(alphabet), { maxLength }).map((list) => list.join('').trimEnd());

function arbitraryField(field: Field): ValueArbitrary {
  switch (field.kind) {
    case 'flag':
      return fc.boolean();
    case 'octal':
      return fc.integer({ min: 0, max: 0o7777 }).map((code) => code.toString(8).padStart(4, '0'));
    case 'sixBit':
      return textOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ', 8);
    case 'ascii':
      return textOf('ABCXYZ019/-', field.bits / 8);
    case 'hex':
      return fc
        .uint8Array({ minLength: field.bits / 8, maxLength: field.bits / 8 })
        .map((bytes) => [...bytes].map((octet) => octet.toString(16).padStart(2, '0')).join(''));
    case 'unsigned':
    case 'signed':
      return arbitraryNumber(field);
    default:
      throw new Error(`no value of its own: ${field.kind}`);
  }
}

function arbitraryNumber({ kind, bits, lsb }: NumberField): fc.Arbitrary<number> {
  const half = 2 ** (bits - 1);
  const [min, max] = kind === 'signed' ? [-half, half - 1] : [0, 2 * half - 1];
  return fc.integer({ min, max }).map((raw) => raw * lsb);
}
