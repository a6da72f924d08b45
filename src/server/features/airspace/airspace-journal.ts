import type { AirspaceEvent } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { keepOperation } from '#server/engine/records/operations.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

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
      unit: Unit,
      caller: Caller,
      airspace: StoredRecord,
      event: Pick<AirspaceEvent, 'kind' | 'state' | 'from' | 'to' | 'reason' | 'appliedFrom' | 'appliedTo'>,
    ): Promise<StoredRecord> {
      const at = clock().toISOString();
      const name = caller.actor.userId > 0 ? { by: caller.actor.userId, byName: caller.actor.name } : {};
      const values = { ...event, airspace: airspace.id, company: airspace.company ?? null, at, ...name };
      return records.create(asService(caller), 'airspaceEvent', values, { ...unit, trusted: true });
    },

    /** Who did what, and the message that its commit sends. */
    async act(unit: Unit, caller: Caller, airspace: StoredRecord, act: AirspaceAct): Promise<void> {
      const { at, by, unitName } = await keepOperation(
        { records, clock },
        { ...unit, trusted: true },
        caller,
        {
          resource: 'airspace',
          id: airspace.id,
          company: typeof airspace.company === 'number' ? airspace.company : null,
          action: act.action,
          from: act.from ?? null,
          to: act.to ?? null,
          reason: act.reason ?? null,
          ...(act.detail ? { detail: act.detail } : {}),
        },
      );
      const said = (name: string) => {
        const values = { name, when: act.when ?? '' };
        const content = (locale: Locale) => textIn({ key: `airspace.message.${act.action}`, values }, locale);
        return { content: content('zh-Hans'), contentEn: content('en') };
      };
      unit.announce({
        resource: 'airspace',
        id: airspace.id,
        action: 'update',
        record: airspace,
        message: {
          type: `airspace.${act.type ?? act.action}`,
          title: textIn({ key: `audit.action.${act.action}` }, 'zh-Hans'),
          ...said(String(airspace.name)),
          untitled: said(`#${airspace.id}`),
          message: act.reason ?? '',
          unit: unitName,
          actualNum: null,
          state: Number(airspace.state ?? 0),
        },
        by,
        at,
      });
    },
  };
}
