import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ImportFormat, importFormats } from '#domain/record/transfer/job.ts';
import { textEncodings } from '#domain/text/encoding.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { isBrokenForm } from '#server/engine/files/broken-form.ts';
import { fileNameOf } from '#server/engine/files/file-types.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import { parseListQuery } from '#server/engine/records/query-parser.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { RecordSelection } from '#server/engine/records/records.ts';
import {
  type ById,
  bodyOf,
  idOf,
  type OfType,
  recordsPath,
  requestContext,
  skipValidation,
} from '#server/engine/records/records-request.ts';
import {
  bytes,
  documented,
  form,
  isWritable,
  json,
  queryParameter,
  type RouteDocument,
  ref,
} from '#server/engine/records/route-document.ts';
import { asAttachment } from '#server/http/as-attachment.ts';
import { type Caller, refuseViewing } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { withOptions } from './causes.ts';
import { type Exporter, type ExportFormat, exportFormats } from './export.ts';
import type { Importer, UploadedFile } from './importer.ts';
import type { Chosen } from './inspect-file.ts';
import { presentJob, type StoredJob } from './job-store.ts';
import { mostBytes } from './limits.ts';
import { importRule } from './plan.ts';
import { planIn } from './plan-input.ts';
import { openRefused } from './refused.ts';
import { type ErrorQuery, reportOf } from './report.ts';
import { writeTemplate } from './template.ts';
import { fileName, mediaTypes, type SheetFormat } from './write-sheet.ts';

export interface TransferRoutesDeps {
  importer: Importer;
  exporter: Exporter;
  catalogue: Catalogue;
  sql: Sql;
  /** IANA name of the wall that times in files are on. */
  timeZone(): Promise<string>;
  clock: () => Date;
  log: Logger;
}

const importPath = `${recordsPath}/import`;
const jobPath = `${importPath}/:id`;

const sheetFormat = { type: 'string', enum: ['xlsx', 'csv'] };
const language = queryParameter(
  'labels',
  { type: 'string', enum: ['zh-Hans', 'en'] },
  'Language of heads and labels',
);
const aFile = () => ({ 200: { description: 'The file', content: bytes } });
const job = (description: string) => () => ({ 200: { description, content: json(ref('ImportJob')) } });
/** Of what imports have in common. */
const importing = { of: isWritable, permission: importRule };

