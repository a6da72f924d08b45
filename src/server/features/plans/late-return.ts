import { sql as raw } from 'kysely';
import { activeStates } from '#domain/plans/states.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { tellPlan } from '#server/features/conflicts/air-notice.ts';
import { msOf, type PlanRecord } from './plan-rows.ts';

/**
 * A flight that left later than released is back later: the crews of flights whose aircraft or pilots it holds by then
 * are told, and its own. Times are UTC ms.
 */
export async function tellHeldUp(
  transaction: Transaction,
  plan: PlanRecord,
  leftAt: number,
  timeZone: string,
): Promise<void> {
  const [start, released] = [msOf(plan.startTime), msOf(plan.realEtd) ?? msOf(plan.startTime)];
  if (start === null || released === null || leftAt <= released) return;
  const { rows } = await raw<{ id: number; label: string; subjects: string[]; back: string }>`
    with own as (
      select t.id, t.aircraft, t.etd + make_interval(secs => ${(leftAt - start) / 1000}) as leaves,
        t.eta + make_interval(secs => ${(leftAt - start) / 1000}) as back
      from job_task t where t.plan = ${plan.id} and t.deleted_at is null
    ), held as (
      select o.id, a.registration as subject, t.id as task, o.leaves, o.back
      from own o join aircraft a on a.id = o.aircraft join job_task t on t.aircraft = o.aircraft
      union all
      select o.id, i.name, l.owner_id, o.leaves, o.back
      from own o join job_task_pilots m on m.owner_id = o.id join pilot i on i.id = m.target_id
        join job_task_pilots l on l.target_id = m.target_id
    )
    select p.id, coalesce(p.plan_number, '#' || p.id) as label, array_agg(distinct h.subject) as subjects,
      to_char(max(h.back) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as back
    from held h join job_task t on t.id = h.task and t.deleted_at is null
      join plan p on p.id = t.plan and p.deleted_at is null
      cross join lateral (select coalesce(p.real_etd - p.start_time, interval '0') as moved) d
    where p.id <> ${plan.id} and p.state = any(${[...activeStates]}::bigint[])
      and p.kind is distinct from 'standing'
      and t.etd + d.moved < h.back and h.leaves < t.eta + d.moved
    group by p.id, p.plan_number order by p.id`.execute(transaction.sql);
  if (rows.length === 0) return;
  const at = new Date().toISOString();
  const own = plan.planNumber ?? `#${plan.id}`;
  for (const { id, label, subjects, back } of rows) {
    const values = { own, other: label, back: formatWall(Date.parse(back), timeZone) };
    const textOf = (key: string) => (locale: 'zh-Hans' | 'en') =>
      textIn({ key, values: { ...values, subjects: listText(subjects, locale) } }, locale);
    await tellPlan(transaction, id, at, textOf('plan.message.heldUp'));
    await tellPlan(transaction, plan.id, at, textOf('plan.message.holdsUp'));
  }
}
