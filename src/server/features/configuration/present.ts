import type { ConfigurationItemView } from '#contract/configuration-transfer.ts';
import type { ComparedItem } from '#domain/configuration/compared-item.ts';
import { itemId } from '#domain/configuration/item.ts';
import type { FieldSchema, RecordSchema } from '#domain/record/resource.ts';
import { type Label, type Locale, labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { resourceOf } from './stored-problems.ts';

/** Changes that are listed of one item, and characters of one value. */
const mostChanges = 300;
const longestValue = 2_000;

/** Items as their reader sees them: fields by their labels, values by their texts. */
export function itemView(
  item: Omit<ComparedItem, 'values'>,
  locale: Locale,
  catalogue: Catalogue,
): ConfigurationItemView {
  const { section, key, label, status, changes, problems, needs } = item;
  return {
    id: itemId(item),
    section,
    key,
    label: labelIn(label, locale),
    status,
    needs: [...needs],
    problems: problems.map(({ level, text }) => ({ level, text: textIn(text, locale) })),
    changes: changes.slice(0, mostChanges).map(({ path, before, after }) => {
      const { label: name, schema } = fieldAt(item, path, locale, catalogue);
      return {
        label: name,
        before: valueText(before, schema, locale),
        after: valueText(after, schema, locale),
      };
    }),
  };
}

/** The label of a field within what it is in, with the names of entries of lists, and the field's schema. */
function fieldAt(
  { section }: Pick<ComparedItem, 'section'>,
  path: readonly string[],
  locale: Locale,
  catalogue: Catalogue,
): { label: string; schema: FieldSchema | undefined } {
  const schemaOf = (name: string): RecordSchema | undefined => catalogue.types.get(name)?.resource.schema;
  const root = section === 'schema' ? undefined : schemaOf(resourceOf[section]);
  let schema: FieldSchema | undefined;
  let properties = root?.properties;
  let isEntry = false;
  const parts = path.map((part, index) => {
    if (isEntry) {
      isEntry = false;
      properties = schema?.properties;
      return part;
    }
    if (section === 'dictionaries' && index === 0 && part === 'items') {
      const items = schemaOf('dictionaryItem');
      schema = { type: 'object', properties: items?.properties ?? {} };
      isEntry = true;
      return items ? labelIn(items['x-label'], locale) : part;
    }
    schema = properties && own(properties, part);
    const label = schema?.['x-label'];
    if (schema?.type === 'array' && schema.items?.properties) {
      schema = schema.items;
      isEntry = true;
    } else properties = schema?.properties;
    if (label) return labelIn(label, locale);
    const named = textIn({ key: `configuration.property.${part}` }, locale);
    return named.startsWith('configuration.property.') ? part : named;
  });
  return { label: parts.join(' · '), schema };
}

function valueText(value: unknown, schema: FieldSchema | undefined, locale: Locale): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = wholeText(value, schema, locale);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function wholeText(value: unknown, schema: FieldSchema | undefined, locale: Locale): string {
  if (typeof value === 'boolean')
    return textIn({ key: `configuration.value.${value ? 'yes' : 'no'}` }, locale);
  if (Array.isArray(value)) {
    return listText(
      value.map((one) => wholeText(one, schema?.items, locale)),
      locale,
    );
  }
  if (isLabel(value)) return labelIn(value, locale);
  if (isObject(value)) return JSON.stringify(value);
  const named = schema?.['x-enum'] && own(schema['x-enum'], String(value));
  if (named) return labelIn(named, locale);
  return `${String(value)}${schema?.['x-unit'] ? ` ${schema['x-unit']}` : ''}`;
}

const isLabel = (value: unknown): value is Label =>
  isObject(value) && typeof value['zh-Hans'] === 'string' && typeof value.en === 'string';
