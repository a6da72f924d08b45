import { sql as raw } from 'kysely';
import {
  checkFlow,
  type FlowProblem,
  type FlowWorld,
  planDocumentFields,
} from '#domain/approvals/check-flow.ts';
import { type DocumentKind, documentKinds, type FlowStep } from '#domain/approvals/flow.ts';
import { systemFields } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { displayNameIn, nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import { objectOf, stepsOf } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';

/** A flow as it was sent or stored, read with what was left out filled in. */
export function draftOf(values: Record<string, unknown>): {
  documentKind: DocumentKind;
  condition: Record<string, unknown> | null;
  steps: FlowStep[];
} {
  return {
    documentKind: documentKinds.find((kind) => kind === values.documentKind) ?? 'plan',
    condition: objectOf(values.condition),
    steps: stepsOf(values.steps),
  };
}

/** The fields that a condition on documents of this kind may ask for. */
export function documentFields(records: Pick<Records, 'resource'>, kind: DocumentKind): string[] {
  if (kind === 'plan' || kind === 'release') return planDocumentFields;
  const { schema, approval } = records.resource(kind);
  return Object.entries(schema.properties)
    .filter(([name, field]) => !field['x-secret'] && name !== approval?.state && name !== approval?.opinion)
    .map(([name]) => name)
    .filter((name) => !systemFields.some((one) => one === name));
}

/** What a flow may name, as people call it: for who draws flows and may read neither users nor roles. */
export async function nameable(
  sql: Sql,
  locale: Locale,
): Promise<{
  roles: { name: string; text: string }[];
  organizationUnits: { id: number; text: string }[];
  users: { id: number; text: string }[];
}> {
  const [roles, units, users] = await Promise.all([
    sql
      .selectFrom('role')
      .select(['name', 'displayName', 'displayNameEn'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute(),
    sql
      .selectFrom('organizationUnit')
      .select(['id', 'displayName', 'displayNameEn'])
      .where('deletedAt', 'is', null)
      .orderBy('displayName')
      .limit(1_000)
      .execute(),
    sql
      .selectFrom('user')
      .select(['id', 'name', 'nameEn', 'bussinessName'])
      .where('deletedAt', 'is', null)
      .where('isActive', '=', true)
      .orderBy('name')
      .limit(1_000)
      .execute(),
  ]);
  const bodyIn = await storedNamesIn(
    sql,
    locale,
    users.map(({ bussinessName }) => bussinessName),
  );
  const named = (...parts: unknown[]) =>
    parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
  return {
    roles: roles.map((row) => ({ name: row.name, text: named(displayNameIn(row, locale), row.name) })),
    organizationUnits: units.map((row) => ({ id: row.id, text: displayNameIn(row, locale) })),
    users: users.map((row) => ({ id: row.id, text: named(nameIn(row, locale), bodyIn(row.bussinessName)) })),
  };
}

async function countOutsiders(sql: Sql, ids: number[]): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from "user" u where u.id = any(${ids}::bigint[]) and u.company is null
      and not exists (select 1 from user_served_companies s where s.owner_id = u.id)`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** Judges a flow by what there is now: roles, units, people, fields. */
export async function checkDraft(
  deps: { records: Pick<Records, 'resource'>; flows: Pick<FlowStore, 'candidatesOf'>; sql: Sql },
  draft: ReturnType<typeof draftOf>,
): Promise<{ problems: FlowProblem[]; people: number[] }> {
  const { records, flows, sql } = deps;
  const [roles, units, users] = await Promise.all([
    sql.selectFrom('role').select('name').where('deletedAt', 'is', null).execute(),
    sql.selectFrom('organizationUnit').select('id').where('deletedAt', 'is', null).execute(),
    sql
      .selectFrom('user')
      .select('id')
      .where('deletedAt', 'is', null)
      .where('isActive', '=', true)
      .where('id', 'in', [0, ...draft.steps.flatMap((step) => step.users)])
      .execute(),
  ]);
  const people: number[] = [];
  const outsiders: number[] = [];
  for (const step of draft.steps) {
    const named = await flows.candidatesOf(sql, draft.documentKind, step);
    people.push(named.length);
    outsiders.push(await countOutsiders(sql, named));
  }
  const world: FlowWorld = {
    roles: roles.map(({ name }) => name),
    organizationUnits: units.map(({ id }) => id),
    users: users.map(({ id }) => id),
    fields: documentFields(records, draft.documentKind),
    people,
    outsiders,
  };
  return { problems: checkFlow(draft, world), people };
}
