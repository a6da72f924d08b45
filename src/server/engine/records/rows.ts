import { type RawBuilder, sql } from 'kysely';
import { coverageField } from '#domain/identity/access.ts';
import { sqlType } from '#domain/record/column-type.ts';
import { systemFields } from '#domain/record/resource.ts';
import { quoteName, snakeCase } from '#server/db/names.ts';
import type { Sql } from '#server/db/sql.ts';
import { type JsonColumn, jsonTable } from './json-table.ts';
import type { RecordField, RecordType } from './record-type.ts';
import type { Condition } from './scope.ts';
import type { StoredRecord } from './stored-record.ts';

/** What `select` names of the record `t`: its columns, its coverage and its lists of links. Secrets stay behind. */
export function columnsOf(
  type: RecordType,
  { withSecrets = false, withLinks = true } = {},
): RawBuilder<unknown> {
  const known = selections.get(type) ?? new Map<string, RawBuilder<unknown>>();
  selections.set(type, known);
  const key = `${withSecrets} ${withLinks}`;
  const selection = known.get(key) ?? sql.raw(selectionOf(type, withSecrets, withLinks));
  known.set(key, selection);
  return selection;
}

/** Every statement of a type names the same columns: they are put into words once. */
const selections = new WeakMap<RecordType, Map<string, RawBuilder<unknown>>>();

function selectionOf(type: RecordType, withSecrets: boolean, withLinks: boolean): string {
  const column = (name: string) => `t.${quoteName(snakeCase(name))}`;
  const parts: string[] = systemFields.map(column);
  if (type.hasCoverage) parts.push(column(coverageField));
  for (const { name, secret, linkTable } of type.fields.values()) {
    if ((secret && !withSecrets) || (linkTable !== undefined && !withLinks)) continue;
    parts.push(
      linkTable === undefined
        ? column(name)
        : `array(select l.target_id from ${quoteName(snakeCase(linkTable))} as l
            where l.owner_id = t.id order by l.position) as ${quoteName(snakeCase(name))}`,
    );
  }
  return parts.join(', ');
}

/** A row as it came from the driver → the record that the schema describes. */
export function recordOf(type: RecordType, row: Record<string, unknown>): StoredRecord {
  const { id, version } = row;
  if (typeof id !== 'number' || typeof version !== 'number') {
    throw new Error(`a row of ${type.table} came without its id and version`);
  }
  const record: StoredRecord = { ...row, id, version };
  for (const field of type.fields.values()) {
    const value = row[field.name];
    if (field.decimal && typeof value === 'string') record[field.name] = Number(value);
  }
  return record;
}

/** The record without what nobody may be handed. */
export function withoutSecrets(type: RecordType, record: StoredRecord): StoredRecord {
  const open = { ...record };
  for (const field of type.fields.values()) if (field.secret) delete open[field.name];
  return open;
}

export async function findRow(
  db: Sql,
  type: RecordType,
  where: Condition,
  options: { lock?: boolean; withSecrets?: boolean } = {},
): Promise<StoredRecord | undefined> {
  const result = await sql<Record<string, unknown>>`
    select ${columnsOf(type, options)} from ${sql.table(type.table)} as t
    where ${where} ${options.lock ? sql`for update of t` : sql``}`.execute(db);
  const [row] = result.rows;
  return row ? recordOf(type, row) : undefined;
}

/** Many records with their secrets, locked one after another by their ids, so that no two transactions wait for each other. */
export async function lockRows(db: Sql, type: RecordType, where: Condition): Promise<StoredRecord[]> {
  const result = await sql<Record<string, unknown>>`
    select ${columnsOf(type, { withSecrets: true })} from ${sql.table(type.table)} as t
    where ${where} order by t.id for update of t`.execute(db);
  return result.rows.map((row) => recordOf(type, row));
}

/** The value of a field as the driver wants it. */
function written(field: RecordField, value: unknown): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`null`;
  return field.kind === 'json' || field.worded ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}

export interface SystemValues {
  [column: string]: unknown;
}

