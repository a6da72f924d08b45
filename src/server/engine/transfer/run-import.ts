import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordType, RecordTypes } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Applied, createApplyRows, type Memory } from './apply-rows.ts';
import type { JobStore, Progress, StoredJob } from './job-store.ts';
import { batchRows } from './limits.ts';
import { createNameBook, withChoices } from './names.ts';
import { writeErrors } from './row-errors.ts';
import { batchesOf, plannedColumns, type ReadRow, readRow, refuseMoreCells } from './rows.ts';
import { readSheet, sheetFileOf } from './sheet.ts';

export interface RunDeps {
  sql: Sql;
  /** Connections beside those of transactions: what is told while one is under way is seen before it ends. */
  beside: Sql;
  types: RecordTypes;
  records: Records;
  jobs: JobStore;
  timeZone(): Promise<string>;
}

/** An import that is under way. */
export interface Run {
  job: StoredJob;
  plan: ImportPlan;
  type: RecordType;
  caller: Caller;
  signal: AbortSignal;
}

/** Its owner wants it to end. */
export class Cancelled extends Error {}

/** All or nothing, and not all would go. */
export class NotAll extends Error {
  constructor(readonly bad: number) {
    super('not all rows are right');
  }
}

export interface Runs {
  /** Judges every row and writes none. */
  check(run: Run): Promise<Progress>;
  /**
   * Writes what is right, batch by batch: how far it came is committed with each. Goes on where it was
   * interrupted.
   */
  writeValid(run: Run): Promise<Progress>;
  /** Writes all in one transaction, or nothing: then it throws NotAll. */
  writeAll(run: Run): Promise<Progress>;
}

/** Progress is told this often at most. */
const tellEveryMs = 400;

