import type { Readable } from 'node:stream';
import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import { cellKind, tooLongForSheets } from '#domain/record/transfer/cell.ts';
import { readNumberCell } from '#domain/record/transfer/cell-number.ts';
import {
  type Cell,
  isFaultCell,
  isJsonCell,
  type ShownCell,
  shownText,
} from '#domain/record/transfer/cell-reading.ts';
import { wallOfCell } from '#domain/record/transfer/cell-time.ts';
import { columnSchema } from '#domain/record/transfer/columns.ts';
import type { ImportFormat } from '#domain/record/transfer/job.ts';
import { denature } from '#domain/record/transfer/neutralise.ts';
import { isoShown } from '#domain/sheet/shown-time.ts';
import type { Locale } from '#domain/text/label.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { JobStore, StoredJob } from './job-store.ts';
import { shapeHead } from './read-json.ts';
import { readErrors } from './row-errors.ts';
import { readSheet, sheetFileOf } from './sheet.ts';
import type { StoredRowError } from './stored-row-error.ts';
import { createJsonWriter, featureOf } from './write-json.ts';
import { createSheetWriter, type OutCell } from './write-sheet.ts';

/** Rows that are written together. */
const batch = 200;

/**
 * The refused rows of an import as a file: the columns that its owner gave, as they gave them, and a last one
 * that says why. Mended, it can be imported as it is: a column that is no field is left out.
 */
export function openRefused(
  jobs: JobStore,
  job: StoredJob,
  resource: Resource,
  format: ImportFormat,
  locale: Locale,
  log: Logger,
): Readable {
  const out = writerOf(job, resource, format, locale);
  const write = async () => {
    const rows = readSheet(sheetFileOf(jobs, job));
    const errors = byRow(readErrors(jobs.errorsPathOf(job)));
    let next = await errors.next();
    let waiting: RefusedRow[] = [];
    for await (const { row, cells } of rows) {
      // Both are in the order of the sheet.
      while (!next.done && next.value.row < row) next = await errors.next();
      if (next.done) break;
      if (next.value.row !== row) continue;
      const given = job.headers.map((_, column) => cells[column] ?? null);
      const beyond = cells.slice(job.headers.length);
      waiting.push({ given, beyond, reason: reasonsOf(next.value.errors, job, locale) });
      if (waiting.length < batch) continue;
      await out.add(waiting);
      waiting = [];
    }
    await out.add(waiting);
    await out.end();
  };
  write().catch((error: unknown) => {
    log.error({ error, job: job.id }, 'the refused rows of an import could not be written');
    out.stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return out.stream;
}

interface RefusedRow {
  /** By the number of its column. */
  given: Cell[];
  /** What stands beyond the head. */
  beyond: Cell[];
  reason: string;
}

interface RefusedWriter {
  stream: Readable;
  add(rows: RefusedRow[]): Promise<void>;
  end(): Promise<void>;
}

function writerOf(
  { headers, plan }: StoredJob,
  resource: Resource,
  format: ImportFormat,
  locale: Locale,
): RefusedWriter {
  const head = textIn({ key: 'transfer.refused.reason' }, locale);
  if (format === 'csv' || format === 'xlsx') {
    const columns = [...headers, head].map((header) => ({ header, text: true }));
    const sheet = createSheetWriter(format, columns, textIn({ key: 'transfer.refused.title' }, locale));
    const schemas = headers.map((_, column) => columnSchema(resource, plan?.mapping[column] ?? ''));
    const cellsOf = ({ given, beyond, reason }: RefusedRow) => [
      ...given.map((cell, column) => outCell(cell, schemas[column])),
      reason,
      ...beyond.map((cell) => outCell(cell)),
    ];
    return { ...sheet, add: (rows) => sheet.add(rows.map(cellsOf)) };
  }
  const file = createJsonWriter(format);
  const itemOf = ({ given, reason }: RefusedRow) => {
    const values = Object.fromEntries(
      headers.flatMap((header, column) => {
        const cell = given[column];
        return isJsonCell(cell) ? [[header, cell.json]] : [];
      }),
    );
    if (format === 'json') return { ...values, [head]: reason };
    const { [shapeHead]: shape, ...properties } = values;
    return featureOf(shape, { ...properties, [head]: reason });
  };
  return { ...file, add: (rows) => file.add(rows.map(itemOf)) };
}

async function* byRow(
  errors: AsyncIterable<StoredRowError>,
): AsyncGenerator<{ row: number; errors: StoredRowError[] }, void> {
  let group: { row: number; errors: StoredRowError[] } | undefined;
  for await (const error of errors) {
    if (group?.row === error.row) group.errors.push(error);
    else {
      if (group) yield group;
      group = { row: error.row, errors: [error] };
    }
  }
  if (group) yield group;
}

function reasonsOf(errors: StoredRowError[], { headers }: StoredJob, locale: Locale): string {
  const reasons = errors.map(({ column, text }) => {
    const reason = textIn(text, locale);
    const head = column === null ? undefined : headers[column];
    return head && !reason.includes(head) ? `${head}: ${reason}` : reason;
  });
  return clausesText(reasons, locale);
}

/** A cell that is read again as it was: a field's cell by what was read of it, others as they are shown. */
function outCell(cell: Cell, schema?: FieldSchema): OutCell {
  if (isJsonCell(cell)) return JSON.stringify(cell.json);
  if (cell === null) return null;
  // The writer puts its apostrophe before what was given without one.
  if (typeof cell === 'string') return denature(cell);
  // As a text, `=` would be a value.
  if (isFaultCell(cell)) return cell.shown === '=' ? '#CALC!' : cell.shown;
  if (typeof cell === 'boolean') return shownText(cell);
  const kind = schema && cellKind(schema);
  if (kind === 'date' || kind === 'moment') return dayOrMoment(cell, kind) ?? shownText(cell);
  if (kind === 'number') {
    const reading = readNumberCell(cell, schema?.['x-unit']);
    return 'value' in reading ? Number(reading.value) : shownText(cell);
  }
  const number = typeof cell === 'number' ? cell : cell.number;
  // As a text all its digits would seem to be right.
  if (kind && Math.abs(number) >= tooLongForSheets) return number.toExponential().toUpperCase();
  if (kind) return shownText(cell);
  if (typeof cell === 'number') return cell;
  return cell.kind === 'day' && cell.wallMs !== null ? new Date(cell.wallMs) : cell.shown;
}

/** A day is written as one that every spreadsheet reads, whatever format it was shown in. */
function dayOrMoment(cell: number | ShownCell, kind: 'date' | 'moment'): OutCell | undefined {
  const timeMs = wallOfCell(cell)?.timeMs;
  if (timeMs === undefined) return undefined;
  const isShownDay = typeof cell === 'object' && cell.kind === 'day';
  const dayMs = Math.floor(timeMs / 86_400_000) * 86_400_000;
  return kind === 'date' && (isShownDay || dayMs === timeMs) ? new Date(dayMs) : isoShown(timeMs);
}
