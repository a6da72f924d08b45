import { isDecider, isOwn } from '#domain/approvals/flow.ts';
import { holds } from '#domain/identity/access.ts';
import { checkRelease, countedDeparture, deadlinesOf } from '#domain/plans/deadlines.ts';
import type { Finding } from '#domain/plans/findings.ts';
import {
  type ActionContext,
  decide,
  type Outcome,
  type PlanAction,
  partiesOf,
} from '#domain/plans/machine.ts';
import { type PlanState, planState } from '#domain/plans/states.ts';
import type { Plan } from '#domain/record/records.gen.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import { type StoredText, storedText } from '#domain/text/locales/stored-text.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import type { AirGuard } from '#server/features/conflicts/air-guard.ts';
import { tellYielding } from '#server/features/conflicts/air-notice.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { checkPlan, type PlanCheck, unfinishedPlans } from './plan-check.ts';
import { flowOf } from './plan-flow.ts';
import type { Journal } from './plan-journal.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf, msOf, type PlanRecord, planRecord, type TaskRecord } from './plan-rows.ts';
import { getPlan, isFlightController, isOperatorOf, lockPlan, makersOf, tasksOf } from './plan-store.ts';
import { isWithinTerm, termFindings } from './standing-term.ts';

export interface PlanLifeDeps {
  records: Records;
  conflicts: Conflicts;
  guard: AirGuard;
  flows: FlowStore;
  journal: Journal;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}

/** Everything an operator or the clock does to a plan that exists; the approver's part is in plan-decisions.ts. */
export interface PlanLife {
  submit(caller: Caller, id: number, transaction?: Transaction): Promise<PlanRecord>;
  applyRelease(caller: Caller, id: number, realEtd: number): Promise<PlanRecord>;
  editRelease(caller: Caller, id: number, realEtd: number): Promise<PlanRecord>;
  withdrawRelease(caller: Caller, id: number): Promise<PlanRecord>;
  withdraw(caller: Caller, id: number, reason: string | null): Promise<PlanRecord>;
  cancel(caller: Caller, id: number, reason: StoredText): Promise<PlanRecord>;
  lapse(caller: Caller, id: number): Promise<PlanRecord>;
}

/** What a transition needs, asked once: the context of the state machine with its defaults. */
export function contextOf(
  now: Date,
  parameters: PlanParameters,
  plan: PlanRecord,
  change: Partial<ActionContext> = {},
): ActionContext {
  const startAt = msOf(plan.startTime);
  return {
    lastStep: true,
    reason: null,
    restriction: null,
    detourOpen: false,
    order: null,
    standing: plan.kind === 'standing',
    taskCount: 1,
    reportedAt: null,
    reportGraceMs: parameters.reportGraceMs,
    departureAt: startAt === null ? null : countedDeparture(startAt, msOf(plan.realEtd)),
    lapseAfterMs: parameters.deadlines.lapseMinutes * 60_000,
    now: now.getTime(),
    ...change,
  };
}

/** The refusal of a rule: what it says, and below it the rule itself. */
function ruleError(refusal: Extract<Outcome, { ok: false }>): AppError {
  return new AppError(
    'refused',
    { key: refusal.code, values: refusal.values },
    { explanation: { key: refusal.rule } },
  );
}

/** Where the action leads, or the refusal thrown. */
export function destination(plan: PlanRecord, action: PlanAction, context: ActionContext): PlanState {
  const outcome = decide(plan.state, action, context);
  if (!outcome.ok) throw ruleError(outcome);
  // What goes to the trash keeps its state.
  return outcome.to === 'trash' ? plan.state : outcome.to;
}

/** Refuses who is neither the plan's operator nor, where the action is an approver's too, named by its flow. */
export async function assertParty(
  flows: FlowStore,
  transaction: Transaction,
  caller: Caller,
  plan: PlanRecord,
  action: PlanAction,
): Promise<void> {
  const parties = partiesOf(action);
  if (parties.includes('clock') && userIdOf(caller) === null) return;
  if (
    parties.includes('operator') &&
    isOperatorOf(caller, plan.company) &&
    holds(caller.actor, makersOf(plan))
  )
    return;
  if (parties.includes('control') && isFlightController(caller)) return;
  if (parties.includes('approver')) {
    const instances = await flows.latest(transaction.sql, 'plan', plan.id);
    const named = instances.some((one) => isDecider(one, caller.actor));
    if (named && !instances.some((one) => isOwn(one, caller.actor))) return;
  }
  throw new AppError('forbidden', { key: 'plan.refused.party', values: { action } });
}

