import type { ClosingEffects, ClosingPlan } from '#contract/airspace/airspace-output.ts';
import { conflictOf, defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { standingTasks } from '#domain/plans/standing.ts';
import { planState, stateKey } from '#domain/plans/states.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import type { AirspaceRecord } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { dayOf, formatWall } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { tellPlan } from '#server/features/conflicts/air-notice.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { checkedPlan } from '#server/features/plans/plan-life.ts';
import {
  type PlanParameters,
  readPlanParameters,
  volumeParametersOf,
} from '#server/features/plans/plan-parameters.ts';
import { type PlanRecord, planRecord } from '#server/features/plans/plan-rows.ts';
import { tasksOfMany } from '#server/features/plans/plan-store.ts';
import { loadPlaces, type TaskShape, volumesOf } from '#server/features/plans/plan-volumes.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** From when to when it is to be closed, UTC ms; null: until further notice. */
export interface ClosedTime {
  from: number;
  to: number | null;
}

export type AirspaceClosing = ReturnType<typeof createAirspaceClosing>;

/** More standing plans than these are not in force at once, nor more flights in the air. */
const mostStanding = 20_000;
const mostFlights = 20_000;

/** What the closing of an airspace does to those who fly: found before it is done, and told when it is. */
export function createAirspaceClosing(deps: {
  records: Records;
  conflicts: Conflicts;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}) {
  const { records, conflicts, clock } = deps;

  /** Plans that take its air in that time: by the index, and those for a term on any of their days. */
  async function affected(sql: Sql, airspace: AirspaceRecord, time: ClosedTime) {
    const parameters = await readPlanParameters(deps.parameters);
    await conflicts.refresh(sql, volumeParametersOf(parameters));
    const air: Volume4d = {
      owner: { resource: 'airspace', id: airspace.id, label: airspace.name },
      part: 0,
      footprint: airspace.geometry,
      marginM: 0,
      lower: airspace.lower,
      upper: airspace.upper,
      ...time,
    };
    const found = conflicts.find([air], defaultBuffers, ({ source }) => source === 'plan');
    const ids = [...new Set(found.map(({ other }) => other.owner.id))];
    const plans =
      ids.length === 0
        ? []
        : await records.rows(
            systemCaller(),
            'plan',
            {
              filter: { field: 'id', operator: 'in', value: ids },
              sort: [{ field: 'startTime', order: 'asc' }],
              most: ids.length,
            },
            sql,
          );
    return {
      inFlight: await flightsIn(sql, air),
      // Those in the air are where they are, and not where they were to be.
      plans: plans.map(planRecord).filter(({ state }) => state !== planState.inFlight),
      standing: await standingIn(sql, air, time, parameters),
    };
  }

  /** Flights that are in its air by when they took off, and until they have landed. */
  async function flightsIn(sql: Sql, air: Volume4d): Promise<PlanRecord[]> {
    const filter = { field: 'state', operator: 'eq' as const, value: planState.inFlight };
    const sort = [{ field: 'startTime', order: 'asc' as const }];
    const rows = await records.rows(systemCaller(), 'plan', { filter, sort, most: mostFlights }, sql);
    const now = clock().getTime();
    return rows.map(planRecord).filter((plan) => {
      const released = plan.realEtd ?? plan.startTime;
      const lateMs = plan.takeoffAt && released ? Date.parse(plan.takeoffAt) - Date.parse(released) : 0;
      const volumes = conflicts.known('plan', plan.id);
      const lastTo = Math.max(...volumes.map(({ to }) => to ?? 0));
      return volumes.some(({ from, to, ...volume }) => {
        // A flight that has not landed is still in the air of its last sortie.
        const until = to === lastTo ? Math.max(to + lateMs, now + 1) : (to ?? now) + lateMs;
        const flown = { ...volume, from: from === null ? null : from + lateMs, to: until };
        return conflictOf(flown, air, defaultBuffers) !== null;
      });
    });
  }

  async function standingIn(
    sql: Sql,
    air: Volume4d,
    { from, to }: ClosedTime,
    parameters: PlanParameters,
  ): Promise<PlanRecord[]> {
    const { timeZone } = parameters.deadlines;
    const filter = {
      operator: 'and' as const,
      value: [
        { field: 'kind', operator: 'eq' as const, value: 'standing' },
        {
          field: 'state',
          operator: 'in' as const,
          value: [planState.submitted, planState.underAcceptance, planState.approved],
        },
        // Its term is of days on the wall, and its last flights land later: the flights themselves decide below.
        { field: 'validTo', operator: 'gte' as const, value: dayAfter(dayOf(from, timeZone), -8) },
        ...(to === null
          ? []
          : [{ field: 'validFrom', operator: 'lte' as const, value: dayAfter(dayOf(to, timeZone), 1) }]),
      ],
    };
    const sort = [{ field: 'id', order: 'asc' as const }];
    const rows = await records.rows(systemCaller(), 'plan', { filter, sort, most: mostStanding }, sql);
    const plans = rows.map(planRecord);
    const tasks = await tasksOfMany(
      records,
      sql,
      systemCaller(),
      plans.map(({ id }) => id),
    );
    const pause = betweenSteps();
    const flown: { plan: PlanRecord; parts: TaskShape[] }[] = [];
    for (const plan of plans) {
      await pause();
      const { tasks: filed } = checkedPlan(plan, tasks.get(plan.id) ?? []);
      const days = standingTasks(plan, filed, timeZone).filter(
        ({ task }) => Date.parse(task.eta) > from && (to === null || Date.parse(task.etd) < to),
      );
      const parts = [...new Set(days.map(({ index }) => index))].flatMap((index) => filed[index] ?? []);
      flown.push({ plan, parts });
    }
    const places = await loadPlaces(
      sql,
      flown.flatMap(({ parts }) => parts),
    );
    // Its days are known to be within the time: where it flies is the same on each.
    const always = { from: null, to: null };
    const met: PlanRecord[] = [];
    for (const { plan, parts } of flown) {
      await pause();
      const owner = { resource: 'plan', id: plan.id, label: plan.planNumber ?? `#${plan.id}` };
      const volumes = volumesOf(owner, parts, places, parameters);
      if (volumes.some((one) => conflictOf({ ...one, ...always }, { ...air, ...always }, defaultBuffers)))
        met.push(plan);
    }
    return met;
  }

  return {
    /** What a person sees before they close it: what of it they may read, and how many others there are. */
    async effects(
      caller: Caller,
      sql: Sql,
      airspace: AirspaceRecord,
      time: ClosedTime,
    ): Promise<ClosingEffects> {
      const { inFlight, plans, standing } = await affected(sql, airspace, time);
      const all = [...inFlight, ...plans, ...standing];
      const ids = all.map(({ id }) => id);
      const seen =
        ids.length === 0
          ? []
          : await records.rows(
              caller,
              'plan',
              { filter: { field: 'id', operator: 'in', value: ids }, sort: [], most: ids.length },
              sql,
            );
      const labels = await records.labels(caller, 'plan', seen);
      const readable = new Set(seen.map(({ id }) => id));
      const view = (plan: PlanRecord): ClosingPlan => {
        const company = labels.get(plan.id)?.company;
        const one: ClosingPlan = {
          id: plan.id,
          planNumber: plan.planNumber ?? `#${plan.id}`,
          callsign: plan.callsign ?? null,
          state: plan.state,
          stateText: textIn({ key: stateKey(plan.state) }, caller.locale),
          companyName: typeof company === 'string' ? company : null,
          startTime: plan.startTime ?? null,
          endTime: plan.endTime ?? null,
        };
        return withoutHidden(caller, 'plan', one, { callsign: null, startTime: null, endTime: null });
      };
      const mine = (some: readonly PlanRecord[]) => some.filter(({ id }) => readable.has(id)).map(view);
      return {
        inFlight: mine(inFlight),
        plans: mine(plans),
        standing: mine(standing),
        others: all.length - readable.size,
        notified: await peopleOf(sql, [
          ...all.map(({ company }) => company),
          ...(airspace.company ? [airspace.company] : []),
        ]),
      };
    },

    /** The operators of all that it affects are told, and reminded of it. */
    async tell(
      transaction: Transaction,
      airspace: AirspaceRecord,
      time: ClosedTime,
      reason: string | null,
      at: string,
    ) {
      const { inFlight, plans, standing } = await affected(transaction.sql, airspace, time);
      const { timeZone } = (await readPlanParameters(deps.parameters)).deadlines;
      const when = `${formatWall(time.from, timeZone)} – ${time.to === null ? '…' : formatWall(time.to, timeZone)}`;
      for (const plan of [...inFlight, ...plans, ...standing]) {
        const values = {
          plan: plan.planNumber ?? `#${plan.id}`,
          ...nameValues('airspace', airspace),
          when,
          reason: reason ?? '',
        };
        await tellPlan(
          transaction,
          plan.id,
          at,
          (locale: Locale) => textIn({ key: 'plan.message.airspaceClosed', values }, locale),
          'plan.message.airspaceClosedTitle',
        );
      }
    },
  };
}

/** Of each company its name and how many of its people there are, the most first. */
async function peopleOf(sql: Sql, companies: readonly number[]): Promise<ClosingEffects['notified']> {
  const ids = [...new Set(companies)];
  if (ids.length === 0) return [];
  const rows = await sql
    .selectFrom('company as c')
    .leftJoin('user as u', (on) =>
      on.onRef('u.company', '=', 'c.id').on('u.isActive', '=', true).on('u.deletedAt', 'is', null),
    )
    .select(({ fn }) => ['c.id', 'c.name', fn.count<number>('u.id').as('people')])
    .where('c.id', 'in', ids)
    .groupBy(['c.id', 'c.name'])
    .orderBy('c.name')
    .execute();
  return rows.map(({ name, people }) => ({ company: name, people: Number(people) }));
}
