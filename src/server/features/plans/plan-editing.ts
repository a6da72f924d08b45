import { type Altitude, altitudeM } from '#domain/geo/altitude.ts';
import { coverageField, holds } from '#domain/identity/access.ts';
import type { Plan } from '#domain/record/records.gen.ts';
import { systemFields } from '#domain/record/resource.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Unit } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { refuseUnsound } from './plan-form.ts';
import type { PlanInput, PlanUpdate, TaskInput } from './plan-input.ts';
import type { PlanLifeDeps } from './plan-life.ts';
import { contextOf, destination, refuseStranger } from './plan-life.ts';
import { type PlanRecord, planRecord, type TaskRecord } from './plan-rows.ts';
import { isOperatorOf, lockPlan, makersOf, nextPlanNumber, tasksOf } from './plan-store.ts';
import { standingForm, termEnd, termFields } from './standing-term.ts';

/** Makes, changes, splits and deletes plans before they fly. */
export interface PlanEditing {
  /** `origin`: what is known of where it comes from, beside what a form can say. */
  create(
    caller: Caller,
    input: PlanInput,
    unit?: Unit,
    origin?: { standingPlan?: number; validFrom?: string; validTo?: string; withinTerm?: boolean },
  ): Promise<PlanRecord>;
  update(caller: Caller, input: PlanUpdate, unit?: Unit): Promise<PlanRecord>;
  /** One plan of n tasks becomes n plans in the same state; the first keeps its number. */
  split(caller: Caller, id: number): Promise<PlanRecord[]>;
  remove(caller: Caller, id: number): Promise<void>;
}

/** Fields that follow from the tasks: a plan is told by its first one. */
type Envelope = Record<string, unknown>;

