import { sql as raw } from 'kysely';
import { adminPermission } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { FlowInstance } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';

export interface Candidate {
  id: number;
  name: string;
  /** His role, as people call it, and his body. */
  roleNames: string[];
  unit: string | null;
  /** The step names him by itself. */
  named: boolean;
}

/**
 * To whom the waiting step may be handed: present, able to read such records at all, of no company of the applicant's
 * and serving none, and not the one who hands it over. Those whom the step names come first.
 */
export async function candidatesFor(
  sql: Sql,
  flows: FlowStore,
  caller: Caller,
  { resource }: { resource: { permissions: Pick<Resource['permissions'], 'read'> } },
  instance: FlowInstance,
): Promise<Candidate[]> {
  const step = instance.steps[instance.stepIndex];
  if (!step) return [];
  const named = await flows.candidatesOf(sql, step);
  const { read } = resource.permissions;
  const wanted = read === 'signedIn' ? null : [...read, adminPermission];
  const own = step.ownOrganizationAllowed ? null : instance.companyId;
  const { rows } = await raw<{ id: number; name: string; unit: string | null; roles: string[] | null }>`
    select u.id, u.name, u.bussiness_name as unit,
      array(select coalesce(r.display_name, r.name) from user_roles l join role r on r.id = l.target_id
            where l.owner_id = u.id and r.deleted_at is null order by l.position) as roles
    from "user" u
    where u.deleted_at is null and u.is_active and u.id <> ${caller.actor.userId}
      and (${own}::bigint is null or (
        u.company is distinct from ${own}::bigint
        and not exists (select 1 from user_served_companies s where s.owner_id = u.id and s.target_id = ${own}::bigint)))
      and (${step.ownOrganizationAllowed} or u.id is distinct from ${instance.applicantId}::bigint)
      and u.company is null
      and (${wanted === null} or exists (
        select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null
          and r.permissions ?| ${wanted ?? []}::text[]))
    order by u.name limit 500`.execute(sql);
  return rows
    .map((row) => ({
      id: Number(row.id),
      name: row.name,
      roleNames: row.roles ?? [],
      unit: row.unit,
      named: named.includes(Number(row.id)),
    }))
    .sort((a, b) => Number(b.named) - Number(a.named));
}
