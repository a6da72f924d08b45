import { type Decision, mayDecide } from '#domain/approvals/flow.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { type PlanState, planState } from '#domain/plans/states.ts';
import { refused } from '#domain/text/errors.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import {
  type Candidate,
  candidatesOfStep,
  lockWaitingStep,
} from '#server/features/approvals/waiting-step.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Journal } from './plan-journal.ts';
import { contextOf, destination } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { type PlanRecord, planRecord } from './plan-rows.ts';
import { getPlan, lockPlan, tasksOf } from './plan-store.ts';

/** What an approver may say. In a release, `approve` is `allow` and `reject` is `refuse`. */
export type FlyDecision =
  | 'approve'
  | 'reject'
  | 'return'
  | 'reassign'
  | 'allow'
  | 'allowRestricted'
  | 'refuse';

export interface FlyApproval {
  id: number;
  decision: FlyDecision;
  /** The step that the approver saw: where another has decided it meanwhile, nothing is decided twice. */
  stepIndex: number;
  comment: StoredText | null;
  restriction: string | null;
  assignees: number[];
}

export interface PlanDecisions {
  /** Marks that the waiting step is in hand: 1 → 2, 5 → 6; what is in hand already stays so. */
  takeUp(caller: Caller, id: number): Promise<PlanRecord>;
  /** The same by looking at it; nothing happens where nothing waits for the user. */
  open(caller: Caller, id: number): Promise<void>;
  decide(caller: Caller, approval: FlyApproval): Promise<PlanRecord>;
  /** To whom the waiting step may be handed; names of colleagues are told only to who may hand it over. */
  candidates(caller: Caller, id: number): Promise<Candidate[]>;
}

type Stage = 'plan' | 'release';

function stageOf(state: PlanState): Stage | null {
  if (state === planState.submitted || state === planState.underAcceptance) return 'plan';
  if (state === planState.releaseSubmitted || state === planState.releaseInProgress) return 'release';
  return null;
}

