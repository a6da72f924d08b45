import { sql } from 'kysely';
import { type FlowStep, isNamed } from '#domain/approvals/flow.ts';
import { type Actor, adminPermission } from '#domain/identity/access.ts';
import { actorOf, numbers, strings } from '#domain/identity/actor-of.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { type Excess, excessOf, hasExcess } from '#domain/identity/privilege-excess.ts';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { tableName } from '#server/db/table-model.ts';
import { same } from '#server/engine/records/history.ts';
import type { RecordRule, RecordWrite } from '#server/engine/records/record-rules.ts';
import { refuseToken, sessionOnly } from '#server/engine/records/session-only.ts';
import type { Caller } from '#server/kernel/caller.ts';

/**
 * Nobody grants what they do not hold. Asked of every change of a user, a role or a coverage area that a
 * person makes, at whatever endpoint: a change that gives more than its maker has is refused, and so is every
 * change of an account or a role that already has more. Users and roles are written in a session, never with
 * an API token.
 */
export const holdingRules: RecordRule[] = [
  {
    phase: 'authorise',
    name: 'written in a session only',
    types: sessionOnly,
    refuse: ({ type, caller }) => refuseToken(type.resource.name, caller),
  },
  {
    phase: 'authorise',
    name: 'no user is given more than its maker has',
    types: ['user'],
    refuse: refuseUser,
  },
  {
    phase: 'authorise',
    name: 'no role is given more than its maker has',
    types: ['role'],
    refuse: refuseRole,
  },
  {
    phase: 'authorise',
    name: 'nobody draws their own coverage',
    types: ['organizationUnit'],
    refuse: refuseArea,
  },
];

/** What decides which rows a user sees and on what they decide: nobody changes it for themselves. */
const ownPlace = ['company', 'servedCompanies', 'coverage', 'organizationUnits'];

async function refuseUser(context: RecordWrite): Promise<void> {
  const { sql: db, types, caller, before, after } = context;
  if (!types.has('role')) return;
  const self = before !== undefined && Number(before.id) === caller.actor.userId;
  if (self && after) refuseOwn(caller, before, after);
  if (self || isAdministrator(caller)) return;
  const resources = [...types.values()].map((type) => type.resource);
  const holdsMore = async (user: Record<string, unknown>) => {
    const actor = actorOf(user, await rolesOf(db, numbers(user.roles)));
    const excess = excessOf(caller.actor, actor, resources);
    return { actor, excess };
  };
  if (before) {
    const { actor, excess } = await holdsMore(before);
    if (hasExcess(excess) || (await decidesAlone(context, actor))) {
      throw new AppError('forbidden', { key: 'session.outranked' });
    }
  }
  if (!after) return;
  const { actor, excess } = await holdsMore(after);
  if (hasExcess(excess)) throw tooMuch(caller, excess, { permissions: 'roles', resources: 'roles' });
  const step = await decidesAlone(context, actor);
  if (!step) return;
  const named = step.roles.some((role) => actor.roles.includes(role)) ? 'roles' : 'organizationUnits';
  throw notGiven(named, 'permission.grant.decides', nameValues('step', step));
}

function refuseOwn(caller: Caller, before: Record<string, unknown>, after: Record<string, unknown>): void {
  const changed = (field: string) => !same(before[field] ?? null, after[field] ?? null);
  if (changed('roles')) throw notGiven('roles', 'permission.grant.ownRoles');
  if (isAdministrator(caller)) return;
  const place = ownPlace.find(changed);
  if (place) throw notGiven(place, 'permission.grant.ownPlace');
}

