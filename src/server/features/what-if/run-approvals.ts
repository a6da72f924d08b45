import { sql as raw } from 'kysely';
import { documentKinds, type PublishedFlow } from '#domain/approvals/flow.ts';
import { deadlinesOf } from '#domain/plans/deadlines.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { mostListed } from '#domain/what-if/changes.ts';
import {
  type ApprovalComparison,
  compareApproval,
  type DecidedDocument,
  medianWaits,
  type StepWait,
} from '#domain/what-if/compare-approvals.ts';
import type { Records } from '#server/engine/records/records.ts';
import { documentsById } from '#server/features/approvals/documents-by-id.ts';
import { stepsOf } from '#server/features/approvals/flow-rows.ts';
import { publishedFlows } from '#server/features/approvals/published-flows.ts';
import { flowOf } from '#server/features/plans/plan-flow.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { type PlanRecord, planRecord } from '#server/features/plans/plan-rows.ts';
import { tasksOfMany } from '#server/features/plans/plan-store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Evaluation } from './evaluation.ts';
import type { StoredApproval, StoredResult } from './stored-result.ts';

const batchSize = 100;
const minuteMs = 60_000;

interface FlowRow {
  id: number;
  kind: string;
  resource: string;
  document: number;
  state: DecidedDocument['outcome'];
  steps: unknown;
  submittedAt: string;
  endedAt: string;
  decisions: { step: number; at: string }[];
}

interface Decided extends DecidedDocument {
  row: FlowRow;
  /** Of plans and releases: for their legal clock. */
  plan: PlanRecord | null;
}

/**
 * How documents that were decided in the period would have gone through the flows as they would be: which steps, by whom, until
 * when. A step that the document had waits as it did; another as the middle of those that the same people decided.
 */
export async function evaluateApprovals(
  records: Records,
  { fromMs, toMs, hypothesis, before, after, progressed }: Evaluation,
): Promise<NonNullable<StoredResult['approvals']>> {
  const [from, to] = [fromMs, toMs].map((at) => new Date(at).toISOString());
  const { rows } = await raw<FlowRow>`
    select i.id, i.document_kind as kind, i.document_resource as resource, i.document_id as document, i.state, i.steps,
      coalesce(i.submitted_at, i.created_at) as "submittedAt", i.ended_at as "endedAt",
      coalesce((select jsonb_agg(jsonb_build_object('step', a.step_index, 'at', a.decided_at) order by a.decided_at)
        from approval a where a.flow_instance = i.id and a.deleted_at is null and a.decision <> 'reassign'), '[]') as decisions
    from flow_instance i
    where i.deleted_at is null and i.state in ('approved', 'rejected', 'returned')
      and i.ended_at >= ${from}::timestamptz and i.ended_at < ${to}::timestamptz
    order by i.id`.execute(before.sql);
  const decided: Decided[] = [];
  for (let start = 0; start < rows.length; start += batchSize) {
    decided.push(...(await documentsOf(rows.slice(start, start + batchSize))));
    await progressed(Math.min(0.9, (0.9 * (start + batchSize)) / rows.length));
  }
  const medians = medianWaits(decided);
  const flows = await publishedFlows(before.sql);
  const sides = [
    { flows, clock: (await readPlanParameters({ all: async () => before.parameters })).deadlines },
    {
      flows: hypothesis.flows ?? flows,
      clock: (await readPlanParameters({ all: async () => after.parameters })).deadlines,
    },
  ] as const;
  const rulesOf = ({ plan }: Decided, side: (typeof sides)[number]) => ({
    flows: side.flows as PublishedFlow[],
    decideBy: plan?.startTime
      ? deadlinesOf(
          {
            urgency: plan.urgency,
            unmanned: plan.unmanned === true,
            withinTerm: plan.withinTerm === true,
            startAt: Date.parse(plan.startTime),
          },
          side.clock,
        ).decideBy
      : null,
  });
  const items: StoredApproval[] = [];
  for (const one of decided) {
    const comparison = compareApproval(one, rulesOf(one, sides[0]), rulesOf(one, sides[1]), medians);
    if (!comparison) continue;
    const { kind, resource, document } = one.row;
    items.push({ kind, resource, document, submittedAt: one.submittedAt, ...comparison });
  }
  return { evaluated: decided.length, ...summaryOf(items), items: items.slice(0, mostListed) };

  async function documentsOf(batch: readonly FlowRow[]): Promise<Decided[]> {
    const system = systemCaller();
    const { sql } = before;
    const documents = await documentsById(records, system, batch, { trash: 'with', sql });
    const plans = batch.flatMap((row) => (row.resource === 'plan' ? [row.document] : []));
    const tasks = await tasksOfMany(records, sql, system, [...new Set(plans)]);
    return batch.flatMap((row): Decided[] => {
      const kind = documentKinds.find((one) => one === row.kind);
      const record = documents(row);
      if (!kind || !record) return [];
      const plan = row.resource === 'plan' ? planRecord(record) : null;
      return [
        {
          kind,
          document:
            plan && (kind === 'plan' || kind === 'release')
              ? flowOf(kind, system, plan, tasks.get(plan.id) ?? []).document
              : record,
          outcome: row.state,
          submittedAt: Date.parse(row.submittedAt),
          endedAt: Date.parse(row.endedAt),
          waits: waitsOf(row),
          row,
          plan: kind === 'plan' ? plan : null,
        },
      ];
    });
  }
}

/** How long each decided step waited: from the end of the one before. */
function waitsOf({ steps, submittedAt, decisions }: FlowRow): StepWait[] {
  const all = stepsOf(steps);
  let since = Date.parse(submittedAt);
  return all.flatMap((step, index): StepWait[] => {
    const last = decisions.filter((one) => numberOf(one.step) === index).at(-1);
    if (!last) return [];
    const minutes = Math.max(0, (Date.parse(last.at) - since) / minuteMs);
    since = Date.parse(last.at);
    return [{ step, minutes }];
  });
}

function summaryOf(items: readonly ApprovalComparison[]) {
  const known = items.flatMap(({ before, after }) =>
    before.minutes === null || after.minutes === null ? [] : [{ was: before.minutes, is: after.minutes }],
  );
  const mean = (pick: (one: (typeof known)[number]) => number) =>
    known.length === 0 ? null : known.reduce((sum, one) => sum + pick(one), 0) / known.length;
  return {
    differ: items.length,
    outcomeDiffers: items.filter(({ before, after }) => before.outcome !== after.outcome).length,
    minutesBefore: mean(({ was }) => was),
    minutesAfter: mean(({ is }) => is),
    lateBefore: items.filter(({ before }) => before.inTime === false).length,
    lateAfter: items.filter(({ after }) => after.inTime === false).length,
  };
}
