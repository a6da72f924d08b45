import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Aggregate, aggregateField, canBucket } from '#domain/record/aggregates.ts';
import type { Resource } from '#domain/record/resource.ts';
import { filterNow } from '#domain/statistics/filter-now.ts';
import { aggregateQuery, keyCondition, type Tile } from '#domain/statistics/tile.ts';
import { isObject } from '#domain/text/narrow.ts';
import { serviceZone } from '#web/client/clock.ts';
import { noteUnauthorized, type RequestError, recordsError, send } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { useDictionary } from '#web/engine/labels.ts';

/** One line of a tile: what it stands for, its figure, and the list of what was counted. */
export interface TileRow {
  /** Undefined: of what is beyond the groups shown. */
  key: string | null | undefined;
  name: string;
  value: number | null;
  link: string | undefined;
}

/** The figures of a tile as the caller may see them; asked for again every so often, in place. */
export function useTile(tile: Tile, resource: Resource, refreshMs: number | false) {
  const locale = useLocale();
  const asked = { ...tile, title: '', titleEn: '', width: 1 };
  return useQuery<Aggregate, RequestError>({
    queryKey: ['tile', asked, locale],
    queryFn: ({ signal }) => loadTile(tile, resource, signal),
    // Figures that were divided otherwise would be read as what they are not.
    placeholderData: (before, query) => (isDividedAlike(query?.queryKey[1], tile) ? before : undefined),
    refetchInterval: refreshMs,
    // Nobody touches a wall: it goes on while its window is behind another.
    refetchIntervalInBackground: true,
    // What a month of boards asked for is not kept.
    gcTime: 60_000,
    retry: false,
  });
}

function isDividedAlike(asked: unknown, { resource, by, bucket }: Tile): boolean {
  return isObject(asked) && asked.resource === resource && asked.by === by && asked.bucket === bucket;
}

async function loadTile(tile: Tile, resource: Resource, signal: AbortSignal): Promise<Aggregate> {
  const filter = tile.filter && filterNow(resource, tile.filter, Date.now(), serviceZone());
  const { status, body } = await send(`/api/records/${resource.name}/aggregate`, {
    query: { ...aggregateQuery(tile, resource), ...(filter ? { filter: JSON.stringify(filter) } : {}) },
    signal,
  });
  if (status === 200 && isAggregate(body)) return body;
  noteUnauthorized(status);
  throw recordsError(status, body, `GET /api/records/${resource.name}`);
}

function isAggregate(body: unknown): body is Aggregate {
  return isObject(body) && isObject(body.total) && Array.isArray(body.groups) && Array.isArray(body.cells);
}

/** The lines of a divided tile with their names in the reader's language. */
export function useTileRows(tile: Tile, resource: Resource, answer: Aggregate | undefined): TileRow[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const schema = tile.by === undefined ? undefined : aggregateField(resource, tile.by);
  const dictionary = useDictionary(schema?.['x-dictionary']);
  return useMemo(() => {
    if (!answer || !schema) return [];
    const timed = canBucket(schema);
    const nameOf = (key: string | null, label: string | null): string => {
      if (key === null) return t('statistics.none');
      if (timed) return bucketName(key);
      if (label !== null) return label;
      if (schema['x-dictionary']) return dictionary.find(({ value }) => value === key)?.label ?? key;
      if (schema.type === 'boolean') return t(key === 'true' ? 'list.yes' : 'list.no');
      return schema['x-enum']?.[key]?.[locale] ?? key;
    };
    const rows: TileRow[] = answer.groups.map(({ key, label, value }) => ({
      key,
      name: nameOf(key, label),
      value,
      link: recordsPath(tile, resource, key),
    }));
    const { others } = answer;
    if (others) {
      rows.push({
        key: undefined,
        name: t('dashboard.others', { count: others.groups }),
        value: others.value,
        link: undefined,
      });
    }
    return rows;
  }, [answer, schema, dictionary, locale, t, tile, resource]);
}

/** `2026-11-24T10` as `11-24 10:00`, a day without its year, a month as it is. */
function bucketName(key: string): string {
  if (key.length > 10) return `${key.slice(5, 10)} ${key.slice(11)}:00`;
  return key.length > 7 ? key.slice(5) : key;
}

/** The list of the records that a tile counts, or one line of it. A relative date stays one. */
export function recordsPath(tile: Tile, resource: Resource, key?: string | null): string {
  const conditions: unknown[] = [];
  if (isObject(tile.filter)) {
    const { operator, value } = tile.filter;
    if (operator === 'and' && Array.isArray(value)) conditions.push(...value);
    else conditions.push(tile.filter);
  }
  if (key !== undefined) conditions.push(keyCondition(tile, resource, key, serviceZone()));
  const path = `/statistics/records/${resource.name}`;
  if (conditions.length === 0) return path;
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ operator: 'and', value: conditions }) })}`;
}

/** The figure with the unit of what is measured: one decimal more than a mean needs. */
export function figureText(value: number | null, tile: Tile, resource: Resource): string {
  if (value === null) return '—';
  const text = value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 1 });
  const unit = tile.of === undefined ? undefined : aggregateField(resource, tile.of)?.['x-unit'];
  return unit ? `${text} ${unit}` : text;
}
