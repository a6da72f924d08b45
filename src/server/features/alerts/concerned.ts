import { type RawBuilder, sql as raw } from 'kysely';

/**
 * Whom alerts concern, as (alert, user_id); a user may come more than once. The operators of the flights in them, and their
 * pilots.
 */
export const flyingInAlert: RawBuilder<unknown> = raw`
  select c.owner_id as alert, u.id as user_id from encounter_companies c join "user" u on u.company = c.target_id
  union all
  select f.owner_id, p."user" from encounter_plans f
    join job_task t on t.plan = f.target_id and t.deleted_at is null
    join job_task_pilots l on l.owner_id = t.id join pilot p on p.id = l.target_id and p.deleted_at is null
    where p."user" is not null`;

/**
 * Likewise the users whose watch position covers the place of an alert, or one of its operators. `onDuty`: a condition on
 * the duty `d` and the alert `e`.
 */
export const watchingAlert = (onDuty: RawBuilder<unknown>): RawBuilder<unknown> => raw`
  select e.id as alert, d."user" as user_id from encounter e
    join watch_duty d on d.deleted_at is null and ${onDuty}
    join watch_position w on w.id = d.position and (w.company is null
      or exists (select 1 from encounter_companies c where c.owner_id = e.id and c.target_id = w.company))
    where not exists (select 1 from user_coverage v where v.owner_id = d."user")
      or exists (select 1 from user_coverage v where v.owner_id = d."user" and v.target_id = any(e.coverage_ids))`;
