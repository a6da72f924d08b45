import path from 'node:path';
import type { Resource } from '#domain/record/resource.ts';
import { guessMapping } from '#domain/record/transfer/columns.ts';
import {
  busyStates,
  type ImportJob,
  type ImportPlan,
  type ImportState,
  importFormats,
} from '#domain/record/transfer/job.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { numberOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';

const resourceName = 'importJob';

/** An import as it is kept, with what only the server knows of it. */
export interface StoredJob extends Omit<ImportJob, 'reason' | 'columns' | 'hasFile'> {
  reason: Text | null;
  headers: string[];
  samples: string[][];
  /** Merged ranges of the sheet. */
  merges: string[];
  storedName: string | null;
  /** Last row of the sheet whose batch is committed. */
  committedRow: number;
  cancelRequested: boolean;
  locale: Locale;
  createdBy: number;
}

/** What a run counts. Written with each batch, in its transaction where the batch is committed by itself. */
export interface Progress {
  checkedRows?: number;
  badRows?: number;
  doneRows?: number;
  created?: number;
  updated?: number;
  unchanged?: number;
  committedRow?: number;
  progress?: number;
}

export interface JobStore {
  add(caller: Caller, values: Record<string, unknown>): Promise<StoredJob>;
  /** An import of this caller's own; of others they learn nothing. */
  find(caller: Caller, resource: string, id: number): Promise<StoredJob>;
  read(id: number): Promise<StoredJob | undefined>;
  ofCaller(caller: Caller, resource: string | undefined, most: number): Promise<StoredJob[]>;
  /** Those in which something was under way when somebody last wrote them. */
  busy(): Promise<StoredJob[]>;
  /** Those that nobody has touched since this time and whose file is still there. */
  idleSince(time: string): Promise<StoredJob[]>;
  /** A step in the life of an import: recorded in its history. */
  move(
    caller: Caller | null,
    id: number,
    state: ImportState,
    values?: Record<string, unknown>,
  ): Promise<StoredJob>;
  /** Counts, which need no history; true: its owner wants it to end. */
  count(id: number, progress: Progress, db?: Sql): Promise<boolean>;
  requestCancel(id: number): Promise<void>;
  pathOf(job: Pick<StoredJob, 'storedName'>): string;
  errorsPathOf(job: Pick<StoredJob, 'storedName'>): string;
}

export function createJobStore(deps: { sql: Sql; records: Records; folder: string }): JobStore {
  const { sql, records, folder } = deps;

  const newest = () =>
    sql.selectFrom(resourceName).selectAll().where('deletedAt', 'is', null).orderBy('id', 'desc');

  async function read(id: number): Promise<StoredJob | undefined> {
    const row = await newest().where('id', '=', id).executeTakeFirst();
    return row && jobOf(row);
  }

  return {
    read,

    async add(caller, values) {
      const made = await records.transaction((transaction: Transaction) =>
        records.create(asService(caller), resourceName, { ...values, state: 'uploaded' }, transaction),
      );
      const job = await read(made.id);
      if (!job) throw new Error(`import ${made.id} vanished after it was made`);
      return job;
    },

    async find(caller, resource, id) {
      const job = await read(id);
      if (job?.createdBy === caller.actor.userId && job.resource === resource) return job;
      throw new AppError('notFound', { key: 'transfer.job.missing', values: { id } });
    },

    async ofCaller(caller, resource, most) {
      const mine = newest().where('createdBy', '=', caller.actor.userId).limit(most);
      const rows = await (resource ? mine.where('resource', '=', resource) : mine).execute();
      return rows.map(jobOf);
    },

    async busy() {
      const rows = await newest()
        .where('state', 'in', [...busyStates])
        .execute();
      return rows.map(jobOf);
    },

    async idleSince(time) {
      const rows = await newest().where('updatedAt', '<', time).where('storedName', 'is not', null).execute();
      return rows.map(jobOf);
    },

    async move(caller, id, state, values = {}) {
      const by = caller ? asService(caller) : systemCaller();
      await records.transaction(async (transaction) => {
        const job = await records.get(systemCaller(), resourceName, id, transaction.sql);
        await records.update(by, resourceName, id, job.version, { ...values, state }, transaction);
      });
      const job = await read(id);
      if (!job) throw new Error(`import ${id} vanished`);
      return job;
    },

    async count(id, progress, db = sql) {
      const row = await db
        .updateTable(resourceName)
        .set({ ...progress, updatedAt: new Date().toISOString() })
        .where('id', '=', id)
        .returning('cancelRequested')
        .executeTakeFirst();
      return row?.cancelRequested === true;
    },

    async requestCancel(id) {
      await sql.updateTable(resourceName).set({ cancelRequested: true }).where('id', '=', id).execute();
    },

    pathOf: ({ storedName }) => path.join(folder, storedName ?? 'gone'),
    errorsPathOf: ({ storedName }) => path.join(folder, `${storedName ?? 'gone'}.faults`),
  };
}

