import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import { historyTable } from '#server/db/table-model.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type JsonColumn, jsonTable } from './json-table.ts';
import type { RecordType } from './record-type.ts';
import type { HistoryEntry, HistoryPage, NewHistoryEntry, StoredRecord } from './stored-record.ts';

/** What stands in the history for a secret: that it changed is told, what it was is not. */
const mask = '•••';

type FieldChanges = HistoryEntry['changes'];

/** The fields that differ, absent and null being the same. */
export function changesBetween(
  type: RecordType,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): FieldChanges {
  const changes: FieldChanges = [];
  for (const field of type.fields.values()) {
    const [was, is] = [before[field.name] ?? null, after[field.name] ?? null];
    if (same(was, is)) continue;
    changes.push(
      field.secret
        ? { field: field.name, before: was === null ? null : mask, after: is === null ? null : mask }
        : { field: field.name, before: was, after: is },
    );
  }
  return changes;
}

/** Equal as values: times that name the same instant are, and an empty list is no list. */
export function same(a: unknown, b: unknown): boolean {
  if (isDeepStrictEqual(plain(a), plain(b))) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  return isTime(a) && isTime(b) && Date.parse(a) === Date.parse(b);
}

function plain(value: unknown): unknown {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  return value;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text);
}

/** What the history says of a change of this record. */
export function historyEntry(
  type: RecordType,
  caller: Caller,
  action: HistoryEntry['action'],
  record: StoredRecord,
  changes: FieldChanges,
  at: string,
): NewHistoryEntry {
  return {
    resource: type.resource.name,
    recordId: record.id,
    version: record.version,
    action,
    at,
    by: userOf(caller),
    byName: caller.actor.name || caller.actor.userName,
    source: caller.source,
    changes,
  };
}

const columns: JsonColumn[] = [
  { name: 'resource', type: 'text' },
  { name: 'recordId', type: 'bigint' },
  { name: 'version', type: 'bigint' },
  { name: 'action', type: 'text' },
  { name: 'at', type: 'timestamp with time zone' },
  { name: 'by', type: 'bigint' },
  { name: 'byName', type: 'text' },
  { name: 'source', type: 'text' },
  { name: 'changes', type: 'jsonb' },
];

/** In one statement, in their order. */
export async function writeHistory(db: Sql, entries: readonly NewHistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(historyTable)} (${names})
    select ${names} from ${jsonTable(
      entries.map((entry) => ({ ...entry })),
      columns,
    )}`.execute(db);
}

/** The user behind a change; null: the server itself. */
export function userOf(caller: Caller): number | null {
  return caller.actor.userId > 0 ? caller.actor.userId : null;
}

/** Entries of one answer at most. */
export const mostEntries = 1000;

/** Newest first, with every field: who hands it on leaves out what is not for the reader. */
export async function readHistory(
  db: Sql,
  type: RecordType,
  id: number,
  { limit = mostEntries, before, afterVersion = 0 }: HistoryPage & { afterVersion?: number } = {},
): Promise<HistoryEntry[]> {
  const result = await sql<HistoryEntry>`
    select id, record_id, version, action, at, by, by_name, source, changes from ${sql.table(historyTable)}
    where resource = ${type.resource.name} and record_id = ${id} and version > ${afterVersion}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by version desc, id desc limit ${limit}`.execute(db);
  return result.rows;
}
