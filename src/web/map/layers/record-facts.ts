import type { Geometry } from 'geojson';
import { formatAltitude, isAltitude } from '#domain/geo/altitude.ts';
import { geometryError } from '#domain/geo/geojson.ts';
import type { FieldSchema, GeometryKind } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject, numberOf } from '#domain/text/narrow.ts';
import { recordsError, send } from '#web/client/http.ts';
import { i18n } from '#web/client/i18n.ts';

/** A record as it comes from the records endpoint. */
export type MapRecord = Record<string, unknown>;

const pageSize = 1000;
/** More than this on one layer would be no picture, and its pages would take too long. */
const mostRecords = 10_000;

/**
 * The records of a resource that the user may see, by id, asked for by pages from the newest on; `partial` is called where there are more than
 * a layer holds. 403 and 404 give none: a layer the user has no right to.
 */
export async function loadRecords(
  resource: string,
  signal: AbortSignal,
  filter: Record<string, string> = {},
  partial?: () => void,
): Promise<MapRecord[]> {
  const all: MapRecord[] = [];
  for (let start = 0; start < mostRecords; start += pageSize) {
    const { status, body } = await send(`/api/records/${resource}`, {
      query: { ...filter, _start: start, _end: start + pageSize, _sort: 'id', _order: 'desc' },
      signal,
    });
    if (status === 403 || status === 404) return [];
    if (status !== 200 || !Array.isArray(body)) throw recordsError(status, body);
    all.push(...body.filter(isObject));
    if (body.length < pageSize) return all.reverse();
  }
  partial?.();
  return all.reverse();
}

const allKinds: GeometryKind[] = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];

/** The geometry in a field, or null where there is none that can be drawn. */
export function geometryOf(value: unknown): Geometry | null {
  if (!isObject(value) || geometryError(value, allKinds)) return null;
  return value as unknown as Geometry;
}

export function textIn(record: MapRecord, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}

/** The name of a record in this language; '' where it has none. */
export function recordName(record: MapRecord, locale: Locale): string {
  return nameIn({ name: textIn(record, 'name'), nameEn: textIn(record, 'nameEn') }, locale);
}

export function numberIn(record: MapRecord, field: string): number | null {
  const value = record[field];
  return numberOf(value);
}

/** Facts of a record in the words of its schema: fields that are empty are left out. */
export function factsOf(
  record: MapRecord,
  schema: { properties: object },
  fields: string[],
  locale: Locale,
): [string, string][] {
  const properties = schema.properties as Record<string, FieldSchema>;
  return fields.flatMap((name): [string, string][] => {
    const field = properties[name];
    const value = record[name];
    if (!field || value === null || value === undefined || value === '') return [];
    return [[field['x-label']?.[locale] ?? name, factText(value, field, locale)]];
  });
}

function factText(value: unknown, field: FieldSchema, locale: Locale): string {
  if (isAltitude(value)) return formatAltitude(value);
  const text = field['x-enum']?.[String(value)]?.[locale];
  if (text) return text;
  const unit = field['x-unit'];
  if (typeof value === 'boolean') return i18n.t(value ? 'map.card.yes' : 'map.card.no');
  if (typeof value === 'number')
    return unit ? `${value.toLocaleString(locale === 'en' ? 'en' : 'zh')} ${unit}` : String(value);
  if (field.format === 'date-time' && typeof value === 'string')
    return `${value.slice(0, 16).replace('T', ' ')}Z`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
