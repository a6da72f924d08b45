import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import { folded } from './cell-choice.ts';
import { withoutRemark } from './head-remark.ts';

/** A column of a sheet that stands for a field of a record. */
export interface FieldColumn {
  field: string;
  schema: FieldSchema;
  label: string;
}

/** The columns that every record has and a sheet may carry: they name a record or say who made it, and are never set. */
export const systemColumns: Record<string, FieldSchema> = {
  id: { type: 'integer', 'x-label': { 'zh-Hans': '编号', en: 'Id' } },
  createdAt: { type: 'string', format: 'date-time', 'x-label': { 'zh-Hans': '建立时间', en: 'Created' } },
  updatedAt: { type: 'string', format: 'date-time', 'x-label': { 'zh-Hans': '更新时间', en: 'Updated' } },
};

export function columnSchema(resource: Resource, field: string): FieldSchema | undefined {
  return own(resource.schema.properties, field) ?? own(systemColumns, field);
}

/** The columns of these fields, each with a head of its own: two fields of one label carry their names too. */
export function fieldColumns(resource: Resource, fields: string[], locale: Locale): FieldColumn[] {
  const columns = fields.flatMap((field) => {
    const schema = columnSchema(resource, field);
    return schema ? [{ field, schema, label: schema['x-label']?.[locale] ?? field }] : [];
  });
  const count = new Map<string, number>();
  for (const { label } of columns) count.set(label, (count.get(label) ?? 0) + 1);
  return columns.map((column) =>
    (count.get(column.label) ?? 0) > 1 ? { ...column, label: `${column.label} (${column.field})` } : column,
  );
}

/** The fields of an ordinary import, in the order of the form: not those that only services set. */
export function importableFields(resource: Resource): string[] {
  const named = resource.form?.groups?.flatMap(({ fields }) => fields) ?? [];
  const all = new Set([...named, ...Object.keys(resource.schema.properties)]);
  return [...all].filter((field) => {
    const schema = resource.schema.properties[field];
    return schema && !schema.readOnly && !schema['x-secret'] && !resource.serviceOnly?.includes(field);
  });
}

/**
 * By which fields an import may find the record that a row is about: the number of the record, what the entry
 * names, what is unique alone or together.
 */
export function keysOf(resource: Resource): string[][] {
  const { properties } = resource.schema;
  const unique = Object.keys(properties).filter((field) => properties[field]?.['x-unique']);
  const named = resource.keys ?? [];
  const keys = [...named, ...unique.filter((field) => !named.includes(field))].map((field) => [field]);
  return [...keys, ...(resource.schema['x-uniques'] ?? []), ['id']];
}

/** Which column is which field; the same field once. `mapping[i]` belongs to `headers[i]`; null: left out. */
export function guessMapping(resource: Resource, headers: string[]): (string | null)[] {
  const fields = [...importableFields(resource), 'id'];
  const names = new Map<string, string>();
  const add = (text: string | undefined, field: string) => {
    const head = bare(text ?? '');
    if (head !== '' && field !== '' && !names.has(head)) names.set(head, field);
  };
  // A name of one field before the label of another, and exact before loose.
  for (const field of fields) add(field, field);
  for (const field of fields) {
    const labels = columnSchema(resource, field)?.['x-label'];
    for (const label of [labels?.['zh-Hans'], labels?.en]) {
      add(label, field);
      add(`${label} (${field})`, field);
    }
  }
  // A feature of GeoJSON has its shape under no other name.
  add('geometry', fields.find((field) => resource.schema.properties[field]?.['x-geometry']) ?? '');
  const taken = new Set<string>();
  return headers.map((header) => {
    const field =
      names.get(bare(header)) ??
      // The name of a field has its unit at its end: `mtowKg`.
      names.get(bare(header.replace(/[()（）[\]]/g, ''))) ??
      names.get(bare(withoutRemark(header)));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** A head as it is compared: without the mark of what is required, blanks, signs that nobody sees, and differences of case and width. */
function bare(header: string): string {
  return folded(header).replace(/[\s*_\p{Cf}]/gu, '');
}