/** The new record as it is stored, with its secrets. */
export async function insertRow(
  db: Sql,
  type: RecordType,
  values: Record<string, unknown>,
  system: SystemValues,
): Promise<StoredRecord> {
  const names = Object.keys(system);
  const parts = Object.values(system).map((value) => sql`${value}`);
  for (const field of type.fields.values()) {
    if (field.linkTable !== undefined || values[field.name] === undefined) continue;
    names.push(field.name);
    parts.push(written(field, values[field.name]));
  }
  const result = await sql<Record<string, unknown>>`
    insert into ${sql.table(type.table)} as t (${sql.raw(names.map((name) => quoteName(snakeCase(name))).join(', '))})
    values (${sql.join(parts)})
    returning ${columnsOf(type, { withSecrets: true, withLinks: false })}`.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error(`an insert into ${type.table} answered with nothing`);
  const record = recordOf(type, row);
  for (const field of type.fields.values()) {
    if (field.linkTable === undefined) continue;
    const targets = values[field.name] ?? [];
    await writeLinks(db, field, record.id, targets, true);
    record[field.name] = targets;
  }
  return record;
}

/** Writes these fields and system columns of a record that the transaction has locked; the record as it is then. */
export async function updateRow(
  db: Sql,
  type: RecordType,
  id: number,
  values: Record<string, unknown>,
  system: SystemValues,
): Promise<StoredRecord> {
  const parts = Object.entries(system).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  for (const [name, value] of Object.entries(values)) {
    const field = type.fields.get(name);
    if (!field) continue;
    if (field.linkTable === undefined) parts.push(sql`${sql.ref(name)} = ${written(field, value)}`);
    else await writeLinks(db, field, id, value ?? []);
  }
  // The lists of links are written by now, and read by the very statement that answers.
  const result = await sql<Record<string, unknown>>`
    update ${sql.table(type.table)} as t set ${sql.join(parts)} where t.id = ${id}
    returning ${columnsOf(type, { withSecrets: true })}`.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error(`${type.table} ${id} vanished inside its own transaction`);
  return recordOf(type, row);
}

/** What is written of one record of many. */
export interface RowChange {
  id: number;
  values: Record<string, unknown>;
  system: SystemValues;
}

const systemTypes = {
  version: 'bigint',
  updatedAt: 'timestamp with time zone',
  updatedBy: 'bigint',
} as const;

/**
 * The same of many records, which are then as they come back, by id. Those of which the same fields change go in one statement;
 * what gets other areas or lists of links goes by itself.
 */
export async function updateRows(
  db: Sql,
  type: RecordType,
  changes: readonly RowChange[],
): Promise<Map<number, StoredRecord>> {
  const found = new Map<number, StoredRecord>();
  const alike = new Map<string, RowChange[]>();
  for (const change of changes) {
    const names = Object.keys(change.values).sort();
    if (
      coverageField in change.system ||
      names.some((name) => type.fields.get(name)?.linkTable !== undefined)
    ) {
      found.set(change.id, await updateRow(db, type, change.id, change.values, change.system));
      continue;
    }
    const others = alike.get(names.join());
    if (others) others.push(change);
    else alike.set(names.join(), [change]);
  }
  for (const some of alike.values()) {
    const columns: JsonColumn[] = [
      ...Object.entries(systemTypes).map(([name, type]) => ({ name, type })),
      ...Object.keys(some[0]?.values ?? {}).flatMap((name) => {
        const field = type.fields.get(name);
        return field ? [{ name, type: sqlType(field.schema) }] : [];
      }),
    ];
    const rows = some.map(({ id, values, system }) => ({ ...values, ...system, id }));
    const set = columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`);
    const result = await sql<Record<string, unknown>>`
      update ${sql.table(type.table)} as t set ${sql.join(set)}
      from ${jsonTable(rows, [{ name: 'id', type: 'bigint' }, ...columns])} where t.id = r.id
      returning ${columnsOf(type, { withSecrets: true })}`.execute(db);
    for (const row of result.rows.map((one) => recordOf(type, one))) found.set(row.id, row);
  }
  return found;
}

async function writeLinks(
  db: Sql,
  field: RecordField,
  owner: number,
  targets: unknown,
  fresh = false,
): Promise<void> {
  if (field.linkTable === undefined || targets === undefined) return;
  if (!fresh) await sql`delete from ${sql.table(field.linkTable)} where owner_id = ${owner}`.execute(db);
  if (!Array.isArray(targets) || targets.length === 0) return;
  await sql`insert into ${sql.table(field.linkTable)} (owner_id, target_id, position)
    select ${owner}, target, place from unnest(${targets}::bigint[]) with ordinality as u (target, place)`.execute(
    db,
  );
}

/** Its lists of links go with it; what others say of it must be gone already. */
export async function deleteRow(db: Sql, type: RecordType, id: number): Promise<void> {
  await sql`delete from ${sql.table(type.table)} where id = ${id}`.execute(db);
}
