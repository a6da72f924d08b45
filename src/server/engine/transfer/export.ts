import type { Readable } from 'node:stream';
import { systemFields } from '#domain/record/resource.ts';
import { cellKind, writeCell } from '#domain/record/transfer/cell.ts';
import type { CellContext } from '#domain/record/transfer/cell-reading.ts';
import { type FieldColumn, fieldColumns, systemColumns } from '#domain/record/transfer/columns.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import type { RecordType, RecordTypes } from '#server/engine/records/record-type.ts';
import type { ListQuery, RecordSelection, Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { ExportSlots } from '#server/kernel/export-slots.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createNameBook, type NameBook } from './names.ts';
import { createJsonWriter, featureOf } from './write-json.ts';
import { createSheetWriter, type OutCell, type SheetWriter } from './write-sheet.ts';

export const exportFormats = ['xlsx', 'csv', 'json', 'geojson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  format: ExportFormat;
  /** Fields in their order; undefined: every field that the caller may see, with the number of the record. */
  columns: string[] | undefined;
  /** The language of heads and labels. */
  labels: Locale;
  query: RecordSelection & Pick<ListQuery, 'sort'>;
}

export interface Exporter {
  /**
   * A file of the records that match, as this caller may see them; refused before its first byte or not at all. Each takes
   * a connection for long reads until its last record is read: `tooMany` where the caller, or all together, have as many
   * under way as there may be. It is broken off where nobody reads on for a minute.
   */
  open(caller: Caller, type: RecordType, request: ExportRequest): Readable;
}

/** Records that are written together. */
const batch = 500;

export function createExporter(deps: {
  records: Records;
  types: RecordTypes;
  slots: ExportSlots;
  timeZone(): Promise<string>;
  log: Logger;
  /** How long a file waits for its reader; default a minute. */
  unreadMs?: number;
}): Exporter {
  const { records, types, slots, timeZone, log, unreadMs } = deps;

  return {
    open(caller, type, request) {
      const columns = columnsOf(caller, type, request);
      if (request.format === 'geojson' && !geometryOf(columns)) {
        throw new AppError('validation', { key: 'transfer.export.noGeometry' });
      }
      const batches = records.untyped.stream(caller, type.resource.name, request.query, {
        batch,
        labelsOf: [],
      });
      const release = slots.take(userIdOf(caller));
      if (request.format === 'json' || request.format === 'geojson') {
        const file = createJsonWriter(request.format, unreadMs);
        const shape = request.format === 'geojson' ? geometryOf(columns) : undefined;
        const rest = columns.filter(({ field }) => field !== shape);
        const itemOf = (record: StoredRecord) =>
          shape === undefined
            ? picked(record, columns)
            : featureOf(record[shape], picked(record, rest), record.id);
        const reading = async () => {
          for await (const { items } of batches) await file.add(items.map(itemOf));
        };
        return written(file, reading().finally(release));
      }
      const title = type.resource.schema['x-label'][request.labels];
      const isSheet = request.format === 'xlsx';
      const sheet = createSheetWriter(
        request.format,
        columns.map(({ label, schema }) => ({
          header: label,
          text: !['number', 'date'].includes(cellKind(schema)),
        })),
        title,
        unreadMs,
      );
      const reading = async () => {
        const [locale, zone] = [request.labels, await timeZone()];
        let names: NameBook | undefined;
        for await (const { items, sql } of batches) {
          names ??= createNameBook(sql, caller, types, locale);
          await names.forWriting(columns, items);
          const context = { locale, names, timeZone: zone };
          await sheet.add(items.map((record) => cellsOf(record, columns, context, isSheet)));
        }
      };
      return written(sheet, reading().finally(release));
    },
  };

  function written({ stream, end }: Pick<SheetWriter, 'stream' | 'end'>, reading: Promise<void>): Readable {
    reading.then(end).catch((error: unknown) => breakOff(stream, error));
    return stream;
  }

  /** Half a file must not look like a whole one: the connection is broken off. */
  function breakOff(stream: Readable, error: unknown): void {
    if (stream.destroyed) return;
    log.error({ error }, 'an export broke off');
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function columnsOf(caller: Caller, type: RecordType, { columns, labels }: ExportRequest): FieldColumn[] {
  const visible = visibleFields(caller, type);
  const system = new Set<string>(systemFields);
  const open = (field: string) => visible.has(field) && (!system.has(field) || field in systemColumns);
  const unknown = columns?.find((field) => !open(field));
  if (unknown !== undefined) {
    throw fieldError('columns', 'records.query.unknown', { name: unknown });
  }
  const grouped = type.resource.form?.groups?.flatMap(({ fields }) => fields) ?? [];
  const all = ['id', ...new Set([...grouped, ...type.fields.keys()])].filter(open);
  return fieldColumns(type.resource, columns ?? all, labels);
}

function cellsOf(
  record: StoredRecord,
  columns: FieldColumn[],
  context: CellContext,
  excel: boolean,
): OutCell[] {
  return columns.map(({ field, schema }) => {
    const value = record[field];
    // A day that a spreadsheet can sort and count by; it knows none before 1900.
    if (excel && typeof value === 'string' && cellKind(schema) === 'date' && value >= '1900-03-01') {
      return new Date(`${value}T00:00:00Z`);
    }
    return writeCell(schema, value, context);
  });
}

function picked(record: StoredRecord, columns: FieldColumn[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ field }) => [field, record[field] ?? null]));
}

/** The first of the fields that is a shape. */
function geometryOf(columns: FieldColumn[]): string | undefined {
  return columns.find(({ schema }) => schema['x-geometry'])?.field;
}
