import { sql as raw } from 'kysely';
import type { SaveInput } from '#contract/airspace/airspace-input.ts';
import type { ClosingEffects } from '#contract/airspace/airspace-output.ts';
import { type AirspaceDeadlineParameters, isTooLong, temporaryKinds } from '#domain/airspace/deadlines.ts';
import { airspaceState } from '#domain/airspace/machine.ts';
import { isOpenAt } from '#domain/airspace/openness.ts';
import { versionOf } from '#domain/airspace/versions.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { momentOf } from '#domain/plans/moments.ts';
import type { AirspaceRecord } from '#domain/record/records.gen.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { AirspaceClosing, ClosedTime } from './airspace-closing.ts';
import { outsideOfCoverage } from './airspace-coverage.ts';
import type { AirspaceExtension } from './airspace-extension.ts';
import type { AirspaceJournal } from './airspace-journal.ts';
import { type AirspaceLock, needReason, party } from './airspace-lock.ts';
import { isHolder, isWatch, maintainsLibrary, openEventsOf } from './airspace-rows.ts';
import { atField, whole } from './airspace-shape.ts';
import { settleVersions, versionsOf } from './airspace-versions.ts';

export type AirspaceLife = ReturnType<typeof createAirspaceLife>;

/** What people do to airspaces outside of their approval: each in one transaction, with its event and its trace. */
export function createAirspaceLife(deps: {
  records: Records;
  sql: Sql;
  journal: AirspaceJournal;
  locks: AirspaceLock;
  extension: AirspaceExtension;
  closing: AirspaceClosing;
  readDeadlines: () => Promise<AirspaceDeadlineParameters>;
  clock: () => Date;
}) {
  const { records, journal, extension, closing, clock } = deps;
  const { lock, refuseUnmoved } = deps.locks;

  async function save(caller: Caller, input: SaveInput): Promise<AirspaceRecord> {
    const { id, version, effectiveFrom, reason, ...fields } = input;
    if (id === undefined) {
      await refuseTooLong(caller, fields, {});
      const values = whole(fields, {});
      const extent = storedGeometry(values.geometry);
      if (extent && (await outsideOfCoverage(deps.sql, caller))(extent)) {
        throw atField('geometry', { key: 'airspace.refused.outsideCoverage' });
      }
      const made = await records.create(caller, 'airspace', values);
      return records.get(caller, 'airspace', made.id);
    }
    const record = await records.get(caller, 'airspace', id);
    if (version === undefined) {
      throw atField('version', { key: 'common.invalid.required', values: { field: 'version' } });
    }
    await refuseTooLong(caller, fields, record);
    const values = whole(fields, record);
    if (record.state === airspaceState.approved) {
      return change(caller, { id, version, values, effectiveFrom, reason: reason?.trim() || null });
    }
    if (record.state === airspaceState.expired) refuseUnmoved('edit', record);
    return records.update(caller, 'airspace', id, version, values);
  }

  /**
   * What the keeper of the library publishes or changes is approved at once: the longest validity of a temporary airspace
   * (Order 371, art. 10) holds for it as it holds for an application, which is judged when it is submitted.
   */
  async function refuseTooLong(
    caller: Caller,
    fields: Record<string, unknown>,
    record: Record<string, unknown>,
  ): Promise<void> {
    if (!maintainsLibrary(caller) || !['validFrom', 'validTo', 'kind'].some((name) => name in fields)) return;
    const after = { ...record, ...fields };
    const [from, to] = [momentOf(String(after.validFrom)), momentOf(String(after.validTo))];
    if (from === null || to === null || !temporaryKinds.includes(String(after.kind))) return;
    const deadlines = await deps.readDeadlines();
    if (!isTooLong(from, to, deadlines)) return;
    const text = { key: 'airspace.check.tooLong', values: { months: deadlines.maxMonths } };
    throw atField('validTo', text, 'airspace.rule.order371-10');
  }

  /** A change of what is approved: a version, at once or at its time. */
  async function change(
    caller: Caller,
    request: {
      id: number;
      version: number;
      values: Record<string, unknown>;
      effectiveFrom: string | undefined;
      reason: string | null;
    },
  ): Promise<AirspaceRecord> {
    const now = clock();
    const at = request.effectiveFrom === undefined ? now.getTime() : momentOf(request.effectiveFrom);
    if (at === null) throw atField('effectiveFrom', { key: 'airspace.refused.time' });
    return records.transaction(async (transaction) => {
      const record = await lock(transaction, caller, request.id, 'change');
      if (!maintainsLibrary(caller)) throw party('keeper');
      const who = asService(caller);
      if (at <= now.getTime()) {
        const values = { ...request.values, reason: request.reason };
        const changed = await records.update(
          who,
          'airspace',
          record.id,
          request.version,
          values,
          transaction,
        );
        if (changed.version !== record.version) {
          await journal.act(transaction, caller, changed, { action: 'version', reason: request.reason });
          await extension.settle(transaction, caller, changed);
        }
        return changed;
      }
      const ahead = await tried(transaction, caller, record, request.version, request.values);
      await planVersion(transaction, caller, record, ahead, { at, reason: request.reason });
      return record;
    });
  }

  /** The record as the change would make it, judged by everything that judges a change; nothing is changed. */
  async function tried(
    transaction: Transaction,
    caller: Caller,
    record: AirspaceRecord,
    version: number,
    values: Record<string, unknown>,
  ): Promise<AirspaceRecord> {
    await raw`savepoint airspace_version`.execute(transaction.sql);
    const nothing = () => undefined;
    const silent = {
      sql: transaction.sql,
      trusted: true,
      announce: nothing,
      note: nothing,
      afterCommit: nothing,
    };
    const made = await records.update(asService(caller), 'airspace', record.id, version, values, silent);
    await raw`rollback to savepoint airspace_version`.execute(transaction.sql);
    return made;
  }

  /** A version that comes into force later; it takes the place of one that was to come at that time or after. */
  async function planVersion(
    transaction: Transaction,
    caller: Caller,
    record: AirspaceRecord,
    ahead: Record<string, unknown>,
    { at, reason }: { at: number; reason: string | null },
  ): Promise<void> {
    const effectiveFrom = new Date(at).toISOString();
    await settleVersions(records, transaction, record, { at: clock().toISOString(), by: null });
    const versions = await versionsOf(transaction.sql, record.id);
    const who = asService(caller);
    if (versions.some((one) => !one.applied && one.effectiveFrom >= effectiveFrom)) {
      throw atField('effectiveFrom', { key: 'airspace.refused.versionAhead' });
    }
    const before = versions.at(-1);
    if (before) {
      const stored = await records.get(who, 'airspaceVersion', before.id, transaction.sql);
      const ends = { effectiveTo: effectiveFrom };
      await records.update(who, 'airspaceVersion', before.id, stored.version, ends, transaction);
    }
    const values = {
      airspace: record.id,
      number: (before?.number ?? 0) + 1,
      ...versionOf(ahead),
      effectiveFrom,
      reason,
      author: caller.actor.userId > 0 ? caller.actor.userId : null,
      authorName: caller.actor.name,
      applied: false,
    };
    await records.create(who, 'airspaceVersion', values, transaction);
    await journal.event(transaction, caller, record, {
      kind: 'version',
      from: effectiveFrom,
      reason,
      appliedFrom: false,
    });
    const { timeZone } = await deps.readDeadlines();
    await journal.act(transaction, caller, record, {
      action: 'version',
      reason,
      when: formatWall(at, timeZone),
    });
  }

  /** The time that is meant, refused where it is none: from now on, where it does not say. */
  function timeOf(request: { from: string | null; to: string | null }, now: number): ClosedTime {
    const from = request.from === null ? now : momentOf(request.from);
    const to = request.to === null ? null : momentOf(request.to);
    if (from === null) throw atField('from', { key: 'airspace.refused.time' });
    if (to === null && request.to !== null) throw atField('to', { key: 'airspace.refused.time' });
    if (from < now - 86_400_000) throw atField('from', { key: 'airspace.refused.longPast' });
    if (to !== null && (to <= from || to <= now)) throw atField('to', { key: 'airspace.refused.endsFirst' });
    return { from, to };
  }

  /** Opens or closes from a time to a time; what is ahead takes effect by the clock. */
  async function openOrClose(
    caller: Caller,
    kind: 'open' | 'close',
    request: { id: number; from: string | null; to: string | null; reason: string | null },
  ): Promise<AirspaceRecord> {
    needReason(kind, request.reason);
    const now = clock().getTime();
    const { from, to } = timeOf(request, now);
    return records.transaction(async (transaction) => {
      const record = await lock(transaction, caller, request.id, kind);
      if (!isWatch(caller)) throw party('watch');
      const last = (await openEventsOf(transaction.sql, [record.id])).get(record.id)?.at(-1);
      const isSame =
        last?.kind === kind &&
        last.to === to &&
        last.reason === request.reason &&
        (request.from === null ? last.from <= clock().getTime() : last.from === from);
      // Said again, by a second click or by somebody else at the same time.
      if (isSame) return record;
      await rememberBefore(transaction, record);
      const event = {
        kind,
        from: new Date(from).toISOString(),
        to: to === null ? null : new Date(to).toISOString(),
        reason: request.reason,
        appliedFrom: from <= now,
        appliedTo: false,
      };
      await journal.event(transaction, caller, record, {
        ...event,
        to: event.to ?? undefined,
        reason: event.reason ?? undefined,
      });
      const changed = await showOpen(transaction, caller, record, now);
      const { timeZone } = await deps.readDeadlines();
      const when = `${formatWall(from, timeZone)} – ${to === null ? '…' : formatWall(to, timeZone)}`;
      await journal.act(transaction, caller, changed, {
        action: kind,
        reason: request.reason,
        when,
        detail: event,
      });
      if (kind === 'close') {
        const at = new Date(now).toISOString();
        await closing.tell(transaction, changed, { from, to }, request.reason, at);
      }
      return changed;
    });
  }

  /** What the airspace was before its first event becomes one, so that the end of that event leads back to it. */
  async function rememberBefore(transaction: Transaction, record: AirspaceRecord): Promise<void> {
    if (record.openState === null) return;
    const events = await openEventsOf(transaction.sql, [record.id]);
    if ((events.get(record.id) ?? []).length > 0) return;
    const from = record.openChangedAt ?? record.createdAt;
    const values = {
      airspace: record.id,
      company: record.company,
      kind: record.openState === 'open' ? ('open' as const) : ('close' as const),
      from,
      reason: record.openReason,
      at: from,
      appliedFrom: true,
    };
    await records.create(systemCaller(), 'airspaceEvent', values, transaction);
  }

  /** The record says what its events say at this moment. */
  async function showOpen(
    transaction: Transaction,
    caller: Caller,
    record: AirspaceRecord,
    now: number,
  ): Promise<AirspaceRecord> {
    const events = (await openEventsOf(transaction.sql, [record.id])).get(record.id) ?? [];
    const state = isOpenAt(events, now);
    const deciding = [...events].reverse().find(({ from, to }) => from <= now && (to === null || to > now));
    const values = {
      openState: state,
      openReason: deciding?.reason ?? null,
      openChangedAt: record.openState === state ? record.openChangedAt : new Date(now).toISOString(),
    };
    return records.update(asService(caller), 'airspace', record.id, record.version, values, transaction);
  }

  return {
    save,
    openOrClose,
    /** What closing it would do, judged as the closing itself is. */
    async closingEffects(
      caller: Caller,
      request: { id: number; from: string | null; to: string | null },
    ): Promise<ClosingEffects> {
      const record = await records.get(caller, 'airspace', request.id);
      if (!isWatch(caller)) throw party('watch');
      return closing.effects(caller, deps.sql, record, timeOf(request, clock().getTime()));
    },
    showOpen,

    /** Its use is over: reported by the holder, or taken back by the keeper with a reason. */
    async end(caller: Caller, request: { id: number; reason: string | null }): Promise<AirspaceRecord> {
      return records.transaction(async (transaction) => {
        const action = maintainsLibrary(caller) ? 'cancel' : 'complete';
        const record = await lock(transaction, caller, request.id, action);
        if (action === 'complete' && !isHolder(caller, record)) throw party('operator');
        needReason(action, request.reason);
        const now = clock().toISOString();
        const values = {
          state: airspaceState.expired,
          openState: null,
          openReason: null,
          openChangedAt: now,
          reason: request.reason,
        };
        const changed = await records.update(
          asService(caller),
          'airspace',
          record.id,
          record.version,
          values,
          transaction,
        );
        await extension.settle(transaction, caller, changed);
        await journal.event(transaction, caller, changed, {
          kind: action,
          from: now,
          reason: request.reason ?? undefined,
          appliedFrom: true,
        });
        const type = action === 'cancel' ? 'cancelled' : 'completed';
        const states = { from: airspaceState.approved, to: airspaceState.expired };
        await journal.act(transaction, caller, changed, { action, type, reason: request.reason, ...states });
        return changed;
      });
    },

    async remove(caller: Caller, id: number): Promise<AirspaceRecord> {
      refuseUnmoved('delete', await records.get(caller, 'airspace', id));
      return records.trash(caller, 'airspace', id);
    },
  };
}
