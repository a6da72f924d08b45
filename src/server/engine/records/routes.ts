import type { FastifyInstance } from 'fastify';
import { largeBody } from '#contract/call.ts';
import { AppError } from '#domain/text/errors.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { presentFor, visibleFields, worded } from './fields.ts';
import { labelsField } from './input.ts';
import { parseListQuery } from './query-parser.ts';
import {
  atField,
  type ById,
  bodyOf,
  hidden,
  idOf,
  isObject,
  type OfType,
  recordsPath as path,
  presented,
  type RecordsRoutesDeps,
  requestContext,
  skipValidation,
} from './records-request.ts';
import type { StoredRecord } from './stored-record.ts';
import { versionRoutes } from './version-routes.ts';

/** A record may have a shape. */
const withRecord = { ...hidden, bodyLimit: largeBody };

/** The records door: one set of routes for every resource. It decodes, calls the store and encodes; it decides nothing. */
export async function recordsRoutes(app: FastifyInstance, deps: RecordsRoutesDeps): Promise<void> {
  const { records, catalogue } = deps;
  skipValidation(app);

  app.get<OfType>(path, hidden, async (request, reply) => {
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
    return items.map((record) => ({
      ...(fields ? only(worded(caller, type, record), fields) : presentFor(caller, type, record)),
      [labelsField]: labels.get(record.id) ?? {},
    }));
  });

  app.get<ById>(`${path}/:id`, hidden, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    return presented(records, caller, type, await records.untyped.get(caller, name, idOf(request, type)));
  });

  app.post<OfType>(path, withRecord, async (request, reply) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const record = await records.untyped.create(caller, name, bodyOf(request));
    reply.status(201).header('location', `/api/records/${name}/${record.id}`);
    return presented(records, caller, type, record);
  });

  app.patch<ById>(`${path}/:id`, withRecord, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const { version, ...values } = bodyOf(request);
    if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw versionNeeded();
    const record = await records.untyped.update(caller, name, idOf(request, type), version, values);
    return presented(records, caller, type, record);
  });

  app.delete<ById>(`${path}/:id`, hidden, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    const raw = isObject(request.query) ? request.query.version : undefined;
    const version = wholeNumber(raw);
    if (raw !== undefined && version === undefined) throw versionNeeded();
    const record = await records.untyped.trash(caller, name, idOf(request, type), undefined, version);
    return presented(records, caller, type, record);
  });

  app.post<ById>(`${path}/:id/restore`, hidden, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    return presented(records, caller, type, await records.untyped.restore(caller, name, idOf(request, type)));
  });

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
  return atField('version', 'validation.version');
}
