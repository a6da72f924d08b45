import { type RawBuilder, sql as raw } from 'kysely';
import {
  type DocumentKind,
  decidingPermissions,
  type FlowStep,
  isEnough,
  type RunningFlow,
} from '#domain/approvals/flow.ts';
import { adminPermission } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import { jsonTable } from '#server/engine/records/json-table.ts';
import { type FlowInstance, withApprovals } from './flow-rows.ts';

/**
 * Who could take a step, and who of them may: those who submitted the document do not decide on it. Nobody takes one
 * without the permission to decide such documents.
 */

/** The user `u` may decide documents of this kind at all. */
const holdsFor = (kind: DocumentKind) => raw<boolean>`
  exists (select 1 from user_roles p join role q on q.id = p.target_id
          where p.owner_id = u.id and q.deleted_at is null
            and q.permissions ?| ${[...decidingPermissions[kind], adminPermission]}::text[])`;

/** The user `u` is active, and the step names them by role, unit or themselves. */
const isNamed = (
  users: RawBuilder<unknown>,
  roles: RawBuilder<unknown>,
  units: RawBuilder<unknown>,
) => raw<boolean>`
  u.deleted_at is null and u.is_active and (
    u.id = any(${users})
    or exists (select 1 from user_roles l join role o on o.id = l.target_id
               where l.owner_id = u.id and o.name = any(${roles}) and o.deleted_at is null)
    or exists (select 1 from user_organization_units l
               where l.owner_id = u.id and l.target_id = any(${units})))`;

/**
 * The user `u` is not the applicant, not of their company and no agent that serves it, unless that is
 * allowed.
 */
const isAble = (
  {
    kind,
    applicantId,
    companyId,
  }: {
    kind: DocumentKind;
    applicantId: number | null | RawBuilder<unknown>;
    companyId: number | null | RawBuilder<unknown>;
  },
  ownAllowed: RawBuilder<unknown>,
) => raw<boolean>`
  ${holdsFor(kind)} and (${ownAllowed} or (
    u.id is distinct from ${applicantId}::bigint
    and (${companyId}::bigint is null or u.company is distinct from ${companyId}::bigint)
    and not exists (select 1 from user_served_companies s
      where s.owner_id = u.id and s.target_id = ${companyId}::bigint)))`;

/** The active users whom the step names, by role, unit or themselves, and who may decide documents of this kind. */
export async function candidatesOf(sql: Sql, kind: DocumentKind, step: FlowStep): Promise<number[]> {
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u where ${namedBy(step)} and ${holdsFor(kind)}`.execute(sql);
  return rows.map(({ id }) => id);
}

function namedBy({ users, roles, organizationUnits }: FlowStep): RawBuilder<boolean> {
  return isNamed(raw`${users}::bigint[]`, raw`${roles}::text[]`, raw`${organizationUnits}::bigint[]`);
}

/** Those of these users who are present and may decide on what was submitted. */
export async function ablePeople(
  sql: Sql,
  flow: Pick<RunningFlow, 'kind' | 'applicantId' | 'companyId'>,
  step: FlowStep,
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u
    where u.id = any(${ids}::bigint[]) and u.deleted_at is null and u.is_active
      and ${isAble(flow, raw`${step.ownOrganizationAllowed}::boolean`)}`.execute(sql);
  return rows.map(({ id }) => id);
}

/**
 * Who may take the waiting steps of the running flows of these kinds, as (document_resource, document_id, user_id). Those
 * who have approved are among them.
 */
