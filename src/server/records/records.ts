import type { Resource } from '../../domain/resource.ts';
import type { Caller } from '../caller.ts';
import type { RecordChange } from '../changes.ts';
import type { Sql } from '../db/sql.ts';

/** A stored record: system fields, own fields (relations as ids, link lists as arrays of ids). */
export type StoredRecord = Record<string, unknown> & { id: number; version: number };

export interface ListQuery {
  /** First row, from 0, and the row after the last. */
  start: number;
  end: number;
  sort: { field: string; order: 'asc' | 'desc' }[];
  filter: Filter | undefined;
  /** Text looked for in the resource's `search` fields. */
  search: string | undefined;
  trash: 'without' | 'only' | 'with';
}

export interface RecordPage {
  items: StoredRecord[];
  /** Records that match, on all pages. */
  total: number;
}

export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'ncontains'
  | 'startswith'
  | 'endswith'
  | 'null'
  | 'nnull'
  | 'between'
  | 'nbetween';

export type Filter =
  | { field: string; operator: FilterOperator; value: unknown }
  | { operator: 'and' | 'or'; value: Filter[] };

/**
 * The one way to a record, for the records door and for services alike: asks the ability, validates by the
 * schema, keeps the version, writes the history in the same transaction, and publishes after the commit.
 */
export interface Records {
  resource(name: string): Resource;
  list(caller: Caller, resource: string, query: ListQuery): Promise<RecordPage>;
  /** The same with the titles of what the records relate to, which are looked up while the rows are still counted. */
  listLabelled(
    caller: Caller,
    resource: string,
    query: ListQuery,
    fields?: string[],
  ): Promise<RecordPage & { labels: Map<number, RelationLabels> }>;
  /** A record outside the caller's rows is notFound. */
  get(caller: Caller, resource: string, id: number, sql?: Sql): Promise<StoredRecord>;
  create(
    caller: Caller,
    resource: string,
    values: Record<string, unknown>,
    unit?: Unit,
  ): Promise<StoredRecord>;
  /** `version` is that of the record the change was made from; a stale one is a conflict with the current record in `details`. */
  update(
    caller: Caller,
    resource: string,
    id: number,
    version: number,
    values: Record<string, unknown>,
    unit?: Unit,
  ): Promise<StoredRecord>;
  trash(caller: Caller, resource: string, id: number, unit?: Unit): Promise<StoredRecord>;
  restore(caller: Caller, resource: string, id: number, unit?: Unit): Promise<StoredRecord>;
  history(caller: Caller, resource: string, id: number): Promise<HistoryEntry[]>;
  /** The titles of what these records relate to, by record id: only of what the caller may read, `#id` otherwise. */
  labels(caller: Caller, resource: string, records: StoredRecord[]): Promise<Map<number, RelationLabels>>;
  /**
   * Runs several changes in one transaction (retried on serialization failure); publishes them after its commit.
   * For services: its unit is trusted.
   */
  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}

/** By relation field: a title, or a list of titles. */
export type RelationLabels = Record<string, string | string[]>;

/**
 * One transaction and the changes it will announce. `trusted` lets a service set serviceOnly and secret fields and
 * readOnly resources: the service has asked whether its call is permitted, so create asks no permission again, and
 * update, trash and restore need only that the caller may read the row.
 */
export interface Unit {
  sql: Sql;
  trusted: boolean;
  announce(change: RecordChange): void;
}

export interface HistoryEntry {
  id: number;
  recordId: number;
  version: number;
  action: 'create' | 'update' | 'delete' | 'restore';
  /** UTC ISO 8601. */
  at: string;
  by: number | null;
  byName: string | null;
  source: string;
  changes: { field: string; before: unknown; after: unknown }[];
}
