import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import { callerOf } from '#server/http/service-routes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Catalogue } from './catalogue.ts';
import { presentFor } from './fields.ts';
import { labelsField } from './input.ts';
import type { RecordType } from './record-type.ts';
import type { Records } from './records.ts';
import type { StoredRecord } from './stored-record.ts';

/** What the routes under /api/records have in common: who asks for what, and how an answer leaves. */

export interface RecordsRoutesDeps {
  records: Records;
  catalogue: Catalogue;
  /** Whose midnights part the days. */
  timeZone(): Promise<string>;
}

export interface OfType {
  Params: { resource: string };
}

export interface ById {
  Params: { resource: string; id: string };
}

export const recordsPath = '/api/records/:resource';

/** A route that the document leaves out; the others are `documented` (route-document.ts). */
export const hidden = { schema: { hide: true } };

/** Bodies are judged by the store, by the record's own schema; answers are what the store gave. */
export function skipValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/** Who asks, and for records of what. Without a session not even that is told. */
export function requestContext(
  catalogue: Catalogue,
  request: FastifyRequest<OfType>,
): { caller: Caller; type: RecordType; name: string } {
  const caller = callerOf(request);
  const type = catalogue.find(request.params.resource);
  return { caller, type, name: type.resource.name };
}

/** The record that a path names. */
export function idOf(request: FastifyRequest<ById>, type: RecordType): number {
  const { id } = request.params;
  if (/^\d{1,15}$/.test(id)) return Number(id);
  const text = labelIn(type.resource.schema['x-label'], request.caller?.locale ?? 'zh-Hans');
  throw new AppError('notFound', { key: 'common.notFound', values: { type: text, id } });
}

/** A record as this caller may see it, with the titles of what it relates to. */
export async function presented(
  records: Records,
  caller: Caller,
  type: RecordType,
  record: StoredRecord,
): Promise<Record<string, unknown>> {
  const labels = await records.untyped.labels(caller, type.resource.name, [record]);
  return { ...presentFor(caller, type, record), [labelsField]: labels.get(record.id) ?? {} };
}

export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (!isObject(body)) throw new AppError('validation', { key: 'records.body' });
  return body;
}
