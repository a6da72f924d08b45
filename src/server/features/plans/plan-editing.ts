import type { PlanInput, PlanUpdate, TaskInput } from '#contract/plans/plan-input.ts';
import { type Altitude, altitudeM } from '#domain/geo/altitude.ts';
import { coverageField, holds } from '#domain/identity/access.ts';
import { filedOf, leftOutTask, storedOf } from '#domain/plans/filed-fields.ts';
import type { Plan } from '#domain/record/records.gen.ts';
import { systemFields } from '#domain/record/resource.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { refuseUnsound } from './plan-form.ts';
import type { PlanLifeDeps } from './plan-life.ts';
import { assertParty, contextOf, destination } from './plan-life.ts';
import { type PlanRecord, planRecord, type TaskRecord } from './plan-rows.ts';
import { isOperatorOf, lockPlan, makersOf, nextPlanNumber, tasksOf } from './plan-store.ts';
import { standingForm, termEnd, termFields } from './standing-term.ts';

/** Makes, changes, splits and deletes plans before they fly. */
export interface PlanEditing {
  /** `origin`: what is known of where it comes from, beside what a form can say. */
  create(
    caller: Caller,
    input: PlanInput,
    transaction?: Transaction,
    origin?: { standingPlan?: number; validFrom?: string; validTo?: string; withinTerm?: boolean },
  ): Promise<PlanRecord>;
  update(caller: Caller, input: PlanUpdate, transaction?: Transaction): Promise<PlanRecord>;
  /** One plan of n tasks becomes n plans in the same state; the first keeps its number. */
  split(caller: Caller, id: number): Promise<PlanRecord[]>;
  remove(caller: Caller, id: number): Promise<void>;
}

/** Fields that follow from the tasks: a plan is told by its first one. */
type Envelope = Record<string, unknown>;

