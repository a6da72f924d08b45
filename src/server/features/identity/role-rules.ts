import { sql } from 'kysely';
import { adminPermission } from '#domain/identity/access.ts';
import { numbers, strings } from '#domain/identity/actor-of.ts';
import { isLockedForGood } from '#domain/identity/lockout.ts';
import { alwaysShown } from '#domain/plans/filed-fields.ts';
import { AppError, type FieldError, refused } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import { linkTableName, tableName } from '#server/db/table-model.ts';
import { type RecordRule, type RecordWrite, written } from '#server/engine/records/record-rules.ts';

/**
 * A role: its record rules name what there is, those that the product is built on keep their name, and it is
 * not the last that lets an administrator in.
 */
export const roleRules: RecordRule[] = [
  {
    phase: 'validate',
    name: 'a static role stays, under its name',
    types: ['role'],
    actions: written,
    validate: async ({ before, after }) => {
      if (before?.isStatic !== true) return [];
      if (!after) {
        const name = { name: String(before.displayName), nameEn: stringOf(before.displayNameEn) };
        throw new AppError('refused', { key: 'admin.staticRole', values: nameValues('name', name) });
      }
      return after.name === before.name
        ? []
        : [{ field: 'name', text: { key: 'admin.staticRoleName', values: { name: String(before.name) } } }];
    },
  },
  {
    phase: 'validate',
    name: 'record rules name what there is',
    types: ['role'],
    actions: written,
    validate: async ({ types, caller, after }) => {
      const rules = after?.recordRules;
      if (!after || !Array.isArray(rules) || rules.length === 0) return [];
      if (gives(after)) return [{ field: 'recordRules', text: { key: 'permission.rule.admin' } }];
      const errors: FieldError[] = [];
      const seen = new Set<string>();
      for (const [index, rule] of rules.filter(isObject).entries()) {
        const name = String(rule.resource);
        const type = types.get(name);
        const at = `recordRules.${index}`;
        if (!type) {
          errors.push({
            field: `${at}.resource`,
            text: { key: 'permission.rule.resource', values: { name } },
          });
          continue;
        }
        if (seen.has(name)) {
          errors.push({ field: `${at}.resource`, text: { key: 'permission.rule.twice', values: { name } } });
        }
        seen.add(name);
        const resource = labelIn(type.resource.schema['x-label'], caller.locale);
        for (const list of ['hidden', 'readOnly']) {
          for (const field of strings(rule[list])) {
            const known = type.fields.get(field);
            if (known && (list !== 'hidden' || !alwaysShown[name]?.includes(field))) continue;
            const text = known
              ? {
                  key: 'permission.rule.alwaysShown',
                  values: {
                    resource,
                    name: known.schema['x-label'] ? labelIn(known.schema['x-label'], caller.locale) : field,
                  },
                }
              : { key: 'permission.rule.field', values: { resource, name: field } };
            errors.push({ field: `${at}.${list}`, text });
          }
        }
      }
      return errors;
    },
  },
  {
    phase: 'validate',
    name: 'the last administrator role stays',
    types: ['role'],
    actions: written,
    validate: async (context) => {
      const { before, after } = context;
      if (before && gives(before) && !(after && gives(after))) {
        await refuseWithoutAdministrator(context, { role: Number(before.id) });
      }
      return [];
    },
  },
];

/**
 * A user: nobody else signs in by their names, in whatever case; the administrator of the installation stays,
 * and the last administrator keeps their role, their account and their place outside the trash.
 */
