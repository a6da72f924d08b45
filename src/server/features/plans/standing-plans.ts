import { sql as raw } from 'kysely';
import type { PlanInput, TaskInput } from '#contract/plans/plan-input.ts';
import { filedOf } from '#domain/plans/filed-fields.ts';
import { checkPapers } from '#domain/plans/papers.ts';
import { firstDayOf, fliesOn, onFlightDay } from '#domain/plans/standing.ts';
import { planState } from '#domain/plans/states.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { AppError, refused, type Text } from '#domain/text/errors.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import { rowsById } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { crewOf, crewsWanted, papersOf } from './plan-crew.ts';
import type { PlanEditing } from './plan-editing.ts';
import { assertParty, contextOf, destination, type PlanLifeDeps } from './plan-life.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { type PlanRecord, planRecord, type TaskRecord } from './plan-rows.ts';
import { isOperatorOf, lockPlan, tasksOf, tasksOfMany } from './plan-store.ts';
import { isWithinTerm, termEnd } from './standing-term.ts';

/** A standing plan on a day that it flies: what was made of it, and what stands in the way. */
export interface Candidate {
  standingPlan: number;
  planNumber: string;
  company: number;
  callsigns: string[];
  /** The plan of that day; null: not made yet. */
  made: number | null;
  /** Why no plan can be made of it now; null: nothing stands in the way. */
  blocked: Text | null;
}

export interface Made {
  items: PlanRecord[];
  refused: { standingPlan: number; reason: Text }[];
}

/** Plans for a term, and the plans of a day made from them. Days are YYYY-MM-DD on the service's wall. */
export interface StandingPlans {
  /** Every approved standing plan of the caller's rows that flies on this day. */
  candidates(caller: Caller, day: string): Promise<Candidate[]>;
  /**
   * Makes the drafts of a day, of these standing plans or of all that the user acts for; one for each plan
   * and day.
   */
  make(caller: Caller, day: string, standingPlans: number[] | null): Promise<Made>;
  /**
   * What the clock makes for tomorrow, once its time of day has come; what somebody deleted is not made
   * again.
   * `missed`: no server may have run when that time came yesterday, so that what was due then for today is
   * made too, as far as it has not begun.
   */
  makeDue(caller: Caller, missed?: boolean): Promise<number[]>;
  /** The term of an approved plan ends sooner. */
  endTerm(caller: Caller, id: number, lastDay: string, reason: string): Promise<PlanRecord>;
  /** A further term is a plan of its own, to be submitted: the draft that follows on this one. */
  extend(caller: Caller, id: number, lastDay: string): Promise<PlanRecord>;
}

/**
 * What keeps a flight from being planned at all: papers, audits, certification. The rest its draft is
 * reviewed for.
 */
const blocking = new Set([
  'company.notCertified',
  'papers.expired',
  'aircraft.notAccepted',
  'pilot.notAccepted',
  'aircraft.outOfService',
  'pilot.notActive',
]);

