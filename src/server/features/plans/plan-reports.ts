import { sql as raw } from 'kysely';
import { isNearRelease } from '#domain/plans/deadlines.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import type { Plan } from '#domain/record/records.gen.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { tellHeldUp } from './late-return.ts';
import { refuseUnreadablePlace } from './plan-form.ts';
import type { Journal } from './plan-journal.ts';
import { assertParty, contextOf, destination } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf, msOf, type PlanRecord, planRecord } from './plan-rows.ts';
import { lockPlan } from './plan-store.ts';

/** Where an aircraft came down; both null: at its destination. */
export interface LandedAt {
  airport: number | null;
  point: number | null;
}

export interface ReportMore {
  /** The transaction that it belongs to. */
  transaction?: Transaction;
  /** Absent: at the planned destination. */
  landedAt?: LandedAt;
  /** The report that is meant, by the state it led to: where another stands meanwhile, that one is left alone. */
  state?: number | undefined;
  /** Why a take-off was not at the released time; null: none was given. */
  reason?: string | null;
  /** The report's own: one that has been taken already is not taken again. null: it has none. */
  key?: string | null;
  /** When the report was written down, UTC ms, where it is sent later. */
  madeAt?: number;
  /** What the record of it keeps beside the report. */
  detail?: Record<string, unknown>;
}

/** Take-off and landing as they were. Times are UTC ms. */
export interface PlanReports {
  /** Take-off (8 → 9) or landing (9 → 10), by the state that is wanted. */
  report(
    caller: Caller,
    id: number,
    state: 9 | 10,
    at: number,
    actualNum: number | null,
    more?: ReportMore,
  ): Promise<PlanRecord>;
  edit(
    caller: Caller,
    id: number,
    at: number,
    actualNum: number | null,
    more?: Pick<ReportMore, 'landedAt' | 'state' | 'reason'>,
  ): Promise<PlanRecord>;
  revert(
    caller: Caller,
    id: number,
    actualNum: number | null,
    more?: Pick<ReportMore, 'state'>,
  ): Promise<PlanRecord>;
  /** How many sorties are under way; no state changes. */
  setFlightNum(caller: Caller, id: number, flightNum: number): Promise<PlanRecord>;
  /** When the report that stands was made, UTC ms. */
  reportedAt(plan: PlanRecord): Promise<number | null>;
}

/** The clocks of two machines may differ by some seconds. */
const clockToleranceMs = 60_000;

