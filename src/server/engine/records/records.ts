import type { RawBuilder, SqlBool } from 'kysely';
import type { Aggregate } from '#domain/record/aggregates.ts';
import type { RecordFields, StoredRecords } from '#domain/record/records.gen.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { ErrorCode } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Aggregation } from './aggregate.ts';
import type { WriteMany } from './new-records.ts';
import type {
  HistoryEntry,
  HistoryPage,
  RecordUpdate,
  StoredRecord,
  Transaction,
  Values,
} from './stored-record.ts';
import type { ValidateRecord } from './validate-record.ts';

export interface ListQuery {
  /** First row, from 0, and the row after the last. */
  start: number;
  end: number;
  sort: { field: string; order: 'asc' | 'desc' }[];
  filter: Filter | undefined;
  /** Text looked for in the resource's `search` fields. */
  search: string | undefined;
  trash: 'without' | 'only' | 'with';
  /** A service's own condition on the rows of this alias, beside the filter that a client wrote. */
  where?: (alias: string) => RawBuilder<SqlBool>;
  /** How well `total` is known; absent: exact. */
  count?: CountMode;
}

/**
 * exact: every match is counted. some: up to 10,000, and what is above is the planner's estimate. none:
 * nothing is counted, and `total` is how many rows are known to be, those of this page and before it.
 */
export type CountMode = 'exact' | 'some' | 'none';

/** Which records of a list, wherever its pages begin. */
export type RecordSelection = Pick<ListQuery, 'filter' | 'search' | 'trash' | 'where'>;

/** A list whose end nobody turns to. Absent: every record that is not in the trash, by its id. */
export type RowsQuery = Partial<RecordSelection & Pick<ListQuery, 'sort'>> & { most: number };

export interface RecordPage<Of = StoredRecord> {
  items: Of[];
  /** Records that match, on all pages. */
  total: number;
  /** `total` is an estimate above 10,000. */
  estimated: boolean;
}

/** A record with the titles of what it relates to. */
export interface LabelledRecord<Of = StoredRecord> {
  record: Of;
  labels: RelationLabels;
}