export function createPlanEditing(deps: PlanLifeDeps): PlanEditing {
  const { records, flows, journal, clock } = deps;

  const within = <T>(transaction: Transaction | undefined, work: (transaction: Transaction) => Promise<T>) =>
    transaction ? work(transaction) : records.transaction(work);

  /** Of the company's own pilots only: a number that somebody tries must not tell a stranger's name. */
  async function picNames(
    transaction: Transaction,
    company: number,
    tasks: TaskInput[],
  ): Promise<(string | null)[]> {
    const ids = tasks.flatMap((task) => task.pilots?.slice(0, 1) ?? []);
    if (ids.length === 0) return tasks.map(() => null);
    const rows = await transaction.sql
      .selectFrom('pilot')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where('company', '=', company)
      .execute();
    const names = new Map(rows.map((row) => [row.id, row.name]));
    return tasks.map((task) => names.get(task.pilots?.[0] ?? 0) ?? null);
  }

  /** Brings the stored tasks to those given: the first stays the first, what is left over goes. */
  async function writeTasks(
    transaction: Transaction,
    caller: Caller,
    plan: { id: number; company: number },
    inputs: TaskInput[],
    stored: TaskRecord[],
  ): Promise<void> {
    const system = asService(caller);
    const pics = await picNames(transaction, plan.company, inputs);
    for (const [index, input] of inputs.entries()) {
      const values = {
        ...leftOutTask,
        ...input,
        plan: plan.id,
        company: plan.company,
        sequence: index + 1,
        picName: pics[index] ?? null,
        crewCount: input.crewCount ?? (input.pilots?.length || null),
      };
      const before = stored[index];
      await nested(`tasks.${index}`, () =>
        before
          ? records.untyped.update(system, 'jobTask', before.id, before.version, values, transaction)
          : records.untyped.create(system, 'jobTask', values, transaction),
      );
    }
    for (const left of stored.slice(inputs.length))
      await records.trash(system, 'jobTask', left.id, transaction);
  }

  return {
    create: (caller, given, inside, origin = {}) =>
      within(inside, async (transaction) => {
        const { deadlines } = await deps.readParameters();
        const kind = given.kind ?? 'quick';
        refuseKind(caller, kind, origin.standingPlan ?? null);
        const company = given.company ?? caller.actor.companyId;
        if (company === null) throw fieldError('company', 'plan.refused.companyNeeded');
        if (!isOperatorOf(caller, company)) throw fieldError('company', 'plan.refused.otherCompany');
        await refuseUnsound(records, transaction.sql, caller, given);
        const input = standingForm(given, deadlines.timeZone);
        const pics = await picNames(transaction, company, input.tasks);
        const plan = planRecord(
          await records.create(
            asService(caller),
            'plan',
            {
              ...storedOf('plan', input),
              ...envelopeOf(input.tasks, pics),
              ...termFields(input),
              ...termEnd(input, input.tasks, deadlines.timeZone),
              ...origin,
              company,
              kind,
              state: 0,
              planNumber: await nextPlanNumber(transaction.sql, clock(), deadlines.timeZone),
            },
            transaction,
          ),
        );
        await writeTasks(transaction, caller, plan, input.tasks, []);
        await journal(transaction, caller, plan, { action: 'create', from: null, to: plan.state });
        return plan;
      }),

    update: (caller, given, inside) =>
      within(inside, async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, given.id);
        await assertParty(flows, transaction, caller, plan, 'edit');
        const parameters = await deps.readParameters();
        destination(plan, 'edit', contextOf(clock(), parameters, plan));
        // What was made from a standing plan stays so; a standing plan whose days exist stays one.
        const kind = plan.standingPlan ? plan.kind : (given.kind ?? plan.kind);
        refuseKind(caller, kind, plan.standingPlan ?? null);
        const company = given.company ?? plan.company;
        if (!isOperatorOf(caller, company)) throw fieldError('company', 'plan.refused.otherCompany');
        await refuseUnsound(records, transaction.sql, caller, given);
        const input = standingForm({ ...given, kind }, parameters.deadlines.timeZone);
        const pics = await picNames(transaction, company, input.tasks);
        const stored = await tasksOf(records, transaction.sql, caller, plan.id);
        const changed = planRecord(
          await records.update(
            asService(caller),
            'plan',
            plan.id,
            input.version,
            {
              ...storedOf('plan', input),
              ...envelopeOf(input.tasks, pics),
              ...(plan.kind === 'standing' && kind !== 'standing'
                ? { validFrom: null, validTo: null, weekdays: [] }
                : termFields(input)),
              ...termEnd(input, input.tasks, parameters.deadlines.timeZone),
              company,
              kind,
              urgency: input.urgency ?? plan.urgency,
            },
            transaction,
          ),
        );
        await writeTasks(transaction, caller, changed, input.tasks, stored);
        await journal(transaction, caller, changed, {
          action: 'edit',
          from: plan.state,
          to: changed.state,
          detail: { before: { startTime: plan.startTime, endTime: plan.endTime, tasks: stored.map(flown) } },
        });
        return changed;
      }),

    split: (caller, id) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'split');
        const system = asService(caller);
        const tasks = await tasksOf(records, transaction.sql, caller, id);
        const parameters = await deps.readParameters();
        destination(plan, 'split', contextOf(clock(), parameters, plan, { taskCount: tasks.length }));
        const [first, ...others] = tasks;
        if (!first) throw refused('plan.refused.noTask');
        const remaining = planRecord(
          await records.update(
            system,
            'plan',
            plan.id,
            plan.version,
            {
              ...envelopeOf([filedOf('jobTask', first)], [first.picName ?? null]),
              ...termEnd(plan, [filedOf('jobTask', first)], parameters.deadlines.timeZone),
            },
            transaction,
          ),
        );
        const parts = [remaining];
        for (const task of others) {
          const part = planRecord(
            await records.create(
              system,
              'plan',
              {
                ...copyOf(plan),
                ...envelopeOf([filedOf('jobTask', task)], [task.picName ?? null]),
                ...termEnd(plan, [filedOf('jobTask', task)], parameters.deadlines.timeZone),
                planNumber: await nextPlanNumber(transaction.sql, clock(), parameters.deadlines.timeZone),
                splitFrom: plan.id,
              },
              transaction,
            ),
          );
          await records.update(
            system,
            'jobTask',
            task.id,
            task.version,
            { plan: part.id, sequence: 1 },
            transaction,
          );
          await flows.copy(transaction, caller, 'plan', plan.id, part.id);
          await journal(transaction, caller, part, {
            action: 'split',
            from: plan.state,
            to: part.state,
            detail: { from: plan.planNumber },
          });
          parts.push(part);
        }
        await journal(transaction, caller, remaining, {
          action: 'split',
          from: plan.state,
          to: remaining.state,
          detail: { into: parts.map((part) => part.planNumber) },
        });
        return parts;
      }),

    remove: (caller, id) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'delete');
        destination(plan, 'delete', contextOf(clock(), await deps.readParameters(), plan));
        const system = asService(caller);
        for (const task of await tasksOf(records, transaction.sql, caller, id)) {
          await records.trash(system, 'jobTask', task.id, transaction);
        }
        await records.trash(system, 'plan', id, transaction);
        await journal(transaction, caller, plan, { action: 'delete', from: plan.state, to: null });
      }),
  };
}

