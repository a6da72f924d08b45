import type { PlanState } from '#domain/plans/states.ts';
import type { Locale } from '#domain/text/label.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { keepOperation } from '#server/features/approvals/journal.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';
import type { PlanRecord } from './plan-rows.ts';

/** One thing that was done to a plan. */
export interface PlanEvent {
  /** `plan.did.<action>` is its text. */
  action: string;
  from: PlanState | null;
  to: PlanState | null;
  reason?: StoredText | null;
  rule?: string | null;
  detail?: Record<string, unknown>;
  /** What its message is called on the hub; absent: `plan.<action>`. */
  messageType?: string;
  /** What follows the text of its message, such as the values that it is about. */
  values?: (locale: Locale) => string;
  /** Nothing else in the transaction has changed where the plan flies: the record at hand says to whom it is told. */
  current?: true;
}

export type Journal = (
  transaction: Transaction,
  caller: Caller,
  plan: PlanRecord,
  event: PlanEvent,
) => Promise<void>;

/**
 * Keeps who did what, when, why and from where in the transaction that does it (Order 371, art. 41),
 * and leaves the message that its commit sends to every screen that the plan concerns.
 */
export function createJournal(deps: { records: Records; clock: () => Date }): Journal {
  return async (transaction, caller, plan, event) => {
    const state = event.to ?? plan.state;
    const values = {
      planNumber: plan.planNumber ?? `#${plan.id}`,
      callsign: plan.callsign ?? '',
      action: event.action,
      state,
    };
    await keepOperation(
      deps,
      transaction,
      caller,
      {
        resource: 'plan',
        id: plan.id,
        company: plan.company,
        action: event.action,
        from: event.from,
        to: event.to,
        reason: event.reason ?? null,
        rule: event.rule ?? null,
        ...(event.detail ? { detail: event.detail } : {}),
      },
      {
        type: event.messageType ?? `plan.${event.action}`,
        title: `plan.did.${event.action}`,
        ...inBoth((locale) => {
          const content = textIn({ key: 'plan.message.content', values }, locale);
          const more = event.values?.(locale);
          return more
            ? textIn({ key: 'plan.message.withValues', values: { content, more } }, locale)
            : content;
        }),
        state,
        actualNum: plan.actualNum ?? null,
        record: event.current ? { ...plan } : await scopeFields(transaction.sql, plan.id),
        change: event.action === 'delete' || event.action === 'create' ? event.action : 'update',
      },
    );
  };
}

/** The record as the hub needs it to decide who may know. */
async function scopeFields(sql: Sql, id: number): Promise<Record<string, unknown>> {
  return sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
