import { importFormats, importStates } from '#domain/record/transfer/job.ts';
import { ref } from '#server/engine/records/route-document.ts';
import type { DocumentPart } from '#server/http/openapi.ts';

/** What the document of the routes of imports names. */
export const transferDocument = (): DocumentPart => ({ schemas: schemas() });

function schemas(): Record<string, object> {
  const text = { type: 'string' };
  const maybeText = { type: ['string', 'null'] };
  const whole = { type: 'integer' };
  const plan = {
    type: 'object',
    properties: {
      mapping: {
        type: 'object',
        description:
          'Field of each column, by the number of the column from 0; of a point also `field.latitude` and `field.longitude`',
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
      choices: {
        type: 'array',
        description: 'What a text of the file means that names no record, or several',
        items: {
          type: 'object',
          properties: { field: text, text, value: { type: ['integer', 'string'] } },
          required: ['field', 'text', 'value'],
        },
      },
    },
    required: ['mapping', 'mode'],
  };
  const cause = {
    type: 'object',
    properties: {
      field: text,
      name: maybeText,
      text,
      code: text,
      reason: text,
      rows: whole,
      options: {
        type: 'array',
        items: { type: 'object', properties: { value: { type: ['integer', 'string'] }, label: text } },
      },
    },
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
      headRow: { ...whole, description: 'Row in which the heads stand, from 1; 0: a list of records' },
      firstRows: {
        type: 'array',
        description: 'The first rows of the file, among which the head is chosen',
        items: {
          type: 'object',
          properties: { row: whole, cells: { type: 'array', items: text } },
        },
      },
      encoding: maybeText,
      isEncodingCertain: { type: 'boolean', description: 'False: another encoding is as likely' },
      hidden: {
        type: ['object', 'null'],
        description: 'What a workbook hides',
        properties: {
          rows: { type: 'array', items: { type: 'array', items: whole } },
          rowCount: whole,
          columns: { type: 'array', items: text },
          sheets: { type: 'array', items: text },
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
  const error = {
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
    ImportError: error,
    ImportReport: {
      allOf: [
        ref('ImportJob'),
        {
          type: 'object',
          properties: {
            faults: { type: 'array', items: ref('ImportError') },
            faultCount: whole,
            faultsByColumn: { type: 'array', items: count },
            causes: { type: 'array', items: cause },
          },
        },
      ],
    },
  };
}
