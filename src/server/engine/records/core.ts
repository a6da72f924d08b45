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
import type { RecordType, RecordTypes } from './record-type.ts';
import { createReferences, type References } from './references.ts';
import { findRow, withoutSecrets } from './rows.ts';
import type { RecordRules } from './rules.ts';
import { and, forbidden, refuseReadOnly, scopeOf, scopeOrForbidden } from './scope.ts';
import type { HistoryEntry, NewHistoryEntry, StoredRecord, Transaction } from './stored-record.ts';

export interface RecordsDeps {
  database: Pick<Database, 'kysely' | 'transaction'>;
  catalogue: Catalogue;
  changes: ChangeFeed;
  clock: () => Date;
  log: Logger;
  /** Rules that go by the settings of this installation; default: none. */
  rules?: RecordRules;
}

/** What every part of the store stands on: transactions, locks, the ability asked of a row, history, announcements. */
export interface Core {
  database: RecordsDeps['database'];
  types: RecordTypes;
  rules: RecordRules;
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
    asked: { transaction: Transaction | undefined; trusted: boolean; caller?: Caller; type?: RecordType },
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;
  missing(type: RecordType, id: number, caller: Caller): AppError;
  /** What one transaction writes and announces, `last` may add to: all of it is there, or nothing. */
  beforeCommit(last: BeforeCommit): void;
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

/** Runs inside each transaction, last of all, with what it will announce. */
export type BeforeCommit = (transaction: Transaction, announced: readonly RecordChange[]) => Promise<void>;

export function createCore({ database, catalogue, changes, clock, log, rules = {} }: RecordsDeps): Core {
  const { types } = catalogue;
  const coverage = createCoverage(types);
  const beforeCommit: BeforeCommit[] = [];

  async function run<T>(
    transaction: Transaction | undefined,
    trusted: boolean,
    work: (transaction: Transaction) => Promise<T>,
  ) {
    if (transaction) return work(transaction);
    let pending: RecordChange[] = [];
    const result = await database.transaction((transaction) => {
      // A retry starts afresh: what the failed attempt would have announced did not happen.
      const announced: RecordChange[] = [];
      const noted: NewHistoryEntry[] = [];
      pending = announced;
      const own: Transaction = {
        sql: transaction,
        trusted,
        announce: (change) => void announced.push(change),
        note: (entry) => void noted.push(entry),
      };
      return work(own).then(async (done) => {
        for (const last of announced.length > 0 ? beforeCommit : []) await last(own, announced);
        await writeHistory(transaction, noted);
        return done;
      });
    });
    for (const change of pending) changes.publish(change);
    return result;
  }

  function missing(type: RecordType, id: number, caller: Caller): AppError {
    const name = labelIn(type.resource.schema['x-label'], caller.locale);
    return new AppError('notFound', { key: 'common.notFound', values: { type: name, id } });
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
    beforeCommit: (last) => void beforeCommit.push(last),

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
      if (found) return found;
      const readable = scopeOf(caller, type, 'read', 't');
      if (readable && (await findRow(transaction.sql, type, and([byId, readable]))))
        throw forbidden(type, action);
      throw missing(type, id, caller);
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