async function refuseRole(context: RecordWrite): Promise<void> {
  const { types, caller, before, after } = context;
  if (isAdministrator(caller)) return;
  const resources = [...types.values()].map((type) => type.resource);
  /** A user of the caller's own rows who has this role alone. */
  const holderOf = (role: Record<string, unknown>): Actor => {
    const { roles, permissions: names, grants } = actorOf({}, [role]);
    return {
      ...caller.actor,
      userId: 0,
      organizationUnitIds: [],
      roles,
      permissions: names,
      grants: grants ?? [],
    };
  };
  if (before) {
    if (caller.actor.roles.includes(String(before.name))) {
      throw new AppError('forbidden', { key: 'permission.grant.ownRole' });
    }
    const holder = holderOf(before);
    if (hasExcess(excessOf(caller.actor, holder, resources)) || (await decidesAlone(context, holder))) {
      throw new AppError('forbidden', { key: 'permission.grant.roleOutranks' });
    }
  }
  if (!after) return;
  const holder = holderOf(after);
  const excess = excessOf(caller.actor, holder, resources);
  if (hasExcess(excess)) {
    throw tooMuch(caller, excess, { permissions: 'permissions', resources: 'recordRules' });
  }
  const step = await decidesAlone(context, holder);
  if (step) throw notGiven('name', 'permission.grant.decides', nameValues('step', step));
}

/** Who sees the rows of some areas does not draw these areas themselves. */
async function refuseArea({ caller, before, after }: RecordWrite): Promise<void> {
  if (isAdministrator(caller) || caller.actor.coverageIds.length === 0) return;
  if (before && after && same(before.area ?? null, after.area ?? null)) return;
  if (!before?.area && !after?.area) return;
  throw notGiven('area', 'permission.grant.ownArea');
}

function isAdministrator({ actor }: Caller): boolean {
  return actor.permissions.includes(adminPermission);
}

async function rolesOf(db: RecordWrite['sql'], ids: number[]): Promise<Record<string, unknown>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ name: string; permissions: unknown; rules: unknown }>`
    select name, permissions, record_rules as rules from ${sql.table(tableName('role'))}
    where id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows.map(({ name, permissions: names, rules }) => ({
    name,
    permissions: names,
    recordRules: rules,
  }));
}

/** A step of a flow in force that this user would take, by name, role or unit, and the caller would not. */
async function decidesAlone(
  { sql: db, types, caller }: RecordWrite,
  actor: Actor,
): Promise<Pick<FlowStep, 'name' | 'nameEn' | 'roles'> | undefined> {
  if (!types.has('flowVersion')) return undefined;
  const { rows } = await sql<{ step: Record<string, unknown> }>`
    select s.step from flow_version as v cross join lateral jsonb_array_elements(v.steps) as s (step)
    where exists (select 1 from flow_config as c where c.id = v.flow and c.published_version = v.number
        and c.deleted_at is null)
      or exists (select 1 from flow_instance as i where i.flow_version = v.id and i.state = 'running')`.execute(
    db,
  );
  return rows
    .map(({ step }) => ({
      name: String(step.name),
      nameEn: stringOf(step.nameEn),
      roles: strings(step.roles),
      organizationUnits: numbers(step.organizationUnits),
      users: numbers(step.users),
    }))
    .find((step) => isNamed(step, actor) && !isNamed(step, caller.actor));
}

function notGiven(field: string, key: string, values?: Record<string, string>): AppError {
  const text = values ? { key, values } : { key };
  return new AppError('forbidden', text, { fields: [{ field, text }] });
}

function tooMuch(
  caller: Caller,
  { permissions: names, resources, rows }: Excess,
  at: { permissions: string; resources: string },
): AppError {
  if (names.length === 0 && resources.length === 0 && rows) return notGiven(rows, 'permission.grant.rows');
  const held = permissions
    .filter(({ name }) => names.includes(name))
    .map(({ label }) => labelIn(label, caller.locale));
  const types = resources.slice(0, 10).map(({ schema }) => labelIn(schema['x-label'], caller.locale));
  const list = listText(held.length > 0 ? held : types, caller.locale);
  return notGiven(held.length > 0 ? at.permissions : at.resources, 'permission.grant.notHeld', { list });
}
