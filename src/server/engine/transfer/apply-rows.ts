import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { AppError } from '#domain/text/errors.ts';
import { isRetryable } from '#server/db/pg-errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { same } from '#server/engine/records/history.ts';
import { savepoint } from '#server/engine/records/insert-many.ts';
import type { NewRecord, Taken } from '#server/engine/records/new-records.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { findByKey, keyText } from './key-matches.ts';
import { rowErrorsOf } from './row-errors.ts';
import type { ReadRow } from './rows.ts';
import type { StoredRowError } from './stored-row-error.ts';

/** What became of the rows of a batch. */
export interface Applied {
  created: number;
  updated: number;
  unchanged: number;
  errors: StoredRowError[];
  /** Rows with an error. */
  bad: number;
}

/**
 * What is known from one batch to the next; a batch that is tried again finds itself in it and takes no harm.
 */
export interface Memory {
  taken: Taken;
  /** Keys that earlier rows of the file have spoken of, with the row. */
  keys: Map<string, number>;
}

export interface ApplyDeps {
  records: Records;
  caller: Caller;
  type: RecordType;
  plan: ImportPlan;
  columnOf: ReadonlyMap<string, number>;
}

/** Where a batch is written. `turn` comes when those before it are committed: until then it may be judged. */
export interface WriteIn extends Transaction {
  turn?(): Promise<void>;
}

/** Judges a batch, and writes it where there is a transaction to write in. */
export type ApplyRows = (rows: ReadRow[], memory: Memory, transaction: WriteIn | null) => Promise<Applied>;

export function createApplyRows({ records, caller, type, plan, columnOf }: ApplyDeps): ApplyRows {
  const resource = type.resource.name;

  const errorsOf = (row: ReadRow, error: AppError) =>
    rowErrorsOf(error, { row: row.row, cells: row.cells, columnOf });

  return async (rows, memory, transaction) => {
    const applied: Applied = { created: 0, updated: 0, unchanged: 0, errors: [], bad: 0 };
    const refuse = (errors: StoredRowError[]) => {
      applied.bad += 1;
      applied.errors.push(...errors);
    };
    const sound = rows.filter((row) => {
      if (row.errors.length > 0) refuse(row.errors);
      return row.errors.length === 0;
    });
    // Rows that may change records are judged by the records as those before them left them.
    if (plan.mode !== 'insert') await transaction?.turn?.();
    const { fresh, known } = await sorted(sound, memory, transaction?.sql, (row, error) =>
      refuse(errorsOf(row, error)),
    );
    await insert(fresh);
    await update(known);
    // In the order of the sheet, whichever way its rows went.
    applied.errors.sort((a, b) => a.row - b.row);
    return applied;

    async function insert(all: ReadRow[]): Promise<void> {
      if (all.length === 0) return;
      const made: NewRecord[] = all.map(({ row, values }) => ({ row, values: filled(values) }));
      const outcomes = transaction
        ? await records.untyped.createMany(
            caller,
            resource,
            made,
            memory.taken,
            transaction,
            transaction.turn,
          )
        : await records.untyped.validateMany(caller, resource, made, memory.taken);
      all.forEach((row, index) => {
        const outcome = outcomes[index];
        if (outcome && 'error' in outcome && outcome.error) refuse(errorsOf(row, outcome.error));
        else applied.created += 1;
      });
    }

    async function update(all: { row: ReadRow; record: StoredRecord }[]): Promise<void> {
      const changed = all.filter(({ row, record }) => {
        const values = wanted(row);
        const differs = Object.entries(values).some(([name, value]) => !same(record[name], value));
        if (!differs) applied.unchanged += 1;
        return differs;
      });
      if (changed.length === 0) return;
      if (transaction) return updateIn(transaction, changed);
      // Done and undone again: the only judge that knows every rule is the change itself.
      const undo = new Error('undone');
      await records
        .transaction(async (trial) => {
          await updateIn({ ...trial, trusted: false }, changed);
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        });
    }

    async function updateIn(
      within: Transaction,
      changed: { row: ReadRow; record: StoredRecord }[],
    ): Promise<void> {
      for (const { row, record } of changed) {
        try {
          await savepoint(within.sql, () =>
            records.untyped.update(caller, resource, record.id, record.version, wanted(row), within),
          );
          applied.updated += 1;
        } catch (error) {
          if (!(error instanceof AppError) || isRetryable(error)) throw error;
          refuse(errorsOf(row, error));
        }
      }
    }
  };

  /** Which rows are new records, and which speak of one that is there. */
  async function sorted(
    rows: ReadRow[],
    memory: Memory,
    sql: Sql | undefined,
    refuse: (row: ReadRow, error: AppError) => void,
  ): Promise<{ fresh: ReadRow[]; known: { row: ReadRow; record: StoredRecord }[] }> {
    if (plan.mode === 'insert') return { fresh: rows, known: [] };
    const found = await findByKey(
      records,
      caller,
      type,
      plan.key,
      rows.map(({ values }) => values),
      sql,
    );
    const fresh: ReadRow[] = [];
    const known: { row: ReadRow; record: StoredRecord }[] = [];
    rows.forEach((row, index) => {
      const key = keyText(plan.key, row.values);
      const matches = found[index] ?? [];
      const [record] = matches;
      const before = key === undefined ? undefined : memory.keys.get(key);
      if (key === undefined && plan.mode === 'update') refuse(row, atKey('transfer.row.noKey'));
      else if (before !== undefined && before !== row.row)
        refuse(row, atKey('transfer.row.sameKey', { row: before }));
      else if (matches.length > 1) refuse(row, atKey('transfer.row.manyMatches', { count: matches.length }));
      else if (record) known.push({ row, record });
      else if (plan.mode === 'update') refuse(row, atKey('transfer.row.noMatch'));
      else fresh.push(row);
      if (key !== undefined && before === undefined) memory.keys.set(key, row.row);
    });
    return { fresh, known };
  }

  function atKey(key: string, values: Record<string, number> = {}): AppError {
    const text = { key, values };
    return new AppError('validation', text, { fields: plan.key.map((field) => ({ field, text })) });
  }

  /** What a row says of a record that is there. */
  function wanted({ values }: ReadRow): Record<string, unknown> {
    const { id: _, ...rest } = values;
    return plan.blanks === 'clear' ? rest : filled(rest);
  }
}

/** An empty cell of a new record leaves the field to its default. */
function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== 'id' && value !== null && value !== undefined),
  );
}
