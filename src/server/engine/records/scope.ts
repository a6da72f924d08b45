import { rulesToCondition } from '@casl/ability/extra';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { coverageField, type Rule } from '#domain/identity/access.ts';
import { closedKinds } from '#domain/identity/closed-kinds.ts';
import { attachmentResource } from '#domain/record/files.ts';
import type { Action } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordType } from './record-type.ts';

export type Condition = RawBuilder<SqlBool>;

export const always: Condition = sql<SqlBool>`true`;

export function and(conditions: Condition[]): Condition {
  if (conditions.length === 0) return always;
  return conditions.length === 1 && conditions[0]
    ? conditions[0]
    : sql`(${sql.join(conditions, sql` and `)})`;
}

export function or(conditions: Condition[]): Condition {
  return conditions.length === 1 && conditions[0] ? conditions[0] : sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The caller's rows of a record type, as SQL over the alias: the same conditions that `may` judges a single
 * record by. Undefined: they may do it to no record at all.
 */
export function scopeOf(
  caller: Caller,
  type: RecordType,
  action: Action,
  alias: string,
): Condition | undefined {
  const rules = caller.ability.rulesFor(action, type.resource.name);
  const condition = rulesToCondition<Caller['ability'], Condition, Condition>(
    rules,
    (rule) => {
      const conditions = and(
        Object.entries(rule.conditions ?? {}).map(([field, wanted]) =>
          conditionOn(type, alias, field, wanted),
        ),
      );
      return rule.inverted ? sql<SqlBool>`(${conditions}) is not true` : conditions;
    },
    { and, or, empty: () => always },
  );
  return condition ?? undefined;
}

/** The same, or the refusal that names what is missing. */
export function scopeOrForbidden(caller: Caller, type: RecordType, action: Action, alias: string): Condition {
  const scope = scopeOf(caller, type, action, alias);
  if (!scope) throw forbidden(type, action);
  return scope;
}

export function forbidden(type: RecordType, action: Action): AppError {
  const rule = type.resource.permissions[action];
  const permissions = rule === 'signedIn' ? [] : rule;
  return new AppError('forbidden', {
    key: 'common.forbidden',
    values: { permissions: (permissions.length > 0 ? permissions : ['Pages.Admin']).join(', ') },
  });
}

/** What only services write is changed by nobody at the endpoint. */
export function refuseReadOnly(type: RecordType, caller: Caller): void {
  if (!type.resource.readOnly) return;
  const resource = labelIn(type.resource.schema['x-label'], caller.locale);
  throw new AppError('forbidden', { key: 'records.readOnly', values: { resource } });
}

type Wanted = NonNullable<Rule['conditions']>[string];

function conditionOn(type: RecordType, alias: string, name: string, wanted: Wanted): Condition {
  const operators: [string, unknown][] =
    typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
      ? Object.entries(wanted)
      : [['$eq', wanted]];
  return and(operators.map(([operator, value]) => compare(type, alias, name, operator, value)));
}

function compare(type: RecordType, alias: string, name: string, operator: string, value: unknown): Condition {
  const column = sql.ref(`${alias}.${name}`);
  const link = type.fields.get(name)?.linkTable;
  const isList = name === coverageField || link !== undefined;
  switch (operator) {
    case '$eq':
      if (isList) return overlaps(alias, link, [value]);
      return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    case '$ne':
      if (isList) return sql`not ${overlaps(alias, link, [value])}`;
      return sql`${column} is distinct from ${value}`;
    case '$in': {
      const values = listIn(name, value);
      if (values.length === 0) return sql`false`;
      if (isList) return overlaps(alias, link, values);
      return sql`${column} in (${sql.join(values)})`;
    }
    case '$size':
      if (link === undefined || value !== 0) break;
      return sql`not exists (select 1 from ${sql.table(link)} as s where s.owner_id = ${sql.ref(`${alias}.id`)})`;
  }
  // A condition that SQL ignored would widen what the user sees.
  throw new Error(`access: the operator ${operator} on "${name}" has no translation to SQL`);
}

function listIn(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`access: $in on "${name}" needs a list`);
  return value;
}

function overlaps(alias: string, linkTable: string | undefined, ids: unknown[]): Condition {
  if (linkTable === undefined) return sql`${sql.ref(`${alias}.${coverageField}`)} && ${ids}::bigint[]`;
  return sql`exists (select 1 from ${sql.table(linkTable)} as s
    where s.owner_id = ${sql.ref(`${alias}.id`)} and s.target_id in (${sql.join(ids)}))`;
}

/**
 * Files belong to records, and so a relation to one has a scope of its own: the files of the very records
 * that hold the relation. Undefined: the relation is to something else.
 */
export function ownFiles(
  { actor }: Pick<Caller, 'actor'>,
  type: RecordType,
  target: RecordType,
  ids: unknown[],
): Condition | undefined {
  if (target.resource.name !== attachmentResource) return undefined;
  const numbers = ids.filter((id) => typeof id === 'number');
  return sql`(t.resource = ${type.resource.name} and t.record_id = any(${numbers}::bigint[])
    and (t.kind is null or t.kind <> all(${closedKinds(actor, type.resource)}::text[])))`;
}