export const userRules: RecordRule[] = [
  {
    phase: 'validate',
    name: 'nobody signs in by the names of another',
    types: ['user'],
    actions: written,
    validate: async ({ sql: db, before, after }) => {
      const names = ['userName', 'emailAddress'].filter(
        (field) => typeof after?.[field] === 'string' && before?.[field] !== after[field],
      );
      const errors: FieldError[] = [];
      for (const field of names) {
        const name = String(after?.[field]);
        // The very same name in the same field is the unique index's to refuse.
        const twin = await sql<{ id: number }>`
        select id from ${sql.table(tableName('user'))}
        where deleted_at is null and id <> ${Number(before?.id ?? 0)}
          and (lower(user_name) = ${name.toLowerCase()} or lower(email_address) = ${name.toLowerCase()})
          and ${sql.ref(field)} is distinct from ${name} limit 1`.execute(db);
        if (twin.rows.length > 0)
          errors.push({ field, text: { key: `admin.${field}Taken`, values: { name } } });
      }
      return errors;
    },
  },
  {
    phase: 'validate',
    name: 'the last administrator stays',
    types: ['user'],
    actions: written,
    validate: async (context) => {
      const { before, after } = context;
      if (before?.isActive !== true || before.deletedAt || isLockedForGood(before.lockoutEndAt)) return [];
      const stays =
        after?.isActive === true && !isLockedForGood(after.lockoutEndAt) ? numbers(after.roles) : [];
      const lost = numbers(before.roles).filter((id) => !stays.includes(id));
      if (lost.length === 0) return [];
      await refuseWithoutAdministrator(context, { user: Number(before.id), keeps: stays });
      return [];
    },
  },
  {
    phase: 'validate',
    name: 'the administrator of the installation stays',
    types: ['user'],
    actions: written,
    validate: async ({ before, after }) => {
      if (!after && before?.userName === 'admin') {
        throw new AppError('refused', { key: 'admin.administratorStays', values: { name: 'admin' } });
      }
      return [];
    },
  },
  {
    phase: 'validate',
    name: 'nobody deletes their own account',
    types: ['user'],
    actions: ['delete'],
    validate: async ({ before, caller }) => {
      if (before?.id === caller.actor.userId) throw refused('admin.notDeletedByOneself');
      return [];
    },
  },
];

/** Held by whoever takes away an administrator, until it is committed. */
const administratorsLock = 0x61646d696e;

function gives(role: Record<string, unknown>): boolean {
  return strings(role.permissions).includes(adminPermission) && !role.deletedAt;
}

/**
 * Refuses where nobody is left who can sign in as an administrator, once this role or user is no longer one.
 */
async function refuseWithoutAdministrator(
  { sql: db, types, after }: RecordWrite,
  without: { role?: number; user?: number; keeps?: number[] },
): Promise<void> {
  if (!types.has('user') || !types.has('role')) return;
  const { role = 0, user = 0, keeps = [] } = without;
  // Two who are demoted at the same instant would each see the other: one after the other sees what is left.
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(db);
  const admin = JSON.stringify([adminPermission]);
  const found = await sql<{ left: number; was: number }>`
    select count(*) filter (where not (r.id = ${role}) and (u.id <> ${user} or r.id = any(${keeps}::bigint[]))) as left,
      count(*) as was
    from ${sql.table(linkTableName('user', 'roles'))} as l
    join ${sql.table(tableName('user'))} as u on u.id = l.owner_id
    join ${sql.table(tableName('role'))} as r on r.id = l.target_id
    where u.deleted_at is null and u.is_active and (u.lockout_end_at is null or u.lockout_end_at < '9000-01-01')
      and r.deleted_at is null and r.permissions @> ${admin}::jsonb`.execute(db);
  const [row] = found.rows;
  // Another role that they are given in the same change may make them one again.
  const regained = user > 0 && after?.isActive === true && (await anyAdmin(db, keeps));
  if (row && Number(row.was) > 0 && Number(row.left) === 0 && !regained) {
    throw new AppError('refused', { key: 'permission.lastAdmin' });
  }
}

async function anyAdmin(db: RecordWrite['sql'], roles: number[]): Promise<boolean> {
  const found = await sql<{ id: number }>`
    select id from ${sql.table(tableName('role'))} where id = any(${roles}::bigint[]) and deleted_at is null
      and permissions @> ${JSON.stringify([adminPermission])}::jsonb limit 1`.execute(db);
  return found.rows.length > 0;
}
