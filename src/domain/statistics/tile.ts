import { spanOf, startOfDay } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import {
  aggregateField,
  canBucket,
  canGroup,
  canMap,
  canMeasure,
  type Measure,
} from '#domain/record/aggregates.ts';
import type { Dashboard } from '#domain/record/records.gen.ts';
import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import type { Text } from '#domain/text/errors.ts';

/** One figure, chart, table or map of a dashboard. */
export type Tile = Dashboard['tiles'][number];

const hourMs = 3_600_000;

/** What a new tile begins as. */
export const plainTile = (resource: string, title: string): Tile => ({
  title,
  resource,
  chart: 'figure',
  measure: 'count',
});

/** How a chart divides what it counts: not at all, by values, along the time, or by place. */
type Division = 'none' | 'group' | 'time' | 'map';

const divisions: Record<Tile['chart'], readonly Division[]> = {
  figure: ['none'],
  bar: ['group', 'time'],
  line: ['time'],
  table: ['group', 'time'],
  map: ['map'],
};

/** Hours, days or months of a line that does not say how many. */
export const usualBuckets = 30;

/** Groups of a chart that does not say how many. */
export const usualGroups = 12;

function divides(schema: FieldSchema, division: Division): boolean {
  if (division === 'group') return canGroup(schema);
  if (division === 'time') return canBucket(schema);
  return division === 'map' && canMap(schema);
}

/** Whether a chart can be drawn by this field. */
export function fitsChart(chart: Tile['chart'], schema: FieldSchema): boolean {
  return divisions[chart].some((division) => divides(schema, division));
}

/** Whether it is drawn by some field. */
export function isDivided(chart: Tile['chart']): boolean {
  return !divisions[chart].includes('none');
}

/** Whether the field of a tile is a time, which falls into buckets. */
export function isAlongTime({ by }: Pick<Tile, 'by'>, resource: Resource): boolean {
  const schema = by === undefined ? undefined : aggregateField(resource, by);
  return schema !== undefined && canBucket(schema);
}

/** What is wrong with a tile, by its field. The type is as its reader sees it: a field that they may not see is not in it. */
export function tileErrors(tile: Tile, resource: Resource | undefined): { field: keyof Tile; text: Text }[] {
  if (!resource)
    return [{ field: 'resource', text: { key: 'dashboard.type', values: { name: tile.resource } } }];
  return [...measureErrors(tile, resource), ...divisionErrors(tile, resource)];
}

function measureErrors({ measure, of }: Tile, resource: Resource): { field: keyof Tile; text: Text }[] {
  if (of === undefined) {
    return measure === 'count' ? [] : [{ field: 'of', text: { key: 'dashboard.of.missing' } }];
  }
  const schema = aggregateField(resource, of);
  if (measure === 'count' || !schema || !canMeasure(schema)) {
    return [{ field: 'of', text: { key: 'dashboard.of', values: { name: of } } }];
  }
  return [];
}

function divisionErrors(
  { chart, by, bucket, last, most }: Tile,
  resource: Resource,
): { field: keyof Tile; text: Text }[] {
  if (by === undefined) {
    return isDivided(chart) ? [{ field: 'by', text: { key: `dashboard.by.missing.${chart}` } }] : [];
  }
  const schema = aggregateField(resource, by);
  if (!schema || !fitsChart(chart, schema)) {
    return [{ field: 'by', text: { key: 'dashboard.by', values: { name: by } } }];
  }
  const timed = canBucket(schema);
  const errors: { field: keyof Tile; text: Text }[] = [];
  if (timed && (bucket === undefined || !canBucket(schema, bucket))) {
    errors.push({ field: 'bucket', text: { key: 'dashboard.bucket' } });
  }
  if (!timed && bucket !== undefined) errors.push({ field: 'bucket', text: { key: 'dashboard.notTime' } });
  if (!timed && last !== undefined) errors.push({ field: 'last', text: { key: 'dashboard.notTime' } });
  if (most !== undefined && !canGroup(schema)) {
    errors.push({ field: 'most', text: { key: 'dashboard.notGroups' } });
  }
  return errors;
}

/** The tile without what its chart, measure and field have no use for: what a changed choice leaves behind. */
export function tidyTile(tile: Tile, resource: Resource | undefined): Tile {
  const { of, by, bucket, last, most, ...rest } = tile;
  const figure = of === undefined ? undefined : resource && aggregateField(resource, of);
  const schema = by === undefined ? undefined : resource && aggregateField(resource, by);
  const divided = schema !== undefined && fitsChart(tile.chart, schema);
  const timed = divided && canBucket(schema);
  return {
    ...rest,
    ...(of !== undefined && figure && tile.measure !== 'count' && canMeasure(figure) ? { of } : {}),
    ...(divided && by !== undefined ? { by } : {}),
    ...(timed ? { bucket: bucket && canBucket(schema, bucket) ? bucket : ('day' as const) } : {}),
    ...(timed && last !== undefined ? { last } : {}),
    ...(divided && canGroup(schema) && most !== undefined ? { most } : {}),
  };
}

/** The query of the aggregate call, but for the filter. */
export function aggregateQuery(tile: Tile, resource: Resource): Record<string, string> {
  const { measure, of, by, bucket, last, most } = tile;
  const schema = by === undefined ? undefined : aggregateField(resource, by);
  return {
    ...(measure === 'count' ? {} : { _measure: measure satisfies Measure, ...(of ? { _of: of } : {}) }),
    ...(by === undefined ? {} : { _by: by }),
    ...(schema && canBucket(schema) ? { _bucket: bucket ?? 'day', _last: String(last ?? usualBuckets) } : {}),
    ...(schema && canGroup(schema) ? { _most: String(most ?? usualGroups) } : {}),
  };
}

/** The condition of a list that holds of the records of one group or bucket of a tile. */
export function keyCondition(tile: Tile, resource: Resource, key: string | null, timeZone: string): object {
  const field = tile.by ?? 'id';
  const schema = aggregateField(resource, field);
  if (key === null) return { field, operator: 'null', value: true };
  if (!schema || !canBucket(schema)) {
    return schema?.type === 'boolean'
      ? { field, operator: 'eq', value: key }
      : { field, operator: 'in', value: [key] };
  }
  const day = key.slice(0, 10);
  const { from, to } = key.length === 7 ? spanOf('month', `${key}-01`) : { from: day, to: day };
  if (schema.format === 'date') return { field, operator: 'between', value: [from, to] };
  const hour = key.length > 10 ? Number(key.slice(11)) : undefined;
  const start = startOfDay(from, timeZone) + (hour ?? 0) * hourMs;
  const end = hour === undefined ? startOfDay(dayAfter(to, 1), timeZone) : start + hourMs;
  const value = [new Date(start).toISOString(), new Date(end - 1).toISOString()];
  return { field, operator: 'between', value };
}
