import type { FastifyInstance } from 'fastify';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { mostEntries } from './history.ts';
import type { VersionRequest } from './records.ts';
import {
  type ById,
  bodyOf,
  idOf,
  recordsPath as path,
  presented,
  type RecordsRoutesDeps,
  requestContext,
} from './records-request.ts';
import {
  documented,
  isWritable,
  json,
  listOf,
  queryParameter,
  type RouteDocument,
  ref,
} from './route-document.ts';
import { refuseReadOnly, scopeOrForbidden } from './scope.ts';
import type { HistoryPage } from './stored-record.ts';

const history: RouteDocument = {
  name: 'history',
  summary: (title) => `Who changed ${title}, when and what`,
  permission: ({ permissions }) => permissions.read,
  query: () => [
    queryParameter(
      'limit',
      { type: 'integer', minimum: 1, maximum: mostEntries, default: mostEntries },
      'Entries at most',
    ),
    queryParameter('before', { type: 'integer' }, 'Only entries older than the one of this id'),
  ],
  answers: () => ({ 200: { description: 'Newest first', content: json(listOf('HistoryEntry')) } }),
  refuses: [400, 401, 403, 404],
};
const uses: RouteDocument = {
  name: 'uses',
  summary: (title) => `Where ${title} is used`,
  permission: ({ permissions }) => permissions.read,
  answers: () => ({
    200: {
      description: 'By type and field, among what the caller may read',
      content: json(listOf('RecordUse')),
    },
  }),
  refuses: [401, 403, 404],
};
const restoreVersion: RouteDocument = {
  name: 'restoreVersion',
  of: isWritable,
  summary: (title) => `Take ${title} back to a version`,
  permission: ({ permissions }) => permissions.update,
  body: () => json(ref('VersionRequest')),
  answers: ({ resource }) => ({
    200: {
      description: 'The record, or the preview of what would change',
      content: json({ anyOf: [ref(resource.name), ref('VersionPreview')] }),
    },
  }),
  refuses: [400, 401, 403, 404, 409, 422],
};
const purge: RouteDocument = {
  name: 'purge',
  of: isWritable,
  summary: (title) => `End ${title} in the trash for good`,
  permission: ({ permissions }) => permissions.delete,
  answers: () => ({ 204: { description: 'It is gone' } }),
  refuses: [401, 403, 404, 409],
};

/** What a record was, where it is used, and its end. */
export function versionRoutes(app: FastifyInstance, { records, catalogue }: RecordsRoutesDeps): void {
  app.get<ById>(`${path}/:id/history`, documented(history), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    return records.untyped.history(caller, name, idOf(request, type), pageOf(request.query));
  });

  app.get<ById>(`${path}/:id/uses`, documented(uses), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    return records.untyped.uses(caller, name, idOf(request, type));
  });

  app.post<ById>(`${path}/:id/restore-version`, documented(restoreVersion), async (request) => {
    const { caller, type, name } = requestContext(catalogue, request);
    // Whether the user may comes first: to others the shape of the request is no business.
    refuseReadOnly(type, caller);
    scopeOrForbidden(caller, type, 'update', 't');
    const id = idOf(request, type);
    const { preview, ...version } = requestOf(bodyOf(request));
    if (preview) return records.untyped.previewVersion(caller, name, id, version);
    return presented(records, caller, type, await records.untyped.restoreVersion(caller, name, id, version));
  });

  app.post<ById>(`${path}/:id/purge`, documented(purge), async (request, reply) => {
    const { caller, type, name } = requestContext(catalogue, request);
    await records.untyped.purge(caller, name, idOf(request, type));
    return reply.status(204).send();
  });
}

function pageOf(query: unknown): HistoryPage {
  const { limit, before } = isObject(query) ? query : {};
  const page: HistoryPage = {};
  const whole = (value: unknown) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  if (limit !== undefined) page.limit = whole(limit) ?? 0;
  if (before !== undefined) page.before = whole(before) ?? 0;
  if (page.before === 0 || page.limit === 0 || (page.limit ?? 1) > mostEntries) {
    throw new AppError('validation', { key: 'records.page', values: { most: mostEntries } });
  }
  return page;
}

function requestOf(body: Record<string, unknown>): VersionRequest & { preview: boolean } {
  const { toVersion, version, fields, preview } = body;
  if (!isWhole(version)) throw fieldError('version', 'validation.version');
  if (!isWhole(toVersion)) throw fieldError('toVersion', 'records.restoreVersion.input');
  const names: unknown[] | undefined = Array.isArray(fields) ? fields : undefined;
  if (fields !== undefined && !names?.every((name) => typeof name === 'string')) {
    throw fieldError('fields', 'records.restoreVersion.input');
  }
  return {
    toVersion,
    version,
    ...(names ? { fields: names.map(String) } : {}),
    preview: preview === true,
  };
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
