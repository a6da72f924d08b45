import type { Resource } from '#domain/record/resource.ts';
import { importFormats, importStates } from '#domain/record/transfer/job.ts';
import {
  answers,
  idParameter,
  json,
  operationOn,
  type Paths,
  queryParameter,
  ref,
  titleOf,
} from '#server/engine/records/openapi-parts.ts';
import { recordTypes } from '#server/engine/records/record-type.ts';
import type { DocumentPart } from '#server/http/openapi.ts';
import { exportFormats } from './export.ts';
import { importRule } from './plan.ts';

const file = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
const sheetFormat = { type: 'string', enum: ['xlsx', 'csv'] };
const language = queryParameter(
  'labels',
  { type: 'string', enum: ['zh-Hans', 'en'] },
  'Language of heads and labels',
);

/** The routes of files in and out (routes.ts), for every record type. */
export function transferDocument(resources: Resource[]): DocumentPart {
  const paths: Paths = {};
  for (const type of recordTypes(resources).values()) {
    const { name, permissions, readOnly } = type.resource;
    const path = `/api/records/${name}`;
    const title = titleOf(type);
    const rule = importRule(type.resource);
    const operation = (verb: string, summary: string, rest: object) =>
      operationOn(type, verb, summary, rule, rest);
    const job = (description: string, statuses: string[]) => ({
      200: { description, content: json(ref('ImportJob')) },
      ...answers(...statuses),
    });
    paths[`${path}/export`] = {
      get: operationOn(
        type,
        'export',
        `A file of ${title}, as the list is filtered and sorted`,
        permissions.read,
        {
          description:
            'Takes the query of the list (q, filter, _sort, _order, _trash, conditions on fields) as well.',
          parameters: [
            queryParameter(
              'format',
              { type: 'string', enum: exportFormats, default: 'xlsx' },
              'Kind of file',
            ),
            queryParameter(
              'columns',
              { type: 'string' },
              'Fields, separated by commas; absent: all that are visible',
            ),
            queryParameter('ids', { type: 'string' }, 'Only these records, separated by commas'),
            language,
          ],
          responses: { 200: { description: 'The file', ...file }, ...answers('400', '401', '403') },
        },
      ),
    };
    if (readOnly) continue;
    paths[`${path}/import-template`] = {
      get: operation('importTemplate', `A sheet to fill in with ${title}`, {
        parameters: [queryParameter('format', { ...sheetFormat, default: 'xlsx' }, 'Kind of file'), language],
        responses: { 200: { description: 'The file', ...file }, ...answers('400', '401', '403') },
      }),
    };
    paths[`${path}/import`] = {
      post: operation('import', `Upload a file with ${title}`, {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  sheet: {
                    type: 'string',
                    description: 'Sheet of a workbook; absent: its first. Before the file.',
                  },
                  file: {
                    type: 'string',
                    format: 'binary',
                    description: 'Excel (.xlsx), CSV, JSON or GeoJSON',
                  },
                },
                required: ['file'],
              },
            },
          },
        },
        responses: {
          201: {
            description: 'The import, with its columns and first rows',
            content: json(ref('ImportJob')),
          },
          ...answers('400', '401', '403'),
        },
      }),
    };
    paths[`${path}/import/{id}`] = {
      get: operation('importReport', 'How far an own import is, and what is wrong in its file', {
        parameters: [
          idParameter,
          queryParameter('_start', { type: 'integer', minimum: 0 }, 'First fault, from 0'),
          queryParameter('_end', { type: 'integer' }, 'The fault after the last'),
          queryParameter('column', { type: 'string' }, 'Only faults of the column of this head'),
        ],
        responses: {
          200: { description: 'The import', content: json(ref('ImportReport')) },
          ...answers('401', '403', '404'),
        },
      }),
    };
    paths[`${path}/import/{id}/sheet`] = {
      post: operation('importSheet', 'Take another sheet of the workbook', {
        parameters: [idParameter],
        requestBody: {
          required: true,
          content: json({ type: 'object', properties: { sheet: { type: 'string' } }, required: ['sheet'] }),
        },
        responses: job('The import, with the columns of that sheet', ['400', '401', '403', '404', '409']),
      }),
    };
    paths[`${path}/import/{id}/check`] = {
      post: operation('importCheck', 'Judge every row and write none', {
        parameters: [idParameter],
        requestBody: { required: true, content: json(ref('ImportPlan')) },
        responses: job('The check is under way', ['400', '401', '403', '404', '409']),
      }),
    };
    paths[`${path}/import/{id}/run`] = {
      post: operation('importRun', 'Import what was checked', {
        parameters: [idParameter],
        requestBody: {
          content: json({
            type: 'object',
            properties: { onError: { type: 'string', enum: ['valid', 'all'], default: 'valid' } },
          }),
        },
        responses: job('The import is under way', ['400', '401', '403', '404', '409']),
      }),
    };
    paths[`${path}/import/{id}/cancel`] = {
      post: operation('importCancel', 'End what is under way', {
        parameters: [idParameter],
        responses: job('The import', ['401', '403', '404', '409']),
      }),
    };
    paths[`${path}/import/{id}/refused`] = {
      get: operation('importRefused', 'The refused rows in their own columns, with the reason', {
        parameters: [
          idParameter,
          queryParameter(
            'format',
            { type: 'string', enum: importFormats },
            'Kind of file; absent: that of the upload. Excel and CSV may stand for each other',
          ),
        ],
        responses: {
          200: { description: 'The file', ...file },
          ...answers('400', '401', '403', '404', '409'),
        },
      }),
    };
  }
  return { paths, schemas: schemas() };
}