const exporting: RouteDocument = {
  name: 'export',
  summary: (title) => `A file of ${title}, as the list is filtered and sorted`,
  description:
    'Takes the query of the list (q, filter, _sort, _order, _trash, conditions on fields) as well.',
  permission: ({ permissions }) => permissions.read,
  query: () => [
    queryParameter('format', { type: 'string', enum: exportFormats, default: 'xlsx' }, 'Kind of file'),
    queryParameter(
      'columns',
      { type: 'string' },
      'Fields, separated by commas; absent: all that are visible',
    ),
    queryParameter('ids', { type: 'string' }, 'Only these records, separated by commas'),
    language,
  ],
  answers: aFile,
  refuses: [400, 401, 403],
};
const template: RouteDocument = {
  ...importing,
  name: 'importTemplate',
  summary: (title) => `A sheet to fill in with ${title}`,
  query: () => [queryParameter('format', { ...sheetFormat, default: 'xlsx' }, 'Kind of file'), language],
  answers: aFile,
  refuses: [400, 401, 403],
};
const upload: RouteDocument = {
  ...importing,
  name: 'import',
  summary: (title) => `Upload a file with ${title}`,
  body: () =>
    form(
      {
        sheet: { type: 'string', description: 'Sheet of a workbook; absent: its first. Before the file.' },
        file: { type: 'string', format: 'binary', description: 'Excel (.xlsx), CSV, JSON or GeoJSON' },
      },
      ['file'],
    ),
  answers: () => ({
    201: { description: 'The import, with its columns and first rows', content: json(ref('ImportJob')) },
  }),
  refuses: [400, 401, 403],
};
const report: RouteDocument = {
  ...importing,
  name: 'importReport',
  summary: () => 'How far an own import is, and what is wrong in its file',
  query: () => [
    queryParameter('_start', { type: 'integer', minimum: 0 }, 'First fault, from 0'),
    queryParameter('_end', { type: 'integer' }, 'The fault after the last'),
    queryParameter('column', { type: 'string' }, 'Only faults of the column of this head'),
  ],
  answers: () => ({ 200: { description: 'The import', content: json(ref('ImportReport')) } }),
  refuses: [401, 403, 404],
};
const takeSheet: RouteDocument = {
  ...importing,
  name: 'importSheet',
  summary: () => 'Read the file anew: another sheet, another row of heads, another encoding',
  body: () =>
    json({
      type: 'object',
      properties: {
        sheet: { type: 'string' },
        headRow: { type: 'integer', minimum: 1, description: 'Row in which the heads stand' },
        encoding: { type: 'string', enum: textEncodings, description: 'Of a CSV file' },
      },
    }),
  answers: job('The import, with the columns that were read'),
  refuses: [400, 401, 403, 404, 409],
};
const check: RouteDocument = {
  ...importing,
  name: 'importCheck',
  summary: () => 'Judge every row and write none',
  body: () => json(ref('ImportPlan')),
  answers: job('The check is under way'),
  refuses: [400, 401, 403, 404, 409],
};
const run: RouteDocument = {
  ...importing,
  name: 'importRun',
  summary: () => 'Import what was checked',
  body: () =>
    json({
      type: 'object',
      properties: { onError: { type: 'string', enum: ['valid', 'all'], default: 'valid' } },
    }),
  bodyOptional: true,
  answers: job('The import is under way'),
  refuses: [400, 401, 403, 404, 409],
};
const cancel: RouteDocument = {
  ...importing,
  name: 'importCancel',
  summary: () => 'End what is under way',
  answers: job('The import'),
  refuses: [401, 403, 404, 409],
};
const refused: RouteDocument = {
  ...importing,
  name: 'importRefused',
  summary: () => 'The refused rows in their own columns, with the reason',
  query: () => [
    queryParameter(
      'format',
      { type: 'string', enum: importFormats },
      'Kind of file; absent: that of the upload. Excel and CSV may stand for each other',
    ),
  ],
  answers: aFile,
  refuses: [400, 401, 403, 404, 409],
};

