import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../caller.ts';
import { callerOf } from '../services/routes.ts';
import type { Catalogue } from './catalogue.ts';
import { labelsField } from './input.ts';
import { parseListQuery } from './query-parser.ts';
import type { RecordType } from './record-type.ts';
import type { Records, StoredRecord } from './records.ts';
import { presentable } from './store.ts';

export interface RecordsRoutesDeps {
  records: Records;
  catalogue: Catalogue;
}

interface OfType {
  Params: { resource: string };
}

interface ById {
  Params: { resource: string; id: string };
}

const path = '/api/records/:resource';
// The document of the records door is written from the schemas (records/openapi.ts), not from these routes.
const options = { schema: { hide: true } };

/** The records door: one set of routes for every resource. It decodes, calls the store and encodes; it decides nothing. */
export async function recordsRoutes(
  app: FastifyInstance,
  { records, catalogue }: RecordsRoutesDeps,
): Promise<void> {
  // Bodies are judged by the store, by the record's own schema; answers are what the store gave.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  /** Who asks, and for records of what. Without a session not even that is told. */
  function asked(request: FastifyRequest<OfType>): { caller: Caller; type: RecordType; name: string } {
    const caller = callerOf(request);
    const type = catalogue.find(request.params.resource);
    return { caller, type, name: type.resource.name };
  }

  async function presentOne(caller: Caller, type: RecordType, record: StoredRecord) {
    const labels = await records.labels(caller, type.resource.name, [record]);
    return { ...presentable(type, record), [labelsField]: labels.get(record.id) ?? {} };
  }

  app.get<OfType>(path, options, async (request, reply) => {
    const { caller, type, name } = asked(request);
    const { fields, ...query } = parseListQuery(type, objectOf(request.query));
    const { items, total, labels } = await records.listLabelled(caller, name, query, fields);
    reply.header('x-total-count', total).header('access-control-expose-headers', 'x-total-count');
    return items.map((record) => ({
      ...(fields ? only(record, fields) : presentable(type, record)),
      [labelsField]: labels.get(record.id) ?? {},
    }));
  });

  app.get<ById>(`${path}/:id`, options, async (request) => {
    const { caller, type, name } = asked(request);
    return presentOne(caller, type, await records.get(caller, name, idOf(request, type)));
  });

  app.post<OfType>(path, options, async (request, reply) => {
    const { caller, type, name } = asked(request);
    const record = await records.create(caller, name, bodyOf(request));
    reply.status(201).header('location', `/api/records/${name}/${record.id}`);
    return presentOne(caller, type, record);
  });

  app.patch<ById>(`${path}/:id`, options, async (request) => {
    const { caller, type, name } = asked(request);
    const { version, ...values } = bodyOf(request);
    if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw versionNeeded();
    return presentOne(caller, type, await records.update(caller, name, idOf(request, type), version, values));
  });

  app.delete<ById>(`${path}/:id`, options, async (request) => {
    const { caller, type, name } = asked(request);
    return presentOne(caller, type, await records.trash(caller, name, idOf(request, type)));
  });

  app.post<ById>(`${path}/:id/restore`, options, async (request) => {
    const { caller, type, name } = asked(request);
    return presentOne(caller, type, await records.restore(caller, name, idOf(request, type)));
  });

  app.get<ById>(`${path}/:id/history`, options, async (request) => {
    const { caller, type, name } = asked(request);
    return records.history(caller, name, idOf(request, type));
  });

  app.all<OfType>(`${path}/*`, options, async (request) => {
    asked(request);
    throw new AppError('notFound', { key: 'common.notFoundPath' });
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