function schemas(): Record<string, object> {
  const text = { type: 'string' };
  const maybeText = { type: ['string', 'null'] };
  const whole = { type: 'integer' };
  const plan = {
    type: 'object',
    properties: {
      mapping: {
        type: 'object',
        description: 'Field of each column, by the number of the column from 0',
        additionalProperties: maybeText,
      },
      mode: { type: 'string', enum: ['insert', 'update', 'upsert'] },
      key: { type: 'array', items: text, description: 'Fields that find the record to update' },
      onError: { type: 'string', enum: ['all', 'valid'], default: 'valid' },
      blanks: {
        type: 'string',
        enum: ['keep', 'clear'],
        default: 'keep',
        description: 'Empty cells of an update',
      },
    },
    required: ['mapping', 'mode'],
  };
  const job = {
    type: 'object',
    properties: {
      id: whole,
      resource: text,
      fileName: text,
      format: { type: 'string', enum: importFormats },
      sizeBytes: whole,
      sheet: maybeText,
      sheets: { type: 'array', items: text },
      columns: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            index: whole,
            header: text,
            guess: { ...maybeText, description: 'Field that the head names' },
            samples: { type: 'array', items: text },
          },
        },
      },
      state: { type: 'string', enum: importStates },
      plan: { anyOf: [ref('ImportPlan'), { type: 'null' }] },
      checkedRows: whole,
      validRows: whole,
      badRows: whole,
      doneRows: whole,
      created: whole,
      updated: whole,
      unchanged: whole,
      progress: { type: ['number', 'null'], minimum: 0, maximum: 1 },
      reason: maybeText,
      createdAt: { type: 'string', format: 'date-time' },
      startedAt: { type: ['string', 'null'], format: 'date-time' },
      finishedAt: { type: ['string', 'null'], format: 'date-time' },
      hasFile: { type: 'boolean' },
    },
  };
  const fault = {
    type: 'object',
    properties: {
      row: {
        type: 'integer',
        description: 'Row of the sheet, the head being 1; of JSON the number of the record',
      },
      column: { type: ['integer', 'null'] },
      name: maybeText,
      value: maybeText,
      code: text,
      text,
    },
  };
  const count = { type: 'object', properties: { name: maybeText, count: whole } };
  return {
    ImportPlan: plan,
    ImportJob: job,
    ImportFault: fault,
    ImportReport: {
      allOf: [
        ref('ImportJob'),
        {
          type: 'object',
          properties: {
            faults: { type: 'array', items: ref('ImportFault') },
            faultCount: whole,
            faultsByColumn: { type: 'array', items: count },
          },
        },
      ],
    },
  };
}