/** Records into files and out of them: decodes, calls and encodes. */
export async function transferRoutes(app: FastifyInstance, deps: TransferRoutesDeps): Promise<void> {
  const { importer, exporter, catalogue, sql, timeZone, clock, log } = deps;
  skipValidation(app);
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);

  function admitted(request: FastifyRequest<OfType>): { caller: Caller; type: RecordType } {
    const { caller, type } = requestContext(catalogue, request);
    importer.admit(caller, type);
    return { caller, type };
  }

  async function ownJob(request: FastifyRequest<ById>) {
    const { caller, type } = admitted(request);
    const job = await importer.jobs.find(caller, type.resource.name, idOf(request, type));
    return { caller, type, job };
  }

  const presented = (job: StoredJob, type: RecordType, { locale }: Caller) =>
    presentJob(job, type.resource, locale);

  app.get<OfType>(`${recordsPath}/export`, documented(exporting), async (request, reply) => {
    const { caller, type } = requestContext(catalogue, request);
    const raw = isObject(request.query) ? request.query : {};
    const { format = 'xlsx', columns, labels, ids, ...list } = raw;
    const known = exportFormats.find((one) => one === format);
    if (!known) throw fieldError('format', 'transfer.export.format', { format: String(format) });
    const locale = localeIn(labels, caller);
    const parsed = parseListQuery(type, visibleFields(caller, type), {
      ...list,
      _start: undefined,
      _end: undefined,
    });
    const query = { ...parsed, ...chosen(parsed, ids) };
    const wanted = { format: known, columns: namesIn(columns), labels: locale, query };
    const stream = exporter.open(caller, type, wanted);
    return sendFile(reply, known, type.resource.schema['x-label'][locale], await timeZone()).send(stream);
  });

  app.get<OfType>(`${recordsPath}/import-template`, documented(template), async (request, reply) => {
    const { caller, type } = admitted(request);
    const { format, labels } = isObject(request.query) ? request.query : {};
    const locale = localeIn(labels, caller);
    const sheet = sheetFormatIn(format);
    const zone = await timeZone();
    const known = { sql, types: catalogue.types, timeZone: zone };
    const written = await writeTemplate(known, caller, type, sheet, locale);
    return sendFile(reply, sheet, type.resource.schema['x-label'][locale], zone).send(written);
  });

  app.post<OfType>(importPath, documented(upload), async (request, reply) => {
    const { caller, type } = admitted(request);
    refuseViewing(caller);
    const { file, sheet } = await received(request);
    try {
      const job = await importer.accept(caller, type, file, sheet);
      return reply.status(201).send(presented(job, type, caller));
    } catch (error) {
      await rm(importer.jobs.pathOf(file), { force: true });
      throw error;
    }
  });

  app.get<ById>(jobPath, documented(report), async (request) => {
    const { caller, type, job } = await ownJob(request);
    const report = await reportOf(
      importer.jobs,
      job,
      type.resource,
      caller.locale,
      errorQuery(request.query),
    );
    const { causes: found, ...rest } = report;
    const causes = await withOptions(found, { sql, caller, types: catalogue.types, type });
    return { ...rest, causes };
  });

  app.post<ById>(`${jobPath}/sheet`, documented(takeSheet), async (request) => {
    const { caller, type } = admitted(request);
    const chosen = chosenIn(bodyOf(request));
    return presented(await importer.readAgain(caller, type, idOf(request, type), chosen), type, caller);
  });

  app.post<ById>(`${jobPath}/check`, documented(check), async (request) => {
    const { caller, type } = admitted(request);
    const plan = planIn(bodyOf(request));
    return presented(await importer.check(caller, type, idOf(request, type), plan), type, caller);
  });

  app.post<ById>(`${jobPath}/run`, documented(run), async (request) => {
    const { caller, type } = admitted(request);
    const onError = isObject(request.body) && request.body.onError === 'all' ? 'all' : 'valid';
    return presented(await importer.run(caller, type, idOf(request, type), onError), type, caller);
  });

  app.post<ById>(`${jobPath}/cancel`, documented(cancel), async (request) => {
    const { caller, type } = admitted(request);
    return presented(await importer.cancel(caller, type, idOf(request, type)), type, caller);
  });

  app.get<ById>(`${jobPath}/refused`, documented(refused), async (request, reply) => {
    const { caller, type, job } = await ownJob(request);
    if (job.storedName === null) throw new AppError('conflict', { key: 'transfer.job.noFile' });
    const { format } = isObject(request.query) ? request.query : {};
    const wanted = refusedFormatIn(format, job.format);
    const stream = openRefused(importer.jobs, job, type.resource, wanted, caller.locale, log);
    const name = `${job.fileName.replace(/\.\w+$/, '')}-refused`;
    return sendFile(reply, wanted, name, await timeZone()).send(stream);
  });

  function sendFile(reply: FastifyReply, format: ExportFormat, title: string, zone: string): FastifyReply {
    return reply
      .type(mediaTypes[format])
      .header('content-disposition', asAttachment(fileName(title, format, clock(), zone)))
      .header('cache-control', 'no-store');
  }

  /** The one file of a multipart body, on disk. Nothing is left of one that does not come in whole. */
  async function received(
    request: FastifyRequest,
  ): Promise<{ file: UploadedFile; sheet: string | undefined }> {
    if (!request.isMultipart()) throw fieldError('file', 'transfer.file.none');
    const place = await importer.newFile();
    let file: UploadedFile | undefined;
    let sheet: string | undefined;
    try {
      for await (const part of request.parts({
        limits: { fileSize: mostBytes, files: 1, fields: 5, parts: 6 },
      })) {
        if (part.type === 'field') {
          if (part.fieldname === 'sheet' && typeof part.value === 'string' && part.value !== '')
            sheet = part.value;
          continue;
        }
        await pipeline(part.file, createWriteStream(place.path, { flags: 'wx', mode: 0o600 }));
        if (part.file.truncated) {
          throw fieldError('file', 'transfer.file.tooLarge', { most: `${mostBytes / 1024 / 1024} MB` });
        }
        const name = fileNameOf(part.filename ?? '').slice(0, 256);
        file = { storedName: place.storedName, fileName: name, sizeBytes: part.file.bytesRead };
      }
      if (!file) throw fieldError('file', 'transfer.file.none');
      return { file, sheet };
    } catch (error) {
      await rm(place.path, { force: true });
      throw isBrokenForm(error) ? fieldError('file', 'files.broken') : error;
    }
  }
}