export const waitingVoters = (kinds: readonly DocumentKind[]): RawBuilder<unknown> =>
  raw.join(
    kinds.map((kind) => {
      const listed = (field: 'roles' | 'users' | 'organizationUnits', type: 'text' | 'bigint') =>
        raw`array(select x::${raw.raw(type)} from jsonb_array_elements_text(f.steps -> f.step_index::int -> ${raw.lit(field)}) as x)`;
      const flow = { kind, applicantId: raw`f.applicant`, companyId: raw`f.company` };
      const isReassigned = raw<boolean>`jsonb_array_length(coalesce(f.assignees, '[]')) > 0`;
      return raw`
        select f.document_resource, f.document_id, u.id as user_id from flow_instance f join "user" u on
          case when ${isReassigned} then u.deleted_at is null and u.is_active and f.assignees @> to_jsonb(u.id)
            else ${isNamed(listed('users', 'bigint'), listed('roles', 'text'), listed('organizationUnits', 'bigint'))} end
          and ${isAble(flow, raw`coalesce((f.steps -> f.step_index::int ->> 'ownOrganizationAllowed')::boolean, false)`)}
        where f.document_kind = ${raw.lit(kind)} and f.state = 'running' and f.deleted_at is null`;
    }),
    raw` union all `,
  );

/** Against whom "all" and "a majority" of the waiting step are counted, as people are now. */
export async function votersOf(
  sql: Sql,
  flow: Pick<RunningFlow, 'kind' | 'applicantId' | 'companyId' | 'assignees'>,
  step: FlowStep,
): Promise<number[]> {
  if (flow.assignees.length > 0) return ablePeople(sql, flow, step, flow.assignees);
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u
    where ${namedBy(step)} and ${isAble(flow, raw`${step.ownOrganizationAllowed}::boolean`)}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The first of these steps that nobody may take and that no time limit decides. */
export async function stepOfNobody(
  sql: Sql,
  flow: Pick<RunningFlow, 'kind' | 'applicantId' | 'companyId'>,
  steps: FlowStep[],
): Promise<FlowStep | undefined> {
  const voting = steps.filter(
    ({ onTimeout, timeLimitMinutes }) => onTimeout === 'remind' || timeLimitMinutes === null,
  );
  if (voting.length === 0) return undefined;
  const table = jsonTable(
    voting.map(({ users, roles, organizationUnits, ownOrganizationAllowed }, place) => ({
      place,
      users,
      roles,
      units: organizationUnits,
      own: ownOrganizationAllowed,
    })),
    [
      { name: 'place', type: 'integer' },
      { name: 'users', type: 'bigint[]' },
      { name: 'roles', type: 'text[]' },
      { name: 'units', type: 'bigint[]' },
      { name: 'own', type: 'boolean' },
    ],
  );
  const { rows } = await raw<{ place: number }>`
    select r.place from ${table} where not exists (
      select 1 from "user" u
      where ${isNamed(raw`r.users`, raw`r.roles`, raw`r.units`)} and ${isAble(flow, raw`r.own`)})
    order by r.place limit 1`.execute(sql);
  const [first] = rows;
  return first && voting[first.place];
}

/**
 * Running flows of these documents whose waiting step has every approval that it still needs: whoever else
 * was waited for may not decide any more.
 */
export async function satisfied(sql: Sql, resources: string[]): Promise<FlowInstance[]> {
  const rows = await sql
    .selectFrom('flowInstance as i')
    .selectAll('i')
    .where('i.state', '=', 'running')
    .where('i.deletedAt', 'is', null)
    .where('i.documentResource', 'in', resources)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approval as a')
          .select('a.id')
          .whereRef('a.flowInstance', '=', 'i.id')
          .whereRef('a.stepIndex', '=', 'i.stepIndex')
          .where('a.decision', '=', 'approve')
          .where('a.deletedAt', 'is', null),
      ),
    )
    .orderBy('i.id')
    .limit(200)
    .execute();
  const done: FlowInstance[] = [];
  for (const instance of await withApprovals(sql, rows)) {
    const step = instance.steps[instance.stepIndex];
    if (!step || instance.approvedBy.length === 0) continue;
    if (isEnough(step, instance.approvedBy, await votersOf(sql, instance, step))) done.push(instance);
  }
  return done;
}
