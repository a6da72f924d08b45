import { sql as raw } from 'kysely';
import { airspaceState } from '#domain/airspace/machine.ts';
import { sameVersion, versionAt, versionOf } from '#domain/airspace/versions.ts';
import type { AirspaceRecord } from '#domain/record/records.gen.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** A version as the database has it. */
export type VersionRow = Row<'airspaceVersion'>;

/**
 * Keeps the versions of the approval library: whatever changes where or when an approved airspace is, by
 * whichever endpoint, leaves a version in the transaction that changes it. An airspace without a holder is
 * published as it is saved: nobody applied for it. One that ends closes its last version.
 */
export const airspaceVersions: RecordRule = {
  phase: 'follow',
  name: 'versions of approved airspaces',
  types: ['airspace'],
  actions: ['create', 'update'],
  async close({ transaction, changes, records }) {
    const last = new Map(changes.map((change) => [change.id, change]));
    for (const change of last.values()) await keep(records, { ...transaction, trusted: true }, change);
  },
};

async function keep(records: Records, transaction: Transaction, change: RecordChange): Promise<void> {
  const system = systemCaller();
  let record = await records.get(system, 'airspace', change.id, transaction.sql);
  if (record.deletedAt !== null) return;
  const unpublished = record.company === null && record.state === airspaceState.notSubmitted;
  if (unpublished && (record.auditState ?? 0) === 0) {
    const values = {
      state: airspaceState.approved,
      acceptState: '1' as const,
      auditState: 1 as const,
      decidedAt: change.at,
    };
    record = await records.update(system, 'airspace', record.id, record.version, values, transaction);
  }
  await settleVersions(records, transaction, record, { at: change.at, by: change.by });
}

/** Brings the versions of one airspace to what its record says; nothing where they say it already. */
export async function settleVersions(
  records: Records,
  transaction: Transaction,
  record: AirspaceRecord,
  { at, by }: { at: string; by: number | null },
): Promise<void> {
  const versions = await versionsOf(transaction.sql, record.id);
  const latest = versionAt(
    versions.filter(({ applied }) => applied),
    Date.parse(at),
  );
  if (record.state !== airspaceState.approved) {
    for (const version of versions) {
      if (version.effectiveTo !== null && version.applied) continue;
      const end = version.effectiveFrom > at ? version.effectiveFrom : at;
      await close(records, transaction, version.id, end);
    }
    return;
  }
  if (latest && sameVersion(latest, record)) return;
  const next = versions.find(({ applied }) => !applied);
  if (latest) await close(records, transaction, latest.id, at);
  const number = Math.max(0, ...versions.map((version) => version.number)) + 1;
  const author = by !== null && by > 0 ? by : null;
  const made = {
    airspace: record.id,
    number,
    ...versionOf(record),
    effectiveFrom: at,
    effectiveTo: next?.effectiveFrom ?? null,
    reason: number > 1 ? record.reason : null,
    author,
    authorName: author === null ? null : await nameOf(transaction.sql, author),
    applied: true,
  };
  await records.create(systemCaller(), 'airspaceVersion', made, transaction);
  const onlyValidity = latest && sameVersion({ ...latest, validTo: record.validTo }, record);
  if (number === 1 || onlyValidity) return;
  const event = { kind: 'version' as const, from: at, appliedFrom: true, reason: record.reason };
  const who = author === null ? {} : { by: author, byName: made.authorName };
  const values = { ...event, ...who, airspace: record.id, company: record.company, at };
  await records.create(systemCaller(), 'airspaceEvent', values, transaction);
}

async function close(
  records: Records,
  transaction: Transaction,
  id: number,
  effectiveTo: string,
): Promise<void> {
  const version = await records.get(systemCaller(), 'airspaceVersion', id, transaction.sql);
  const values = { effectiveTo, applied: true };
  await records.update(systemCaller(), 'airspaceVersion', id, version.version, values, transaction);
}

async function nameOf(sql: Sql, user: number): Promise<string | null> {
  const row = await sql.selectFrom('user').select('name').where('id', '=', user).executeTakeFirst();
  return typeof row?.name === 'string' ? row.name : null;
}

/** The versions of an airspace by number. */
export function versionsOf(sql: Sql, airspace: number): Promise<VersionRow[]> {
  return sql
    .selectFrom('airspaceVersion')
    .selectAll()
    .where('airspace', '=', airspace)
    .where('deletedAt', 'is', null)
    .orderBy('number')
    .execute();
}

/**
 * Gives airspaces of before there were versions their first one, and what was approved before there were
 * audits its accepted state; the ids of those that had none.
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
    await records.transaction(async (transaction) => {
      const record = await records.get(systemCaller(), 'airspace', id, transaction.sql);
      await settleVersions(records, transaction, record, { at: record.createdAt, by: null });
    });
    done.push(id);
  }
  return done;
}
