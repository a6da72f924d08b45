import { sql } from 'kysely';
import { normalizeValue } from '#domain/record/normalize.ts';
import { englishTitleOf, type FieldSchema, isLinkList, relationOf } from '#domain/record/resource.ts';
import { folded } from '#domain/record/transfer/cell-choice.ts';
import {
  type Cell,
  isJsonCell,
  type Names,
  partsOf,
  shownText,
} from '#domain/record/transfer/cell-reading.ts';
import type { FieldColumn } from '#domain/record/transfer/columns.ts';
import type { ImportChoice } from '#domain/record/transfer/job.ts';
import { denature } from '#domain/record/transfer/neutralise.ts';
import type { Locale } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import { halfWidth } from '#domain/text/width.ts';
import type { Sql } from '#server/db/sql.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import type { RecordField, RecordType, RecordTypes } from '#server/engine/records/record-type.ts';
import { scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Names that are looked up for a batch and kept for the next, all through the caller's own scope. */
export interface NameBook extends Names {
  /** Looks up what these cells name. */
  forReading(columns: { column: number; schema: FieldSchema }[], rows: Cell[][]): Promise<void>;
  /** Looks up how the records that these relate to are named. */
  forWriting(columns: FieldColumn[], records: Record<string, unknown>[]): Promise<void>;
}

/** Kept at most of one resource before it is begun anew. */
const mostCached = 20_000;

/** `#12`, or a title that others have too with the number behind it. */
const numbered = /#(\d{1,15})$/;

export function createNameBook(db: Sql, caller: Caller, types: RecordTypes, locale: Locale): NameBook {
  const idsByText = new Map<string, Map<string, number[]>>();
  const textById = new Map<string, Map<number, string>>();
  const dictionaries = new Map<string, Dictionary>();

  function bookOf<K, V>(books: Map<string, Map<K, V>>, resource: string): Map<K, V> {
    const cached = books.get(resource);
    if (cached && cached.size < mostCached) return cached;
    const fresh = new Map<K, V>();
    books.set(resource, fresh);
    return fresh;
  }

  /** Looks up which records these texts name: by a unique value, else by their title, else by their English one. */
  async function find(resource: string, wanted: Iterable<string>): Promise<void> {
    const target = types.get(resource);
    const scope = target && scopeOf(caller, target, 'read', 't');
    const book = bookOf(idsByText, resource);
    const texts = [...new Set(wanted)].filter((text) => !book.has(text));
    if (texts.length === 0) return;
    for (const text of texts) book.set(text, []);
    if (!target || !scope) return;
    const { uniques, titles } = namingFields(caller, target);
    for (const field of [...uniques, ...titles]) {
      // A title counts only where no unique value was meant.
      const open = titles.includes(field) ? texts.filter((text) => book.get(text)?.length === 0) : texts;
      if (open.length === 0) continue;
      const values = open.map((text) => String(normalizeValue(field.schema, text) ?? text));
      const result = await sql<{ value: string; id: number }>`
        select ${sql.ref(`t.${field.name}`)} as value, t.id from ${sql.table(target.table)} as t
        where t.deleted_at is null and ${scope}
          and ${sql.ref(`t.${field.name}`)} = any(${[...new Set(values)]}::text[]) order by t.id`.execute(db);
      const ids = new Map<string, number[]>();
      for (const { value, id } of result.rows) ids.set(value, [...(ids.get(value) ?? []), id]);
      open.forEach((text, index) => {
        const found = ids.get(values[index] ?? '') ?? [];
        if (found.length > 0) book.set(text, [...new Set([...(book.get(text) ?? []), ...found])]);
      });
    }
  }

  async function name(resource: string, wanted: Iterable<number>): Promise<void> {
    const target = types.get(resource);
    const scope = target && scopeOf(caller, target, 'read', 't');
    const book = bookOf(textById, resource);
    const ids = [...new Set(wanted)].filter((id) => !book.has(id));
    if (!target || !scope || ids.length === 0) return;
    const { titles, uniques } = namingFields(caller, target);
    const [shown = uniques[0], english] = titles;
    if (!shown) return;
    const fields = english && locale === 'en' ? [english, shown] : [shown];
    // As a row has it: empty is no name.
    const texts = fields.map(({ name }) => sql`nullif(${sql.ref(`t.${name}`)}, '')`);
    const result = await sql<{ id: number; text: string | null }>`
      select t.id, coalesce(${sql.join(texts)}) as text from ${sql.table(target.table)} as t
      where t.id = any(${ids}::bigint[]) and ${scope}`.execute(db);
    await find(
      resource,
      result.rows.flatMap(({ text }) => (text === null ? [] : [text])),
    );
    const known = bookOf(idsByText, resource);
    for (const { id, text } of result.rows) {
      if (text === null) continue;
      const named = known.get(text) ?? [];
      // Only a name that leads back to this record alone stands by itself.
      book.set(id, named.length === 1 && named[0] === id ? text : `${text} #${id}`);
    }
  }

  async function open(code: string): Promise<void> {
    if (!dictionaries.has(code)) dictionaries.set(code, await readDictionary(db, types, code));
  }

  return {
    async forReading(columns, rows) {
      for (const { column, schema } of columns) {
        const dictionary = dictionaryOf(schema);
        if (dictionary) await open(dictionary);
        const resource = relationOf(schema)?.resource;
        if (!resource) continue;
        const texts = rows.flatMap((cells) => {
          const cell = cells[column];
          if (cell === null || cell === undefined || cell === '') return [];
          // Numbers in JSON are records themselves and no names.
          if (isJsonCell(cell)) return [cell.json].flat().filter((item) => typeof item === 'string');
          const text = denature(shownText(cell).trim());
          return (isLinkList(schema) ? partsOf(text) : [text]).flatMap((part) => [part, halfWidth(part)]);
        });
        await find(resource, texts);
      }
    },

    async forWriting(columns, records) {
      for (const { field, schema } of columns) {
        const dictionary = dictionaryOf(schema);
        if (dictionary) await open(dictionary);
        const resource = relationOf(schema)?.resource;
        if (resource)
          await name(
            resource,
            records.flatMap((record) => idsIn(record[field])),
          );
      }
    },

    related(resource, text) {
      const known = idsByText.get(resource);
      // A name that is kept in letters of full width goes before one that is not.
      for (const one of [text, halfWidth(text)]) {
        const found = known?.get(one) ?? [];
        if (found.length > 0) return found;
      }
      const number = numbered.exec(text)?.[1];
      return number === undefined ? [] : [Number(number)];
    },

    nameOf: (resource, id) => textById.get(resource)?.get(id) ?? `#${id}`,

    codes(dictionary, text) {
      const known = dictionaries.get(dictionary);
      if (!known) return [text];
      return known.labels.has(text) ? [text] : (known.codes.get(folded(text)) ?? []);
    },

    labelOf(dictionary, code) {
      const known = dictionaries.get(dictionary);
      const label = known?.labels.get(code)?.[locale];
      const named = label === undefined ? [] : (known?.codes.get(folded(label)) ?? []);
      return label !== undefined && named.length === 1 && !known?.labels.has(label) ? label : code;
    },
  };
}

/** The fields that a text may name a record of this type by; `titles`: its title, and the English one where it has one. */
export function namingFields(
  caller: Caller,
  type: RecordType,
): { uniques: RecordField[]; titles: RecordField[] } {
  const { resource } = type;
  const visible = visibleFields(caller, type);
  const texts = [...visible.values()].filter(({ kind }) => kind === 'text');
  const titles = [resource.titleField, englishTitleOf(resource)].flatMap(
    (name) => texts.find((field) => field.name === name) ?? [],
  );
  return { uniques: texts.filter((field) => field.schema['x-unique'] && !titles.includes(field)), titles };
}

interface Dictionary {
  labels: Map<string, Record<Locale, string>>;
  /** By label in either language, without regard to case and width. */
  codes: Map<string, string[]>;
}

async function readDictionary(db: Sql, types: RecordTypes, code: string): Promise<Dictionary> {
  const [owner, item] = [types.get('dictionary'), types.get('dictionaryItem')];
  const labels: Dictionary['labels'] = new Map();
  const codes: Dictionary['codes'] = new Map();
  if (!owner || !item?.fields.has('label')) return { labels, codes };
  const result = await sql<{ code: string; zh: string | null; en: string | null }>`
    select i.code, i.label as zh, i.label_en as en from ${sql.table(item.table)} as i
    join ${sql.table(owner.table)} as d on d.id = i.dictionary
    where d.code = ${code} and i.deleted_at is null and d.deleted_at is null`.execute(db);
  for (const row of result.rows) {
    labels.set(row.code, { 'zh-Hans': row.zh ?? row.code, en: row.en ?? row.code });
    for (const text of new Set([row.code, row.zh ?? '', row.en ?? ''].map(folded))) {
      if (text !== '') codes.set(text, [...(codes.get(text) ?? []), row.code]);
    }
  }
  return { labels, codes };
}

/** The items that may be chosen, in the order of the dictionary. */
export async function dictionaryItems(
  db: Sql,
  types: RecordTypes,
  code: string,
  locale: Locale,
): Promise<{ value: string; label: string }[]> {
  const [owner, item] = [types.get('dictionary'), types.get('dictionaryItem')];
  if (!owner || !item?.fields.has('label')) return [];
  const result = await sql<{ code: string; zh: string | null; en: string | null }>`
    select i.code, i.label as zh, i.label_en as en from ${sql.table(item.table)} as i
    join ${sql.table(owner.table)} as d on d.id = i.dictionary
    where d.code = ${code} and i.deleted_at is null and d.deleted_at is null and i.is_active is not false
    order by i."order", i.id`.execute(db);
  return result.rows.map((row) => ({
    value: row.code,
    label: (locale === 'en' ? row.en : row.zh) ?? row.code,
  }));
}

/** The texts of the same. */
export async function dictionaryTexts(
  db: Sql,
  types: RecordTypes,
  code: string,
  locale: Locale,
): Promise<string[]> {
  return (await dictionaryItems(db, types, code, locale)).map(({ label }) => label);
}

export function dictionaryOf(schema: FieldSchema): string | undefined {
  return schema['x-dictionary'] ?? schema.items?.['x-dictionary'];
}

/** The same names, but that a text for which somebody chose what is meant names that alone. */
export function withChoices(
  names: NameBook,
  choices: readonly ImportChoice[],
  properties: Readonly<Record<string, FieldSchema>>,
): NameBook {
  const chosen = new Map<string, ImportChoice['value']>();
  for (const { field, text, value } of choices) {
    const schema = own(properties, field);
    const list = schema && (dictionaryOf(schema) ?? relationOf(schema)?.resource);
    if (list) chosen.set(`${list} ${text}`, value);
  }
  if (chosen.size === 0) return names;
  return {
    ...names,
    related(resource, text) {
      const value = chosen.get(`${resource} ${text}`);
      return typeof value === 'number' ? [value] : names.related(resource, text);
    },
    codes(dictionary, text) {
      const value = chosen.get(`${dictionary} ${text}`);
      return typeof value === 'string' ? [value] : names.codes(dictionary, text);
    },
  };
}

function idsIn(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
}
