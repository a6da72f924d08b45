import { sql as raw } from 'kysely';
import { type DocumentKind, decidingPermissions, type FlowStep, mayDecide } from '#domain/approvals/flow.ts';
import { type Actor, adminPermission } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import { type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { FlowInstance } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';

export interface Candidate {
  id: number;
  name: string;
  /** The user's role, as people call it, and their body. */
  roleNames: string[];
  unit: string | null;
  /** The step names the user by itself. */
  named: boolean;
}

/** The waiting step of a document, as it stands to one user. */
export interface Turn {
  running: FlowInstance | null;
  step: FlowStep | undefined;
  /** The user may decide it. */
  mine: boolean;
  /** Why not, as a key; null: the user may, or nothing waits. */
  refusal: string | null;
}

export function turnOf(instances: FlowInstance[], actor: Actor): Turn {
  const running = instances.find(({ state }) => state === 'running') ?? null;
  const answer = running ? mayDecide(running, actor) : null;
  return {
    running,
    step: running?.steps[running.stepIndex],
    mine: answer?.ok === true,
    refusal: answer && !answer.ok ? answer.code : null,
  };
}

/** Whose document it is, and what is said where its step is not the caller's to decide. */
interface WaitingStep {
  resource: string;
  id: number;
  kind: DocumentKind;
  /** Nothing waits. */
  none: AppError;
  /**
   * The step that the caller saw, and what is said where it has been decided meanwhile; absent: whichever
   * waits.
   */
  seen?: { stepIndex: number; changed: string };
}

/**
 * What every decision begins with: the flow that waits, locked; refused where its step is not the caller's to
 * decide.
 */
export async function lockWaitingStep(
  flows: FlowStore,
  transaction: Transaction,
  caller: Caller,
  { resource, id, kind, none, seen }: WaitingStep,
): Promise<FlowInstance> {
  const instance = await flows.running(transaction.sql, resource, id, kind, true);
  if (!instance) throw none;
  const answer = userIdOf(caller) === null ? null : mayDecide(instance, caller.actor);
  if (answer && !answer.ok)
    throw new AppError('forbidden', { key: answer.code }, { explanation: { key: answer.rule } });
  if (seen && instance.stepIndex !== seen.stepIndex) throw new AppError('conflict', { key: seen.changed });
  return instance;
}

/** Names of colleagues are told only to who may hand the step to one of them. */
export async function candidatesOfStep(
  sql: Sql,
  flows: FlowStore,
  caller: Caller,
  readers: Resource['permissions']['read'],
  instance: FlowInstance | null,
): Promise<Candidate[]> {
  if (!instance || !mayDecide(instance, caller.actor).ok) return [];
  return candidatesFor(sql, flows, caller, readers, instance);
}

/**
 * To whom the waiting step may be handed: present, able to read such records and to decide on them, of no company of the
 * applicant's and serving none, and not the one who hands it over. Those whom the step names come first.
 */
export async function candidatesFor(
  sql: Sql,
  flows: FlowStore,
  caller: Caller,
  readers: Resource['permissions']['read'],
  instance: FlowInstance,
): Promise<Candidate[]> {
  const step = instance.steps[instance.stepIndex];
  if (!step) return [];
  const named = await flows.candidatesOf(sql, instance.kind, step);
  const wanted = readers === 'signedIn' ? null : [...readers, adminPermission];
  const own = step.ownOrganizationAllowed ? null : instance.companyId;
  const { rows } = await raw<{ id: number; name: string; unit: string | null; roles: string[] | null }>`
    select u.id, ${nameSql('u', caller.locale)} as name, u.bussiness_name as unit,
      array(select ${nameSql('r', caller.locale, 'display_name')} from user_roles l join role r on r.id = l.target_id
            where l.owner_id = u.id and r.deleted_at is null order by l.position) as roles
    from "user" u
    where u.deleted_at is null and u.is_active and u.id <> ${caller.actor.userId}
      and (${own}::bigint is null or (
        u.company is distinct from ${own}::bigint
        and not exists (select 1 from user_served_companies s where s.owner_id = u.id and s.target_id = ${own}::bigint)))
      and (${step.ownOrganizationAllowed} or u.id is distinct from ${instance.applicantId}::bigint)
      and u.company is null
      and exists (
        select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null
          and r.permissions ?| ${[...decidingPermissions[instance.kind], adminPermission]}::text[])
      and (${wanted === null} or exists (
        select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null
          and r.permissions ?| ${wanted ?? []}::text[]))
    order by u.name limit 500`.execute(sql);
  const unitIn = await storedNamesIn(
    sql,
    caller.locale,
    rows.map(({ unit }) => unit),
  );
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      roleNames: row.roles ?? [],
      unit: unitIn(row.unit),
      named: named.includes(row.id),
    }))
    .sort((a, b) => Number(b.named) - Number(a.named));
}
