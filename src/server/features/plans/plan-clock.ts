import { sql as raw } from 'kysely';
import { statesFor } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StepClock } from '#server/features/approvals/step-clock.ts';
import { type Clock, createClock, unlessRefused } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { expectedEnd } from './expected-end.ts';
import type { Journal } from './plan-journal.ts';
import type { PlanLife } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { lockPlan } from './plan-store.ts';
import type { StandingPlans } from './standing-plans.ts';

/** The plans that a round dealt with. */
export interface PlanRound {
  lapsed: number[];
  overdue: number[];
  timedOut: number[];
  made: number[];
}

export type PlanClock = Clock<PlanRound>;

const makeEveryMs = 5 * 60_000;

/**
 * What time does by itself to plans: lapse (Flight Basic Rules, art. 38), the end of a step's time limit, the word that
 * a flight has not landed, and the drafts of the next day from standing plans.
 */
export function createPlanClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  journal: Journal;
  life: PlanLife;
  steps: StepClock;
  standing: Pick<StandingPlans, 'makeDue'>;
  readParameters: () => Promise<PlanParameters>;
  clock: () => Date;
  log: Logger;
}): PlanClock {
  const { database, records, journal, life, standing, clock, log } = deps;
  const caller = systemCaller('system');
  let madeAt = Number.NEGATIVE_INFINITY;

  async function lapse(now: Date): Promise<number[]> {
    const { deadlines } = await deps.readParameters();
    const departedBefore = new Date(now.getTime() - deadlines.lapseMinutes * 60_000).toISOString();
    const { rows } = await raw<{ id: number }>`
      select id from plan
      where deleted_at is null and state = any(${[...statesFor('lapse')]}::bigint[])
        and kind <> 'standing'
        and greatest(start_time, coalesce(real_etd, start_time)) <= ${departedBefore}::timestamptz
      order by id limit 200`.execute(database.kysely);
    const done: number[] = [];
    for (const { id } of rows) {
      if (await unlessRefused(log, { resource: 'plan', id }, () => life.lapse(caller, id))) done.push(id);
    }
    return done;
  }

  /** A flight that has not landed some time after its estimate is told of, once for each take-off. */
  async function tellOverdue(now: Date): Promise<number[]> {
    const { overdueMs } = await deps.readParameters();
    const before = new Date(now.getTime() - overdueMs).toISOString();
    const { rows } = await raw<{ id: number }>`
      select p.id from plan p
      where p.deleted_at is null and p.state = ${planState.inFlight}
        and ${expectedEnd('p')} < ${before}::timestamptz
        and not exists (select 1 from operate_record o where o.record_resource = 'plan' and o.record_id = p.id
          and o.action = 'overdue' and o.operated_at >= coalesce(p.takeoff_at, p.start_time))
      order by p.id limit 200`.execute(database.kysely);
    const done: number[] = [];
    for (const { id } of rows) {
      await records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        // It may have landed just now.
        if (plan.state !== planState.inFlight) return;
        const states = { from: plan.state, to: plan.state };
        await journal(transaction, caller, plan, { action: 'overdue', ...states, rule: 'plan.rule.overdue' });
        done.push(id);
      });
    }
    return done;
  }

  /** What could not be made (expired papers …) is tried again only now and then: its reason stands in the list. */
  async function makeDue(now: Date): Promise<number[]> {
    if (now.getTime() - madeAt < makeEveryMs) return [];
    // The first round of a server: there may have been none when yesterday's time came.
    const missed = madeAt === Number.NEGATIVE_INFINITY;
    madeAt = now.getTime();
    return standing.makeDue(caller, missed);
  }

  return createClock<PlanRound>({
    database,
    name: 'plan',
    pattern: '*/30 * * * * *',
    clock,
    async round(now) {
      const timedOut = (await deps.steps(now)).map(({ id }) => id);
      const lapsed = await lapse(now);
      return { lapsed, overdue: await tellOverdue(now), timedOut, made: await makeDue(now) };
    },
    none: { lapsed: [], overdue: [], timedOut: [], made: [] },
    report({ lapsed, overdue, made }) {
      if (made.length > 0) log.info({ plans: made }, 'next-day plans were made from standing plans');
      if (lapsed.length > 0) log.info({ plans: lapsed }, 'plans lapsed');
      if (overdue.length > 0) log.info({ plans: overdue }, 'flights are overdue');
    },
    log,
  });
}
