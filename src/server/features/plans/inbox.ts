import type { InboxItem } from '#contract/approvals/flow-config.ts';
import { stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { standingOfFlow, waitingDocuments } from '#server/features/approvals/waiting-documents.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type PlanRecord, planRecord } from './plan-rows.ts';

interface InboxDeps {
  records: Records;
  flows: FlowStore;
  sql: Sql;
}

/** All that waits for the caller among the caller's rows, by the legal clock. */
async function inboxOf(deps: InboxDeps, caller: Caller): Promise<InboxItem[]> {
  const waiting = await waitingDocuments(deps, caller, ['plan']);
  const labels = await deps.records.labels(
    caller,
    'plan',
    waiting.map(({ record }) => record),
  );
  const entries = waiting.map(({ flow, record }) => {
    const plan = planRecord(record);
    return { flow, plan, due: dueAt(flow, plan) };
  });
  entries.sort((a, b) => a.due - b.due || a.flow.id - b.flow.id);
  return entries.map(({ flow, plan }): InboxItem => {
    const label = (field: string) => {
      const value = labels.get(plan.id)?.[field];
      return stringOf(value);
    };
    return {
      ...standingOfFlow(flow, caller),
      documentKind: flow.kind,
      documentKindText: textIn({ key: `flow.document.${flow.kind}` }, caller.locale),
      resource: 'plan',
      id: plan.id,
      title: [plan.planNumber, plan.callsign].filter(Boolean).join(' '),
      companyName: label('company'),
      missionTypeName: label('missionType'),
      startTime: plan.startTime ?? null,
      endTime: plan.endTime ?? null,
      urgency: plan.urgency,
      state: plan.state,
      stateText: textIn({ key: stateKey(plan.state) }, caller.locale),
      decideBy: lawfulLimit(flow, plan),
      takenBy: flow.takenBy,
    };
  });
}

/** The law sets when a plan is decided; a release is decided before the departure applied for. */
function lawfulLimit(flow: FlowInstance, plan: PlanRecord): string | null {
  return (flow.kind === 'release' ? plan.realEtd : plan.decideBy) ?? null;
}

function dueAt(flow: FlowInstance, plan: PlanRecord): number {
  const limits = [flow.stepDueAt, lawfulLimit(flow, plan)].flatMap((at) => (at ? [Date.parse(at)] : []));
  return Math.min(Number.MAX_SAFE_INTEGER, ...limits);
}

/** FlowConfig/GetInbox. */
export function planInbox(deps: InboxDeps): Handlers<'FlowConfig'>['GetInbox'] {
  return async ({ skipCount = 0, maxResultCount = 50 }, caller) => {
    if (!caller.ability.can('read', 'plan')) return { totalCount: 0, items: [] };
    const items = await inboxOf(deps, caller);
    return { totalCount: items.length, items: items.slice(skipCount, skipCount + maxResultCount) };
  };
}
