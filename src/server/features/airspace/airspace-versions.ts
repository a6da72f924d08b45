import { sql as raw } from 'kysely';
import { airspaceState } from '#domain/airspace/machine.ts';
import { sameVersion, versionAt, versionFields, versionOf } from '#domain/airspace/versions.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** A version as the database has it. */
export interface VersionRow extends Record<string, unknown> {
  id: number;
  airspace: number;
  number: number;
  effectiveFrom: string;
  effectiveTo: string | null;
  applied: boolean;
}

/**
 * Keeps the versions of the approval library: whatever changes where or when an approved airspace is, by whichever
 * door, leaves a version in the transaction that changes it. An airspace without a holder is published as it is
 * saved: nobody applied for it. One that ends closes its last version.
 */
export function keepAirspaceVersions(records: Records): void {
  records.beforeCommit(async (unit, announced) => {
    const own = new Map<number, RecordChange>();
    for (const change of announced) {
      const known =
        change.resource === 'airspace' && (change.action === 'create' || change.action === 'update');
      if (known) own.set(change.id, change);
    }
    for (const change of own.values()) await keep(records, { ...unit, trusted: true }, change);
  });
}

async function keep(records: Records, unit: Unit, change: RecordChange): Promise<void> {
  const system = systemCaller();
  let record = await records.get(system, 'airspace', change.id, unit.sql);
  if (record.deletedAt !== null) return;
  const unpublished = (record.company ?? null) === null && record.state === airspaceState.notSubmitted;
  if (unpublished && (record.auditState ?? 0) === 0) {
    const values = { state: airspaceState.approved, acceptState: '1', auditState: 1, decidedAt: change.at };
    record = await records.update(system, 'airspace', record.id, record.version, values, unit);
  }
  await settleVersions(records, unit, record, { at: change.at, by: change.by });
}

/** Brings the versions of one airspace to what its record says; nothing where they say it already. */
export async function settleVersions(
  records: Records,
  unit: Unit,
  record: StoredRecord,
  { at, by }: { at: string; by: number | null },
): Promise<void> {
  const versions = await versionsOf(unit.sql, record.id);
  const latest = versionAt(
    versions.filter(({ applied }) => applied),
    Date.parse(at),
  );
  if (record.state !== airspaceState.approved) {
    for (const version of versions) {
      if (version.effectiveTo !== null && version.applied) continue;
      const end = version.effectiveFrom > at ? version.effectiveFrom : at;
      await close(records, unit, version.id, end);
    }
    return;
  }
  if (latest && sameVersion(latest, record)) return;
  const next = versions.find(({ applied }) => !applied);
  if (latest) await close(records, unit, latest.id, at);
  const number = Math.max(0, ...versions.map((version) => version.number)) + 1;
  const author = by !== null && by > 0 ? by : null;
  const made = {
    airspace: record.id,
    number,
    ...versionOf(record),
    effectiveFrom: at,
    effectiveTo: next?.effectiveFrom ?? null,
    reason: number > 1 ? (record.reason ?? null) : null,
    author,
    authorName: author === null ? null : await nameOf(unit.sql, author),
    applied: true,
  };
  await records.create(systemCaller(), 'airspaceVersion', made, unit);
  const onlyValidity = latest && sameVersion({ ...latest, validTo: record.validTo }, record);
  if (number === 1 || onlyValidity) return;
  const event = { kind: 'version', from: at, appliedFrom: true, reason: record.reason ?? null };
  const who = author === null ? {} : { by: author, byName: made.authorName };
  const values = { ...event, ...who, airspace: record.id, company: record.company ?? null, at };
  await records.create(systemCaller(), 'airspaceEvent', values, unit);
}

async function close(records: Records, unit: Unit, id: number, effectiveTo: string): Promise<void> {
  const version = await records.get(systemCaller(), 'airspaceVersion', id, unit.sql);
  const values = { effectiveTo, applied: true };
  await records.update(systemCaller(), 'airspaceVersion', id, version.version, values, unit);
}

async function nameOf(sql: Sql, user: number): Promise<string | null> {
  const row = await sql.selectFrom('user').select('name').where('id', '=', user).executeTakeFirst();
  return typeof row?.name === 'string' ? row.name : null;
}

/** The versions of an airspace by number. */
export async function versionsOf(sql: Sql, airspace: number): Promise<VersionRow[]> {
  const rows = await sql
    .selectFrom('airspaceVersion')
    .selectAll()
    .where('airspace', '=', airspace)
    .where('deletedAt', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(versionRow);
}

export function versionRow(row: Record<string, unknown>): VersionRow {
  return {
    ...row,
    id: Number(row.id),
    airspace: Number(row.airspace),
    number: Number(row.number),
    effectiveFrom: new Date(String(row.effectiveFrom)).toISOString(),
    effectiveTo: typeof row.effectiveTo === 'string' ? new Date(row.effectiveTo).toISOString() : null,
    applied: row.applied === true,
  };
}

/** The values that a version gives to its airspace. */
export function valuesOf(version: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(versionFields.map((field) => [field, version[field] ?? null]));
}

/**
 * Gives airspaces of before there were versions their first one, and what was approved before there were audits its
 * accepted state; the ids of those that had none.
 */
export async function catchUpVersions(records: Records, sql: Sql): Promise<number[]> {
  for (const table of ['airspace', 'temporary_route', 'takeoff_landing_point']) {
    await raw`update ${raw.table(table)} as t set audit_state = 1
      where t.state = 1 and coalesce(t.audit_state, 0) = 0`.execute(sql);
  }
  const { rows } = await raw<{ id: number }>`
    select t.id from airspace t where t.deleted_at is null and t.state = 1
      and not exists (select 1 from airspace_version v where v.airspace = t.id and v.deleted_at is null)
    order by t.id limit 1000`.execute(sql);
  const done: number[] = [];
  for (const { id } of rows) {
    await records.transaction(async (unit) => {
      const record = await records.get(systemCaller(), 'airspace', Number(id), unit.sql);
      await settleVersions(records, unit, record, { at: String(record.createdAt), by: null });
    });
    done.push(Number(id));
  }
  return done;
}
