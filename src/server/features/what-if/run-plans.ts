import { sql as raw } from 'kysely';
import type { Finding } from '#domain/plans/findings.ts';
import { planState } from '#domain/plans/states.ts';
import { mostListed } from '#domain/what-if/changes.ts';
import { comparePlan } from '#domain/what-if/compare-plans.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { documentsById } from '#server/features/approvals/documents-by-id.ts';
import { airspaceSource } from '#server/features/conflicts/airspace-source.ts';
import { type Conflicts, createConflicts } from '#server/features/conflicts/conflicts.ts';
import { noticeSource } from '#server/features/conflicts/notice-source.ts';
import { checkPlan } from '#server/features/plans/plan-check.ts';
import { levelFindings } from '#server/features/plans/plan-flight-rules.ts';
import { checkedPlan } from '#server/features/plans/plan-life.ts';
import {
  type PlanParameters,
  readPlanParameters,
  volumeParametersOf,
} from '#server/features/plans/plan-parameters.ts';
import { type PlanRecord, planRecord, type TaskRecord } from '#server/features/plans/plan-rows.ts';
import { planSourceOf } from '#server/features/plans/plan-source.ts';
import { tasksOfMany } from '#server/features/plans/plan-store.ts';
import { termFindings } from '#server/features/plans/standing-term.ts';
import type { Terrain } from '#server/features/terrain/terrain.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Evaluation, Side } from './evaluation.ts';
import type { StoredResult } from './stored-result.ts';

/** Plans that are read together. */
const batchSize = 50;

interface Deps {
  records: Records;
  terrain: Pick<Terrain, 'installed' | 'elevationsAt'>;
}

/** One side with the air as it stood: every plan of the period that was filed, whatever became of it. */
interface Checker {
  sql: Sql;
  parameters: PlanParameters;
  air: Conflicts;
}

/**
 * Checks every plan of the period again, as of its submission (a draft: of its last change), against plans that had been filed
 * before it, with the records as they are now on one side and as they would be on the other. Weather and NOTAMs of then are
 * not stored as they were known, so that neither side has them.
 */
export async function evaluatePlans(
  { records, terrain }: Deps,
  evaluation: Evaluation,
): Promise<NonNullable<StoredResult['plans']>> {
  const { fromMs, toMs, progressed } = evaluation;
  const [from, to] = [fromMs, toMs].map((at) => new Date(at).toISOString());
  const within = raw`p.start_time < ${to}::timestamptz and p.end_time > ${from}::timestamptz`;
  const { rows } = await raw<{ id: number; at: string; filed: boolean }>`
    select p.id, coalesce(p.submitted_at, p.updated_at) as at, p.submitted_at is not null as filed from plan p
    where p.deleted_at is null and ${within} order by 2, 1`.execute(evaluation.before.sql);
  const filedAt = new Map(rows.flatMap(({ id, at, filed }) => (filed ? [[id, Date.parse(at)]] : [])));
  const source = planSourceOf(raw`p.submitted_at is not null and ${within}
    and p.state <> all(${[planState.rejected, planState.revoked, planState.cancelled]}::bigint[])`);
  const sides: Checker[] = [];
  for (const side of [evaluation.before, evaluation.after]) sides.push(await checkerOf(side));
  const [before, after] = sides;
  const found: NonNullable<StoredResult['plans']> = {
    evaluated: rows.length,
    differ: 0,
    newlyRefused: 0,
    newlyAccepted: 0,
    items: [],
  };
  if (!before || !after) return found;
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    const plans = await read(batch.map(({ id }) => id));
    for (const { id, at } of batch) {
      const plan = plans.get(id);
      if (!plan) continue;
      const [was, is] = [await check(before, plan, at), await check(after, plan, at)];
      const comparison = comparePlan(was, is);
      if (!comparison) continue;
      found.differ += 1;
      if (comparison.before !== comparison.after)
        found[comparison.after === 'refused' ? 'newlyRefused' : 'newlyAccepted'] += 1;
      const { record } = plan;
      const { company, state } = record;
      const planNumber = record.planNumber ?? `#${id}`;
      found.items.push({ id, planNumber, company, at: Date.parse(at), state, ...comparison });
    }
    await progressed(Math.min(1, (start + batchSize) / rows.length));
  }
  // Those whose outcome differs come first.
  const isOther = ({ before: was, after: is }: { before: string; after: string }) => Number(was !== is);
  found.items = found.items.sort((a, b) => isOther(b) - isOther(a) || a.at - b.at).slice(0, mostListed);
  return found;

  async function checkerOf({ sql, parameters: values }: Side): Promise<Checker> {
    const parameters = await readPlanParameters({ all: async () => values });
    const index = createConflicts([source, airspaceSource, noticeSource], terrain);
    await index.refresh(sql, volumeParametersOf(parameters));
    // As it was read: what is changed while the evaluation runs would differ on one side only.
    const air = { ...index, size: index.size, refresh: async () => undefined };
    return { sql, parameters, air };
  }

  async function read(ids: number[]): Promise<Map<number, { record: PlanRecord; tasks: TaskRecord[] }>> {
    const system = systemCaller();
    const { sql } = evaluation.before;
    const documents = ids.map((document) => ({ resource: 'plan', document }));
    const stored = await documentsById(records, system, documents, { sql });
    const tasks = await tasksOfMany(records, sql, system, ids);
    return new Map(
      documents.flatMap((one) => {
        const record = stored(one);
        return record ? [[record.id, { record: planRecord(record), tasks: tasks.get(record.id) ?? [] }]] : [];
      }),
    );
  }

  /** Everything against the plan, but for what was filed later. */
  async function check(
    { sql, parameters, air }: Checker,
    { record, tasks }: { record: PlanRecord; tasks: TaskRecord[] },
    at: string,
  ): Promise<Finding[]> {
    const own = filedAt.get(record.id) ?? Date.parse(at);
    const isEarlier = (id: number) => {
      const other = filedAt.get(id);
      return other !== undefined && (other < own || (other === own && id < record.id));
    };
    const then: Conflicts = {
      ...air,
      known: () => [],
      engaged: (subjects) => air.engaged(subjects).filter(({ planId }) => isEarlier(planId)),
      find: (volumes, options, counts = () => true) =>
        air.find(
          volumes,
          options,
          (other) => (other.source !== 'plan' || isEarlier(other.owner.id)) && counts(other),
        ),
    };
    const plan = checkedPlan(record, tasks);
    const checked = await checkPlan(sql, plan, new Date(at), parameters, then);
    return [
      ...checked.findings,
      ...(await termFindings(sql, record, tasks, parameters)),
      ...(await levelFindings(sql, checked.own)),
    ];
  }
}
