import type { PlanState } from '#domain/plans/states.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { keepOperation } from '#server/engine/records/operations.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Unit } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { PlanRecord } from './plan-rows.ts';

/** One thing that was done to a plan. */
export interface PlanEvent {
  /** `plan.action.<action>` is its text. */
  action: string;
  from: PlanState | null;
  to: PlanState | null;
  reason?: string | null;
  rule?: string | null;
  detail?: Record<string, unknown>;
  /** What its message is called on the hub; absent: `plan.<action>`. */
  messageType?: string;
  /** Nothing else in the transaction has changed where the plan flies: the record at hand says to whom it is told. */
  current?: true;
}

export type Journal = (unit: Unit, caller: Caller, plan: PlanRecord, event: PlanEvent) => Promise<void>;

/**
 * Keeps who did what, when, why and from where in the transaction that does it (Order 371, art. 41),
 * and leaves the message that its commit sends to every screen that the plan concerns.
 */
export function createJournal(deps: { records: Records; clock: () => Date }): Journal {
  return async (unit, caller, plan, event) => {
    const { at, by, unitName } = await keepOperation(deps, unit, caller, {
      resource: 'plan',
      id: plan.id,
      company: plan.company,
      action: event.action,
      from: event.from,
      to: event.to,
      reason: event.reason ?? null,
      rule: event.rule ?? null,
      ...(event.detail ? { detail: event.detail } : {}),
    });
    const state = event.to ?? plan.state;
    const values = {
      planNumber: plan.planNumber ?? `#${plan.id}`,
      callsign: plan.callsign ?? '',
      action: event.action,
      state,
    };
    const content = (locale: Locale) => textIn({ key: 'plan.message.content', values }, locale);
    unit.announce({
      resource: 'plan',
      id: plan.id,
      action: event.action === 'delete' ? 'delete' : event.action === 'create' ? 'create' : 'update',
      record: event.current ? { ...plan } : await scopeFields(unit.sql, plan.id),
      message: {
        type: event.messageType ?? `plan.${event.action}`,
        title: textIn({ key: `plan.action.${event.action}` }, 'zh-Hans'),
        content: content('zh-Hans'),
        contentEn: content('en'),
        message: event.reason ?? '',
        unit: unitName,
        actualNum: plan.actualNum ?? null,
        state,
      },
      by,
      at,
    });
  };
}

/** The record as the hub needs it to decide who may know. */
async function scopeFields(sql: Sql, id: number): Promise<Record<string, unknown>> {
  return sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
