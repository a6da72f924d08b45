import { sql as raw } from 'kysely';
import { serviceTimeZone } from '#domain/text/times.ts';
import type { Database } from '#server/db/database.ts';
import { demoMark, demoMarks } from './demo-acts.ts';

/** How far back the demo was flown. */
const days = 150;
/** Numbers of the demo's past flights begin with this. */
const prefix = 'DEMO';

/**
 * Finished flights of the last months, so that statistics have something to count: each like a plan of the demo that is
 * there today, on another day, with its sorties, its reports and the decision on it. Written as rows, at once; nothing
 * where the demo has a past already.
 */
export async function fillDemoHistory(deps: {
  database: Pick<Database, 'kysely'>;
  clock: () => Date;
}): Promise<void> {
  const now = deps.clock().toISOString();
  await deps.database.kysely.transaction().execute(async (sql) => {
    const { rows } = await raw`select 1 from plan where plan_number like ${`${prefix}-%`} limit 1`.execute(
      sql,
    );
    if (rows.length > 0) return;
    await raw`select setseed(0.4217)`.execute(sql);
    await raw`
      create temporary table demo_past on commit drop as
      select row_number() over (order by day, template) as number, *,
        start_time + late * interval '1 minute' as takeoff_at,
        start_time - interval '18 hours' as submitted_at,
        start_time - interval '18 hours' + wait * interval '1 minute' as decided_at
      from (
        select p.id as template, g.day, p.company,
          date_trunc('day', ${now}::timestamptz, ${serviceTimeZone})
            - g.day * interval '1 day' + (480 + floor(random() * 54) * 10) * interval '1 minute' as start_time,
          (40 + floor(random() * 130))::int as lasts,
          (case when random() < 0.8 then floor(random() * 14) else 16 + floor(random() * 45) end)::int as late,
          (35 + floor(random() * 260) + case when random() < 0.08 then 240 else 0 end)::int as wait,
          random() as fate, (1 + floor(random() * 5))::int as sorties
        from plan p cross join generate_series(2, ${days}::int) as g(day)
        where p.remarks = any(${demoMarks}::text[]) and p.kind <> 'standing' and p.deleted_at is null
          and exists (select 1 from job_task j where j.plan = p.id and j.deleted_at is null)
          -- Fewer at weekends, and more of late.
          and random() < (case when extract(isodow from ${now}::timestamptz at time zone ${serviceTimeZone} - g.day * interval '1 day') > 5 then 0.2 else 0.42 end)
            * (1.2 - g.day::float8 / ${2 * days})
      ) as drawn`.execute(sql);
    await raw`
      insert into plan (plan_number, kind, urgency, unmanned, company, mission_type, mission, state, start_time, end_time,
        departure, departure_point, destination, destination_point, airspace, geometry, lower, upper, callsign, pic_name,
        crew_count, aircraft_count, contact, phone, remarks, takeoff_at, real_eta, actual_num, submitted_at, submitted_by,
        submit_by, decide_by, decided_at, coverage_ids, created_at, updated_at)
      select ${`${prefix}-`} || lpad(d.number::text, 5, '0'), 'quick', p.urgency, p.unmanned, p.company, p.mission_type, p.mission,
        case when d.fate < 0.86 then 10 when d.fate < 0.93 then 12 else 3 end,
        d.start_time, d.start_time + d.lasts * interval '1 minute', p.departure, p.departure_point, p.destination,
        p.destination_point, p.airspace, p.geometry, p.lower, p.upper, p.callsign, p.pic_name, p.crew_count, p.aircraft_count,
        p.contact, p.phone, ${demoMark},
        case when d.fate < 0.86 then d.takeoff_at end,
        case when d.fate < 0.86 then d.takeoff_at + d.lasts * interval '1 minute' * (0.6 + 0.35 * random()) end,
        case when d.fate < 0.86 then d.sorties end,
        d.submitted_at, p.submitted_by, d.submitted_at + interval '1 hour', d.submitted_at + interval '6 hours', d.decided_at,
        p.coverage_ids, d.submitted_at, d.decided_at
      from demo_past d join plan p on p.id = d.template`.execute(sql);
    await raw`alter table demo_past add column plan bigint`.execute(sql);
    await raw`
      update demo_past as d set plan = p.id from plan p
      where p.plan_number = ${`${prefix}-`} || lpad(d.number::text, 5, '0')`.execute(sql);
    await raw`
      insert into job_task (plan, company, sequence, callsign, aircraft, pic_name, crew_count, departure, departure_point,
        destination, destination_point, etd, eta, airspace, geometry, corridor_width_m, lower, upper, rules, coverage_ids)
      select d.plan, j.company, j.sequence, j.callsign, j.aircraft, j.pic_name, j.crew_count, j.departure, j.departure_point,
        j.destination, j.destination_point, d.start_time, d.start_time + d.lasts * interval '1 minute', j.airspace, j.geometry,
        j.corridor_width_m, j.lower, j.upper, j.rules, j.coverage_ids
      from demo_past d join job_task j on j.plan = d.template and j.deleted_at is null`.execute(sql);
    await raw`
      insert into operate_record (record_resource, record_id, company, action, from_state, to_state, operated_at, rule)
      select 'plan', d.plan, d.company, a.action, a.before, a.after,
        case a.action when 'takeOff' then d.takeoff_at + interval '4 minutes'
          when 'land' then p.real_eta + (3 + d.number % 20) * interval '1 minute' else d.decided_at end,
        case when a.action = 'reject' then (array['plan.rule.firstCome', 'plan.rule.papers', 'plan.rule.airspace'])[1 + d.number % 3] end
      from demo_past d join plan p on p.id = d.plan
        join (values ('approve', 2, 4), ('takeOff', 8, 9), ('land', 9, 10), ('reject', 2, 3), ('lapse', 4, 12))
          as a(action, before, after) on a.after = p.state or (p.state = 10 and a.action in ('approve', 'takeOff'))
            or (p.state = 12 and a.action = 'approve')`.execute(sql);
    await raw`
      with flow as (
        select flow_version, steps from flow_instance where document_kind = 'plan' and document_resource = 'plan' limit 1
      ), made as (
        insert into flow_instance (flow_version, document_kind, document_resource, document_id, company, applicant, state,
          step_index, steps, submitted_at, ended_at)
        select flow.flow_version, 'plan', 'plan', d.plan, d.company, p.submitted_by,
          case when p.state = 3 then 'rejected' else 'approved' end, 0, flow.steps, d.submitted_at, d.decided_at
        from demo_past d join plan p on p.id = d.plan cross join flow
        returning id, document_id, company, state, ended_at
      )
      insert into approval (flow_instance, company, step_index, decision, decided_by, decided_by_name, decided_at)
      select m.id, m.company, 0, case m.state when 'rejected' then 'reject' else 'approve' end, u.id, u.name, m.ended_at
      from made m join lateral (
        select id, name from "user" where user_name in ('atmb', 'aiw') order by (m.id % 3 = 0) = (user_name = 'aiw') desc limit 1
      ) as u on true`.execute(sql);
  });
}
