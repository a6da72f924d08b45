import { type Static, Type } from '@sinclair/typebox';
import { stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type PlanRecord, planRecord } from './plan-rows.ts';

const text = nullable(Type.String());

/** A document that waits for the caller's decision. */
export const inboxItem = Type.Object({
  flowInstance: Type.Integer(),
  documentKind: Type.String(),
  documentKindText: Type.String(),
  resource: Type.String(),
  id: Type.Integer(),
  /** The plan's number and callsign. */
  title: Type.String(),
  companyName: text,
  missionTypeName: text,
  startTime: text,
  endTime: text,
  urgency: text,
  state: Type.Integer(),
  stateText: Type.String(),
  stepIndex: Type.Integer(),
  stepCount: Type.Integer(),
  stepName: Type.String(),
  waitingSince: text,
  /** By the step's own time limit, and by the law; UTC. The list is in the order of the earlier of the two. */
  stepDueAt: text,
  decideBy: text,
  takenBy: nullable(Type.Integer()),
});
export type InboxItem = Static<typeof inboxItem>;

/** All that waits for the caller among his rows, by the legal clock. */
export async function inboxOf(
  records: Records,
  flows: FlowStore,
  sql: Sql,
  caller: Caller,
): Promise<InboxItem[]> {
  const waiting = (await flows.waitingFor(sql, caller.actor)).filter(
    (one) => one.documentResource === 'plan',
  );
  if (waiting.length === 0) return [];
  const { items } = await records.list(caller, 'plan', {
    start: 0,
    end: waiting.length,
    sort: [],
    search: undefined,
    trash: 'without',
    filter: { field: 'id', operator: 'in', value: [...new Set(waiting.map((one) => one.documentId))] },
  });
  const labels = await records.labels(caller, 'plan', items);
  const plans = new Map(items.map((item) => [item.id, planRecord(item)]));
  const entries = waiting.flatMap((flow) => {
    const plan = plans.get(flow.documentId);
    return plan ? [{ flow, plan, due: dueAt(flow, plan) }] : [];
  });
  entries.sort((a, b) => a.due - b.due || a.flow.id - b.flow.id);
  return entries.map(({ flow, plan }): InboxItem => {
    const step = flow.steps[flow.stepIndex];
    const label = (field: string) => {
      const value = labels.get(plan.id)?.[field];
      return typeof value === 'string' ? value : null;
    };
    return {
      flowInstance: flow.id,
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
      stepIndex: flow.stepIndex,
      stepCount: flow.steps.length,
      stepName: (caller.locale === 'en' ? step?.nameEn : null) ?? step?.name ?? '',
      waitingSince: flow.stepStartedAt,
      stepDueAt: flow.stepDueAt,
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
export function inboxMethod({
  records,
  flows,
  sql,
}: {
  records: Records;
  flows: FlowStore;
  sql: Sql;
}): ServiceMethod {
  return method({
    verb: 'GET',
    name: 'GetInbox',
    permission: 'signedIn',
    summary: "Documents that wait for the caller's decision, by the legal clock, and their count",
    input: Type.Object({
      skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
      maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(inboxItem) }),
    async handle({ skipCount = 0, maxResultCount = 50 }, caller) {
      if (!caller.ability.can('read', 'plan')) return { totalCount: 0, items: [] };
      const items = await inboxOf(records, flows, sql, caller);
      return { totalCount: items.length, items: items.slice(skipCount, skipCount + maxResultCount) };
    },
  });
}
