import { sql as raw } from 'kysely';
import { type FlowStep, isEnough, type RunningFlow } from '../../domain/flow/flow.ts';
import type { Sql } from '../db/sql.ts';
import { type FlowInstance, withApprovals } from './flow-rows.ts';

/** Who could take a step, and who of them may: those who submitted the document do not decide on it. */

/** The active users whom the step names, by role, unit or themselves. */
export async function candidatesOf(sql: Sql, step: FlowStep): Promise<number[]> {
  const rows = await raw<{ id: number }>`
    select u.id from "user" u where u.deleted_at is null and u.is_active and (
      u.id = any(${step.users}::bigint[])
      or exists (select 1 from user_roles l join role r on r.id = l.target_id
                 where l.owner_id = u.id and r.name = any(${step.roles}::text[]) and r.deleted_at is null)
      or exists (select 1 from user_organization_units l
                 where l.owner_id = u.id and l.target_id = any(${step.organizationUnits}::bigint[])))`.execute(
    sql,
  );
  return rows.rows.map(({ id }) => id);
}

/**
 * Those of these users who are present and may decide on what was submitted: not the applicant, nobody of his company
 * and no agent that serves it, unless the step allows them.
 */
export async function ablePeople(
  sql: Sql,
  { applicantId, companyId }: Pick<RunningFlow, 'applicantId' | 'companyId'>,
  step: FlowStep,
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u
    where u.id = any(${ids}::bigint[]) and u.deleted_at is null and u.is_active
      and (${step.ownOrganizationAllowed} or (
        u.id is distinct from ${applicantId}::bigint
        and (${companyId}::bigint is null or u.company is distinct from ${companyId}::bigint)
        and not exists (select 1 from user_served_companies s
          where s.owner_id = u.id and s.target_id = ${companyId}::bigint)))`.execute(sql);
  return rows.map(({ id }) => Number(id));
}

/** Against whom "all" and "a majority" of the waiting step are counted, as people are now. */
export async function votersOf(
  sql: Sql,
  flow: Pick<RunningFlow, 'applicantId' | 'companyId' | 'assignees'>,
  step: FlowStep,
): Promise<number[]> {
  const named = flow.assignees.length > 0 ? flow.assignees : await candidatesOf(sql, step);
  return ablePeople(sql, flow, step, named);
}

/** The first of these steps that nobody may take and that no time limit decides. */
export async function stepOfNobody(
  sql: Sql,
  flow: Pick<RunningFlow, 'applicantId' | 'companyId'>,
  steps: FlowStep[],
): Promise<FlowStep | undefined> {
  for (const step of steps) {
    if (step.onTimeout !== 'remind' && step.timeLimitMinutes !== null) continue;
    if ((await votersOf(sql, { ...flow, assignees: [] }, step)).length === 0) return step;
  }
  return undefined;
}

/**
 * Running flows of these documents whose waiting step has every approval that it still needs: whoever else was waited
 * for may not decide any more.
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
