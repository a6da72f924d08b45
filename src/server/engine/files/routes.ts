import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindsOf, takesFiles } from '#domain/record/files.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import {
  bytes,
  documented,
  form,
  json,
  listOf,
  queryParameter,
  type RouteDocument,
  ref,
} from '#server/engine/records/route-document.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { callerOf } from '#server/http/service-routes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { byteRangeOf, disposition } from './answer.ts';
import type { FileStore } from './file-store.ts';
import { storageKeyOf } from './file-store.ts';
import { isInline } from './file-types.ts';
import type { FileLinks } from './links.ts';
import type { FileEntry, FileOfRecord, RecordFiles, TrashChoice } from './record-files.ts';
import type { Uploads } from './uploads.ts';

export interface FileRoutesDeps {
  files: RecordFiles;
  uploads: Uploads;
  store: FileStore;
  links: FileLinks;
  parameters: Parameters;
  clock: () => Date;
}

interface OfRecord {
  Params: { resource: string; id: string };
}

interface OfFile {
  Params: { resource: string; id: string; file: string };
}

interface OfLink {
  Params: { signed: string };
}

const path = '/api/records/:resource/:id/files';
/** An answer in parts must have the length that it says. */
const whole = { compress: false as const };

const theFile = () => ({ 200: { description: 'The file', content: json(ref('RecordFile')) } });
const theBytes = () => {
  const content = { description: 'The bytes', content: bytes };
  return { 200: content, 206: content };
};
const list: RouteDocument = {
  name: 'files.list',
  of: takesFiles,
  summary: () => 'Files of the record',
  permission: ({ permissions }) => permissions.read,
  query: () => [queryParameter('_trash', { type: 'string', enum: ['without', 'only', 'with'] })],
  answers: () => ({ 200: { description: 'Newest first', content: json(listOf('RecordFile')) } }),
  refuses: [401, 403, 404],
};
const add: RouteDocument = {
  name: 'files.add',
  of: takesFiles,
  summary: () => 'Add files, all or none of them',
  permission: ({ permissions }) => permissions.update,
  body({ resource }) {
    const kinds = kindsOf(resource).map((kind) => kind.name);
    const files = { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 20 };
    return form({ kind: { type: 'string', ...(kinds.length > 0 ? { enum: kinds } : {}) }, files }, ['files']);
  },
  answers: () => ({ 201: { description: 'The files as kept', content: json(listOf('RecordFile')) } }),
  refuses: [400, 401, 403, 404, 409, 422, 503],
};
const download: RouteDocument = {
  name: 'files.download',
  of: takesFiles,
  summary: () => 'The bytes of a file, whole or a range',
  permission: ({ permissions }) => permissions.read,
  answers: theBytes,
  refuses: [401, 403, 404, 503],
};
const remove: RouteDocument = {
  name: 'files.remove',
  of: takesFiles,
  summary: () => 'Move a file to the trash',
  permission: ({ permissions }) => permissions.update,
  answers: theFile,
  refuses: [401, 403, 404, 409, 422],
};
const restore: RouteDocument = {
  ...remove,
  name: 'files.restore',
  summary: () => 'Take a file out of the trash',
};
const purge: RouteDocument = {
  name: 'files.purge',
  of: takesFiles,
  summary: () => 'Remove a file of the trash for good',
  permission: ({ permissions }) => permissions.delete,
  answers: () => ({ 204: { description: 'Gone' } }),
  refuses: [401, 403, 404, 409],
};
const link: RouteDocument = {
  name: 'files.link',
  of: takesFiles,
  summary: () => 'A signed link that opens the file without a session for a while',
  permission: ({ permissions }) => permissions.read,
  body: () =>
    json({
      type: 'object',
      properties: { minutes: { type: 'integer', minimum: 1, maximum: 1440, default: 15 } },
    }),
  bodyOptional: true,
  answers: () => ({ 200: { description: 'The link', content: json(ref('RecordFileLink')) } }),
  refuses: [400, 401, 403, 404, 409],
};

