import type { FieldSchema, Resource } from './resource.ts';

/** What may be worked out over many records, by what, and over which fields: the same for both ends. */

export const measures = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type Measure = (typeof measures)[number];

export const timeBuckets = ['hour', 'day', 'month'] as const;
export type TimeBucket = (typeof timeBuckets)[number];

/** Groups of one answer at most: the rest is one figure, "others". */
export const mostGroups = 100;
/** Hours, days or months of one answer at most. */
export const mostBuckets = 400;
/** Cells of a map at most, those with the most. */
export const mostCells = 2000;
/** Width of a cell of a map, degrees. */
export const cellWidths = { least: 0.01, most: 10, usual: 0.1 } as const;

/** Records, and what was measured over them; null: none of them has a value. */
export interface Figure {
  count: number;
  value: number | null;
}

/** What an aggregate is answered with. */
export interface Aggregate {
  total: Figure;
  /** In the order of time, or the greatest first. `key`: the value as text; `label`: the title of a related record. */
  groups: (Figure & { key: string | null; label: string | null })[];
  /** What is beyond the groups that were asked for. */
  others: (Figure & { groups: number }) | null;
  /** Longitude and latitude of the south-west corner of a cell, WGS-84, and its figure. */
  cells: [longitude: number, latitude: number, value: number][];
  /** Width of a cell; null: it is no map. */
  degrees: number | null;
}

/** Two of the columns that every record has tell a time. */
const systemTimes: Record<string, FieldSchema> = {
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
};

/** The schema of a field that an aggregate may name; undefined: there is none of that name, or it is a secret. */
export function aggregateField(resource: Resource, name: string): FieldSchema | undefined {
  const own = Object.hasOwn(resource.schema.properties, name) ? resource.schema.properties[name] : undefined;
  if (own) return own['x-secret'] ? undefined : own;
  return Object.hasOwn(systemTimes, name) ? systemTimes[name] : undefined;
}

/** A figure that can be summed: no code, no choice, no number of another record. */
export function canMeasure(schema: FieldSchema): boolean {
  if (schema.type !== 'integer' && schema.type !== 'number') return false;
  return !schema['x-relation'] && !schema['x-dictionary'] && !schema.enum;
}

/** One of few values: a choice, a code of a dictionary, another record, yes or no. */
export function canGroup(schema: FieldSchema): boolean {
  if (schema.type === 'array' || schema.type === 'object') return false;
  return Boolean(schema['x-relation'] || schema['x-dictionary'] || schema.enum || schema.type === 'boolean');
}

/** A day or a time, which falls into hours, days and months; a day into no hour. */
export function canBucket(schema: FieldSchema, bucket?: TimeBucket): boolean {
  if (schema.type !== 'string') return false;
  return schema.format === 'date-time' || (schema.format === 'date' && bucket !== 'hour');
}

/** A shape, which has a place on a map. */
export function canMap(schema: FieldSchema): boolean {
  return schema['x-geometry'] !== undefined;
}

/** Every field of a type that an aggregate may name, in the order of its schema. */
export function aggregateFields(resource: Resource): [name: string, schema: FieldSchema][] {
  return [...Object.keys(resource.schema.properties), ...Object.keys(systemTimes)].flatMap((name) => {
    const schema = aggregateField(resource, name);
    return schema ? [[name, schema] as [string, FieldSchema]] : [];
  });
}