export function createStandingPlans(
  deps: PlanLifeDeps & { sql: Sql; editing: Pick<PlanEditing, 'create'> },
): StandingPlans {
  const { records, sql, flows, journal, editing, clock } = deps;

  async function standingOn(caller: Caller, day: string): Promise<PlanRecord[]> {
    const items = await records.rows(caller, 'plan', {
      most: 2_000,
      sort: [{ field: 'planNumber', order: 'asc' }],
      filter: {
        operator: 'and',
        value: [
          { field: 'kind', operator: 'eq', value: 'standing' },
          { field: 'state', operator: 'eq', value: planState.approved },
          { field: 'validFrom', operator: 'lte', value: day },
          { field: 'validTo', operator: 'gte', value: day },
        ],
      },
    });
    return items.map(planRecord).filter((plan) => fliesOn(plan, day));
  }

  /**
   * By standing plan, the plan made of it for a day; withdrawn and cancelled ones count, so that none is made
   * twice. Of a part that was split off, what was made of the whole before holds its flights too.
   */
  async function madeOf(
    db: Sql,
    standingPlans: number[],
    day: string,
    deletedToo: boolean,
  ): Promise<Map<number, number>> {
    const { rows } = await raw<{ id: number; of: number }>`
      select distinct on (s.id) m.id, s.id as "of" from plan s join plan m
        on m.standing_plan = s.id or (m.standing_plan = s.split_from and m.created_at < s.created_at)
      where s.id = any(${standingPlans}::bigint[]) and m.valid_from = ${day}::date
        and m.kind <> 'standing' and (${deletedToo} or m.deleted_at is null)
      order by s.id, m.deleted_at nulls first, m.id desc`.execute(db);
    return new Map(rows.map(({ id, of }) => [of, id]));
  }

  function onThatDay(tasks: TaskRecord[], day: string, parameters: PlanParameters): TaskRecord[] {
    const { timeZone } = parameters.deadlines;
    const first = firstDayOf(tasks, timeZone);
    return first === null ? [] : tasks.map((task) => onFlightDay(task, first, day, timeZone));
  }

  /** Of each plan with its tasks on that day, by the plan's id: what stands in its way. */
  async function blocksOf(
    db: Sql,
    plans: { plan: PlanRecord; tasks: TaskRecord[] }[],
    { deadlines: { timeZone }, turnRoundMs }: PlanParameters,
  ): Promise<Map<number, Text>> {
    const rows = await rowsById(
      db,
      crewsWanted(
        plans.map(({ plan }) => plan),
        plans.flatMap(({ tasks }) => tasks),
      ),
    );
    const papers = papersOf(rows);
    return new Map(
      plans.flatMap(({ plan, tasks }) => {
        const { operator, flown } = crewOf(plan, tasks, rows.companies, papers);
        const found = checkPapers(operator, flown, [], { timeZone, turnRoundMs }).find(
          ({ level, code }) => level === 'error' && blocking.has(code),
        );
        return found ? [[plan.id, found.message] as const] : [];
      }),
    );
  }

  async function makeOne(
    caller: Caller,
    standingPlan: number,
    day: string,
    byClock: boolean,
  ): Promise<PlanRecord | Text | null> {
    return records.transaction(async (transaction) => {
      // Its row is held: whoever makes the same day on another server sees what was made here.
      const standing = await lockPlan(records, transaction, caller, standingPlan);
      if (!isOperatorOf(caller, standing.company)) {
        throw new AppError('forbidden', { key: 'plan.refused.otherCompany' });
      }
      if (standing.kind !== 'standing' || standing.state !== planState.approved) {
        return { key: 'plan.refused.notStanding' };
      }
      if (!fliesOn(standing, day)) return { key: 'plan.refused.notOnDay', values: { day } };
      if ((await madeOf(transaction.sql, [standing.id], day, byClock)).size > 0) return null;
      const parameters = await deps.readParameters();
      const stored = await tasksOf(records, transaction.sql, caller, standing.id);
      const tasks = onThatDay(stored, day, parameters);
      // Nobody could file it any more.
      if (byClock && tasks.some(({ etd }) => Date.parse(etd) <= clock().getTime())) return null;
      const blocked = (await blocksOf(transaction.sql, [{ plan: standing, tasks }], parameters)).get(
        standing.id,
      );
      if (blocked) return blocked;
      const origin = {
        standingPlan: standing.id,
        validFrom: day,
        validTo: day,
        withinTerm: await isWithinTerm(
          transaction.sql,
          { standingPlan: standing.id },
          tasks,
          parameters.deadlines.timeZone,
        ),
      };
      const form: PlanInput = { ...filedOf('plan', standing), kind: 'nextDay', tasks: tasks.map(formOfTask) };
      return editing.create(caller, form, transaction, origin);
    });
  }

  async function makeAll(caller: Caller, day: string, ids: number[], byClock: boolean): Promise<Made> {
    const done: Made = { items: [], refused: [] };
    for (const id of ids) {
      try {
        const made = await makeOne(caller, id, day, byClock);
        if (made === null) continue;
        if ('key' in made) done.refused.push({ standingPlan: id, reason: made });
        else done.items.push(made);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        done.refused.push({ standingPlan: id, reason: error.text });
      }
    }
    return done;
  }

  /**
   * The clock's drafts of a day, of the standing plans that were approved by then (UTC ms), and of none
   * twice.
   */
  async function makeUnmade(caller: Caller, day: string, approvedBy: number): Promise<number[]> {
    const { rows } = await raw<{ id: number }>`
      select s.id from plan s where s.kind = 'standing' and s.state = ${planState.approved}
        and s.deleted_at is null and s.valid_from <= ${day}::date and s.valid_to >= ${day}::date
        and (s.decided_at is null or s.decided_at <= ${new Date(approvedBy).toISOString()}::timestamptz)
        and not exists (select 1 from plan m where m.standing_plan = s.id and m.valid_from = ${day}::date
          and m.kind <> 'standing')
      order by s.id limit 500`.execute(sql);
    const { items } = await makeAll(
      caller,
      day,
      rows.map(({ id }) => id),
      true,
    );
    return items.map(({ id }) => id);
  }

  async function today(): Promise<string> {
    const { deadlines } = await deps.readParameters();
    return dayOf(clock().getTime(), deadlines.timeZone);
  }

  /** A term is changed by whoever may, in its transaction. */
  async function changeTerm(
    transaction: Transaction,
    caller: Caller,
    plan: PlanRecord,
    lastDay: string,
  ): Promise<PlanRecord> {
    const { deadlines } = await deps.readParameters();
    const tasks = await tasksOf(records, transaction.sql, caller, plan.id);
    const values = {
      validTo: lastDay,
      ...termEnd({ ...plan, validTo: lastDay }, tasks.map(formOfTask), deadlines.timeZone),
    };
    return planRecord(
      await records.update(asService(caller), 'plan', plan.id, plan.version, values, transaction),
    );
  }

  return {
    async candidates(caller, day) {
      const parameters = await deps.readParameters();
      const plans = await standingOn(caller, day);
      const ids = plans.map(({ id }) => id);
      const [tasks, made] = await Promise.all([
        tasksOfMany(records, sql, caller, ids),
        madeOf(sql, ids, day, false),
      ]);
      const unmade = plans
        .filter(({ id }) => !made.has(id))
        .map((plan) => ({ plan, tasks: onThatDay(tasks.get(plan.id) ?? [], day, parameters) }));
      const blocks = await blocksOf(sql, unmade, parameters);
      return plans.map((plan) => ({
        standingPlan: plan.id,
        planNumber: plan.planNumber ?? `#${plan.id}`,
        company: plan.company,
        callsigns: [...new Set((tasks.get(plan.id) ?? []).map(({ callsign }) => callsign))],
        made: made.get(plan.id) ?? null,
        blocked: blocks.get(plan.id) ?? null,
      }));
    },

    async make(caller, day, standingPlans) {
      if (day < (await today())) throw refused('plan.refused.dayPast', { day });
      const ids =
        standingPlans ??
        (await standingOn(caller, day))
          .filter((plan) => isOperatorOf(caller, plan.company))
          .map(({ id }) => id);
      return makeAll(caller, day, ids, false);
    },

    async makeDue(caller, missed = false) {
      const { standingMakeTime, deadlines } = await deps.readParameters();
      if (!standingMakeTime) return [];
      const now = clock().getTime();
      const midnight = onDay(now, 0, '00:00', deadlines.timeZone);
      const day = await today();
      const due = now >= onDay(now, 0, standingMakeTime, deadlines.timeZone);
      return [
        ...(missed ? await makeUnmade(caller, day, midnight) : []),
        ...(due ? await makeUnmade(caller, dayAfter(day, 1), now) : []),
      ];
    },

    endTerm: (caller, id, lastDay, reason) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        await assertParty(flows, transaction, caller, plan, 'endTerm');
        destination(plan, 'endTerm', contextOf(clock(), await deps.readParameters(), plan, { reason }));
        const first = await today();
        const until = plan.validTo ?? first;
        if (lastDay < first || lastDay >= until)
          throw refused('plan.refused.endTermDay', { today: first, until });
        const changed = await changeTerm(transaction, caller, plan, lastDay);
        await journal(transaction, caller, changed, {
          action: 'endTerm',
          from: plan.state,
          to: changed.state,
          reason,
          detail: { from: until, to: lastDay },
        });
        return changed;
      }),

    extend: (caller, id, lastDay) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, id);
        const { validTo } = plan;
        if (plan.kind !== 'standing' || plan.state !== planState.approved || !validTo) {
          throw refused('plan.refused.notStanding');
        }
        if (lastDay <= validTo) throw refused('plan.refused.extendTermDay', { until: validTo });
        const before = await extensionOf(transaction, id, lastDay);
        if (before !== null) return planRecord(await records.get(caller, 'plan', before, transaction.sql));
        const stored = await tasksOf(records, transaction.sql, caller, id);
        const form: PlanInput = {
          ...filedOf('plan', plan),
          kind: 'standing',
          validFrom: dayAfter(validTo, 1),
          validTo: lastDay,
          weekdays: plan.weekdays ?? [],
          tasks: stored.map(formOfTask),
        };
        const draft = await editing.create(caller, form, transaction);
        await journal(transaction, caller, plan, {
          action: 'extendTerm',
          from: plan.state,
          to: plan.state,
          detail: { into: draft.planNumber, until: lastDay },
        });
        return draft;
      }),
  };
}

const formOfTask = (task: TaskRecord): TaskInput => filedOf('jobTask', task);

/**
 * The draft that the same call has made before, while nobody has changed its term or submitted it; null:
 * none.
 */
async function extensionOf(transaction: Transaction, id: number, lastDay: string): Promise<number | null> {
  const { rows } = await raw<{ id: number }>`
    select made.id from operate_record act
    join plan made on made.plan_number = act.detail->>'into'
    where act.record_resource = 'plan' and act.record_id = ${id} and act.action = 'extendTerm'
      and act.detail->>'until' = ${lastDay} and made.valid_to = ${lastDay}
      and made.state = ${planState.new} and made.deleted_at is null
    order by act.id desc limit 1`.execute(transaction.sql);
  return rows[0] ? rows[0].id : null;
}