/** The import as its owner may see it. */
export function presentJob(job: StoredJob, resource: Resource | undefined, locale: Locale): ImportJob {
  const guesses = resource ? guessMapping(resource, job.headers) : [];
  return {
    id: job.id,
    resource: job.resource,
    fileName: job.fileName,
    format: job.format,
    sizeBytes: job.sizeBytes,
    sheet: job.sheet,
    sheets: job.sheets,
    columns: job.headers.map((header, index) => ({
      index,
      header,
      guess: guesses[index] ?? null,
      samples: job.samples.map((row) => row[index] ?? ''),
    })),
    headRow: job.headRow,
    firstRows: job.firstRows,
    encoding: job.encoding,
    isEncodingCertain: job.isEncodingCertain,
    hidden: job.hidden,
    state: job.state,
    plan: job.plan,
    checkedRows: job.checkedRows,
    validRows: job.validRows,
    badRows: job.badRows,
    doneRows: job.doneRows,
    created: job.created,
    updated: job.updated,
    unchanged: job.unchanged,
    progress: job.progress,
    reason: job.reason && textIn(job.reason, locale),
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    hasFile: job.storedName !== null,
  };
}

/** A row of the table, whose shape its schema has judged when it was written. */
function jobOf(row: Record<string, unknown>): StoredJob {
  const count = (name: string) => Number(row[name] ?? 0);
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null);
  const [checkedRows, badRows] = [count('checkedRows'), count('badRows')];
  return {
    id: count('id'),
    resource: String(row.resource),
    fileName: String(row.fileName),
    format: importFormats.find((format) => format === row.format) ?? 'csv',
    sizeBytes: count('sizeBytes'),
    sheet: text('sheet'),
    sheets: listOf<string>(row.sheets),
    ...headOf(row.head),
    state: row.state as ImportState,
    plan: (row.plan ?? null) as ImportPlan | null,
    checkedRows,
    badRows,
    validRows: checkedRows - badRows,
    doneRows: count('doneRows'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    committedRow: count('committedRow'),
    progress: numberOf(row.progress),
    reason: (row.reason ?? null) as Text | null,
    cancelRequested: row.cancelRequested === true,
    encoding: text('encoding'),
    storedName: text('storedName'),
    locale: row.locale === 'en' ? 'en' : 'zh-Hans',
    createdAt: String(row.createdAt),
    startedAt: text('startedAt'),
    finishedAt: text('finishedAt'),
    createdBy: count('createdBy'),
  };
}

/** Written by inspect-file.ts alone. */
function headOf(value: unknown): Pick<StoredJob, HeadPart> {
  const head = (value ?? {}) as Partial<Record<HeadPart | 'row', unknown>>;
  return {
    headers: listOf<string>(head.headers),
    samples: listOf<string[]>(head.samples),
    headRow: numberOf(head.row) ?? 0,
    firstRows: listOf<ImportJob['firstRows'][number]>(head.firstRows),
    isEncodingCertain: head.isEncodingCertain !== false,
    hidden: (head.hidden ?? null) as ImportJob['hidden'],
    merges: listOf<string>(head.merges),
  };
}

type HeadPart = 'headers' | 'samples' | 'headRow' | 'firstRows' | 'isEncodingCertain' | 'hidden' | 'merges';

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}