const signedLink = {
  tags: ['files'],
  params: { type: 'object', properties: { signed: { type: 'string' } }, required: ['signed'] },
  ...permissionNote('anonymous'),
};
const openSchema = {
  ...signedLink,
  operationId: 'files.open',
  summary:
    'What a signed link names: images and PDF to look at, everything else (and with ?download) to keep',
  response: theBytes(),
};
const aboutSchema = {
  ...signedLink,
  operationId: 'files.about',
  summary: 'Name, size and kind of what a signed link names, and until when it opens',
  response: {
    200: Type.Object(
      {
        name: Type.String(),
        size: Type.Integer({ description: 'Bytes' }),
        mediaType: Type.String(),
        inline: Type.Boolean({ description: 'A browser may show it' }),
        expiresAt: Type.String({ format: 'date-time' }),
      },
      { description: 'The file' },
    ),
  },
};

/** Whatever the parameter says: more is not for a form in a browser. */
const mostMegabytes = 500;
const defaultLinkMinutes = 15;
const longestLinkMinutes = 24 * 60;

/** The files of records, and the signed links to them. Routes decode, ask and encode; they decide nothing. */
export async function fileRoutes(app: FastifyInstance, deps: FileRoutesDeps): Promise<void> {
  const { files, uploads, store, links, parameters, clock } = deps;
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await app.register(multipart, { throwFileSizeLimit: false });

  app.get<OfRecord>(path, documented(list), async (request) => {
    const { caller, of } = requestOf(request);
    return files.list(caller, of, trashOf(request));
  });

  app.post<OfRecord>(path, documented(add), async (request, reply) => {
    const { caller, of } = requestOf(request);
    // Whoever may not add a file does not get to send one.
    await files.assertMayAdd(caller, of);
    const megabytes = await parameters.number('files.maxMegabytes');
    const maxBytes = Math.min(Math.max(megabytes, 0), mostMegabytes) * 1_000_000;
    const { files: incoming, kind } = await uploads.receive(request, { maxBytes });
    try {
      const added = await files.add(caller, of, incoming, kind);
      reply.status(201);
      return added;
    } finally {
      await uploads.drop(incoming);
    }
  });

  app.get<OfFile>(`${path}/:file`, { ...whole, ...documented(download) }, async (request, reply) => {
    const { caller, of, file } = fileRequestOf(request);
    const entry = await files.get(caller, of, file);
    return sendFile(request, reply, entry, 'attachment');
  });

  app.delete<OfFile>(`${path}/:file`, documented(remove), async (request) => {
    const { caller, of, file } = fileRequestOf(request);
    return files.remove(caller, of, file);
  });

  app.post<OfFile>(`${path}/:file/restore`, documented(restore), async (request) => {
    const { caller, of, file } = fileRequestOf(request);
    return files.restore(caller, of, file);
  });

  app.post<OfFile>(`${path}/:file/purge`, documented(purge), async (request, reply) => {
    const { caller, of, file } = fileRequestOf(request);
    await files.purge(caller, of, file);
    return reply.status(204).send();
  });

  app.post<OfFile>(`${path}/:file/link`, documented(link), async (request) => {
    const { caller, of, file } = fileRequestOf(request);
    const minutes = minutesOf(request.body);
    const entry = await files.get(caller, of, file);
    if (entry.deletedAt !== null) throw new AppError('conflict', { key: 'records.inTrash' });
    const expiresAt = new Date(Math.floor(clock().getTime() / 1000) * 1000 + minutes * 60_000);
    const signed = await links.sign(entry.id, caller.actor.userId, expiresAt);
    return {
      page: `/preview?file=${signed}`,
      file: `/api/files/${signed}`,
      expiresAt: expiresAt.toISOString(),
      inline: isInline(entry.mediaType),
    };
  });

  /** What a link names; a forged one is told no more than one whose file is gone. */
  async function linkedBy(request: FastifyRequest<OfLink>): Promise<{ entry: FileEntry; expiresAt: Date }> {
    const read = await links.read(request.params.signed, clock());
    if (read === 'expired') throw new AppError('notFound', { key: 'files.linkExpired' });
    const entry = read === 'forged' ? null : await files.linked(read.fileId, read.by);
    if (read === 'forged' || !entry) throw new AppError('notFound', { key: 'files.linkUnknown' });
    return { entry, expiresAt: read.expiresAt };
  }

  app.get<OfLink>('/api/files/:signed', { ...whole, schema: openSchema }, async (request, reply) => {
    const { entry } = await linkedBy(request);
    const wantsCopy =
      typeof request.query === 'object' && request.query !== null && 'download' in request.query;
    return sendFile(request, reply, entry, isInline(entry.mediaType) && !wantsCopy ? 'inline' : 'attachment');
  });

  app.get<OfLink>('/api/files/:signed/about', { schema: aboutSchema }, async (request, reply) => {
    const { entry, expiresAt } = await linkedBy(request);
    reply.header('cache-control', 'no-store');
    const { name, size, mediaType } = entry;
    return { name, size, mediaType, inline: isInline(mediaType), expiresAt: expiresAt.toISOString() };
  });

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, size, mediaType, sha256 }: FileEntry,
    how: 'inline' | 'attachment',
  ): Promise<FastifyReply> {
    const tag = `"${sha256}"`;
    reply
      .header('content-disposition', disposition(how, name))
      .header('x-content-type-options', 'nosniff')
      // No script, no form, no request of its own, whatever the bytes are. A browser's PDF viewer needs no more.
      .header(
        'content-security-policy',
        how === 'inline'
          ? "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'"
          : "sandbox; default-src 'none'; frame-ancestors 'none'",
      )
      .header('referrer-policy', 'no-referrer')
      // Kept by this browser alone, and asked for again each time: who may read it may change.
      .header('cache-control', 'private, no-cache')
      .header('etag', tag)
      .header('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    const range = byteRangeOf(request.headers.range, size, one(request.headers['if-range']), tag);
    if (range === 'unsatisfiable') {
      return reply.status(416).header('content-range', `bytes */${size}`).send();
    }
    const bytes: Readable | null = await store.open(storageKeyOf(sha256), range ?? undefined);
    if (!bytes) throw new AppError('unavailable', { key: 'files.bytesGone', values: { name } });
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return reply
      .type(mediaType)
      .header('content-length', range ? range.end - range.start + 1 : size)
      .send(bytes);
  }
}