/** The errors of a check as one refusal: a lone one speaks for itself, several are counted and listed by field. */
export function findingsError(errors: Finding[]): AppError {
  const [first] = errors;
  if (!first) throw new Error('there is nothing to refuse');
  const fields = errors.map(({ field, message }) => ({ field, text: message }));
  if (errors.length === 1) {
    return new AppError('refused', first.message, { explanation: { key: first.rule } });
  }
  return new AppError(
    'refused',
    { key: 'plan.refused.findings', values: { count: errors.length } },
    { fields, explanation: { key: first.rule } },
  );
}

/** Findings that a plan, once approved, may not carry into the air. */
const forbidRelease = new Set([
  'papers.expired',
  'aircraft.notAccepted',
  'pilot.notAccepted',
  'aircraft.outOfService',
  'pilot.notActive',
  // One that this departure is moved onto.
  'aircraft.booked',
  'pilot.booked',
  'conflict.airspace',
  'conflict.notice',
  'conflict.notam',
  'notam.aerodrome',
  'aerodrome.closed',
  'aerodrome.night',
  // A new one: what the plan was approved with is a warning by now.
  'conflict.plan',
]);

/**
 * What a plan takes of the air it holds from the end of the transaction on; who has to give way is told. `crew`: whom
 * it engages with it.
 */
export async function reserveAirspace(
  guard: AirGuard,
  transaction: Transaction,
  plan: PlanRecord,
  { own, inAir, yielding }: PlanCheck,
  parameters: PlanParameters,
  crew?: PlanCheck['crew'],
): Promise<void> {
  if (plan.kind === 'standing') return;
  const label = plan.planNumber ?? `#${plan.id}`;
  await tellYielding(transaction, { id: plan.id, label }, yielding);
  guard.take(transaction, {
    plan: { ...inAir, id: plan.id, label },
    own,
    parameters: { ...parameters, timeZone: parameters.deadlines.timeZone },
    ...(crew ? { crew } : {}),
    notified: new Set(yielding.map(({ id }) => id)),
    refuse: findingsError,
  });
}

