import { type AirspaceDeadlineParameters, isTooLong } from '#domain/airspace/deadlines.ts';
import type { AirspaceDraft } from '#domain/airspace/draft.ts';
import { airspaceState } from '#domain/airspace/machine.ts';
import { momentOf } from '#domain/plans/moments.ts';
import type { AirspaceEvent, AirspaceRecord } from '#domain/record/records.gen.ts';
import { AppError } from '#domain/text/errors.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type ExtensionAsk, waitingAsk } from './airspace-asks.ts';
import type { AirspaceChecks } from './airspace-check.ts';
import type { AirspaceJournal } from './airspace-journal.ts';
import { type AirspaceLock, needReason, party } from './airspace-lock.ts';
import { draftOf, isHolder, maintainsLibrary } from './airspace-rows.ts';
import { atField } from './airspace-shape.ts';
import { versionsOf } from './airspace-versions.ts';

export type AirspaceExtension = ReturnType<typeof createAirspaceExtension>;

interface ExtensionInput {
  id: number;
  /** The new end, UTC ISO 8601. */
  validTo: string;
  reason: string | null;
}

/** Order 371, art. 10: the holder asks for a later end, the approver extends or declines. */
export function createAirspaceExtension(deps: {
  records: Records;
  journal: AirspaceJournal;
  check: AirspaceChecks;
  locks: AirspaceLock;
  readDeadlines: () => Promise<AirspaceDeadlineParameters>;
  clock: () => Date;
}) {
  const { records, journal, check, clock } = deps;
  const { lock } = deps.locks;

  /** The present end and the new one, UTC ms: later, not too long, and into no air that was given to others meanwhile. */
  async function examined(
    sql: Sql,
    record: AirspaceRecord,
    validTo: string,
    deadlines: AirspaceDeadlineParameters,
  ): Promise<{ before: number; to: number }> {
    const before = typeof record.validTo === 'string' ? Date.parse(record.validTo) : null;
    const to = momentOf(validTo);
    if (to === null) throw atField('validTo', { key: 'airspace.refused.time' });
    if (before === null) throw atField('validTo', { key: 'airspace.refused.noEnd' });
    if (to <= before) throw atField('validTo', { key: 'airspace.refused.notLater' });
    if (isTooLong(before, to, deadlines)) {
      const values = { months: deadlines.maxMonths };
      throw atField('validTo', { key: 'airspace.check.tooLong', values }, 'airspace.rule.order371-10');
    }
    const added = { validFrom: new Date(before).toISOString(), validTo: new Date(to).toISOString() };
    await refuseMet(sql, { ...draftOf(record), ...added });
    return { before, to };
  }

  /** Others may have been given the same air from the old end on: the time that is added is judged as an application's. */
  async function refuseMet(sql: Sql, added: AirspaceDraft): Promise<void> {
    const { findings } = await check(sql, added);
    const met = findings.filter((finding) => finding.level === 'error' && finding.with !== null);
    const [first] = met;
    if (!first) return;
    throw new AppError(
      'validation',
      { key: 'airspace.refused.extension', values: { count: met.length } },
      {
        fields: met.map(({ message }) => ({ field: 'validTo', text: message })),
        explanation: { key: first.rule },
      },
    );
  }

  /** What became of a request; who answered where somebody did. */
  async function close(
    transaction: Transaction,
    caller: Caller,
    ask: ExtensionAsk,
    state: NonNullable<AirspaceEvent['state']>,
    answer: string | null,
  ): Promise<void> {
    const who = asService(caller);
    const event = await records.get(who, 'airspaceEvent', ask.id, transaction.sql);
    const { userId, name } = caller.actor;
    const by = userId > 0 ? { answeredBy: userId, answeredByName: name } : {};
    const values = { state, answer, answeredAt: clock().toISOString(), ...by };
    await records.update(who, 'airspaceEvent', ask.id, event.version, values, {
      ...transaction,
      trusted: true,
    });
    const reminder = { type: 'airspace.extensionAsked', resource: 'airspace', id: ask.airspace };
    await endReminders(records, { ...transaction, trusted: true }, reminder);
  }

  /** A request that nobody needs to answer any more: its end was reached by another way, or the airspace has ended. */
  async function settle(transaction: Transaction, caller: Caller, record: AirspaceRecord): Promise<void> {
    const ask = await waitingAsk(transaction.sql, record.id);
    if (!ask) return;
    if (record.state !== airspaceState.approved) return close(transaction, caller, ask, 'lapsed', null);
    const end = typeof record.validTo === 'string' ? Date.parse(record.validTo) : null;
    if (end === null || end >= Date.parse(ask.validTo))
      await close(transaction, caller, ask, 'granted', null);
  }

  /** Ends a request without an extension: taken back by the holder, or declined by the keeper. */
  async function refuse(
    caller: Caller,
    action: 'withdrawExtension' | 'declineExtension',
    request: { id: number; reason: string | null },
  ): Promise<AirspaceRecord> {
    needReason(action, request.reason);
    const { timeZone } = await deps.readDeadlines();
    const holder = action === 'withdrawExtension';
    return records.transaction(async (transaction) => {
      const record = await lock(transaction, caller, request.id, action);
      if (holder ? !isHolder(caller, record) : !maintainsLibrary(caller))
        throw party(holder ? 'operator' : 'keeper');
      const ask = await waitingAsk(transaction.sql, record.id);
      if (!ask) throw new AppError('conflict', { key: 'airspace.refused.notAsked' });
      await close(transaction, caller, ask, holder ? 'withdrawn' : 'declined', request.reason);
      await journal.act(transaction, caller, record, {
        action,
        type: holder ? 'extensionWithdrawn' : 'extensionDeclined',
        reason: request.reason,
        when: formatWall(Date.parse(ask.validTo), timeZone),
        detail: { validTo: ask.validTo },
      });
      return record;
    });
  }

  return {
    settle,

    /** The holder's request; nothing about the airspace changes until it is answered. */
    async ask(caller: Caller, request: ExtensionInput): Promise<AirspaceRecord> {
      needReason('askExtension', request.reason);
      const deadlines = await deps.readDeadlines();
      return records.transaction(async (transaction) => {
        const record = await lock(transaction, caller, request.id, 'askExtension');
        if (!isHolder(caller, record)) throw party('operator');
        const { before, to } = await examined(transaction.sql, record, request.validTo, deadlines);
        const validTo = new Date(to).toISOString();
        await journal.event(transaction, caller, record, {
          kind: 'extensionAsked',
          state: 'waiting',
          from: new Date(before).toISOString(),
          to: validTo,
          reason: request.reason ?? undefined,
          appliedFrom: true,
          appliedTo: true,
        });
        await journal.act(transaction, caller, record, {
          action: 'askExtension',
          type: 'extensionAsked',
          reason: request.reason,
          when: formatWall(to, deadlines.timeZone),
          detail: { validTo },
        });
        return record;
      });
    },

    withdraw: (caller: Caller, request: { id: number; reason: string | null }) =>
      refuse(caller, 'withdrawExtension', request),

    decline: (caller: Caller, request: { id: number; reason: string | null }) =>
      refuse(caller, 'declineExtension', request),

    /** By the approver, to at most as long again as an airspace may be valid; it answers a request that waits. */
    async extend(caller: Caller, request: ExtensionInput): Promise<AirspaceRecord> {
      needReason('extend', request.reason);
      const deadlines = await deps.readDeadlines();
      return records.transaction(async (transaction) => {
        const record = await lock(transaction, caller, request.id, 'extend');
        if (!maintainsLibrary(caller)) throw party('keeper');
        const { before, to } = await examined(transaction.sql, record, request.validTo, deadlines);
        const validTo = new Date(to).toISOString();
        const who = asService(caller);
        const values = { validTo, reason: request.reason };
        const changed = await records.update(who, 'airspace', record.id, record.version, values, transaction);
        for (const one of await versionsOf(transaction.sql, record.id)) {
          // A change that is still to come does not take the extension back.
          if (one.applied || Date.parse(String(one.validTo)) !== before) continue;
          const stored = await records.get(who, 'airspaceVersion', one.id, transaction.sql);
          await records.update(who, 'airspaceVersion', one.id, stored.version, { validTo }, transaction);
        }
        const ask = await waitingAsk(transaction.sql, record.id);
        if (ask) await close(transaction, caller, ask, 'granted', request.reason);
        await journal.event(transaction, caller, changed, {
          kind: 'extend',
          from: new Date(before).toISOString(),
          to: validTo,
          reason: request.reason ?? undefined,
          appliedFrom: true,
          appliedTo: true,
        });
        await journal.act(transaction, caller, changed, {
          action: 'extend',
          type: 'extended',
          reason: request.reason,
          when: formatWall(to, deadlines.timeZone),
        });
        return changed;
      });
    },
  };
}