/** Who asks, and for whose files. Without a session not even the record type is told. */
function requestOf(request: FastifyRequest<OfRecord>): { caller: Caller; of: FileOfRecord } {
  const caller = callerOf(request);
  return { caller, of: { resource: request.params.resource, id: idIn(request.params.id) } };
}

function fileRequestOf(request: FastifyRequest<OfFile>): { caller: Caller; of: FileOfRecord; file: number } {
  return { ...requestOf(request), file: idIn(request.params.file) };
}

/** What is no number names no record: the database has none with this id. */
function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function trashOf(request: FastifyRequest): TrashChoice {
  const query: object = typeof request.query === 'object' && request.query !== null ? request.query : {};
  for (const [name, value] of Object.entries(query)) {
    if (name === '_trash' && (value === 'without' || value === 'only' || value === 'with')) return value;
    throw fieldError(name, 'records.query.unknown', { name });
  }
  return 'without';
}

function minutesOf(body: unknown): number {
  const minutes =
    typeof body === 'object' && body !== null && 'minutes' in body ? body.minutes : defaultLinkMinutes;
  if (
    typeof minutes === 'number' &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= longestLinkMinutes
  )
    return minutes;
  throw fieldError('minutes', 'files.linkMinutes', { most: longestLinkMinutes });
}
