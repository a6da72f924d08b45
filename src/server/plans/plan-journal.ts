import { textIn } from '../../domain/locales/text-in.ts';
import type { PlanState } from '../../domain/plan/states.ts';
import type { Locale } from '../../domain/resource.ts';
import { asService, type Caller } from '../caller.ts';
import type { Sql } from '../db/sql.ts';
import { userIdOf } from '../flows/flow-store.ts';
import type { Records, Unit } from '../records/records.ts';
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
}

export type Journal = (unit: Unit, caller: Caller, plan: PlanRecord, event: PlanEvent) => Promise<void>;

/**
 * Keeps who did what, when, why and from where in the transaction that does it (Order 371, art. 41),
 * and leaves the message that its commit sends to every screen that the plan concerns.
 */
export function createJournal(deps: { records: Records; clock: () => Date }): Journal {
  const { records, clock } = deps;
  return async (unit, caller, plan, event) => {
    const at = clock().toISOString();
    const unitName = await unitNameOf(unit.sql, caller);
    await records.create(
      asService(caller),
      'operateRecord',
      {
        recordResource: 'plan',
        recordId: plan.id,
        company: plan.company,
        action: event.action,
        fromState: event.from,
        toState: event.to,
        operatedAt: at,
        operatedBy: userIdOf(caller),
        operatedByName: caller.actor.name,
        unit: unitName,
        channel: caller.source,
        reason: event.reason ?? null,
        rule: event.rule ?? null,
        ...(event.detail ? { detail: event.detail } : {}),
      },
      unit,
    );
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
      record: { ...(await scopeFields(unit.sql, plan.id)) },
      message: {
        type: `plan.${event.action}`,
        title: textIn({ key: `plan.action.${event.action}` }, 'zh-Hans'),
        content: content('zh-Hans'),
        contentEn: content('en'),
        message: event.reason ?? '',
        unit: unitName,
        actualNum: plan.actualNum ?? null,
        state,
      },
      by: userIdOf(caller),
      at,
    });
  };
}

/** The record as the hub needs it to decide who may know. */
async function scopeFields(sql: Sql, id: number): Promise<Record<string, unknown>> {
  return sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The body for which he acts: his company, or the first organization unit that he belongs to. */
export async function unitNameOf(sql: Sql, { actor }: Caller): Promise<string | null> {
  if (actor.companyId !== null) {
    const row = await sql
      .selectFrom('company')
      .select('name')
      .where('id', '=', actor.companyId)
      .executeTakeFirst();
    return typeof row?.name === 'string' ? row.name : null;
  }
  const [unitId] = actor.organizationUnitIds;
  if (unitId === undefined) return null;
  const row = await sql
    .selectFrom('organizationUnit')
    .select('displayName')
    .where('id', '=', unitId)
    .executeTakeFirst();
  return typeof row?.displayName === 'string' ? row.displayName : null;
}
