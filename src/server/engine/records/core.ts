import { sql } from 'kysely';
import type { Action } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { type Caller, refuseViewing } from '#server/kernel/caller.ts';
import type { ChangeFeed, RecordChange } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Catalogue } from './catalogue.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { concealed } from './fields.ts';
import { changesBetween, historyEntry, userOf, writeHistory } from './history.ts';
import { createRuleBook, type RecordRule, type RuleBook } from './record-rules.ts';
import type { RecordType, RecordTypes } from './record-type.ts';
import type { Records } from './records.ts';
import { createReferences, type References } from './references.ts';
import { findRow, lockRows, withoutSecrets } from './rows.ts';
import { and, forbidden, refuseReadOnly, scopeOf, scopeOrForbidden } from './scope.ts';
import type { HistoryEntry, NewHistoryEntry, StoredRecord, Transaction } from './stored-record.ts';

export interface RecordsDeps {
  database: Pick<Database, 'kysely' | 'reads' | 'transaction'>;
  catalogue: Catalogue;
  changes: ChangeFeed;
  clock: () => Date;
  log: Logger;
  /** In the order in which they are asked (record-rules.ts). */
  rules: readonly RecordRule[];
}

/** What every part of the store stands on: transactions, locks, the ability asked of a row, history, announcements. */
export interface Core {
  database: RecordsDeps['database'];
  types: RecordTypes;
  rules: RuleBook;
  references: References;
  coverage: Coverage;
  clock: () => Date;
  log: Logger;
  typeOf(name: string): RecordType;
  /**
   * Runs in the given transaction, or in one of its own that is published after its commit. Refusals name no field
   * that the caller may not see.
   */
  within<T>(
    requestContext: {
      transaction: Transaction | undefined;
      trusted: boolean;
      caller?: Caller;
      type?: RecordType;
    },
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;
  missing(type: RecordType, id: number, caller: Caller): AppError;
  refuseReadOnly(type: RecordType, transaction: Transaction | undefined, caller: Caller): void;
  /** The record, among those that the caller may read. */
  find(
    caller: Caller,
    type: RecordType,
    id: number,
    db?: Sql,
    options?: { lock?: boolean },
  ): Promise<StoredRecord>;
  /** The record with its secrets, locked, if the caller may do this to it. */
  lock(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    id: number,
    action: Action,
  ): Promise<StoredRecord>;
  /** The same of many, by id. */
  lockMany(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    ids: readonly number[],
    action: Action,
  ): Promise<Map<number, StoredRecord>>;
  /** Leaves the history of what was written (with its secrets) and the announcement in the transaction. */
  settle(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    after: StoredRecord,
    action: HistoryEntry['action'],
    before: StoredRecord | undefined,
    at: string,
  ): Promise<StoredRecord>;
}

/** `records`: the store that stands on it, for the rules that read and write records themselves. */
export function createCore(
  { database, catalogue, changes, clock, log, ...deps }: RecordsDeps,
  records: () => Records,
): Core {
  const { types } = catalogue;
  const coverage = createCoverage(types);
  const rules = createRuleBook(deps.rules);

  async function run<T>(
    transaction: Transaction | undefined,
    trusted: boolean,
    work: (transaction: Transaction) => Promise<T>,
  ) {
    if (transaction) return work(transaction);
    let pending: { announced: RecordChange[]; committed: (() => void)[] } = { announced: [], committed: [] };
    const result = await database.transaction((transaction) => {
      // A retry starts afresh: what the failed attempt would have announced did not happen.
      const announced: RecordChange[] = [];
      const noted: NewHistoryEntry[] = [];
      const committed: (() => void)[] = [];
      pending = { announced, committed };
      const own: Transaction = {
        sql: transaction,
        trusted,
        announce: (change) => void announced.push(change),
        note: (entry) => void noted.push(entry),
        afterCommit: (work) => void committed.push(work),
      };
      return work(own).then(async (done) => {
        await rules.close(own, announced, records());
        await writeHistory(transaction, noted);
        return done;
      });
    });
    for (const change of pending.announced) changes.publish(change);
    for (const work of pending.committed) work();
    return result;
  }

  function missing(type: RecordType, id: number, caller: Caller): AppError {
    const name = labelIn(type.resource.schema['x-label'], caller.locale);
    return new AppError('notFound', { key: 'common.notFound', values: { type: name, id } });
  }

  /** Why a record is not among those that the caller may do this to. */
  async function refusalOf(
    { sql: db }: Transaction,
    caller: Caller,
    type: RecordType,
    id: number,
    action: Action,
  ): Promise<AppError> {
    const readable = scopeOf(caller, type, 'read', 't');
    const isThere = readable && (await findRow(db, type, and([sql`t.id = ${id}`, readable])));
    return isThere ? forbidden(type, action) : missing(type, id, caller);
  }

  return {
    database,
    types,
    rules,
    references: createReferences(types),
    coverage,
    clock,
    log,
    missing,

    typeOf(name) {
      const type = types.get(name);
      if (!type) throw new AppError('notFound', { key: 'records.unknownResource', values: { name } });
      return type;
    },

    async within({ transaction, trusted, caller, type }, work) {
      try {
        return await run(transaction, trusted, work);
      } catch (error) {
        throw caller && type ? concealed(caller, type, error) : error;
      }
    },

    refuseReadOnly(type, transaction, caller) {
      refuseViewing(caller);
      if (!transaction?.trusted) refuseReadOnly(type, caller);
    },

    async find(caller, type, id, db = database.kysely, options = {}) {
      const scope = scopeOrForbidden(caller, type, 'read', 't');
      const record = await findRow(db, type, and([sql`t.id = ${id}`, scope]), options);
      if (!record) throw missing(type, id, caller);
      return record;
    },

    async lock(transaction, caller, type, id, action) {
      const byId = sql<boolean>`t.id = ${id}`;
      const scope = scopeOrForbidden(caller, type, transaction.trusted ? 'read' : action, 't');
      const found = await findRow(transaction.sql, type, and([byId, scope]), {
        lock: true,
        withSecrets: true,
      });
      if (!found) throw await refusalOf(transaction, caller, type, id, action);
      return found;
    },

    async lockMany(transaction, caller, type, ids, action) {
      const byId = sql<boolean>`t.id = any(${[...ids]}::bigint[])`;
      const scope = scopeOrForbidden(caller, type, transaction.trusted ? 'read' : action, 't');
      const rows = await lockRows(transaction.sql, type, and([byId, scope]));
      const found = new Map(rows.map((row) => [row.id, row]));
      const left = ids.find((id) => !found.has(id));
      if (left !== undefined) throw await refusalOf(transaction, caller, type, left, action);
      return found;
    },

    async settle(transaction, caller, type, after, action, before, at) {
      const changed = changesBetween(type, before ?? {}, after);
      transaction.note(historyEntry(type, caller, action, after, changed, at));
      await coverage.changed(transaction.sql, type, before, after);
      const record = withoutSecrets(type, after);
      transaction.announce({
        resource: type.resource.name,
        id: after.id,
        action,
        record,
        by: userOf(caller),
        at,
      });
      return record;
    },
  };
}

export function refuseTrashed(record: StoredRecord): void {
  if (record.deletedAt !== null) throw new AppError('conflict', { key: 'records.inTrash' });
}

export function refuseStale(
  record: StoredRecord,
  version: number | undefined,
  present: (record: StoredRecord) => StoredRecord,
): void {
  if (version === undefined || record.version === version) return;
  throw new AppError('conflict', { key: 'records.stale' }, { details: present(record) });
}
