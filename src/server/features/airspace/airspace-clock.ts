import { sql as raw } from 'kysely';
import type { AirspaceDeadlineParameters } from '#domain/airspace/deadlines.ts';
import { airspaceState } from '#domain/airspace/machine.ts';
import { versionOf } from '#domain/airspace/versions.ts';
import type { AirspaceRecord } from '#domain/record/records.gen.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type Clock, createClock, unlessRefused } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { AirspaceExtension } from './airspace-extension.ts';
import type { AirspaceJournal } from './airspace-journal.ts';
import type { AirspaceLife } from './airspace-life.ts';
import { catchUpVersions, versionsOf } from './airspace-versions.ts';

export interface AirspaceRound {
  /** Airspaces whose validity ended, that took a version that came into force, were opened or closed, and whose holder was reminded. */
  expired: number[];
  changed: number[];
  opened: number[];
  reminded: number[];
}

export type AirspaceClock = Clock<AirspaceRound>;

/** What time does by itself to airspaces: validity ends, versions come into force, openings and closings begin and end. */
export function createAirspaceClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  life: AirspaceLife;
  extension: AirspaceExtension;
  journal: AirspaceJournal;
  readDeadlines: () => Promise<AirspaceDeadlineParameters>;
  clock: () => Date;
  log: Logger;
}): AirspaceClock {
  const { database, records, life, extension, journal, clock, log } = deps;
  const sql = database.kysely;
  const caller = systemCaller('system');

  /** Each in a transaction of its own; what somebody did meanwhile is no longer the clock's to do. */
  async function each(
    ids: number[],
    work: (transaction: Transaction, record: AirspaceRecord) => Promise<void>,
  ): Promise<number[]> {
    const done: number[] = [];
    for (const id of ids) {
      const act = () =>
        records.transaction(async (transaction) =>
          work(transaction, await records.get(caller, 'airspace', id, transaction.sql)),
        );
      if (await unlessRefused(log, { resource: 'airspace', id }, act)) done.push(id);
    }
    return done;
  }

  async function idsOf(query: ReturnType<typeof raw<{ id: number }>>): Promise<number[]> {
    const { rows } = await query.execute(sql);
    return rows.map(({ id }) => id);
  }

  async function changeVersions(at: string): Promise<number[]> {
    const ids = await idsOf(raw`
      select distinct v.airspace as id from airspace_version v join airspace t on t.id = v.airspace
      where v.applied = false and v.effective_from <= ${at}::timestamptz and v.deleted_at is null
        and t.deleted_at is null order by 1 limit 200`);
    return each(ids, async (transaction, record) => {
      const due = (await versionsOf(transaction.sql, record.id)).filter(
        ({ applied, effectiveFrom }) => !applied && effectiveFrom <= at,
      );
      for (const version of due) {
        const stored = await records.get(caller, 'airspaceVersion', version.id, transaction.sql);
        const values = { applied: true };
        await records.update(caller, 'airspaceVersion', version.id, stored.version, values, transaction);
      }
      const latest = due.at(-1);
      if (!latest || record.state !== airspaceState.approved) return;
      const values = { ...versionOf(latest), reason: latest.reason };
      const { id, version } = record;
      const changed = await records.update(caller, 'airspace', id, version, values, transaction);
      await markBegun(transaction, record.id, 'version', at);
      const reason = latest.reason;
      await journal.act(transaction, caller, changed, { action: 'version', reason });
      await extension.settle(transaction, caller, changed);
    });
  }

  async function expire(at: string): Promise<number[]> {
    const ids = await idsOf(raw`
      select id from airspace where deleted_at is null and state = ${airspaceState.approved}
        and valid_to <= ${at}::timestamptz order by id limit 500`);
    const { timeZone } = await deps.readDeadlines();
    return each(ids, async (transaction, record) => {
      if (record.state !== airspaceState.approved) return;
      const ended = new Date(String(record.validTo));
      const values = {
        state: airspaceState.expired,
        openState: null,
        openReason: null,
        openChangedAt: ended.toISOString(),
      };
      const { id, version } = record;
      const changed = await records.update(caller, 'airspace', id, version, values, transaction);
      await extension.settle(transaction, caller, changed);
      await journal.event(transaction, caller, changed, {
        kind: 'expire',
        from: ended.toISOString(),
        appliedFrom: true,
      });
      const states = { from: airspaceState.approved, to: airspaceState.expired };
      const when = formatWall(ended.getTime(), timeZone);
      await journal.act(transaction, caller, changed, { action: 'ended', type: 'expired', when, ...states });
    });
  }

  async function open(at: string): Promise<number[]> {
    const ids = await idsOf(raw`
      select distinct e.airspace as id from airspace_event e join airspace t on t.id = e.airspace
      where e.deleted_at is null and t.deleted_at is null and e.kind in ('open', 'close')
        and ((e.applied_from = false and e."from" <= ${at}::timestamptz)
          or (e.applied_to = false and e."to" <= ${at}::timestamptz))
      order by 1 limit 500`);
    return each(ids, async (transaction, record) => {
      await markBegun(transaction, record.id, null, at);
      if (record.state !== airspaceState.approved) return;
      const changed = await life.showOpen(transaction, caller, record, Date.parse(at));
      if (changed.openState === record.openState) return;
      const action = changed.openState === 'closed' ? 'close' : 'open';
      const reason = changed.openReason;
      const { timeZone } = await deps.readDeadlines();
      await journal.act(transaction, caller, changed, {
        action,
        reason,
        when: formatWall(Date.parse(at), timeZone),
      });
    });
  }

  /** Marks of the clock on its own events: no change that anybody made. */
  async function markBegun(
    transaction: Transaction,
    airspace: number,
    kind: string | null,
    at: string,
  ): Promise<void> {
    await raw`update airspace_event set applied_from = true
      where airspace = ${airspace} and applied_from = false and "from" <= ${at}::timestamptz
        and (${kind}::text is null or kind = ${kind})`.execute(transaction.sql);
    await raw`update airspace_event set applied_to = true
      where airspace = ${airspace} and applied_to = false and "to" <= ${at}::timestamptz`.execute(
      transaction.sql,
    );
  }

  /** The holder is told once of each end. */
  async function remind(at: string): Promise<number[]> {
    const { remindDays, timeZone } = await deps.readDeadlines();
    if (remindDays <= 0) return [];
    const before = new Date(Date.parse(at) + remindDays * 86_400_000).toISOString();
    const ids = await idsOf(raw`
      select t.id from airspace t where t.deleted_at is null and t.state = ${airspaceState.approved}
        and t.company is not null and t.valid_to > ${at}::timestamptz and t.valid_to <= ${before}::timestamptz
        and not exists (select 1 from operate_record o where o.record_resource = 'airspace' and o.record_id = t.id
          and o.action = 'expiring' and (o.detail ->> 'validTo')::timestamptz = t.valid_to)
      order by t.id limit 200`);
    return each(ids, async (transaction, record) => {
      const validTo = new Date(String(record.validTo)).toISOString();
      const when = formatWall(Date.parse(validTo), timeZone);
      await journal.act(transaction, caller, record, { action: 'expiring', when, detail: { validTo } });
    });
  }

  return createClock<AirspaceRound>({
    database,
    name: 'airspace',
    pattern: '*/20 * * * * *',
    clock,
    async round(now) {
      const at = now.toISOString();
      await catchUpVersions(records, sql);
      // What comes into force first may end later than what was before it.
      const changed = await changeVersions(at);
      const expired = await expire(at);
      return { changed, expired, opened: await open(at), reminded: await remind(at) };
    },
    none: { expired: [], changed: [], opened: [], reminded: [] },
    report({ expired }) {
      if (expired.length > 0) log.info({ airspaces: expired }, 'airspaces have ended');
    },
    log,
  });
}