export function createPlanEditing(deps: PlanLifeDeps): PlanEditing {
  const { records, flows, journal, clock } = deps;

  const within = <T>(unit: Unit | undefined, work: (unit: Unit) => Promise<T>) =>
    unit ? work(unit) : records.transaction(work);

  /** Of the company's own pilots only: a number that somebody tries must not tell a stranger's name. */
  async function picNames(unit: Unit, company: number, tasks: TaskInput[]): Promise<(string | null)[]> {
    const ids = tasks.flatMap((task) => task.pilots?.slice(0, 1) ?? []);
    if (ids.length === 0) return tasks.map(() => null);
    const rows = await unit.sql
      .selectFrom('pilot')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .where('company', '=', company)
      .execute();
    const names = new Map(rows.map((row) => [Number(row.id), String(row.name)]));
    return tasks.map((task) => names.get(task.pilots?.[0] ?? 0) ?? null);
  }

  /** Brings the stored tasks to those given: the first stays the first, what is left over goes. */
  async function writeTasks(
    unit: Unit,
    caller: Caller,
    plan: { id: number; company: number },
    inputs: TaskInput[],
    stored: TaskRecord[],
  ): Promise<void> {
    const system = asService(caller);
    const pics = await picNames(unit, plan.company, inputs);
    for (const [index, input] of inputs.entries()) {
      const values = {
        ...emptyTask,
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
          ? records.update(system, 'jobTask', before.id, before.version, values, unit)
          : records.create(system, 'jobTask', values, unit),
      );
    }
    for (const left of stored.slice(inputs.length)) await records.trash(system, 'jobTask', left.id, unit);
  }

  return {
    create: (caller, given, inside, origin = {}) =>
      within(inside, async (unit) => {
        const { deadlines } = await deps.figures();
        const kind = given.kind ?? 'quick';
        refuseKind(caller, kind, origin.standingPlan ?? null);
        const company = given.company ?? caller.actor.companyId;
        if (company === null) throw fieldError('company', 'plan.refused.companyNeeded');
        if (!isOperatorOf(caller, company)) throw fieldError('company', 'plan.refused.otherCompany');
        await refuseUnsound(records, unit.sql, caller, given);
        const input = standingForm(given, deadlines.timeZone);
        const pics = await picNames(unit, company, input.tasks);
        const plan = planRecord(
          await records.create(
            asService(caller),
            'plan',
            {
              ...ownFields(input),
              ...envelopeOf(input.tasks, pics),
              ...termFields(input),
              ...termEnd(input, input.tasks, deadlines.timeZone),
              ...origin,
              company,
              kind,
              urgency: input.urgency ?? 'normal',
              state: 0,
              planNumber: await nextPlanNumber(unit.sql, clock(), deadlines.timeZone),
            },
            unit,
          ),
        );
        await writeTasks(unit, caller, plan, input.tasks, []);
        await journal(unit, caller, plan, { action: 'create', from: null, to: plan.state });
        return plan;
      }),

    update: (caller, given, inside) =>
      within(inside, async (unit) => {
        const plan = await lockPlan(records, unit, caller, given.id);
        await refuseStranger(flows, unit, caller, plan, 'edit');
        const figures = await deps.figures();
        destination(plan, 'edit', contextOf(clock(), figures, plan));
        // What was made from a standing plan stays so; a standing plan whose days exist stays one.
        const kind = plan.standingPlan ? plan.kind : (given.kind ?? plan.kind);
        refuseKind(caller, kind, plan.standingPlan ?? null);
        const company = given.company ?? plan.company;
        if (!isOperatorOf(caller, company)) throw fieldError('company', 'plan.refused.otherCompany');
        await refuseUnsound(records, unit.sql, caller, given);
        const input = standingForm({ ...given, kind }, figures.deadlines.timeZone);
        const pics = await picNames(unit, company, input.tasks);
        const stored = await tasksOf(records, unit.sql, caller, plan.id);
        const changed = planRecord(
          await records.update(
            asService(caller),
            'plan',
            plan.id,
            input.version,
            {
              ...ownFields(input),
              ...envelopeOf(input.tasks, pics),
              ...(plan.kind === 'standing' && kind !== 'standing'
                ? { validFrom: null, validTo: null, weekdays: [] }
                : termFields(input)),
              ...termEnd(input, input.tasks, figures.deadlines.timeZone),
              company,
              kind,
              urgency: input.urgency ?? plan.urgency,
            },
            unit,
          ),
        );
        await writeTasks(unit, caller, changed, input.tasks, stored);
        await journal(unit, caller, changed, {
          action: 'edit',
          from: plan.state,
          to: changed.state,
          detail: { before: { startTime: plan.startTime, endTime: plan.endTime, tasks: stored.map(flown) } },
        });
        return changed;
      }),

    split: (caller, id) =>
      records.transaction(async (unit) => {
        const plan = await lockPlan(records, unit, caller, id);
        await refuseStranger(flows, unit, caller, plan, 'split');
        const system = asService(caller);
        const tasks = await tasksOf(records, unit.sql, caller, id);
        const figures = await deps.figures();
        destination(plan, 'split', contextOf(clock(), figures, plan, { taskCount: tasks.length }));
        const [first, ...others] = tasks;
        if (!first) throw refused('plan.refused.noTask');
        const kept = planRecord(
          await records.update(
            system,
            'plan',
            plan.id,
            plan.version,
            {
              ...envelopeOf([inputOf(first)], [first.picName ?? null]),
              ...termEnd(plan, [inputOf(first)], figures.deadlines.timeZone),
            },
            unit,
          ),
        );
        const parts = [kept];
        for (const task of others) {
          const part = planRecord(
            await records.create(
              system,
              'plan',
              {
                ...copyOf(plan),
                ...envelopeOf([inputOf(task)], [task.picName ?? null]),
                ...termEnd(plan, [inputOf(task)], figures.deadlines.timeZone),
                planNumber: await nextPlanNumber(unit.sql, clock(), figures.deadlines.timeZone),
                splitFrom: plan.id,
              },
              unit,
            ),
          );
          await records.update(
            system,
            'jobTask',
            task.id,
            task.version,
            { plan: part.id, sequence: 1 },
            unit,
          );
          await flows.copy(unit, caller, 'plan', plan.id, part.id);
          await journal(unit, caller, part, {
            action: 'split',
            from: plan.state,
            to: part.state,
            detail: { from: plan.planNumber },
          });
          parts.push(part);
        }
        await journal(unit, caller, kept, {
          action: 'split',
          from: plan.state,
          to: kept.state,
          detail: { into: parts.map((part) => part.planNumber) },
        });
        return parts;
      }),

    remove: (caller, id) =>
      records.transaction(async (unit) => {
        const plan = await lockPlan(records, unit, caller, id);
        await refuseStranger(flows, unit, caller, plan, 'delete');
        destination(plan, 'delete', contextOf(clock(), await deps.figures(), plan));
        const system = asService(caller);
        for (const task of await tasksOf(records, unit.sql, caller, id)) {
          await records.trash(system, 'jobTask', task.id, unit);
        }
        await records.trash(system, 'plan', id, unit);
        await journal(unit, caller, plan, { action: 'delete', from: plan.state, to: null });
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

function fieldError(field: string, key: string): AppError {
  return new AppError('validation', { key }, { fields: [{ field, text: { key } }] });
}

/** A field that is at fault inside a task is told with its place in the form. */
async function nested<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.extra.fields) throw error;
    const fields = error.extra.fields.map(({ field, text }) => ({ field: `${prefix}.${field}`, text }));
    throw new AppError(error.code, error.text, { ...error.extra, fields });
  }
}

/** What a form leaves out is emptied: a saved plan is what was sent. */
export const emptyTask = {
  pilots: [],
  departure: null,
  departurePoint: null,
  destination: null,
  destinationPoint: null,
  alternate: null,
  airspace: null,
  geometry: null,
  corridorWidthM: null,
  lower: null,
  upper: null,
  rules: 'V',
  route: null,
  ssrCode: null,
};

export function ownFields(input: PlanInput): Record<string, unknown> {
  return {
    missionType: input.missionType,
    unmanned: input.unmanned ?? false,
    mission: input.mission ?? null,
    communications: input.communications ?? null,
    weatherMinima: input.weatherMinima ?? null,
    supportNeeds: input.supportNeeds ?? null,
    contact: input.contact ?? null,
    phone: input.phone ?? null,
    missionApproval: input.missionApproval ?? null,
    remarks: input.remarks ?? null,
  };
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

/** The lowest or highest limit of the tasks, where all are of one datum; otherwise the plan as a whole has none. */
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

function inputOf(task: TaskRecord): TaskInput {
  return { ...task, pilots: task.pilots ?? [] };
}

const systemOrOwn = new Set<string>([...systemFields, 'planNumber', coverageField]);

/** All that a part of a split plan has in common with the whole. */
function copyOf(plan: PlanRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(plan).filter(([name]) => !systemOrOwn.has(name)));
}
