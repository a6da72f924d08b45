import { sql } from 'kysely';
import { coverageField } from '#domain/identity/access.ts';
import { type SqlType, sqlType } from '#domain/record/column-type.ts';
import type { Sql } from '#server/db/sql.ts';
import { historyTable } from '#server/db/table-model.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { userOf } from './history.ts';
import { type JsonColumn, jsonTable } from './json-table.ts';
import type { RecordType } from './record-type.ts';
import type { HistoryEntry, StoredRecord } from './stored-record.ts';

/** What the system says of new records of one moment. */
export interface NewSystem {
  version: number;
  createdAt: string;
  createdBy: number | null;
  updatedAt: string;
  updatedBy: number | null;
}

const systemTypes: Record<keyof NewSystem, SqlType> = {
  version: 'bigint',
  createdAt: 'timestamp with time zone',
  createdBy: 'bigint',
  updatedAt: 'timestamp with time zone',
  updatedBy: 'bigint',
};

/** A field that an insert does not name gets the default of its column, which is that of its schema. */
export function withColumnDefaults(
  type: RecordType,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const whole = { ...values };
  for (const { name, schema } of type.fields.values()) {
    if (whole[name] === undefined && schema.default !== undefined) whole[name] = schema.default;
  }
  return whole;
}

/** Inserts whole rows with their lists of links; the ids in the order of the rows, which are `given` or drawn now. */
export async function insertRows(
  db: Sql,
  type: RecordType,
  rows: Record<string, unknown>[],
  system: NewSystem,
  given?: readonly number[],
): Promise<number[]> {
  const own = [...type.fields.values()].filter(({ linkTable }) => linkTable === undefined);
  const columns: JsonColumn[] = [
    ...(given ? [{ name: 'id', type: 'bigint' as const }] : []),
    ...(type.hasCoverage ? [{ name: coverageField, type: 'bigint[]' as const }] : []),
    ...own.map(({ name, schema }) => ({ name, type: sqlType(schema) })),
  ];
  const same = Object.entries(systemTypes).map(([name, type]) => ({
    name: sql.ref(name),
    value: sql`${system[name as keyof NewSystem]}::${sql.raw(type)}`,
  }));
  const names = sql.join([...same.map(({ name }) => name), ...columns.map(({ name }) => sql.ref(name))]);
  const picked = sql.join([
    ...same.map(({ value }) => value),
    ...columns.map(({ name }) => sql.ref(`r.${name}`)),
  ]);
  const numbered = given ? rows.map((row, index) => ({ ...row, id: given[index] })) : rows;
  const result = await sql<{ id: number }>`
    insert into ${sql.table(type.table)} (${names}) select ${picked} from ${jsonTable(numbered, columns)}
    returning id`.execute(db);
  // Numbers are given out in the order of the rows, whatever the order they come back in.
  const ids = given ? [...given] : result.rows.map(({ id }) => id).sort((a, b) => a - b);
  if (result.rows.length !== rows.length)
    throw new Error(`an insert into ${type.table} answered with too few ids`);
  await insertLinks(db, type, rows, ids);
  return ids;
}

async function insertLinks(
  db: Sql,
  type: RecordType,
  rows: Record<string, unknown>[],
  ids: number[],
): Promise<void> {
  for (const { name, linkTable } of type.fields.values()) {
    if (linkTable === undefined) continue;
    const links = rows.flatMap((row, index) => {
      const targets = row[name];
      return Array.isArray(targets)
        ? targets.map((target: unknown, place) => ({
            ownerId: ids[index],
            targetId: target,
            position: place + 1,
          }))
        : [];
    });
    if (links.length === 0) continue;
    const columns: JsonColumn[] = [
      { name: 'ownerId', type: 'bigint' },
      { name: 'targetId', type: 'bigint' },
      { name: 'position', type: 'bigint' },
    ];
    await sql`insert into ${sql.table(linkTable)} (owner_id, target_id, position)
      select r.owner_id, r.target_id, r.position from ${jsonTable(links, columns)}`.execute(db);
  }
}

/** The record as it will be read back: what PostgreSQL makes of a value, without asking it. */
export function storedOf(
  type: RecordType,
  values: Record<string, unknown>,
  system: { id: number; version: number } & Record<string, unknown>,
): StoredRecord {
  const record: StoredRecord = { ...system, deletedAt: null, deletedBy: null };
  if (type.hasCoverage) record[coverageField] = values[coverageField] ?? [];
  for (const { name, kind } of type.fields.values()) {
    const value = values[name] ?? null;
    if (kind === 'links') record[name] = value ?? [];
    else if (kind === 'time' && typeof value === 'string') record[name] = new Date(value).toISOString();
    else record[name] = value;
  }
  return record;
}

const mask = '•••';

/** What the history says of a new record: every field that holds something, as changesBetween of nothing and it would. */
export function firstChanges(type: RecordType, record: StoredRecord): HistoryEntry['changes'] {
  const changes: HistoryEntry['changes'] = [];
  for (const { name, secret } of type.fields.values()) {
    const after = record[name];
    if (after === null || after === undefined || (Array.isArray(after) && after.length === 0)) continue;
    changes.push({ field: name, before: null, after: secret ? mask : after });
  }
  return changes;
}

/** The first entry in the history of each of these new records. */
export async function insertHistory(
  db: Sql,
  type: RecordType,
  caller: Caller,
  at: string,
  entries: { record: StoredRecord; changes: HistoryEntry['changes'] }[],
): Promise<void> {
  const rows = entries.map(({ record, changes }) => ({
    recordId: record.id,
    version: record.version,
    changes,
  }));
  const columns: JsonColumn[] = [
    { name: 'recordId', type: 'bigint' },
    { name: 'version', type: 'bigint' },
    { name: 'changes', type: 'jsonb' },
  ];
  await sql`insert into ${sql.table(historyTable)}
      (resource, record_id, version, action, at, by, by_name, source, changes)
    select ${type.resource.name}, r.record_id, r.version, 'create', ${at}::timestamptz, ${userOf(caller)}::bigint,
      ${caller.actor.name || caller.actor.userName}, ${caller.source}, r.changes
    from ${jsonTable(rows, columns)}`.execute(db);
}

/** Runs a part of a transaction that may fail by itself. */
export async function savepoint<T>(db: Sql, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
}
