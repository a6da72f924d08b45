import { sql as raw } from 'kysely';
import { statesFor } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError } from '#domain/text/errors.ts';
import { keptText } from '#domain/text/locales/kept-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { satisfied } from '#server/features/approvals/voters.ts';
import { aloneAt, startRounds } from '#server/jobs/rounds.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { expectedEnd } from './expected-end.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import type { Journal } from './plan-journal.ts';
import type { PlanLife } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { lockPlan } from './plan-store.ts';
import type { StandingPlans } from './standing-plans.ts';

export interface PlanClock {
  /** One round; gives what it did. Safe on any number of servers at once: only one does a round at a time. */
  tick(): Promise<{ lapsed: number[]; overdue: number[]; timedOut: number[]; made: number[] }>;
  /** Every 30 seconds until closed. */
  start(): {
    /** Resolves once a round that has begun is over. */
    close(): Promise<void>;
  };
}

const makeEveryMs = 5 * 60_000;

/**
 * What time does by itself to plans: lapse (Flight Basic Rules, art. 38), the end of a step's time limit, the word that
 * a flight has not landed, and the drafts of the next day from standing plans.
 */
export function createPlanClock(deps: {
  database: Pick<Database, 'kysely'>;
  records: Records;
  journal: Journal;
  life: PlanLife;
  decisions: PlanDecisions;
  standing: Pick<StandingPlans, 'makeDue'>;
  changes: ChangeFeed;
  figures: () => Promise<PlanParameters>;
  clock: () => Date;
  log: Logger;
}): PlanClock {
  const { database, records, journal, life, decisions, standing, changes, clock, log } = deps;
  const caller = systemCaller('system');
  let madeAt = Number.NEGATIVE_INFINITY;

  /** A plan that somebody moved meanwhile is no longer ours to move. */
  async function attempt(planId: number, work: () => Promise<unknown>): Promise<number[]> {
    try {
      await work();
      return [planId];
    } catch (error) {
      if (error instanceof AppError) {
        log.info({ planId, reason: error.text.key }, 'the clock left a plan as it is');
        return [];
      }
      throw error;
    }
  }

  async function lapse(now: Date): Promise<number[]> {
    const { deadlines } = await deps.figures();
    const departedBefore = new Date(now.getTime() - deadlines.lapseMinutes * 60_000).toISOString();
    const { rows } = await raw<{ id: number }>`
      select id from plan
      where deleted_at is null and state = any(${[...statesFor('lapse')]}::bigint[])
        and kind <> 'standing'
        and greatest(start_time, coalesce(real_etd, start_time)) <= ${departedBefore}::timestamptz
      order by id limit 200`.execute(database.kysely);
    const done: number[] = [];
    for (const { id } of rows) done.push(...(await attempt(id, () => life.lapse(caller, id))));
    return done;
  }

  /** A flight that has not landed some time after its estimate is told of, once for each take-off. */
  async function tellOverdue(now: Date): Promise<number[]> {
    const { overdueMs } = await deps.figures();
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
      await records.transaction(async (unit) => {
        const plan = await lockPlan(records, unit, caller, id);
        // It may have landed just now.
        if (plan.state !== planState.inFlight) return;
        const states = { from: plan.state, to: plan.state };
        await journal(unit, caller, plan, { action: 'overdue', ...states, rule: 'plan.rule.overdue' });
        done.push(id);
      });
    }
    return done;
  }

  async function endSteps(now: Date): Promise<number[]> {
    const { rows } = await raw<{ id: number; planId: number; stepIndex: number; onTimeout: string | null }>`
      select id, document_id as "planId", step_index as "stepIndex",
        steps -> step_index::int ->> 'onTimeout' as "onTimeout"
      from flow_instance
      where state = 'running' and document_resource = 'plan' and deleted_at is null
        and step_due_at <= ${now.toISOString()}::timestamptz and reminded_at is null
      order by id limit 200`.execute(database.kysely);
    const done: number[] = [];
    for (const { id, planId, stepIndex, onTimeout } of rows) {
      if (onTimeout === 'approve' || onTimeout === 'reject') {
        const comment = keptText({ key: 'flow.timeLimit' });
        const approval = { id: planId, stepIndex, comment, restriction: null, assignees: [] };
        done.push(
          ...(await attempt(planId, () => decisions.decide(caller, { ...approval, decision: onTimeout }))),
        );
      } else {
        await remind(id, planId, now);
        done.push(planId);
      }
    }
    return done;
  }

  /** Whoever was still waited for may not decide any more: those who have decided are all. */
  async function passSatisfied(): Promise<number[]> {
    const done: number[] = [];
    for (const { documentId: id, stepIndex } of await satisfied(database.kysely, ['plan'])) {
      const comment = keptText({ key: 'flow.allDecided' });
      const approval = { id, stepIndex, comment, restriction: null, assignees: [] };
      done.push(...(await attempt(id, () => decisions.decide(caller, { ...approval, decision: 'approve' }))));
    }
    return done;
  }

  /** Tells those whom the plan concerns, once for each step. */
  async function remind(instanceId: number, planId: number, now: Date): Promise<void> {
    const at = now.toISOString();
    await database.kysely
      .updateTable('flowInstance')
      .set({ remindedAt: at })
      .where('id', '=', instanceId)
      .execute();
    const plan = await database.kysely
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', planId)
      .executeTakeFirst();
    if (!plan) return;
    const values = { planNumber: String(plan.planNumber ?? `#${planId}`) };
    changes.publish({
      resource: 'plan',
      id: planId,
      action: 'update',
      record: plan,
      message: {
        type: 'plan.stepOverdue',
        title: textIn({ key: 'flow.overdue' }, 'zh-Hans'),
        content: textIn({ key: 'flow.overduePlan', values }, 'zh-Hans'),
        contentEn: textIn({ key: 'flow.overduePlan', values }, 'en'),
        message: '',
        unit: null,
        actualNum: null,
        state: Number(plan.state),
      },
      by: null,
      at,
    });
  }

  /** What could not be made (expired papers …) is tried again only now and then: its reason stands in the list. */
  async function makeDue(now: Date): Promise<number[]> {
    if (now.getTime() - madeAt < makeEveryMs) return [];
    // The first round of a server: there may have been none when yesterday's time came.
    const missed = madeAt === Number.NEGATIVE_INFINITY;
    madeAt = now.getTime();
    return standing.makeDue(caller, missed);
  }

  async function runOnce(): Promise<void> {
    try {
      const { lapsed, overdue, made } = await clockOf.tick();
      if (made.length > 0) log.info({ plans: made }, 'next-day plans were made from standing plans');
      if (lapsed.length > 0) log.info({ plans: lapsed }, 'plans lapsed');
      if (overdue.length > 0) log.info({ plans: overdue }, 'flights are overdue');
    } catch (error) {
      log.error({ error }, 'the plan clock failed and will try again');
    }
  }

  const clockOf: PlanClock = {
    async tick() {
      const done = await aloneAt(database, 'clearway plan clock', async () => {
        const now = clock();
        const timedOut = [...(await endSteps(now)), ...(await passSatisfied())];
        const lapsed = await lapse(now);
        return { lapsed, overdue: await tellOverdue(now), timedOut, made: await makeDue(now) };
      });
      return done ?? { lapsed: [], overdue: [], timedOut: [], made: [] };
    },

    start: () => startRounds('*/30 * * * * *', runOnce),
  };
  return clockOf;
}
