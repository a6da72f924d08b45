import type { AirspaceEvent, AirspaceEventRecord, AirspaceRecord } from '#domain/record/records.gen.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { keepOperation } from '#server/features/approvals/journal.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';

export interface AirspaceAct {
  /** `airspace.message.<action>` and `audit.action.<action>` are its texts. */
  action:
    | 'open'
    | 'close'
    | 'askExtension'
    | 'withdrawExtension'
    | 'extend'
    | 'declineExtension'
    | 'complete'
    | 'cancel'
    | 'version'
    | 'expiring'
    | 'ended';
  from?: number | null;
  to?: number | null;
  reason?: string | null;
  /** When it holds, as a person reads it. */
  when?: string;
  /** What the real-time message is called after `airspace.`, where that is not the action. */
  type?: string;
  detail?: Record<string, unknown>;
}

export type AirspaceJournal = ReturnType<typeof createAirspaceJournal>;

/** Keeps what was done to an airspace, in its transaction, and leaves the message for everyone whose rows hold it. */
export function createAirspaceJournal({ records, clock }: { records: Records; clock: () => Date }) {
  return {
    /** The dated event of the airspace itself. */
    async event(
      transaction: Transaction,
      caller: Caller,
      airspace: AirspaceRecord,
      event: Pick<AirspaceEvent, 'kind' | 'state' | 'from' | 'to' | 'reason' | 'appliedFrom' | 'appliedTo'>,
    ): Promise<AirspaceEventRecord> {
      const at = clock().toISOString();
      const name = caller.actor.userId > 0 ? { by: caller.actor.userId, byName: caller.actor.name } : {};
      const values = { ...event, airspace: airspace.id, company: airspace.company, at, ...name };
      return records.create(asService(caller), 'airspaceEvent', values, { ...transaction, trusted: true });
    },

    /** Who did what, and the message that its commit sends. */
    async act(
      transaction: Transaction,
      caller: Caller,
      airspace: AirspaceRecord,
      act: AirspaceAct,
    ): Promise<void> {
      const wordings = (named: { name: string; nameEn?: string | null | undefined }) => {
        const values = { ...nameValues('name', named), when: act.when ?? '' };
        const text = { key: `airspace.message.${act.action}`, values };
        return inBoth((locale) => textIn(text, locale));
      };
      await keepOperation(
        { records, clock },
        { ...transaction, trusted: true },
        caller,
        {
          resource: 'airspace',
          id: airspace.id,
          company: airspace.company,
          action: act.action,
          from: act.from ?? null,
          to: act.to ?? null,
          reason: act.reason ?? null,
          ...(act.detail ? { detail: act.detail } : {}),
        },
        {
          type: `airspace.${act.type ?? act.action}`,
          title: `audit.action.${act.action}`,
          ...wordings(airspace),
          untitled: wordings({ name: `#${airspace.id}` }),
          state: airspace.state ?? 0,
          record: airspace,
        },
      );
    },
  };
}
