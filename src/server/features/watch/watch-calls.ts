import { watchers } from '#contract/watch.ts';
import type { WatchDuty, WatchDutyRecord, WatchPositionRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { watchKeys } from '#domain/watch/watch-keys.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { writeLog } from '#server/features/watch-log/write-log.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type WatchListDeps, watchListOf } from './watch-list.ts';
import { dutyAt, lockPosition, offerAt, positionStates, reliefOf } from './watch-positions.ts';

/** So long afterwards something that happened may still be written into the log. */
const lateEntryMs = 24 * 3_600_000;
/** A client's clock may be so far ahead. */
const aheadMs = 60_000;

/** Ends a duty in its transaction, with the offer that nobody took. */
export async function endDuty(
  records: Records,
  transaction: Transaction,
  duty: WatchDutyRecord,
  ended: NonNullable<WatchDuty['ended']>,
  at: string,
  caller: Caller,
): Promise<void> {
  const service = asService(caller);
  await records.update(service, 'watchDuty', duty.id, duty.version, { until: at, ended }, transaction);
  const offer = ended === 'handover' ? undefined : await offerAt(transaction.sql, duty.position);
  if (offer) {
    const values = { state: 'withdrawn' as const };
    await records.update(service, 'watchHandover', offer.id, offer.version, values, transaction);
  }
}

/** Signing on and off, handover and log: each in one transaction with its entry in the log. */
export function createWatchService(deps: WatchListDeps): Service {
  const { records, sql, clock } = deps;

  /** Works on a position under its lock; `duty`: who is on. */
  const at = <T>(
    caller: Caller,
    id: number,
    work: (
      transaction: Transaction,
      position: WatchPositionRecord,
      duty: WatchDutyRecord | undefined,
      now: string,
    ) => Promise<T>,
  ): Promise<T> =>
    records.transaction(async (transaction) => {
      const position = await lockPosition(records, transaction, caller, id);
      return work(transaction, position, await dutyAt(transaction.sql, id), clock().toISOString());
    });

  const own = (caller: Caller, duty: WatchDutyRecord | undefined): WatchDutyRecord => {
    if (duty?.user !== caller.actor.userId) throw refused('watch.refused.notOn');
    return duty;
  };

  const begin = (
    transaction: Transaction,
    caller: Caller,
    { id, company }: WatchPositionRecord,
    since: string,
  ) =>
    records.create(
      asService(caller),
      'watchDuty',
      {
        position: id,
        company: company ?? null,
        user: caller.actor.userId,
        userName: caller.actor.name,
        since,
      },
      transaction,
    );

  async function positionOf(caller: Caller, handover: number): Promise<number> {
    const { position } = await records.get(caller, 'watchHandover', handover);
    return position;
  }

  return implement('Watch', {
    GetPositions: async (_, caller) => ({ items: await positionStates(records, sql, caller) }),
    GetList: (_, caller) => watchListOf(deps, caller),
    async GetRelief({ position }, caller) {
      const { company } = await records.get(caller, 'watchPosition', position);
      const { actor, locale } = caller;
      return {
        items: await reliefOf(sql, {
          company: company ?? null,
          permission: watchers,
          beside: actor.userId,
          now: clock(),
          locale,
        }),
      };
    },
    SignOn: ({ position: id }, caller) =>
      at(caller, id, async (transaction, position, duty, now) => {
        if (duty?.user === caller.actor.userId) throw refused('watch.refused.alreadyOn');
        if (duty) {
          const nameOf = await storedNamesIn(transaction.sql, caller.locale, [duty.userName]);
          throw refused('watch.refused.taken', { name: nameOf(duty.userName) });
        }
        await begin(transaction, caller, position, now);
        await writeLog(records, transaction, {
          at: now,
          kind: 'signOn',
          position,
          byName: caller.actor.name,
          text: { key: 'watch.log.signOn', values: nameValues('name', caller.actor) },
        });
        return null;
      }),
    SignOff: ({ position: id, remarks = '' }, caller) =>
      at(caller, id, async (transaction, position, found, now) => {
        const duty = own(caller, found);
        await endDuty(records, transaction, duty, 'signOff', now, caller);
        const { name } = caller.actor;
        await writeLog(records, transaction, {
          at: now,
          kind: 'signOff',
          position,
          byName: name,
          text: { key: 'watch.log.signOff', values: nameValues('name', caller.actor) },
        });
        if (remarks.trim() !== '')
          await note(transaction, caller, position, { at: now, kind: 'note', text: remarks });
        return null;
      }),
    OfferHandover: ({ position: id, to, remarks = '' }, caller) =>
      at(caller, id, async (transaction, position, found, now) => {
        own(caller, found);
        if (await offerAt(transaction.sql, id)) throw refused('watch.refused.offered');
        const people = await reliefOf(transaction.sql, {
          company: position.company ?? null,
          permission: watchers,
          beside: caller.actor.userId,
          now: clock(),
        });
        const relief = people.find((one) => one.id === to);
        if (to !== undefined && !relief) throw fieldError('to', 'watch.refused.relief');
        const offer = await records.create(
          asService(caller),
          'watchHandover',
          {
            position: id,
            company: position.company ?? null,
            state: 'offered',
            fromUser: caller.actor.userId,
            fromName: caller.actor.name,
            offeredAt: now,
            toUser: relief?.id ?? null,
            toName: relief?.name ?? null,
            remarks: remarks.trim() || null,
          },
          transaction,
        );
        return { id: offer.id };
      }),
    async WithdrawHandover({ id }, caller) {
      return at(caller, await positionOf(caller, id), async (transaction, position) => {
        const offer = await offerAt(transaction.sql, position.id);
        if (offer?.id !== id || offer.fromUser !== caller.actor.userId)
          throw refused('watch.refused.notOffered');
        const values = { state: 'withdrawn' as const };
        await records.update(asService(caller), 'watchHandover', id, offer.version, values, transaction);
        return null;
      });
    },
    async TakeHandover({ id, seen }, caller) {
      return at(caller, await positionOf(caller, id), async (transaction, position, duty, now) => {
        const offer = await offerAt(transaction.sql, position.id);
        if (offer?.id !== id || !duty) throw refused('watch.refused.notOffered');
        const { userId, name } = caller.actor;
        if (duty.user === userId) throw refused('watch.refused.ownOffer');
        if (offer.toUser && offer.toUser !== userId) {
          const nameOf = await storedNamesIn(transaction.sql, caller.locale, [offer.toName]);
          throw refused('watch.refused.another', { name: nameOf(offer.toName) ?? '' });
        }
        const list = await watchListOf(deps, caller, transaction.sql);
        const known = new Set(seen);
        const count = watchKeys(list).filter((key) => !known.has(key)).length;
        // What came up since they looked is looked at before, not after.
        if (count > 0) throw new AppError('conflict', { key: 'watch.refused.changed', values: { count } });
        await endDuty(records, transaction, duty, 'handover', now, caller);
        await begin(transaction, caller, position, now);
        const taken = { state: 'taken' as const, toUser: userId, toName: name, takenAt: now };
        await records.untyped.update(
          asService(caller),
          'watchHandover',
          id,
          offer.version,
          { ...taken, ...withoutNulls(list) },
          transaction,
        );
        const english = await storedNamesIn(transaction.sql, 'en', [offer.fromName]);
        await writeLog(records, transaction, {
          at: now,
          kind: 'handover',
          position,
          byName: name,
          aboutResource: 'watchHandover',
          aboutId: id,
          text: {
            key: 'watch.log.handover',
            values: {
              ...nameValues('from', { name: offer.fromName, nameEn: english(offer.fromName) }),
              ...nameValues('to', caller.actor),
              alerts: list.alerts.length,
              flights: list.flights.length,
              notices: list.notices.length,
              orders: list.orders.length,
            },
          },
        });
        return null;
      });
    },
    Write: ({ position: id, text, at: happened }, caller) =>
      at(caller, id, async (transaction, position, duty, now) => {
        own(caller, duty);
        const late = Date.parse(now) - Date.parse(happened ?? now);
        if (late > lateEntryMs || late < -aheadMs) throw fieldError('at', 'watch.refused.time');
        const when = new Date(happened ?? now).toISOString();
        return { id: await note(transaction, caller, position, { at: when, kind: 'note', text }) };
      }),
    async Correct({ id, text }, caller) {
      const entry = await records.get(caller, 'watchLogEntry', id);
      return records.transaction(async (transaction) => {
        const position =
          entry.position === null || entry.position === undefined
            ? null
            : await lockPosition(records, transaction, caller, entry.position);
        const isOn = position
          ? (await dutyAt(transaction.sql, position.id))?.user === caller.actor.userId
          : (await positionStates(records, transaction.sql, caller)).some(({ holder }) => holder?.isMe);
        if (!isOn) throw refused('watch.refused.notOn');
        const now = clock().toISOString();
        return {
          id: await note(transaction, caller, position, { at: now, kind: 'correction', text, corrects: id }),
        };
      });
    },
  });

  /** What somebody wrote, to the letter. */
  async function note(
    transaction: Transaction,
    caller: Caller,
    position: WatchPositionRecord | null,
    entry: { at: string; kind: 'note' | 'correction'; text: string; corrects?: number },
  ): Promise<number> {
    const values = {
      ...entry,
      text: entry.text.trim(),
      position: position?.id ?? null,
      company: position?.company ?? null,
      byName: caller.actor.name,
    };
    const { id } = await records.create(asService(caller), 'watchLogEntry', values, transaction);
    return id;
  }
}

/** A list as its record keeps it: what is not known is left out. */
function withoutNulls(list: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(list), (_, value: unknown) => value ?? undefined);
}
