import { lengthM, type Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { RecordSchema } from './resource.ts';

type Values = Record<string, unknown>;

/**
 * What a computed field may be computed by. Pure, and of the record's own fields alone: no clock, no other record.
 * So the value can be stored, sorted and filtered by, and is right until the record changes. Null: not to be
 * computed, because something is missing.
 */
const functions: Record<string, (values: unknown[]) => unknown> = {
  /** Texts with a blank between: surname and given name. */
  joinedText: (values) => {
    const texts = values.flatMap((value) =>
      typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
    );
    return texts.length === 0 ? null : texts.join(' ');
  },
  /** Whole minutes between two times. */
  durationMinutes: ([from, to]) => between(from, to, 60_000),
  /** Whole days between two dates. */
  durationDays: ([from, to]) => between(from, to, 86_400_000),
  /** Length of a line along the earth in kilometres, to a hundred metres. */
  lineLengthKm: ([line]) => {
    if (!isGeometry(line, ['LineString']) || line.type !== 'LineString') return null;
    const positions: Position[] = line.coordinates.map(([longitude, latitude]) => ({ latitude, longitude }));
    return Math.round(lengthM(positions) / 100) / 10;
  },
  /** The product of numbers: a count and what each weighs. */
  product: (values) =>
    values.length > 0 && values.every((value) => typeof value === 'number')
      ? values.reduce((all: number, value) => all * Number(value), 1)
      : null,
  /** The sum of the numbers that are there. */
  sum: (values) => {
    const numbers = values.filter((value) => typeof value === 'number');
    return numbers.length === 0 ? null : numbers.reduce((all, value) => all + value, 0);
  },
};

export const computations: readonly string[] = Object.keys(functions);

function between(from: unknown, to: unknown, unitMs: number): number | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isNaN(ms) ? null : Math.round(ms / unitMs);
}

/** The computed fields of a record, each with its value now; null where it cannot be computed. */
export function computedFields(schema: RecordSchema, record: Values): Values {
  const computed: Values = {};
  for (const [field, { 'x-computed': computation }] of Object.entries(schema.properties)) {
    if (!computation) continue;
    const { by, of } = computation;
    computed[field] = functions[by]?.(of.map((name) => record[name])) ?? null;
  }
  return computed;
}
