import { Type } from '@sinclair/typebox';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Unit } from '#server/engine/records/stored-record.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { largeBody } from '#server/http/body-limits.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { unfinishedPlans } from './plan-check.ts';
import type { PlanEditing } from './plan-editing.ts';
import { fieldsFindings } from './plan-faults.ts';
import { findingsOf } from './plan-findings.ts';
import { refuseUnsound } from './plan-form.ts';
import { type PlanSave, planInput, planSave, planUpdate } from './plan-input.ts';
import { checkedPlan, type PlanLife } from './plan-life.ts';
import { checkView } from './plan-output.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanRecord } from './plan-rows.ts';
import { getPlan, isOperatorOf, planMakers, tasksOf } from './plan-store.ts';
import { templatesFromPlan } from './plan-template.ts';
import { isWithinTerm, standingForm, termFindings } from './standing-term.ts';

const id = Type.Integer({ minimum: 1 });
const create = planMakers;

const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** What a call answers of a plan that it changed. */
export const savedPlan = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Integer(),
});

export function saved(plan: PlanRecord) {
  return {
    id: plan.id,
    version: plan.version,
    planNumber: plan.planNumber ?? `#${plan.id}`,
    state: plan.state,
  };
}

/** What an operator does before a plan is decided: make, change, check, submit, split, withdraw, delete. */
export function filingMethods(deps: {
  records: Records;
  sql: Sql;
  editing: PlanEditing;
  life: PlanLife;
  conflicts: Conflicts;
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): ServiceMethod[] {
  const { records, sql, editing, life, clock } = deps;

  async function saveOne(caller: Caller, plan: PlanSave, unit: Unit): Promise<PlanRecord> {
    if (plan.id === undefined) return editing.create(caller, plan, unit);
    if (plan.version === undefined) {
      const field = 'version';
      throw new AppError(
        'validation',
        { key: 'common.validation' },
        { fields: [{ field, text: { key: 'common.invalid.required', values: { field } } }] },
      );
    }
    return editing.update(caller, { ...plan, id: plan.id, version: plan.version }, unit);
  }

  /** The standing plan that a stored plan was made from, if the plan is his to read. */
  const originOf = async (caller: Caller, planId: number) =>
    (await getPlan(records, caller, planId)).standingPlan ?? null;

  return [
    method({
      verb: 'POST',
      name: 'AddNAircraft',
      bodyLimit: largeBody,
      permission: create,
      summary: 'Makes a plan (state 0)',
      input: planInput,
      output: savedPlan,
      handle: async (input, caller) => saved(await editing.create(caller, input)),
    }),
    method({
      verb: 'POST',
      name: 'UpdateNAircraftById',
      bodyLimit: largeBody,
      permission: create,
      summary: 'Changes a new or rejected plan; what is left out is emptied',
      input: planUpdate,
      output: savedPlan,
      handle: async (input, caller) => saved(await editing.update(caller, input)),
    }),
    method({
      verb: 'POST',
      name: 'SaveNAircrafts',
      bodyLimit: largeBody,
      permission: create,
      summary: 'Makes or changes plans and, with submit, submits them and those named by id: all or none',
      input: Type.Object({
        plans: Type.Optional(Type.Array(planSave, { maxItems: 50 })),
        ids: Type.Optional(Type.Array(id, { maxItems: 50 })),
        submit: Type.Optional(Type.Boolean()),
      }),
      output: Type.Object({ items: Type.Array(savedPlan) }),
      handle: ({ plans = [], ids = [], submit = false }, caller) =>
        records.transaction(async (unit) => {
          const items: PlanRecord[] = [];
          for (const plan of plans) {
            const stored = await saveOne(caller, plan, unit);
            items.push(submit ? await life.submit(caller, stored.id, unit) : stored);
          }
          if (submit) for (const one of ids) items.push(await life.submit(caller, one, unit));
          return { items: items.map(saved) };
        }),
    }),
    method({
      verb: 'POST',
      name: 'CheckErrors',
      bodyLimit: largeBody,
      permission: create,
      writes: false,
      summary: 'Everything that stands against submitting the plan now, found at once; nothing is stored',
      input: planSave,
      output: checkView,
      async handle(given, caller) {
        const figures = await deps.figures();
        const { timeZone } = figures.deadlines;
        const now = clock();
        const company = given.company ?? caller.actor.companyId;
        if (company === null) {
          const key = 'plan.refused.companyNeeded';
          throw new AppError('validation', { key }, { fields: [{ field: 'company', text: { key } }] });
        }
        if (!isOperatorOf(caller, company)) {
          throw new AppError('forbidden', { key: 'plan.refused.otherCompany' });
        }
        await refuseUnsound(records, sql, caller, given);
        const input = standingForm(given, timeZone);
        const unfinished = await unfinishedPlans(sql, company, now, figures);
        const found = unfinished.map(
          (plan): Finding => ({
            level: 'error',
            code: 'notFinish',
            rule: 'plan.rule.notFinish',
            field: '',
            message: { key: 'plan.check.unfinished', values: { plan: plan.planNumber } },
            with: { resource: 'plan', id: plan.id, label: plan.planNumber },
          }),
        );
        const standingPlan = input.id === undefined ? null : await originOf(caller, input.id);
        const plan = {
          ...input,
          id: input.id ?? null,
          standingPlan,
          withinTerm: await isWithinTerm(sql, { standingPlan }, input.tasks, timeZone),
          label: '',
          company,
          urgency: input.urgency ?? 'normal',
          unmanned: input.unmanned === true,
          tasks: input.tasks.map((task) => ({
            ...task,
            geometry: isGeometry(task.geometry, geometryKinds) ? task.geometry : null,
          })),
        };
        return findingsOf(sql, caller, plan, now, figures, deps.conflicts, [
          ...(await fieldsFindings(records, caller, input, company)),
          ...found,
          ...(await termFindings(sql, input, input.tasks, figures)),
        ]);
      },
    }),
    method({
      verb: 'GET',
      name: 'GetFindingsById',
      permission: planReaders,
      summary:
        'What CheckErrors says of a stored plan: of a submitted one, as things stood when it was submitted',
      input: Type.Object({ id }),
      output: checkView,
      async handle(input, caller) {
        const plan = await getPlan(records, caller, input.id);
        const tasks = await tasksOf(records, sql, caller, plan.id);
        const editable = plan.state === planState.new || plan.state === planState.rejected;
        // A plan is not late because time goes on while it waits.
        const at = editable || !plan.submittedAt ? clock() : new Date(plan.submittedAt);
        const figures = await deps.figures();
        const { timeZone } = figures.deadlines;
        const withinTerm = editable ? await isWithinTerm(sql, plan, tasks, timeZone) : plan.withinTerm;
        const term = await termFindings(sql, plan, tasks, figures);
        const checked = { ...checkedPlan(plan, tasks), withinTerm };
        return findingsOf(sql, caller, checked, at, figures, deps.conflicts, term);
      },
    }),
    method({
      verb: 'POST',
      name: 'SplitNAircraftById',
      permission: create,
      summary: 'One plan of n tasks becomes n plans in the same state',
      input: Type.Object({ id }),
      output: Type.Object({ items: Type.Array(savedPlan) }),
      handle: async (input, caller) => ({ items: (await editing.split(caller, input.id)).map(saved) }),
    }),
    method({
      verb: 'POST',
      name: 'NAircraftToUserAirspace',
      permission: ['Pages.AirspaceApproval.Create', ...create],
      summary: 'Keeps where a plan flies, with its limits, as airspace templates of the caller',
      input: Type.Object({ id, name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })) }),
      output: Type.Object({
        /** The first of them. */
        id: Type.Integer(),
        ids: Type.Array(Type.Integer()),
      }),
      async handle(input, caller) {
        const figures = await deps.figures();
        const made = await templatesFromPlan(records, caller, input.id, input.name ?? null, figures);
        return { id: made[0] ?? 0, ids: made };
      },
    }),
    method({
      verb: 'POST',
      name: 'DelNAircraft',
      permission: create,
      summary: 'A new or rejected plan goes into the trash',
      input: Type.Object({ id }),
      output: Type.Boolean(),
      async handle(input, caller) {
        await editing.remove(caller, input.id);
        return true;
      },
    }),
    method({
      verb: 'POST',
      name: 'BackNAircraft',
      permission: create,
      summary: 'Withdraws a plan that is not decided yet (1, 2 → 11)',
      input: Type.Object({ id, reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
      output: savedPlan,
      handle: async (input, caller) => saved(await life.withdraw(caller, input.id, input.reason ?? null)),
    }),
  ];
}
