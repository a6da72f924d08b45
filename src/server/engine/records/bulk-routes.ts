import type { FastifyInstance } from 'fastify';
import { largeBody } from '#contract/call.ts';
import { mayEver } from '#domain/identity/access.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { visibleFields } from './fields.ts';
import { parseListQuery } from './query-parser.ts';
import type { RecordType } from './record-type.ts';
import { type BulkRequest, mostInBulk } from './records.ts';
import {
  bodyOf,
  type OfType,
  type RecordsRoutesDeps,
  recordsPath,
  requestContext,
} from './records-request.ts';
import { documented, isWritable, json, type RouteDocument, ref } from './route-document.ts';
import { refuseReadOnly } from './scope.ts';

const actions: BulkRequest['action'][] = ['update', 'undo', 'delete', 'restore', 'purge'];

const bulk: RouteDocument = {
  name: 'bulk',
  of: isWritable,
  summary: (title) => `Change many: ${title}`,
  permission: bulkPermission,
  body: () => json(ref('BulkRequest')),
  answers: () => ({
    200: { description: 'What became of each; with preview: how many', content: json(ref('BulkReport')) },
  }),
  refuses: [400, 401, 403],
};

/** One change to many records, in one request. */
export function bulkRoutes(app: FastifyInstance, { records, catalogue }: RecordsRoutesDeps): void {
  app.post<OfType>(`${recordsPath}/bulk`, { ...documented(bulk), bodyLimit: largeBody }, async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    refuseReadOnly(type, caller);
    assertMayChange(caller, type.resource);
    const input = bulkRequestOf(caller, type, bodyOf(request));
    if (bodyOf(request).preview === true)
      return { matched: await records.untyped.bulkMatches(caller, name, input) };
    return records.untyped.bulk(caller, name, input);
  });
}

/** Whoever may change some records in some way may ask; the store asks again, for the action and for each record. */
function bulkPermission({ permissions: { update, delete: trash } }: Resource): PermissionRule {
  if (update === 'signedIn' || trash === 'signedIn') return 'signedIn';
  return [...new Set([...update, ...trash])];
}

function assertMayChange(caller: Caller, resource: Resource): void {
  const { ability } = caller;
  if (mayEver(ability, 'update', resource.name) || mayEver(ability, 'delete', resource.name)) return;
  const rule = bulkPermission(resource);
  const names = rule === 'signedIn' || rule.length === 0 ? ['Pages.Admin'] : rule;
  throw new AppError('forbidden', { key: 'common.forbidden', values: { permissions: names.join(', ') } });
}

function bulkRequestOf(caller: Caller, type: RecordType, body: Record<string, unknown>): BulkRequest {
  const action = actions.find((each) => each === body.action);
  if (!action) throw fieldError('action', 'records.bulk.action', { list: actions.join(', ') });
  if (action === 'undo') return undoOf(body);
  const of = selectionOf(caller, type, body);
  return action === 'update' ? { action, of, values: valuesOf(body) } : { action, of };
}

function selectionOf(
  caller: Caller,
  type: RecordType,
  { ids, where }: Record<string, unknown>,
): BulkRequest['of'] {
  if ((ids === undefined) === (where === undefined)) throw fieldError('ids', 'records.bulk.of');
  if (typeof where === 'string') return { where: whereOf(caller, type, where) };
  if (where !== undefined) throw fieldError('where', 'records.bulk.of');
  const list: unknown[] = Array.isArray(ids) ? ids : [];
  const sound = list.filter((id): id is number => typeof id === 'number' && Number.isSafeInteger(id));
  if (!Array.isArray(ids) || sound.length < list.length || list.length > mostInBulk) {
    throw fieldError('ids', 'records.bulk.ids', { most: mostInBulk });
  }
  return { ids: sound };
}

/** What a report said of the records that it changed, given back as it was. */
function undoOf({ versions }: Record<string, unknown>): BulkRequest {
  const list: unknown[] = Array.isArray(versions) ? versions : [];
  const byId = new Map<number, number>();
  for (const one of list) {
    if (isObject(one) && Number.isSafeInteger(one.id) && Number.isSafeInteger(one.version)) {
      byId.set(Number(one.id), Number(one.version));
    }
  }
  if (!Array.isArray(versions) || byId.size < list.length || list.length > mostInBulk) {
    throw fieldError('versions', 'records.bulk.versions', { most: mostInBulk });
  }
  return { action: 'undo', of: { ids: [...byId.keys()] }, versions: byId };
}

/** The address of a list, read as the list reads it; its page, order and columns mean nothing here. */
function whereOf(caller: Caller, type: RecordType, address: string) {
  const raw: Record<string, string[]> = {};
  for (const [key, value] of new URLSearchParams(address)) raw[key] = [...(raw[key] ?? []), value];
  const { filter, search, trash } = parseListQuery(type, visibleFields(caller, type), raw);
  return { filter, search, trash };
}

/** The fields to set, and null for those to clear. */
function valuesOf({ set = {}, clear = [] }: Record<string, unknown>): Record<string, unknown> {
  const cleared: unknown[] = Array.isArray(clear) ? clear : [null];
  const names = cleared.filter((name): name is string => typeof name === 'string');
  if (!isObject(set) || names.length < cleared.length || names.some((name) => Object.hasOwn(set, name))) {
    throw fieldError('set', 'records.bulk.set');
  }
  return { ...set, ...Object.fromEntries(names.map((name) => [name, null])) };
}
