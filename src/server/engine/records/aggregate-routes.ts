import type { FastifyInstance } from 'fastify';
import {
  canBucket,
  canGroup,
  canMap,
  canMeasure,
  cellWidths,
  measures,
  mostBuckets,
  mostCells,
  mostGroups,
  timeBuckets,
} from '#domain/record/aggregates.ts';
import { type AppError, fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Aggregation, Division } from './aggregate.ts';
import { visibleFields } from './fields.ts';
import { listParameters } from './openapi.ts';
import { parseListQuery } from './query-parser.ts';
import type { RecordField } from './record-type.ts';
import { type OfType, type RecordsRoutesDeps, recordsPath, requestContext } from './records-request.ts';
import { documented, json, queryParameter as parameter, type RouteDocument, ref } from './route-document.ts';

/** Keys of the query that are the aggregate's own; the others are a list's. */
const ownKeys = ['_measure', '_of', '_by', '_bucket', '_last', '_most', '_degrees'] as const;
type OwnKey = (typeof ownKeys)[number];

/** Of a list's query these say which rows of it are shown: an aggregate has no rows. */
const ofPages = new Set(['_start', '_end', '_sort', '_order', '_fields', '_count']);

const aggregate: RouteDocument = {
  name: 'aggregate',
  summary: (title) => `Count and sum: ${title}`,
  permission: ({ permissions }) => permissions.read,
  query: (type) => [
    parameter('_measure', { type: 'string', enum: measures, default: 'count' }),
    parameter('_of', { type: 'string' }, 'The number field that is measured; not for count'),
    parameter(
      '_by',
      { type: 'string' },
      'A choice, dictionary, relation or yes/no field: groups. With _bucket a date or time: a line. A shape: cells of a map',
    ),
    parameter(
      '_bucket',
      { type: 'string', enum: timeBuckets },
      "Of the service's time zone, the last one being now",
    ),
    parameter(
      '_last',
      { type: 'integer', minimum: 1, maximum: mostBuckets, default: 30 },
      'How many buckets',
    ),
    parameter(
      '_most',
      { type: 'integer', minimum: 1, maximum: mostGroups, default: mostGroups },
      'Groups; one more where it would be the only rest',
    ),
    parameter(
      '_degrees',
      { type: 'number', minimum: cellWidths.least, maximum: cellWidths.most, default: cellWidths.usual },
      `Width of a cell of the map; at most ${mostCells} cells`,
    ),
    ...listParameters([...type.queryable.values()]).filter(
      (each) => !('name' in each && ofPages.has(String(each.name))),
    ),
  ],
  answers: () => ({ 200: { description: 'The figures', content: json(ref('Aggregate')) } }),
  refuses: [400, 401, 403],
};

/** Figures over the caller's records of a type: what they may not see is in no sum. */
export function aggregateRoutes(app: FastifyInstance, deps: RecordsRoutesDeps): void {
  app.get<OfType>(`${recordsPath}/aggregate`, documented(aggregate), async (request) => {
    const { caller, type, name } = requestContext(deps.catalogue, request);
    const raw = isObject(request.query) ? request.query : {};
    const own: Partial<Record<OwnKey, string>> = {};
    const rest: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(raw)) {
      const known = ownKeys.find((each) => each === key);
      if (ofPages.has(key)) throw fieldError(key, 'records.query.unknown', { name: key });
      if (!known) rest[key] = value;
      else if (typeof value === 'string') own[known] = value;
      else throw badValue(key, value);
    }
    const visible = visibleFields(caller, type);
    const { filter, search, trash } = parseListQuery(type, visible, rest);
    const wanted = aggregationOf((field) => visible.get(field), own);
    const timeZone = await deps.timeZone();
    const answer = await deps.records.untyped.aggregate(
      caller,
      name,
      { filter, search, trash },
      wanted,
      timeZone,
    );
    return { ...answer, timeZone };
  });
}

/** What is asked for, or a refusal that names the key. A field that the caller may not see is none. */
function aggregationOf(
  find: (field: string) => RecordField | undefined,
  { _measure = 'count', _of, _by, _bucket, _last, _most, _degrees }: Partial<Record<OwnKey, string>>,
): Aggregation {
  const measure = measures.find((each) => each === _measure);
  if (!measure) throw badValue('_measure', _measure);
  const of = _of === undefined ? undefined : find(_of);
  if (_of !== undefined && (measure === 'count' || !of || !canMeasure(of.schema))) throw badField('_of', _of);
  if (measure !== 'count' && !of) throw badField('_of', _of ?? '');
  const bucket = timeBuckets.find((each) => each === _bucket);
  if (_bucket !== undefined && !bucket) throw badValue('_bucket', _bucket);
  if (_last !== undefined && !bucket) throw badValue('_last', _last);
  const by = (): Division => {
    if (_by === undefined) {
      if (_bucket !== undefined) throw badField('_by', '');
      if (_most !== undefined) throw badValue('_most', _most);
      if (_degrees !== undefined) throw badValue('_degrees', _degrees);
      return { kind: 'whole' };
    }
    const field = find(_by);
    if (!field) throw badField('_by', _by);
    if (bucket) {
      if (!canBucket(field.schema, bucket)) throw badField('_by', _by);
      return { kind: 'time', field, bucket, last: wholeIn('_last', _last ?? '30', mostBuckets) };
    }
    if (canMap(field.schema)) {
      const degrees = Number(_degrees ?? cellWidths.usual);
      if (!(degrees >= cellWidths.least && degrees <= cellWidths.most)) throw badValue('_degrees', _degrees);
      return { kind: 'map', field, degrees };
    }
    if (!canGroup(field.schema) || field.kind === 'links' || field.kind === 'json')
      throw badField('_by', _by);
    return { kind: 'group', field, most: wholeIn('_most', _most ?? String(mostGroups), mostGroups) };
  };
  return { measure, of, by: by() };
}

function wholeIn(key: string, text: string, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw badValue(key, text);
  return number;
}

function badField(key: '_of' | '_by', name: string): AppError {
  return fieldError(key, key === '_of' ? 'records.aggregate.of' : 'records.aggregate.by', { name });
}

function badValue(key: string, value: unknown): AppError {
  return fieldError(key, 'records.query.value', { name: key, value: String(value) });
}
