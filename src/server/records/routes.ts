import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Resource } from '../../domain/resource.ts';
import type { Caller } from '../caller.ts';
import { callerOf } from '../services/routes.ts';
import { labelsField } from './input.ts';
import { parseListQuery } from './query-parser.ts';
import { type RecordType, recordTypes } from './record-type.ts';
import type { Records, StoredRecord } from './records.ts';
import { presentable } from './store.ts';

export interface RecordsRoutesDeps {
  records: Records;
  resources: Resource[];
}

interface ById {
  Params: { id: string };
}

/** The records door: one set of routes for each resource. It decodes, calls the store and encodes; it decides nothing. */
export async function recordsRoutes(
  app: FastifyInstance,
  { records, resources }: RecordsRoutesDeps,
): Promise<void> {
  // Bodies are judged by the store, by the record's own schema; answers are what the store gave.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  for (const type of recordTypes(resources).values()) resourceRoutes(app, records, type);
  app.all<{ Params: { '*': string } }>('/api/records/*', { schema: { hide: true } }, async (request) => {
    callerOf(request);
    const name = request.params['*'].split('/')[0] ?? '';
    throw new AppError('notFound', { key: 'records.unknownResource', values: { name } });
  });
}

function resourceRoutes(app: FastifyInstance, records: Records, type: RecordType): void {
  const { name } = type.resource;
  const path = `/api/records/${name}`;
  // The document of the records door is written from the schemas (records/openapi.ts), not from these routes.
  const options = { schema: { hide: true } };

  const presentOne = async (caller: Caller, record: StoredRecord) => {
    const labels = await records.labels(caller, name, [record]);
    return { ...presentable(type, record), [labelsField]: labels.get(record.id) ?? {} };
  };

  app.get(path, options, async (request, reply) => {
    const caller = callerOf(request);
    const { fields, ...query } = parseListQuery(type, objectOf(request.query));
    const { items, total, labels } = await records.listLabelled(caller, name, query, fields);
    reply.header('x-total-count', total).header('access-control-expose-headers', 'x-total-count');
    return items.map((record) => ({
      ...(fields ? only(record, fields) : presentable(type, record)),
      [labelsField]: labels.get(record.id) ?? {},
    }));
  });

  app.get<ById>(`${path}/:id`, options, async (request) => {
    const caller = callerOf(request);
    return presentOne(caller, await records.get(caller, name, idOf(request, type)));
  });

  app.post(path, options, async (request, reply) => {
    const caller = callerOf(request);
    const record = await records.create(caller, name, bodyOf(request));
    reply.status(201).header('location', `${path}/${record.id}`);
    return presentOne(caller, record);
  });

  app.patch<ById>(`${path}/:id`, options, async (request) => {
    const caller = callerOf(request);
    const { version, ...values } = bodyOf(request);
    if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw versionNeeded();
    return presentOne(caller, await records.update(caller, name, idOf(request, type), version, values));
  });

  app.delete<ById>(`${path}/:id`, options, async (request) => {
    const caller = callerOf(request);
    return presentOne(caller, await records.trash(caller, name, idOf(request, type)));
  });

  app.post<ById>(`${path}/:id/restore`, options, async (request) => {
    const caller = callerOf(request);
    return presentOne(caller, await records.restore(caller, name, idOf(request, type)));
  });

  app.get<ById>(`${path}/:id/history`, options, async (request) => {
    return records.history(callerOf(request), name, idOf(request, type));
  });
}

function idOf(request: FastifyRequest<ById>, type: RecordType): number {
  const { id } = request.params;
  if (/^\d{1,15}$/.test(id)) return Number(id);
  const text = type.resource.schema['x-label'][request.caller?.locale ?? 'zh-Hans'];
  throw new AppError('notFound', { key: 'common.notFound', values: { type: text, id } });
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (!isObject(body)) throw new AppError('validation', { key: 'records.body' });
  return body;
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function only({ id, version, ...record }: StoredRecord, fields: string[]): StoredRecord {
  const picked = Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
  return { ...picked, id, version };
}

function versionNeeded(): AppError {
  const text = { key: 'validation.version' };
  return new AppError('validation', text, { fields: [{ field: 'version', text }] });
}