function refuseKind(caller: Caller, kind: Plan['kind'], standingPlan: number | null): void {
  const makers = makersOf({ kind, standingPlan });
  if (holds(caller.actor, makers)) return;
  throw new AppError('forbidden', { key: 'common.forbidden', values: { permissions: makers.join(', ') } });
}

/** What of a task a message about its change needs: where and when it was to be flown. */
function flown({ id, callsign, etd, eta, route, departure, destination }: TaskRecord) {
  return { id, callsign, etd, eta, route, departure, destination };
}

/** An error of a field inside a task is given with its place in the form. */
async function nested<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.extra.fields) throw error;
    const fields = error.extra.fields.map(({ field, text }) => ({ field: `${prefix}.${field}`, text }));
    throw new AppError(error.code, error.text, { ...error.extra, fields });
  }
}

function envelopeOf(tasks: TaskInput[], pics: (string | null)[]): Envelope {
  const [first] = tasks;
  const last = tasks.at(-1);
  const moments = (pick: (task: TaskInput) => string) =>
    tasks.map((task) => Date.parse(pick(task))).filter((at) => !Number.isNaN(at));
  const starts = moments((task) => task.etd);
  const ends = moments((task) => task.eta);
  return {
    startTime: starts.length > 0 ? new Date(Math.min(...starts)).toISOString() : null,
    endTime: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    callsign: first?.callsign ?? null,
    departure: first?.departure ?? null,
    departurePoint: first?.departurePoint ?? null,
    destination: last?.destination ?? null,
    destinationPoint: last?.destinationPoint ?? null,
    alternate: first?.alternate ?? null,
    airspace: first?.airspace ?? null,
    geometry: first?.geometry ?? null,
    lower: limit(tasks, 'lower'),
    upper: limit(tasks, 'upper'),
    picName: pics[0] ?? null,
    crewCount: first?.crewCount ?? (first?.pilots?.length || null),
    aircraftCount: new Set(tasks.map((task) => task.aircraft)).size || null,
    ssrCode: first?.ssrCode ?? null,
  };
}

/**
 * The lowest or highest limit of the tasks, where all are of one datum; otherwise the plan as a whole has
 * none.
 */
function limit(tasks: TaskInput[], side: 'lower' | 'upper'): Altitude | null {
  const limits = tasks.map((task) => task[side] ?? null);
  const [first] = limits;
  if (!first) return null;
  let extreme: Altitude = first;
  for (const one of limits) {
    if (!one || one.reference !== first.reference) return null;
    const beyond = altitudeM(one) - altitudeM(extreme);
    if (side === 'lower' ? beyond < 0 : beyond > 0) extreme = one;
  }
  return extreme;
}

const systemOrOwn = new Set<string>([...systemFields, 'planNumber', coverageField]);

/** All that a part of a split plan has in common with the whole. */
function copyOf(plan: PlanRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(plan).filter(([name]) => !systemOrOwn.has(name)));
}