export function createPlanReports(deps: {
  records: Records;
  flows: FlowStore;
  journal: Journal;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
  sql: Transaction['sql'];
}): PlanReports {
  const { records, flows, journal, clock } = deps;

  async function act(
    caller: Caller,
    id: number,
    action: PlanAction,
    valuesOf: (plan: PlanRecord, parameters: PlanParameters) => Values<Plan>,
    /** `at`: the time that is reported. */
    more: ReportMore & { at?: number } = {},
  ): Promise<PlanRecord> {
    const within = (work: (transaction: Transaction) => Promise<PlanRecord>) =>
      more.transaction ? work(more.transaction) : records.transaction(work);
    return within(async (transaction) => {
      const plan = await lockPlan(records, transaction, caller, id);
      await assertParty(flows, transaction, caller, plan, action);
      // Sent again by a phone that never heard the answer: the plan is as the first one left it, or moved on since.
      if (more.key && (await isTaken(transaction.sql, id, more.key, action, more.at))) return plan;
      if (more.state !== undefined && more.state !== plan.state) {
        throw new AppError('conflict', { key: 'plan.refused.changed' });
      }
      if (more.landedAt) {
        const names = { airport: 'landedAirport', point: 'landedPoint' };
        await refuseUnreadablePlace(records, transaction.sql, caller, more.landedAt, names);
      }
      const parameters = await deps.readParameters();
      const to = destination(
        plan,
        action,
        contextOf(clock(), parameters, plan, { reportedAt: await reportedAt(transaction.sql, plan) }),
      );
      const values = valuesOf(plan, parameters);
      const changed = planRecord(
        await records.update(
          asService(caller),
          'plan',
          id,
          plan.version,
          { state: to, ...values },
          transaction,
        ),
      );
      const leftAt = msOf(changed.takeoffAt);
      if (changed.state === planState.inFlight && leftAt !== null && changed.takeoffAt !== plan.takeoffAt) {
        await tellHeldUp(transaction, changed, leftAt, parameters.deadlines.timeZone);
      }
      const { takeoffAt, realEta, actualNum, landedAirport, landedPoint } = plan;
      await journal(transaction, caller, changed, {
        action,
        from: plan.state,
        to: changed.state,
        reason: more.reason ?? null,
        detail: {
          ...values,
          ...more.detail,
          ...(more.key ? { reportKey: more.key } : {}),
          ...(more.madeAt === undefined ? {} : { madeAt: isoOf(more.madeAt) }),
          before: { takeoffAt, realEta, actualNum, landedAirport, landedPoint },
        },
      });
      return changed;
    });
  }

  /** A report is of what has happened: not in the future, no landing before its take-off, no take-off before its plan. */
  function refuseImpossible(
    of: 'takeOff' | 'land',
    at: number,
    plan: PlanRecord,
    parameters: PlanParameters,
    reason: string | null | undefined,
  ): void {
    const { timeZone } = parameters.deadlines;
    // Seconds are not typed: a take-off in the minute of the submission is not before it.
    const after = of === 'land' ? msOf(plan.takeoffAt) : minuteOf(msOf(plan.submittedAt));
    if (at > clock().getTime() + clockToleranceMs) {
      throw refused('plan.refused.reportFuture', { at: formatWall(at, timeZone) });
    }
    if (after !== null && at < after) {
      const times = { at: formatWall(at, timeZone), after: formatWall(after, timeZone) };
      throw refused(of === 'land' ? 'plan.refused.reportOrder' : 'plan.refused.reportBeforePlan', times);
    }
    if (of === 'takeOff' && !reason) refuseUnreleased(at, plan, parameters);
  }

  /** When a report was written down: after what it reports has happened, and not in the future. */
  function refuseMadeAt(madeAt: number, at: number, { deadlines: { timeZone } }: PlanParameters): void {
    const isFuture = madeAt > clock().getTime() + clockToleranceMs;
    if (!isFuture && madeAt >= at - clockToleranceMs) return;
    const text = {
      key: isFuture ? 'plan.refused.reportFuture' : 'plan.refused.madeBefore',
      values: { at: formatWall(isFuture ? madeAt : at, timeZone), madeAt: formatWall(madeAt, timeZone) },
    };
    throw new AppError('refused', text, { fields: [{ field: 'madeAt', text }] });
  }

  /** An earlier or later take-off needs permission, another release; one that has happened all the same, a reason. */
  function refuseUnreleased(at: number, plan: PlanRecord, parameters: PlanParameters): void {
    const released = msOf(plan.realEtd) ?? msOf(plan.startTime);
    const minutes = parameters.takeoffToleranceMinutes;
    if (isNearRelease(at, released, minutes)) return;
    const { timeZone } = parameters.deadlines;
    const text = {
      key: 'plan.refused.takeoffFar',
      values: { at: formatWall(at, timeZone), released: formatWall(released ?? at, timeZone), minutes },
    };
    throw new AppError('refused', text, {
      fields: [{ field: 'realEta', text }],
      explanation: { key: 'plan.rule.basic-38' },
    });
  }

  async function reportedAt(sql: Transaction['sql'], plan: PlanRecord): Promise<number | null> {
    const action = plan.state === planState.landed ? 'land' : 'takeOff';
    const row = await sql
      .selectFrom('operateRecord')
      .select('operatedAt')
      .where('recordResource', '=', 'plan')
      .where('recordId', '=', plan.id)
      .where('action', '=', action)
      .orderBy('operatedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    return typeof row?.operatedAt === 'string' ? Date.parse(row.operatedAt) : null;
  }

  /** Whether this report has arrived before. Throws a conflict where another one had its key. */
  async function isTaken(
    sql: Transaction['sql'],
    id: number,
    key: string,
    action: PlanAction,
    at: number | undefined,
  ): Promise<boolean> {
    const known = await sql
      .selectFrom('operateRecord')
      .select(['action', raw<string | null>`coalesce(detail ->> 'realEta', detail ->> 'takeoffAt')`.as('at')])
      .where('recordResource', '=', 'plan')
      .where('recordId', '=', id)
      .where(raw<boolean>`detail ->> 'reportKey' = ${key}`)
      .executeTakeFirst();
    if (known && (known.action !== action || (at !== undefined && msOf(known.at) !== at))) {
      throw new AppError('conflict', { key: 'plan.refused.reportKey' });
    }
    return known !== undefined;
  }

  const withNumber = (actualNum: number | null) => (actualNum === null ? {} : { actualNum });

  return {
    report: (caller, id, state, at, actualNum, more = {}) =>
      act(
        caller,
        id,
        state === 9 ? 'takeOff' : 'land',
        (plan, parameters) => {
          refuseImpossible(state === 9 ? 'takeOff' : 'land', at, plan, parameters, more.reason);
          if (more.madeAt !== undefined) refuseMadeAt(more.madeAt, at, parameters);
          return {
            ...(state === 9
              ? { takeoffAt: isoOf(at) }
              : { realEta: isoOf(at), ...elsewhere(plan, more.landedAt) }),
            ...withNumber(actualNum),
          };
        },
        { ...more, at },
      ),

    edit: (caller, id, at, actualNum, more = {}) =>
      act(
        caller,
        id,
        'editReport',
        (plan, parameters) => {
          const landed = plan.state === planState.landed;
          refuseImpossible(landed ? 'land' : 'takeOff', at, plan, parameters, more.reason);
          return {
            ...(landed
              ? { realEta: isoOf(at), ...(more.landedAt ? elsewhere(plan, more.landedAt) : {}) }
              : { takeoffAt: isoOf(at) }),
            ...withNumber(actualNum),
          };
        },
        more,
      ),

    revert: (caller, id, actualNum, more = {}) =>
      act(
        caller,
        id,
        'revertReport',
        (plan) =>
          plan.state === planState.landed
            ? { realEta: null, landedAirport: null, landedPoint: null, ...withNumber(actualNum) }
            : { takeoffAt: null, actualNum },
        more,
      ),

    setFlightNum: (caller, id, flightNum) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'takeOff');
        if (plan.state !== planState.releaseAllowed && plan.state !== planState.inFlight) {
          throw new AppError(
            'refused',
            { key: 'plan.refused.state', values: { state: plan.state, action: 'setFlightNum' } },
            { explanation: { key: 'plan.rule.reports' } },
          );
        }
        const changed = planRecord(
          await records.update(asService(caller), 'plan', id, plan.version, { flightNum }, transaction),
        );
        await journal(transaction, caller, changed, {
          action: 'setFlightNum',
          from: plan.state,
          to: plan.state,
          detail: { flightNum },
        });
        return changed;
      }),

    reportedAt: (plan) => reportedAt(deps.sql, plan),
  };
}

function minuteOf(at: number | null): number | null {
  return at === null ? null : Math.floor(at / 60_000) * 60_000;
}

/** Kept only where it is not the destination: field 17 of an ARR names it then. */
function elsewhere(plan: PlanRecord, landedAt: LandedAt | undefined): Record<string, unknown> {
  const { airport = null, point = null } = landedAt ?? {};
  const asPlanned = point === null ? airport === (plan.destination ?? null) : point === plan.destinationPoint;
  return asPlanned || (airport === null && point === null)
    ? { landedAirport: null, landedPoint: null }
    : { landedAirport: airport, landedPoint: point };
}
