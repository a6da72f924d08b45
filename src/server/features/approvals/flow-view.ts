import type { FlowView } from '#contract/approvals/flow-view.ts';
import type { FlowStep } from '#domain/approvals/flow.ts';
import type { Locale } from '#domain/text/label.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { displayNameIn, nameIn } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesOf, storedNamesIn } from '#server/engine/records/names.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { FlowInstance } from './flow-rows.ts';

/** Flows as people see them, in the order in which they were begun: what is decided, what waits, what is ahead. */
export async function viewFlows(sql: Sql, caller: Caller, instances: FlowInstance[]): Promise<FlowView[]> {
  const ids = instances.map(({ id }) => id);
  if (ids.length === 0) return [];
  const approvals = await sql
    .selectFrom('approval')
    .selectAll()
    .where('flowInstance', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  const names = await namesIn(sql, caller.locale, instances);
  const nameOf = await storedNamesIn(
    sql,
    caller.locale,
    approvals.map(({ decidedByName }) => stringOf(decidedByName)),
  );
  const who = (step: FlowStep) => [
    ...step.roles.map((role) => names.roles.get(role) ?? role),
    ...step.organizationUnits.map((unit) => names.units.get(unit) ?? `#${unit}`),
    ...step.users.map((user) => names.users.get(user) ?? `#${user}`),
  ];
  return [...instances]
    .sort((a, b) => a.id - b.id)
    .map((flow) => ({
      id: flow.id,
      kind: flow.kind,
      kindText: textIn({ key: `flow.document.${flow.kind}` }, caller.locale),
      state: flow.state,
      stepIndex: flow.stepIndex,
      takenByName: names.users.get(flow.takenBy ?? 0) ?? null,
      takenAt: flow.takenAt,
      startedAt: flow.startedAt,
      endedAt: flow.endedAt,
      applicantName: names.users.get(flow.applicantId ?? 0) ?? null,
      comment: flow.comment,
      flowVersion: names.versions.get(flow.flowVersion ?? 0)?.number ?? null,
      flowName: names.versions.get(flow.flowVersion ?? 0)?.name ?? null,
      steps: flow.steps.map((step, index) => ({
        index,
        name: stepName(step, caller),
        roles: step.roles,
        who: who(step),
        assignees:
          index === flow.stepIndex ? flow.assignees.map((id) => names.users.get(id) ?? `#${id}`) : [],
        quorum: step.quorum,
        timeLimitMinutes: step.timeLimitMinutes,
        onTimeout: step.onTimeout,
        state: stepState(flow, index),
        dueAt: flow.state === 'running' && index === flow.stepIndex ? flow.stepDueAt : null,
        decisions: approvals
          .filter((one) => one.flowInstance === flow.id && one.stepIndex === index)
          .map((one) => ({
            decision: one.decision,
            byName: nameOf(stringOf(one.decidedByName)),
            at: one.decidedAt,
            comment: wordedIn(one.comment, caller.locale),
          })),
      })),
    }));
}

export function stepName(step: FlowStep | undefined, { locale }: Pick<Caller, 'locale'>): string {
  return (step && nameIn(step, locale)) ?? '';
}

function stepState(flow: FlowInstance, index: number): FlowView['steps'][number]['state'] {
  if (flow.state === 'approved' || index < flow.stepIndex) return 'done';
  if (index > flow.stepIndex) return 'ahead';
  if (flow.state === 'running') return 'waiting';
  return flow.state === 'withdrawn' ? 'ended' : 'rejected';
}

interface Names {
  users: Map<number, string>;
  roles: Map<string, string>;
  units: Map<number, string>;
  versions: Map<number, { number: number; name: string }>;
}

/** What people call everyone that these flows name. */
async function namesIn(sql: Sql, locale: Locale, flows: FlowInstance[]): Promise<Names> {
  const steps = flows.flatMap((flow) => flow.steps);
  const userIds = [
    ...steps.flatMap((step) => step.users),
    ...flows.flatMap((flow) => [...flow.assignees, flow.takenBy, flow.applicantId]),
  ];
  const roleNames = steps.flatMap((step) => step.roles);
  const unitIds = steps.flatMap((step) => step.organizationUnits);
  const versionIds = flows.flatMap(({ flowVersion }) => (flowVersion === null ? [] : [flowVersion]));
  const [users, roles, units, versions] = await Promise.all([
    namesOf(sql, 'user', userIds, locale),
    roleNames.length
      ? sql
          .selectFrom('role')
          .select(['name', 'displayName', 'displayNameEn'])
          .where('name', 'in', roleNames)
          .execute()
      : [],
    unitIds.length
      ? sql
          .selectFrom('organizationUnit')
          .select(['id', 'displayName', 'displayNameEn'])
          .where('id', 'in', unitIds)
          .execute()
      : [],
    versionIds.length
      ? sql
          .selectFrom('flowVersion')
          .select(['id', 'number', 'name', 'nameEn'])
          .where('id', 'in', versionIds)
          .execute()
      : [],
  ]);
  return {
    users,
    roles: new Map(roles.map((row) => [row.name, displayNameIn(row, locale)])),
    units: new Map(units.map((row) => [row.id, displayNameIn(row, locale)])),
    versions: new Map(
      versions.map((row) => [row.id, { number: row.number, name: nameIn(row, locale) ?? '' }]),
    ),
  };
}
