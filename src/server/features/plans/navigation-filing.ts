import type { PlanSave } from '#contract/plans/plan-input.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError, fieldError, formError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { unfinishedPlans } from './plan-check.ts';
import type { PlanEditing } from './plan-editing.ts';
import { fieldsFindings } from './plan-field-findings.ts';
import { findingsOf } from './plan-findings.ts';
import { refuseUnsound } from './plan-form.ts';
import { checkedPlan, type PlanLife } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanRecord } from './plan-rows.ts';
import { getPlan, isOperatorOf, tasksOf } from './plan-store.ts';
import { templatesFromPlan } from './plan-template.ts';
import { isWithinTerm, standingForm, termFindings } from './standing-term.ts';

const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

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
  readParameters: () => Promise<PlanParameters>;
}): Pick<
  Handlers<'Navigation'>,
  | 'AddNAircraft'
  | 'UpdateNAircraftById'
  | 'SaveNAircrafts'
  | 'CheckErrors'
  | 'GetFindingsById'
  | 'SplitNAircraftById'
  | 'NAircraftToUserAirspace'
  | 'DelNAircraft'
  | 'BackNAircraft'
> {
  const { records, sql, editing, life, clock } = deps;

  async function saveOne(caller: Caller, plan: PlanSave, transaction: Transaction): Promise<PlanRecord> {
    if (plan.id === undefined) return editing.create(caller, plan, transaction);
    if (plan.version === undefined) {
      const field = 'version';
      throw formError(field, 'common.invalid.required', { field });
    }
    return editing.update(caller, { ...plan, id: plan.id, version: plan.version }, transaction);
  }

  /** The standing plan that a stored plan was made from, if the plan is the user's to read. */
  const originOf = async (caller: Caller, planId: number) =>
    (await getPlan(records, caller, planId)).standingPlan ?? null;

  return {
    AddNAircraft: async (input, caller) => saved(await editing.create(caller, input)),
    UpdateNAircraftById: async (input, caller) => saved(await editing.update(caller, input)),
    SaveNAircrafts: ({ plans = [], ids = [], submit = false }, caller) =>
      records.transaction(async (transaction) => {
        const items: PlanRecord[] = [];
        for (const plan of plans) {
          const stored = await saveOne(caller, plan, transaction);
          items.push(submit ? await life.submit(caller, stored.id, transaction) : stored);
        }
        if (submit) for (const one of ids) items.push(await life.submit(caller, one, transaction));
        return { items: items.map(saved) };
      }),
    async CheckErrors(given, caller) {
      const parameters = await deps.readParameters();
      const { timeZone } = parameters.deadlines;
      const now = clock();
      const company = given.company ?? caller.actor.companyId;
      if (company === null) {
        const key = 'plan.refused.companyNeeded';
        throw fieldError('company', key);
      }
      if (!isOperatorOf(caller, company)) {
        throw new AppError('forbidden', { key: 'plan.refused.otherCompany' });
      }
      await refuseUnsound(records, sql, caller, given);
      const input = standingForm(given, timeZone);
      const unfinished = await unfinishedPlans(sql, company, now, parameters);
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
      const at = { now, weatherAt: now };
      return findingsOf(sql, caller, plan, at, parameters, deps.conflicts, [
        ...(await fieldsFindings(records, caller, input, company)),
        ...found,
        ...(await termFindings(sql, input, input.tasks, parameters)),
      ]);
    },
    async GetFindingsById(input, caller) {
      const plan = await getPlan(records, caller, input.id);
      const tasks = await tasksOf(records, sql, caller, plan.id);
      const editable = plan.state === planState.new || plan.state === planState.rejected;
      // A plan is not late because time goes on while it waits.
      const weatherAt = clock();
      const now = editable || !plan.submittedAt ? weatherAt : new Date(plan.submittedAt);
      const parameters = await deps.readParameters();
      const { timeZone } = parameters.deadlines;
      const withinTerm = editable ? await isWithinTerm(sql, plan, tasks, timeZone) : plan.withinTerm;
      const term = await termFindings(sql, plan, tasks, parameters);
      const checked = { ...checkedPlan(plan, tasks), withinTerm };
      return findingsOf(sql, caller, checked, { now, weatherAt }, parameters, deps.conflicts, term);
    },
    SplitNAircraftById: async (input, caller) => ({
      items: (await editing.split(caller, input.id)).map(saved),
    }),
    async NAircraftToUserAirspace(input, caller) {
      const parameters = await deps.readParameters();
      const made = await templatesFromPlan(records, caller, input.id, input.name ?? null, parameters);
      return { id: made[0] ?? 0, ids: made };
    },
    async DelNAircraft(input, caller) {
      await editing.remove(caller, input.id);
      return true;
    },
    BackNAircraft: async (input, caller) =>
      saved(await life.withdraw(caller, input.id, input.reason ?? null)),
  };
}
