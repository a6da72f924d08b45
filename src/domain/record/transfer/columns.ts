import { type FieldSchema, mayBePoint, type Resource } from '#domain/record/resource.ts';
import type { Label, Locale } from '#domain/text/label.ts';
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

/** What a column of a sheet stands for: a field, or a half of a point, `position.latitude`. */
export function columnSchema(resource: Resource, column: string): FieldSchema | undefined {
  const { properties } = resource.schema;
  const known = own(properties, column) ?? own(systemColumns, column);
  const { field, half } = partOf(column);
  const point = own(properties, field);
  if (known || !half || !point || !mayBePoint(point)) return known;
  const name = halfLabels[half];
  const label = point['x-label'];
  return {
    type: 'number',
    'x-label': {
      'zh-Hans': `${label?.['zh-Hans'] ?? field}：${name['zh-Hans']}`,
      en: `${label?.en ?? field}: ${name.en}`,
    },
  };
}

/** The coordinate of a point that a separate column holds. */
export type PositionHalf = 'latitude' | 'longitude';

export const positionHalves = ['latitude', 'longitude'] as const satisfies PositionHalf[];

const halfLabels: Record<PositionHalf, Label> = {
  latitude: { 'zh-Hans': '纬度', en: 'latitude' },
  longitude: { 'zh-Hans': '经度', en: 'longitude' },
};

/** The field that a column belongs to, and which half of it where it is not the whole. */
export function partOf(column: string): { field: string; half?: PositionHalf } {
  const half = positionHalves.find((one) => column.endsWith(`.${one}`));
  return half ? { field: column.slice(0, -half.length - 1), half } : { field: column };
}

/** The columns that can fill these fields: one for each, and for a point also its latitude and longitude. */
export const columnsFor = (resource: Resource, fields: readonly string[]): string[] =>
  fields.flatMap((field) => {
    const schema = own(resource.schema.properties, field);
    return [field, ...(schema && mayBePoint(schema) ? positionHalves.map((half) => `${field}.${half}`) : [])];
  });

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

/** What else heads of the halves of a position are called. */
const halfHeads: Record<PositionHalf, readonly string[]> = {
  latitude: ['lat'],
  longitude: ['long', 'lon', 'lng'],
};

/**
 * Which column is which field, or which half of a point; the same once. `mapping[i]` belongs to `headers[i]`; null: left out.
 */
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
  const halves = columnsFor(resource, fields).filter((column) => partOf(column).half);
  for (const column of halves) {
    const labels = columnSchema(resource, column)?.['x-label'];
    for (const label of [column, labels?.['zh-Hans'], labels?.en]) add(label, column);
    const { half } = partOf(column);
    // Of whichever point a record has first.
    if (half) for (const head of [...Object.values(halfLabels[half]), ...halfHeads[half]]) add(head, column);
  }
  const taken = new Set<string>();
  const guesses = headers.map((header) => {
    const field =
      names.get(bare(header)) ??
      // The name of a field has its unit at its end: `mtowKg`.
      names.get(bare(header.replace(/[()（）[\]]/g, ''))) ??
      names.get(bare(withoutRemark(header)));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  // A half counts only beside the other, and not beside the whole.
  return guesses.map((column) => {
    const { field, half } = partOf(column ?? '');
    const isWhole = positionHalves.every((one) => taken.has(`${field}.${one}`)) && !taken.has(field);
    return half && !isWhole ? null : column;
  });
}

/** A head as it is compared: without the mark of what is required, blanks, signs that nobody sees, and differences of case and width. */
function bare(header: string): string {
  return folded(header).replace(/[\s*_\p{Cf}]/gu, '');
}