/** Some records of a stream, as the caller may see them, with the titles of what they relate to. */
export interface RecordBatch {
  items: StoredRecord[];
  labels: Map<number, RelationLabels>;
  /** The transaction that they were read in: for whatever else is read of them before the next batch. */
  sql: Sql;
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
 * The one way to a record, for the records endpoint and for services alike: asks the ability, validates by
 * the schema, keeps the version, writes the history in the same transaction, and publishes after the commit.
 *
 * Fields: what a caller asks by (filter, sort, search) and what they set is judged here by their ability.
 * Records come back whole, for services need them so: whatever hands one to a person calls `presentFor`
 * (fields.ts). Streams, histories, previews and reports are made for persons and hold only what the caller
 * may see. A service that acts by itself (`systemCaller`, `asService`) sees and sets every field.
 */
export interface RecordStore<Stored, Given extends Record<keyof Stored, object>>
  extends WriteMany<Stored, Given> {
  resource(name: keyof Stored & string): Resource;
  list<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    query: ListQuery,
  ): Promise<RecordPage<Stored[Name]>>;
  /**
   * The same with the titles of what the records relate to, which are looked up while the rows are still
   * counted.
   */
  listLabelled<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    query: ListQuery,
    fields?: string[],
  ): Promise<RecordPage<Stored[Name]> & { labels: Map<number, RelationLabels> }>;
  /** How many of the caller's records have each value of a field. */
  countBy(
    caller: Caller,
    resource: keyof Stored & string,
    field: string,
    selection: RecordSelection,
  ): Promise<{ value: unknown; count: number }[]>;
  /**
   * Figures over the caller's records, as one, by a field's values, along the time or on the map. Days, hours and months are
   * of `zone`, the last of them is the one that the clock is in. Groups by a relation have its titles, `#id` where the
   * caller may not read one.
   */
  aggregate(
    caller: Caller,
    resource: keyof Stored & string,
    selection: RecordSelection,
    aggregation: Aggregation,
    zone: string,
  ): Promise<Aggregate>;
  /** The first `most` records of a list: nothing is counted. `sql`: the connection of a transaction. */
  rows<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    query: RowsQuery,
    sql?: Sql,
  ): Promise<Stored[Name][]>;
  /**
   * Every record, those in the trash too, by its id and the values of these fields, in the order of ids: nothing else of it is
   * read.
   */
  keys<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    fields: readonly (keyof Stored[Name] & string)[],
  ): Promise<{ id: number; values: unknown[] }[]>;
  /** A record outside the caller's rows is notFound. `lock`: until the transaction of `sql` ends. */
  get<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    sql?: Sql,
    options?: { lock?: boolean },
  ): Promise<Stored[Name]>;
  /** The same with the titles of what the record relates to, as a rule in one statement. */
  getLabelled<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
  ): Promise<LabelledRecord<Stored[Name]>>;
  create<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    values: Values<Given[Name]>,
    transaction?: Transaction,
  ): Promise<Stored[Name]>;
  validate: ValidateRecord;
  /**
   * `version` is that of the record the change was made from; a stale one is a conflict with the current
   * record in
   * `details`. `held`: the record as this transaction locked it, which is then not read again.
   */
  update<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    version: number,
    values: Values<Given[Name]>,
    transaction?: Transaction,
    held?: Stored[Name],
  ): Promise<Stored[Name]>;
  /**
   * Makes a change of each of many records, exactly as `update` would, in a few statements; screens are told of them together.
   * Where one is refused the transaction is to end.
   */
  updateMany<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    updates: readonly RecordUpdate<Values<Given[Name]>>[],
    transaction: Transaction,
  ): Promise<Stored[Name][]>;
  /** `version`: refused where the record is no longer of this version; absent: whichever it has. */
  trash<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    transaction?: Transaction,
    version?: number,
  ): Promise<Stored[Name]>;
  /**
   * Refused at its field where a live record took a unique value meanwhile, or where what it relates to is
   * gone.
   */
  restore<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    transaction?: Transaction,
  ): Promise<Stored[Name]>;
  /**
   * Ends a record of the trash for good; refused while any record, live or in the trash, still refers to it.
   * Its history stays, closed by an entry that holds its title alone.
   */
  purge(
    caller: Caller,
    resource: keyof Stored & string,
    id: number,
    transaction?: Transaction,
  ): Promise<void>;
  /** Newest first: at most `limit` entries (default 1000), older than the entry `before`. */
  history(
    caller: Caller,
    resource: keyof Stored & string,
    id: number,
    page?: HistoryPage,
  ): Promise<HistoryEntry[]>;
  /** What taking the fields back to a version would do, and what stands against it. */
  previewVersion(
    caller: Caller,
    resource: keyof Stored & string,
    id: number,
    request: VersionRequest,
  ): Promise<VersionPreview>;
  /** Does it: an update whose source is `restore`. */
  restoreVersion<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    request: VersionRequest,
    transaction?: Transaction,
  ): Promise<Stored[Name]>;
  /** Live records that name this one, among what the caller may read. */
  uses(caller: Caller, resource: keyof Stored & string, id: number): Promise<RecordUse[]>;
  /** One change to many records: each stands or fails by itself, with a history of its own. */
  bulk(caller: Caller, resource: keyof Stored & string, request: BulkRequest): Promise<BulkReport>;
  /** How many records a bulk would be asked of. */
  bulkMatches(
    caller: Caller,
    resource: keyof Stored & string,
    request: Pick<BulkRequest, 'action' | 'of'>,
  ): Promise<number>;
  /**
   * Every record that matches, in the order asked for, as of one moment and in constant memory: for exports.
   * Refused before the first batch where the caller may not.
   */
  stream(
    caller: Caller,
    resource: keyof Stored & string,
    query: RecordSelection & Pick<ListQuery, 'sort'>,
    options?: { batch?: number; labelsOf?: string[] },
  ): AsyncIterable<RecordBatch>;
  /**
   * The titles of what these records relate to, by record id: only of what the caller may read, `#id`
   * otherwise.
   */
  labels(
    caller: Caller,
    resource: keyof Stored & string,
    records: readonly StoredRecord[],
    sql?: Sql,
  ): Promise<Map<number, RelationLabels>>;
  /**
   * The record, locked, if the caller may change it now as a whole; nothing is changed. For what hangs on a
   * record and is changed with it, as its files are. The transaction is not trusted.
   */
  lockForChange<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    id: number,
    transaction: Transaction,
  ): Promise<Stored[Name]>;
  /**
   * Runs several changes in one transaction (retried on serialization failure); publishes them after its
   * commit. For services: its unit is trusted.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** Any record type by its name: those that administrators add at run time too. */
export type UntypedRecords = RecordStore<
  Record<string, StoredRecord>,
  Record<string, Record<string, unknown>>
>;

/** The records of the product, typed by their schemas. */
export interface Records extends RecordStore<StoredRecords, RecordFields> {
  /**
   * The same for a type that is known at run time alone, and for values that the schema is still to be asked
   * of.
   */
  untyped: UntypedRecords;
}

/** By relation field: a title, or a list of titles. */
export type RelationLabels = Record<string, string | string[]>;

export interface VersionRequest {
  toVersion: number;
  /** Only these; absent: every field that the caller may set. */
  fields?: string[];
  /** The version that the wish was made from. */
  version: number;
}

export interface VersionPreview {
  changes: { field: string; before: unknown; after: unknown }[];
  /** Why it would be refused, by field, in the caller's language. */
  problems: Record<string, string[]>;
}

export interface RecordUse {
  resource: string;
  field: string;
  count: number;
}

/** Records of one request at most. */
export const mostInBulk = 10_000;

export interface BulkRequest {
  /** `undo`: puts each record back to what it was before the version that `versions` names. */
  action: 'update' | 'undo' | 'delete' | 'restore' | 'purge';
  of: { ids: number[] } | { where: RecordSelection };
  /** For an undo, by id: refused where the record has changed since. */
  versions?: ReadonlyMap<number, number>;
  /** For an update: the fields that are set, null where they are cleared. */
  values?: Record<string, unknown>;
}

export interface BulkReport {
  /** Records that were asked for and that the caller sees. */
  matched: number;
  done: number;
  failed: BulkFailure[];
  /** Those that are another now, with the version that the change gave them: what an undo asks for. */
  changed: { id: number; version: number }[];
}

export interface BulkFailure {
  id: number;
  title: string;
  message: string;
  code: ErrorCode | 'internal';
  errors: Record<string, string[]>;
}