function chosenIn({ sheet, headRow, encoding }: Record<string, unknown>): Chosen {
  const chosen: Chosen = {};
  if (typeof sheet === 'string' && sheet !== '') chosen.sheet = sheet;
  if (typeof headRow === 'number' && Number.isInteger(headRow) && headRow > 0) chosen.headRow = headRow;
  const known = textEncodings.find((one) => one === encoding);
  if (known) chosen.encoding = known;
  if (Object.keys(chosen).length === 0) throw fieldError('sheet', 'transfer.file.sheetNeeded');
  return chosen;
}

function localeIn(labels: unknown, caller: Caller): Locale {
  if (labels === undefined) return caller.locale;
  if (labels === 'zh-Hans' || labels === 'en') return labels;
  throw fieldError('labels', 'records.query.value', { name: 'labels', value: String(labels) });
}

function sheetFormatIn(format: unknown): SheetFormat {
  if (format === undefined || format === 'xlsx') return 'xlsx';
  if (format === 'csv') return 'csv';
  throw fieldError('format', 'transfer.export.format', { format: String(format) });
}

/** The kind of the upload, or another sheet for a sheet: what JSON holds, no sheet can hold as it was given. */
function refusedFormatIn(format: unknown, uploaded: ImportFormat): ImportFormat {
  if (format === undefined || format === uploaded) return uploaded;
  if (uploaded === 'csv' || uploaded === 'xlsx') return sheetFormatIn(format);
  throw fieldError('format', 'transfer.export.format', { format: String(format) });
}

function namesIn(value: unknown): string[] | undefined {
  const names = typeof value === 'string' ? value.split(',').filter(Boolean) : [];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

/** The records that were picked one by one, among those that the list shows. */
function chosen({ filter }: RecordSelection, ids: unknown): Pick<RecordSelection, 'filter'> {
  if (ids === undefined) return { filter };
  const texts = typeof ids === 'string' ? ids.split(',') : [];
  if (texts.length === 0 || texts.some((text) => !/^\d{1,15}$/.test(text))) {
    throw fieldError('ids', 'records.query.value', { name: 'ids', value: String(ids) });
  }
  const these = { field: 'id', operator: 'in' as const, value: texts.map(Number) };
  return { filter: filter ? { operator: 'and', value: [filter, these] } : these };
}

function errorQuery(query: unknown): ErrorQuery {
  const { _start, _end, column } = isObject(query) ? query : {};
  const whole = (value: unknown, otherwise: number) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : otherwise;
  const start = whole(_start, 0);
  const end = Math.min(whole(_end, start + 100), start + 1000);
  return { start, end, column: typeof column === 'string' ? column : undefined };
}