export function createRuns({ sql, beside, types, records, jobs, timeZone }: RunDeps): Runs {
  function applierOf({ job, plan, type, caller }: Run) {
    const columns = plannedColumns(type.resource, plan, job.headers);
    const columnOf = new Map(columns.map(({ column, field }) => [field, column]));
    return createApplyRows({ records, caller, type, plan, columnOf });
  }

  /** The rows of the file as records, batch by batch. */
  async function* batches(
    { job, plan, type, caller, signal }: Run,
    db: Sql,
    afterRow = 0,
  ): AsyncIterable<{ rows: ReadRow[]; last: number; progress: number }> {
    const columns = plannedColumns(type.resource, plan, job.headers);
    const names = withChoices(
      createNameBook(db, caller, types, caller.locale),
      plan.choices ?? [],
      type.resource.schema.properties,
    );
    const context = { locale: caller.locale, names, timeZone: await timeZone() };
    const file = readSheet(sheetFileOf(jobs, job));
    for await (const { rows, progress } of batchesOf(file, batchRows, afterRow)) {
      if (signal.aborted) throw new Cancelled();
      await names.forReading(
        columns,
        rows.map(({ cells }) => cells),
      );
      const read = rows.map((row) => {
        const one = readRow(row, columns, context, plan.key);
        return job.format === 'csv' ? refuseMoreCells(one, job.headers.length) : one;
      });
      yield { rows: read, last: rows.at(-1)?.row ?? afterRow, progress };
    }
  }

  /** Tells how far it is, now and then, and hears whether it shall end. */
  function teller(job: StoredJob) {
    let announced = 0;
    return async (progress: Progress) => {
      const now = performance.now();
      if (now - announced < tellEveryMs) return;
      announced = now;
      if (await jobs.count(job.id, progress, beside)) throw new Cancelled();
    };
  }

  return {
    async check(run) {
      const tell = teller(run.job);
      const apply = applierOf(run);
      const memory = emptyMemory();
      const errors = await writeErrors(jobs.errorsPathOf(run.job), 0);
      const counts = { checkedRows: 0, badRows: 0 };
      try {
        for await (const { rows, progress } of ahead(batches(run, sql))) {
          const applied = await apply(rows, memory, null);
          counts.checkedRows += rows.length;
          counts.badRows += applied.bad;
          await errors.add(applied.errors);
          await tell({ ...counts, progress });
        }
        return counts;
      } finally {
        await errors.close();
      }
    },

    async writeValid(run) {
      const { job } = run;
      const apply = applierOf(run);
      const memory = emptyMemory();
      const errors = await writeErrors(jobs.errorsPathOf(job), job.committedRow);
      let written = Promise.resolve(sumOf(job));
      try {
        for await (const { rows, last, progress } of ahead(batches(run, sql, job.committedRow))) {
          const before = written;
          // While a batch is written the next is judged: never more than two, and each step in the order of
          // the file.
          let settleChecked = () => {};
          const checked = new Promise<void>((resolve) => {
            settleChecked = resolve;
          });
          const turn = async () => {
            settleChecked();
            await before;
          };
          written = records
            .transaction(async (transaction) => {
              const applied = await apply(rows, memory, { ...transaction, trusted: false, turn });
              const sum = added(await before, applied, rows.length);
              // Found before they are counted: a run that goes on after this row leaves none out.
              await errors.add(applied.errors);
              const count = { ...sum, committedRow: last, progress };
              return { sum, cancelled: await jobs.count(job.id, count, transaction.sql) };
            })
            .then(({ sum, cancelled }) => {
              if (cancelled) throw new Cancelled();
              return sum;
            });
          await Promise.all([before, Promise.race([checked, written])]);
        }
        const sum = await written;
        refuseOtherRows(job, sum);
        return sum;
      } finally {
        await written.catch(() => {});
        await errors.close();
      }
    },

    async writeAll(run) {
      const tell = teller(run.job);
      const apply = applierOf(run);
      return records.transaction(async (transaction) => {
        const memory = emptyMemory();
        const errors = await writeErrors(jobs.errorsPathOf(run.job), 0);
        let sum = emptySum;
        let committedRow = 0;
        try {
          for await (const { rows, last, progress } of ahead(batches(run, beside))) {
            const applied = await apply(rows, memory, { ...transaction, trusted: false });
            sum = added(sum, applied, rows.length);
            await errors.add(applied.errors);
            if (applied.bad > 0) throw new NotAll(applied.bad);
            committedRow = last;
            await tell({ doneRows: sum.doneRows, progress });
          }
          refuseOtherRows(run.job, sum);
          // Told with the rows: whoever finds it later knows whether they are there.
          await jobs.count(run.job.id, { ...sum, committedRow }, transaction.sql);
          return sum;
        } finally {
          await errors.close();
        }
      });
    },
  };
}

/**
 * As many rows as were checked: a file that is read otherwise than before is not the one that was agreed to.
 */
function refuseOtherRows({ checkedRows }: StoredJob, { doneRows }: Sum): void {
  if (doneRows === checkedRows) return;
  throw new AppError('conflict', {
    key: 'transfer.file.otherRows',
    values: { read: doneRows, checked: checkedRows },
  });
}

/** Reads the next while the last is worked on: the database and this process wait less for each other. */
async function* ahead<T>(source: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      // Whoever stops early never asks for it.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}

type Sum = Required<Pick<Progress, 'doneRows' | 'created' | 'updated' | 'unchanged' | 'badRows'>>;

const emptySum: Sum = { doneRows: 0, created: 0, updated: 0, unchanged: 0, badRows: 0 };

/** What an interrupted run had come to; the errors of the check are counted anew by the run. */
function sumOf(job: StoredJob): Sum {
  if (job.committedRow === 0) return emptySum;
  const { doneRows, created, updated, unchanged, badRows } = job;
  return { doneRows, created, updated, unchanged, badRows };
}

function added(sum: Sum, { created, updated, unchanged, bad }: Applied, rows: number): Sum {
  return {
    doneRows: sum.doneRows + rows,
    created: sum.created + created,
    updated: sum.updated + updated,
    unchanged: sum.unchanged + unchanged,
    badRows: sum.badRows + bad,
  };
}

function emptyMemory(): Memory {
  return { taken: new Map(), keys: new Map() };
}