export function createPlanDecisions(deps: {
  records: Records;
  sql: Sql;
  flows: FlowStore;
  journal: Journal;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): PlanDecisions {
  const { records, sql, flows, journal, clock } = deps;

  async function store(
    transaction: Transaction,
    caller: Caller,
    plan: PlanRecord,
    values: Record<string, unknown>,
  ) {
    return planRecord(
      await records.update(asService(caller), 'plan', plan.id, plan.version, values, transaction),
    );
  }

  async function takeUp(
    transaction: Transaction,
    caller: Caller,
    plan: PlanRecord,
    instance: FlowInstance,
  ): Promise<PlanRecord> {
    const action: PlanAction = plan.state === planState.submitted ? 'takeUp' : 'takeUpRelease';
    const to = destination(plan, action, contextOf(clock(), await deps.readParameters(), plan));
    const changed = await store(transaction, caller, plan, { state: to });
    await flows.takeUp(transaction, caller, instance, clock());
    await journal(transaction, caller, changed, { action, from: plan.state, to: changed.state });
    return changed;
  }

  const waits = (plan: PlanRecord) =>
    plan.state === planState.submitted || plan.state === planState.releaseSubmitted;

  return {
    takeUp: (caller, id) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        const stage = stageOf(plan.state);
        if (!stage) throw nothingWaits(plan, 'takeUp', contextOf(clock(), await deps.readParameters(), plan));
        const instance = await lockWaitingStep(flows, transaction, caller, waitingStep(id, stage));
        return waits(plan) ? takeUp(transaction, caller, plan, instance) : plan;
      }),

    open: (caller, id) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        const stage = stageOf(plan.state);
        if (!stage || !waits(plan)) return;
        const instance = await flows.running(transaction.sql, 'plan', id, stage, true);
        if (instance && mayDecide(instance, caller.actor).ok)
          await takeUp(transaction, caller, plan, instance);
      }),

    async candidates(caller, id) {
      const plan = await getPlan(records, caller, id);
      const stage = stageOf(plan.state);
      const instance = stage ? await flows.running(sql, 'plan', id, stage) : null;
      return candidatesOfStep(sql, flows, caller, planReaders, instance);
    },

    decide: (caller, approval) =>
      records.transaction(async (transaction) => {
        let plan = await lockPlan(records, transaction, caller, approval.id);
        const parameters = await deps.readParameters();
        const now = clock();
        const stage = stageOf(plan.state);
        const action = actionOf(approval.decision, stage);
        const context = contextOf(now, parameters, plan, {
          reason: approval.comment,
          restriction: approval.restriction,
          lastStep: false,
        });
        // Who decides where nothing waits is told the state, before anything about flows.
        if (!stage) throw nothingWaits(plan, action, context);
        const instance = await lockWaitingStep(flows, transaction, caller, {
          ...waitingStep(plan.id, stage),
          seen: { stepIndex: approval.stepIndex, changed: 'plan.refused.changed' },
        });
        if (waits(plan)) {
          plan = await takeUp(transaction, caller, plan, instance);
        }
        destination(plan, action, context);
        const current = (await flows.running(transaction.sql, 'plan', plan.id, stage)) ?? instance;
        const tasks = await tasksOf(records, transaction.sql, caller, plan.id);
        const then = await flows.decide(transaction, caller, current, {
          decision: flowDecision(approval.decision),
          comment: approval.comment ?? approval.restriction,
          assignees: approval.assignees,
          snapshot: { plan, tasks },
          now,
        });
        const step = current.steps[current.stepIndex];
        const event = {
          reason: approval.comment,
          detail: {
            stage,
            step: step?.name ?? null,
            ...(step?.nameEn ? { stepEn: step.nameEn } : {}),
            stepIndex: current.stepIndex,
            ...(approval.restriction ? { restriction: approval.restriction } : {}),
          },
        };
        if (approval.decision === 'reassign') {
          await journal(transaction, caller, plan, {
            action: 'reassign',
            from: plan.state,
            to: plan.state,
            ...event,
          });
          return plan;
        }
        const lastStep = then.state === 'approved';
        const to = destination(plan, action, { ...context, lastStep });
        const changed = await store(transaction, caller, plan, {
          state: to,
          ...effects(action, approval, lastStep, now.toISOString()),
        });
        const wording = approval.decision === 'return' ? 'return' : action;
        await journal(transaction, caller, changed, {
          action: wording,
          from: plan.state,
          to: changed.state,
          ...event,
        });
        return changed;
      }),
  };
}

const waitingStep = (id: number, kind: Stage) => ({
  resource: 'plan',
  id,
  kind,
  none: refused('plan.refused.noFlow'),
});

/** Why nothing can be decided in this state: what the machine says, before anything about flows. */
function nothingWaits(...[plan, action, context]: Parameters<typeof destination>): Error {
  destination(plan, action, context);
  return refused('plan.refused.noFlow');
}

function actionOf(decision: FlyDecision, stage: Stage | null): PlanAction {
  const release = stage === 'release';
  switch (decision) {
    case 'approve':
    case 'reassign':
      return release ? 'allow' : 'approve';
    case 'reject':
    case 'return':
      return release ? 'refuse' : 'reject';
    default:
      return decision;
  }
}

function flowDecision(decision: FlyDecision): Decision {
  if (decision === 'return' || decision === 'reassign') return decision;
  return decision === 'reject' || decision === 'refuse' ? 'reject' : 'approve';
}

/** What a decision leaves in the plan beside its state. A restriction of an early step stays to the end. */
function effects(
  action: PlanAction,
  approval: FlyApproval,
  lastStep: boolean,
  at: string,
): Record<string, unknown> {
  switch (action) {
    case 'approve':
      return lastStep ? { decidedAt: at, reason: null } : {};
    case 'reject':
      return { decidedAt: at, reason: approval.comment };
    case 'allow':
      return lastStep ? { releaseDecidedAt: at, reason: null } : {};
    case 'allowRestricted':
      return {
        restricted: true,
        restriction: approval.restriction,
        ...(lastStep ? { releaseDecidedAt: at, reason: null } : {}),
      };
    case 'refuse':
      return { releaseDecidedAt: at, reason: approval.comment };
    default:
      return {};
  }
}