export function createPlanLife(deps: PlanLifeDeps): PlanLife {
  const { records, flows, journal, clock } = deps;

  async function within<T>(
    transaction: Transaction | undefined,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return transaction ? work(transaction) : records.transaction(work);
  }

  async function store(
    transaction: Transaction,
    caller: Caller,
    plan: PlanRecord,
    values: Values<Plan>,
  ): Promise<PlanRecord> {
    return planRecord(
      await records.update(asService(caller), 'plan', plan.id, plan.version, values, transaction, plan),
    );
  }

  /** The flow of a plan that leaves the path ends with it. */
  async function endFlows(transaction: Transaction, caller: Caller, plan: PlanRecord): Promise<void> {
    for (const kind of ['plan', 'release'] as const) {
      const instance = await flows.running(transaction.sql, 'plan', plan.id, kind, true);
      if (instance) await flows.withdraw(transaction, caller, instance, clock());
    }
  }

  /** Asks for release; a plan whose papers or airspace no longer hold is not let go. */
  async function release(
    caller: Caller,
    id: number,
    realEtd: number,
    action: 'applyRelease' | 'editRelease',
  ): Promise<PlanRecord> {
    return records.transaction(async (transaction) => {
      const plan = await lockPlan(records, transaction, caller, id);
      await assertParty(flows, transaction, caller, plan, action);
      const parameters = await deps.readParameters();
      const now = clock();
      const to = destination(plan, action, contextOf(now, parameters, plan));
      const span = {
        unmanned: plan.unmanned === true,
        startAt: msOf(plan.startTime) ?? realEtd,
        endAt: msOf(plan.endTime) ?? realEtd,
      };
      const allowed = checkRelease(span, realEtd, now.getTime(), parameters.deadlines);
      if (!allowed.ok) throw ruleError(allowed);
      const tasks = await tasksOf(records, transaction.sql, caller, id);
      const check = await checkPlan(
        transaction.sql,
        checkedPlan(plan, movedTo(plan, tasks, realEtd)),
        now,
        parameters,
        deps.conflicts,
      );
      const errors = check.findings.filter(({ level, code }) => level === 'error' && forbidRelease.has(code));
      if (errors.length > 0) throw findingsError(errors);
      const changed = await store(transaction, caller, plan, {
        state: to,
        realEtd: isoOf(realEtd),
        releaseSubmittedAt: now.toISOString(),
        restricted: false,
        restriction: null,
        reason: null,
      });
      if (plan.state !== planState.releaseSubmitted) {
        await flows.start(transaction, caller, flowOf('release', caller, plan, tasks), now);
      }
      await journal(transaction, caller, changed, {
        action,
        from: plan.state,
        to: changed.state,
        detail: { realEtd: isoOf(realEtd) },
        current: true,
      });
      await reserveAirspace(deps.guard, transaction, changed, check, parameters, check.crew);
      return changed;
    });
  }

  async function leave(
    caller: Caller,
    id: number,
    action: 'withdraw' | 'cancel' | 'lapse',
    reason: StoredText | null,
  ): Promise<PlanRecord> {
    return records.transaction(async (transaction) => {
      const plan = await lockPlan(records, transaction, caller, id);
      await assertParty(flows, transaction, caller, plan, action);
      const to = destination(plan, action, contextOf(clock(), await deps.readParameters(), plan, { reason }));
      await endFlows(transaction, caller, plan);
      const changed = await store(transaction, caller, plan, { state: to, reason });
      await journal(transaction, caller, changed, {
        action,
        from: plan.state,
        to: changed.state,
        reason,
        current: true,
      });
      return changed;
    });
  }

  return {
    submit: (caller, id, given) =>
      within(given, async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'submit');
        const parameters = await deps.readParameters();
        const now = clock();
        const tasks = await tasksOf(records, transaction.sql, caller, id);
        const to = destination(plan, 'submit', contextOf(now, parameters, plan, { taskCount: tasks.length }));
        const unfinished = await unfinishedPlans(transaction.sql, plan.company, now, parameters);
        if (unfinished.length > 0) throw refused('plan.notFinish');
        const withinTerm = await isWithinTerm(transaction.sql, plan, tasks, parameters.deadlines.timeZone);
        const checked = { ...checkedPlan(plan, tasks), withinTerm };
        const check = await checkPlan(transaction.sql, checked, now, parameters, deps.conflicts);
        const errors = [
          ...(await termFindings(transaction.sql, plan, tasks, parameters)),
          ...check.findings,
        ].filter(({ level }) => level === 'error');
        if (errors.length > 0) throw findingsError(errors);
        const startAt = msOf(plan.startTime) ?? now.getTime();
        const limits = deadlinesOf(
          { urgency: plan.urgency, unmanned: plan.unmanned === true, startAt, withinTerm },
          parameters.deadlines,
        );
        const changed = await store(transaction, caller, plan, {
          state: to,
          submittedAt: now.toISOString(),
          submittedBy: userIdOf(caller),
          withinTerm,
          submitBy: isoOf(limits.submitBy),
          decideBy: isoOf(limits.decideBy),
          decidedAt: null,
          reason: null,
        });
        await flows.start(transaction, caller, flowOf('plan', caller, changed, tasks), now);
        await journal(transaction, caller, changed, {
          action: 'submit',
          from: plan.state,
          to: changed.state,
          rule: limits.rule,
          detail: {
            decideBy:
              limits.decideBy === null ? null : formatWall(limits.decideBy, parameters.deadlines.timeZone),
          },
          current: true,
        });
        await reserveAirspace(deps.guard, transaction, changed, check, parameters, check.crew);
        return changed;
      }),

    applyRelease: (caller, id, realEtd) => release(caller, id, realEtd, 'applyRelease'),
    editRelease: (caller, id, realEtd) => release(caller, id, realEtd, 'editRelease'),

    withdrawRelease: (caller, id) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'withdrawRelease');
        const to = destination(
          plan,
          'withdrawRelease',
          contextOf(clock(), await deps.readParameters(), plan),
        );
        await endFlows(transaction, caller, plan);
        const changed = await store(transaction, caller, plan, {
          state: to,
          realEtd: null,
          releaseSubmittedAt: null,
        });
        await journal(transaction, caller, changed, {
          action: 'withdrawRelease',
          from: plan.state,
          to: changed.state,
          current: true,
        });
        return changed;
      }),

    withdraw: (caller, id, reason) => leave(caller, id, 'withdraw', reason),
    cancel: (caller, id, reason) => leave(caller, id, 'cancel', reason),
    async lapse(caller, id) {
      const plan = await getPlan(records, caller, id);
      // The reason that everyone reads names the last state at which the flight could still have gone.
      const key =
        plan.state === planState.releaseAllowed ? 'plan.lapse.notAirborne' : 'plan.lapse.notReleased';
      return leave(caller, id, 'lapse', storedText({ key }));
    },
  };
}

/** A stored plan as the check reads it. */
export function checkedPlan(plan: PlanRecord, tasks: TaskRecord[]) {
  return { ...plan, label: plan.planNumber ?? `#${plan.id}`, unmanned: plan.unmanned === true, tasks };
}

/** The tasks as they would be flown with another departure of the plan: all of them by as much. */
export function movedTo(plan: PlanRecord, tasks: TaskRecord[], realEtd: number): TaskRecord[] {
  const byMs = realEtd - (msOf(plan.startTime) ?? realEtd);
  const moved = (time: string) => new Date(Date.parse(time) + byMs).toISOString();
  return tasks.map((task) => ({ ...task, etd: moved(task.etd), eta: moved(task.eta) }));
}
