import { sql } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { Core } from './core.ts';
import { presentFor } from './fields.ts';
import { labelsOf } from './labels.ts';
import { withNamesIn } from './names.ts';
import { orderOf, whereOf } from './query-sql.ts';
import type { RecordBatch, UntypedRecords } from './records.ts';
import { columnsOf, recordOf } from './rows.ts';
import { and, scopeOrForbidden } from './scope.ts';

const usualBatch = 1000;

/** A cursor in a transaction of its own, on a connection for long reads: one snapshot, one sort, and never more rows in memory than a batch. */
export function createStream({ database, types, typeOf }: Core): UntypedRecords['stream'] {
  return (caller, resource, query, options = {}) => {
    const type = typeOf(resource);
    const { batch = usualBatch, labelsOf: labelled } = options;
    const context = { types, caller, type, alias: 't' };
    // Asked now: a refusal is an answer of its own, and not a file that breaks off.
    const where = and([scopeOrForbidden(caller, type, 'read', 't'), whereOf(query, context)]);
    const select = sql`select ${columnsOf(type)} from ${sql.table(type.table)} as t
      where ${where} order by ${orderOf(query, context)}`;
    return (async function* batches() {
      const transaction = await database.reads
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      try {
        await patient(transaction);
        await sql`declare records no scroll cursor for ${select}`.execute(transaction);
        for (;;) {
          const { rows } = await sql<Record<string, unknown>>`
            fetch forward ${sql.lit(batch)} from records`.execute(transaction);
          if (rows.length === 0) return;
          yield await present(transaction, rows);
          if (rows.length < batch) return;
        }
      } finally {
        // It has written nothing; this ends the cursor and gives the connection back, also to one who stops early.
        await transaction.rollback().execute();
      }
    })();

    async function present(db: Sql, rows: Record<string, unknown>[]): Promise<RecordBatch> {
      const records = await withNamesIn(
        db,
        caller.locale,
        types,
        type,
        rows.map((row) => recordOf(type, row)),
      );
      const labels = await labelsOf(db, caller, types, type, records, labelled);
      return { items: records.map((record) => presentFor(caller, type, record)), labels, sql: db };
    }
  };
}

/** The first rows of a large sort take their time, and so does a reader on a slow line. */
async function patient(db: Sql): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(db);
}
