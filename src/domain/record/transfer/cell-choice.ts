import type { FieldSchema } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import type { Reading } from './cell-reading.ts';

/** One of several values, each with its text. A schema without a type may still have choices. */
export function hasChoices(schema: FieldSchema): boolean {
  return schema.enum !== undefined;
}

/** The texts of the choices, in their order. */
export function choiceTexts(schema: FieldSchema, locale: Locale): string[] {
  return (schema.enum ?? []).map((value) => writeChoice(schema, value, locale));
}

/** The label, or the value itself where its label would be read as another. */
export function writeChoice(schema: FieldSchema, value: unknown, locale: Locale): string {
  const label = schema['x-enum']?.[String(value)];
  if (!label) return String(value);
  const text = labelIn(label, locale);
  const back = readChoice(schema, text, locale);
  return 'value' in back && back.value === value ? text : String(value);
}

const indexes = new WeakMap<FieldSchema, Map<string, (string | number)[]>>();

/** A value by itself, or by its label in either language, in any case and width. */
export function readChoice(schema: FieldSchema, text: string, locale: Locale): Reading {
  const exact = schema.enum?.find((value) => String(value) === text);
  if (exact !== undefined) return { value: exact };
  const found = indexOf(schema).get(folded(text)) ?? [];
  if (found.length === 1) return { value: found[0] };
  const choices = choiceList(schema, locale);
  return { error: { key: 'transfer.cell.choice', values: { choices } } };
}

function indexOf(schema: FieldSchema): Map<string, (string | number)[]> {
  const known = indexes.get(schema);
  if (known) return known;
  const index = new Map<string, (string | number)[]>();
  for (const value of schema.enum ?? []) {
    const label = schema['x-enum']?.[String(value)];
    for (const text of new Set([String(value), label?.['zh-Hans'] ?? '', label?.en ?? ''].map(folded))) {
      if (text !== '') index.set(text, [...(index.get(text) ?? []), value]);
    }
  }
  indexes.set(schema, index);
  return index;
}

/** What may be said, as a person reads it; a long list is begun only. */
function choiceList(schema: FieldSchema, locale: Locale): string {
  const texts = (schema.enum ?? []).map(
    (value) => schema['x-enum']?.[String(value)]?.[locale] ?? String(value),
  );
  return texts.length > 12 ? `${texts.slice(0, 12).join(' / ')} …` : texts.join(' / ');
}

export function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
