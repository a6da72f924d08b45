import type { FastifyInstance } from 'fastify';
import { largeBody } from '#contract/call.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { aggregateRoutes } from './aggregate-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { presentFor, visibleFields, worded } from './fields.ts';
import { labelsField } from './input.ts';
import { listParameters } from './openapi.ts';
import { parseListQuery } from './query-parser.ts';
import {
  type ById,
  bodyOf,
  hidden,
  idOf,
  type OfType,
  recordsPath as path,
  presented,
  type RecordsRoutesDeps,
  requestContext,
  skipValidation,
} from './records-request.ts';
import {
  documented,
  isWritable,
  json,
  listOf,
  queryParameter,
  type RouteDocument,
  ref,
  theRecord,
} from './route-document.ts';
import type { StoredRecord } from './stored-record.ts';
import { versionRoutes } from './version-routes.ts';

const list: RouteDocument = {
  name: 'list',
  summary: (title) => `List ${title}`,
  permission: ({ permissions }) => permissions.read,
  query: (type) => listParameters([...type.queryable.values()]),
  answers: ({ resource }) => ({
    200: {
      description: 'A page of records',
      headers: {
        'x-total-count': {
          description: 'Records that match, on all pages; absent with _count=none',
          schema: { type: 'integer' },
        },
        'x-total-estimated': { description: 'The count is an estimate', schema: { const: 'true' } },
      },
      content: json(listOf(resource.name)),
    },
  }),
  refuses: [400, 401, 403],
};
const get: RouteDocument = {
  name: 'get',
  summary: (title) => `Read ${title}`,
  permission: ({ permissions }) => permissions.read,
  answers: theRecord,
  refuses: [401, 403, 404],
};
const create: RouteDocument = {
  name: 'create',
  of: isWritable,
  summary: (title) => `Create ${title}`,
  permission: ({ permissions }) => permissions.create,
  body: ({ resource }) => json(ref(`${resource.name}Input`)),
  answers: ({ resource }) => ({
    201: { description: 'The record as stored', content: json(ref(resource.name)) },
  }),
  refuses: [400, 401, 403, 409, 422],
};
const update: RouteDocument = {
  name: 'update',
  of: isWritable,
  summary: (title) => `Change ${title}`,
  permission: ({ permissions }) => permissions.update,
  body: ({ resource }) => json(ref(`${resource.name}Patch`)),
  answers: theRecord,
  refuses: [400, 401, 403, 404, 409, 422],
};
const trash: RouteDocument = {
  name: 'trash',
  of: isWritable,
  summary: (title) => `Move ${title} to the trash`,
  permission: ({ permissions }) => permissions.delete,
  query: () => [
    queryParameter('version', { type: 'integer' }, 'Refused where the record is no longer of this version'),
  ],
  answers: theRecord,
  refuses: [400, 401, 403, 404, 409],
};
const restore: RouteDocument = {
  name: 'restore',
  of: isWritable,
  summary: (title) => `Take ${title} out of the trash`,
  permission: ({ permissions }) => permissions.delete,
  answers: theRecord,
  refuses: [401, 403, 404, 409],
};

/**
 * The records endpoint: one set of routes for every resource. It decodes, calls the store and encodes; it
 * decides nothing.
 */
export async function recordsRoutes(app: FastifyInstance, deps: RecordsRoutesDeps): Promise<void> {
  const { records, catalogue } = deps;
  skipValidation(app);

  app.get<OfType>(path, documented(list), async (request, reply) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const raw = isObject(request.query) ? request.query : {};
    const { fields, unpaged, ...query } = parseListQuery(type, visibleFields(caller, type), raw);
    const { items, total, estimated, labels } = await records.untyped.listLabelled(
      caller,
      name,
      query,
      fields,
    );
    if (query.count !== 'none') reply.header('x-total-count', total);
    if (estimated) reply.header('x-total-estimated', 'true');
    // A part in place of the whole would be taken for it.
    if (unpaged !== null && items.length > unpaged) {
      throw new AppError('validation', { key: 'records.query.unpaged', values: { most: unpaged } });
    }
    return items.map((record) => {
      const shown = fields ? only(worded(caller, type, record), fields) : presentFor(caller, type, record);
      shown[labelsField] = labels.get(record.id) ?? {};
      return shown;
    });
  });

  app.get<ById>(`${path}/:id`, documented(get), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const { record, labels } = await records.untyped.getLabelled(caller, name, idOf(request, type));
    return { ...presentFor(caller, type, record), [labelsField]: labels };
  });

  app.post<OfType>(path, { ...documented(create), bodyLimit: largeBody }, async (request, reply) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const record = await records.untyped.create(caller, name, bodyOf(request));
    reply.status(201).header('location', `/api/records/${name}/${record.id}`);
    return presented(records, caller, type, record);
  });

  app.patch<ById>(`${path}/:id`, { ...documented(update), bodyLimit: largeBody }, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const { version, ...values } = bodyOf(request);
    if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw versionNeeded();
    const record = await records.untyped.update(caller, name, idOf(request, type), version, values);
    return presented(records, caller, type, record);
  });

  app.delete<ById>(`${path}/:id`, documented(trash), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const raw = isObject(request.query) ? request.query.version : undefined;
    const version = wholeNumber(raw);
    if (raw !== undefined && version === undefined) throw versionNeeded();
    const record = await records.untyped.trash(caller, name, idOf(request, type), undefined, version);
    return presented(records, caller, type, record);
  });

  app.post<ById>(`${path}/:id/restore`, documented(restore), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    return presented(records, caller, type, await records.untyped.restore(caller, name, idOf(request, type)));
  });

  aggregateRoutes(app, deps);
  bulkRoutes(app, deps);
  versionRoutes(app, deps);

  app.all<OfType>(`${path}/*`, hidden, async (request) => {
    requestContext(catalogue, request);
    throw new AppError('notFound', { key: 'common.notFoundPath' });
  });
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Every one of the fields is the caller's to see: the query was read so. */
function only({ id, version, ...record }: StoredRecord, fields: string[]): StoredRecord {
  const picked = Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
  return { ...picked, id, version };
}

function versionNeeded(): AppError {
  return fieldError('version', 'validation.version');
}
