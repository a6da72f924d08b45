import type { Sql } from '#server/db/sql.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/**
 * A stored record whose type is known at run time alone: system fields, own fields (relations as ids, link lists as
 * arrays of ids).
 */
export type StoredRecord = Record<string, unknown> & { id: number; version: number };

/** The fields of a record that are given to make or to change it; what is left out stays, null empties. */
export type Values<Of> = { [Field in keyof Of]?: Of[Field] | null };

/** A change of one of many records; `version` as for an update of one, absent: whichever it has. */
export interface RecordUpdate<Of = Record<string, unknown>> {
  id: number;
  version?: number;
  values: Of;
}

/**
 * One transaction and the changes it will announce. `trusted` lets a service set serviceOnly and secret fields and
 * readOnly resources: the service has asked whether its call is permitted, so create asks no permission again, and
 * update, trash and restore need only that the caller may read the row.
 */
export interface Transaction {
  sql: Sql;
  trusted: boolean;
  announce(change: RecordChange): void;
  /** Is called once it is committed and its changes are published; never where it was not. */
  afterCommit(work: () => void): void;
  /** Leaves an entry of the history, which the transaction writes with all the others when it ends. */
  note(entry: NewHistoryEntry): void;
}

/** A part of a service's transaction in which the caller is asked as they are at the endpoint. */
export function asCaller(transaction: Transaction): Transaction {
  return { ...transaction, trusted: false };
}

export interface HistoryPage {
  limit?: number;
  /** Id of an entry. */
  before?: number;
}

export type NewHistoryEntry = Omit<HistoryEntry, 'id'> & { resource: string };

export interface HistoryEntry {
  id: number;
  recordId: number;
  version: number;
  action: 'create' | 'update' | 'delete' | 'restore' | 'purge';
  /** UTC ISO 8601. */
  at: string;
  by: number | null;
  byName: string | null;
  source: string;
  changes: { field: string; before: unknown; after: unknown }[];
}
