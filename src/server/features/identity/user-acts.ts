import { Type } from '@sinclair/typebox';
import { adminPermission } from '#domain/identity/access.ts';
import { lockedForGood } from '#domain/identity/lockout.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { refused } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { fault, idInput, idsOf, textOf, textsOf, withFieldNames } from '#server/features/abp/abp.ts';
import { localeNamed } from '#server/http/locale.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { roleDto, roleViewFor } from './role-dto.ts';
import { asked, rolesById, type UserAccountsDeps } from './user-accounts.ts';

const resource = 'user';
const keepers = ['Pages.Users'];

const other = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.String({ maxLength: 500 }),
});

/** Locking, activating, coverage, further information and effective permissions of a user. */
export function userActMethods(
  deps: Pick<UserAccountsDeps, 'records' | 'catalogue' | 'keptUser' | 'endSessionsOf'>,
): ServiceMethod[] {
  const { records, catalogue, keptUser, endSessionsOf } = deps;

  /** Changes fields that only services set, of a user that the caller may change. */
  async function change(caller: Caller, id: number, values: Record<string, unknown>): Promise<void> {
    await keptUser(caller, id);
    await records.transaction(async (unit) => {
      const user = await records.lockForChange(caller, resource, id, asked(unit));
      await records.update(asService(caller), resource, id, user.version, values, unit);
    });
  }

  async function activate(caller: Caller, id: number, isActive: boolean): Promise<void> {
    await keptUser(caller, id);
    await records.transaction(async (unit) => {
      const user = await records.lockForChange(caller, resource, id, asked(unit));
      await records.update(caller, resource, id, user.version, { isActive }, asked(unit));
    });
  }

  return [
    method({
      verb: 'GET',
      name: 'GetRoleByUsers',
      permission: ['Pages.Users', 'Pages.Roles'],
      summary: 'The roles of a user',
      input: idInput,
      output: Type.Object({ items: Type.Array(roleDto) }),
      async handle({ id }, caller) {
        const user = await readable(records, caller, id);
        const roles = await rolesById(records);
        const type = catalogue.find('role');
        return {
          items: idsOf(user.roles).flatMap((role) => {
            const found = roles.get(role);
            return found ? [roleViewFor(caller, type, found)] : [];
          }),
        };
      },
    }),
    method({
      verb: 'GET',
      name: 'GetUserPermissionsForEdit',
      permission: ['Pages.Users', 'Pages.Roles'],
      summary: 'Every permission there is, those that the user holds, and the roles that give each',
      input: idInput,
      output: Type.Object({
        permissions: Type.Array(
          Type.Object({
            parentName: nullable(Type.String()),
            name: Type.String(),
            displayName: Type.String(),
            description: nullable(Type.String()),
            isGrantedByDefault: Type.Boolean(),
          }),
        ),
        grantedPermissionNames: Type.Array(Type.String()),
        /** By permission: names of the roles that give it. */
        grantedBy: Type.Record(Type.String(), Type.Array(Type.String())),
      }),
      async handle({ id }, caller) {
        const user = await readable(records, caller, id);
        const all = await rolesById(records);
        const roles = idsOf(user.roles).flatMap((role) => all.get(role) ?? []);
        const givers = (name: string) =>
          roles
            .filter(({ permissions: held }) =>
              [adminPermission, name].some((one) => textsOf(held).includes(one)),
            )
            .map((role) => textOf(role.displayName));
        const grantedBy = Object.fromEntries(
          permissions
            .map(({ name }) => [name, givers(name)] as const)
            .filter(([, names]) => names.length > 0),
        );
        return {
          permissions: permissions.map(({ name, parent, label }) => ({
            parentName: parent,
            name,
            displayName: labelIn(label, caller.locale),
            description: null,
            isGrantedByDefault: false,
          })),
          grantedPermissionNames: Object.keys(grantedBy),
          grantedBy,
        };
      },
    }),
    method({
      verb: 'POST',
      name: 'LockUser',
      permission: keepers,
      session: true,
      summary: 'Lock a user until he is unlocked; his sessions end',
      input: idInput,
      output: Type.Null(),
      async handle({ id }, caller) {
        if (id === caller.actor.userId) throw refused('admin.notOneself');
        await change(caller, id, { lockoutEndAt: lockedForGood });
        await endSessionsOf(id, null, 'administrator');
        return null;
      },
    }),
    method({
      verb: 'POST',
      name: 'UnLockUser',
      permission: keepers,
      session: true,
      summary: 'Unlock a user, whoever or whatever locked him',
      input: idInput,
      output: Type.Null(),
      async handle({ id }, caller) {
        await change(caller, id, { lockoutEndAt: null, accessFailedCount: 0 });
        return null;
      },
    }),
    method({
      verb: 'POST',
      name: 'Activate',
      permission: keepers,
      session: true,
      summary: 'Let a user sign in',
      input: idInput,
      output: Type.Null(),
      async handle({ id }, caller) {
        await activate(caller, id, true);
        return null;
      },
    }),
    method({
      verb: 'POST',
      name: 'DeActivate',
      permission: keepers,
      session: true,
      summary: 'Let a user sign in no more; his sessions end',
      input: idInput,
      output: Type.Null(),
      async handle({ id }, caller) {
        await activate(caller, id, false);
        await endSessionsOf(id, null, 'administrator');
        return null;
      },
    }),
    method({
      verb: 'POST',
      name: 'ChangeLanguage',
      permission: 'signedIn',
      session: true,
      summary:
        'Save the own language, by its culture name; it is then that of every answer whose request names none in its query',
      input: Type.Object({ languageName: Type.String({ minLength: 1, maxLength: 16 }) }),
      output: Type.Null(),
      async handle({ languageName }, caller) {
        const language = localeNamed(languageName);
        if (!language) throw fault('languageName', 'admin.unknownLanguage', { name: languageName });
        const service = asService(caller);
        await records.transaction(async (unit) => {
          const user = await records.lockForChange(service, resource, caller.actor.userId, unit);
          await records.update(service, resource, user.id, user.version, { language }, unit);
        });
        return null;
      },
    }),
    method({
      verb: 'GET',
      name: 'GetCoverageIdsBySave',
      permission: keepers,
      session: true,
      writes: true,
      summary:
        "Save a user's coverage areas: 2 those that bound what he sees, 3 those that his map shows in 3D",
      input: Type.Object({
        id: Type.Integer({ minimum: 1 }),
        /** Ids of organization units, comma separated; empty: everywhere. */
        coverageIds: Type.Optional(Type.Array(Type.String({ maxLength: 4000 }))),
        type: Type.Optional(Type.Integer({ minimum: 2, maximum: 3, default: 2 })),
      }),
      output: Type.Object({
        coverageIds: Type.Array(Type.Integer()),
        coverageId3s: Type.Array(Type.Integer()),
      }),
      async handle({ id, coverageIds = [], type = 2 }, caller) {
        const parts = coverageIds.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
        const areas = [...new Set(parts.map(Number))];
        if (areas.some((area) => !Number.isSafeInteger(area))) {
          throw fault('coverageIds', 'common.invalid.form', { field: 'coverageIds' });
        }
        const field = type === 3 ? 'coverageId3s' : 'coverage';
        const user = await withFieldNames({ coverage: 'coverageIds', coverageId3s: 'coverageIds' }, () =>
          records.transaction(async (unit) => {
            const before = await records.lockForChange(caller, resource, id, asked(unit));
            return records.update(caller, resource, id, before.version, { [field]: areas }, asked(unit));
          }),
        );
        return { coverageIds: idsOf(user.coverage), coverageId3s: idsOf(user.coverageId3s) };
      },
    }),
    method({
      verb: 'POST',
      name: 'SaveOthers',
      permission: keepers,
      session: true,
      summary: 'Further information about a user: names and values, as many as are needed',
      input: Type.Object({
        id: Type.Integer({ minimum: 1 }),
        others: Type.Array(other, { maxItems: 100 }),
      }),
      output: Type.Object({ id: Type.Integer(), others: Type.Array(other) }),
      async handle({ id, others }, caller) {
        const names = others.map(({ name }) => name.trim());
        const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
        if (twice >= 0) throw fault(`others.${twice}.name`, 'admin.otherTwice', { name: names[twice] ?? '' });
        const trimmed = others.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
        // What is empty is not there, as in every record.
        const userOthers = trimmed.map(({ name, value }) => (value === '' ? { name } : { name, value }));
        await change(caller, id, { userOthers });
        return { id, others: trimmed };
      },
    }),
  ];
}

/** The user, of the rows that the caller sees; who keeps roles alone sees whose they are. */
async function readable(records: Records, caller: Caller, id: number): Promise<StoredRecord> {
  const mayRead = caller.ability.can('read', resource);
  return records.get(mayRead ? caller : asService(caller), resource, id);
}
