import { adminPermission } from '#domain/identity/access.ts';
import { lockedForGood } from '#domain/identity/lockout.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { formError, refused } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { displayNameIn } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller, type StoredRecord } from '#server/engine/records/stored-record.ts';
import { idsOf, textOf, textsOf, withFieldNames } from '#server/features/abp/abp.ts';
import { localeNamed } from '#server/http/locale.ts';
import type { Handlers } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { roleViewFor } from './role-dto.ts';
import { rolesById, type UserAccountsDeps } from './user-accounts.ts';

const resource = 'user';

/** Locking, activating, coverage, further information and effective permissions of a user. */
export function userActHandlers(
  deps: Pick<UserAccountsDeps, 'records' | 'catalogue' | 'manageableUser' | 'endSessionsOf'>,
) {
  const { records, catalogue, manageableUser, endSessionsOf } = deps;

  /** Changes fields that only services set, of a user that the caller may change. */
  async function change(caller: Caller, id: number, values: Record<string, unknown>): Promise<void> {
    await manageableUser(caller, id);
    await records.transaction(async (transaction) => {
      const user = await records.lockForChange(caller, resource, id, asCaller(transaction));
      await records.update(asService(caller), resource, id, user.version, values, transaction);
    });
  }

  async function activate(caller: Caller, id: number, isActive: boolean): Promise<void> {
    await manageableUser(caller, id);
    await records.transaction(async (transaction) => {
      const user = await records.lockForChange(caller, resource, id, asCaller(transaction));
      await records.update(caller, resource, id, user.version, { isActive }, asCaller(transaction));
    });
  }

  return {
    async GetRoleByUsers({ id }, caller) {
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
    async GetUserPermissionsForEdit({ id }, caller) {
      const user = await readable(records, caller, id);
      const all = await rolesById(records);
      const roles = idsOf(user.roles).flatMap((role) => all.get(role) ?? []);
      const givers = (name: string) =>
        roles
          .filter(({ permissions: held }) =>
            [adminPermission, name].some((one) => textsOf(held).includes(one)),
          )
          .map((role) =>
            displayNameIn(
              { displayName: textOf(role.displayName), displayNameEn: stringOf(role.displayNameEn) },
              caller.locale,
            ),
          );
      const grantedBy = Object.fromEntries(
        permissions.map(({ name }) => [name, givers(name)] as const).filter(([, names]) => names.length > 0),
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
    async LockUser({ id }, caller) {
      if (id === caller.actor.userId) throw refused('admin.notOneself');
      await change(caller, id, { lockoutEndAt: lockedForGood });
      await endSessionsOf(id, null, 'administrator');
      return null;
    },
    async UnLockUser({ id }, caller) {
      await change(caller, id, { lockoutEndAt: null, accessFailedCount: 0 });
      return null;
    },
    async Activate({ id }, caller) {
      await activate(caller, id, true);
      return null;
    },
    async DeActivate({ id }, caller) {
      await activate(caller, id, false);
      await endSessionsOf(id, null, 'administrator');
      return null;
    },
    async ChangeLanguage({ languageName }, caller) {
      const language = localeNamed(languageName);
      if (!language) throw formError('languageName', 'admin.unknownLanguage', { name: languageName });
      const service = asService(caller);
      await records.transaction(async (transaction) => {
        const user = await records.lockForChange(service, resource, caller.actor.userId, transaction);
        await records.update(service, resource, user.id, user.version, { language }, transaction);
      });
      return null;
    },
    async GetCoverageIdsBySave({ id, coverageIds = [], type = 2 }, caller) {
      const parts = coverageIds.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
      const areas = [...new Set(parts.map(Number))];
      if (areas.some((area) => !Number.isSafeInteger(area))) {
        throw formError('coverageIds', 'common.invalid.form', { field: 'coverageIds' });
      }
      const field = type === 3 ? 'coverageId3s' : 'coverage';
      const user = await withFieldNames({ coverage: 'coverageIds', coverageId3s: 'coverageIds' }, () =>
        records.transaction(async (transaction) => {
          const before = await records.lockForChange(caller, resource, id, asCaller(transaction));
          return records.update(
            caller,
            resource,
            id,
            before.version,
            { [field]: areas },
            asCaller(transaction),
          );
        }),
      );
      return { coverageIds: idsOf(user.coverage), coverageId3s: idsOf(user.coverageId3s) };
    },
    async SaveOthers({ id, others }, caller) {
      const names = others.map(({ name }) => name.trim());
      const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
      if (twice >= 0)
        throw formError(`others.${twice}.name`, 'admin.otherTwice', { name: names[twice] ?? '' });
      const trimmed = others.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
      // What is empty is not there, as in every record.
      const userOthers = trimmed.map(({ name, value }) => (value === '' ? { name } : { name, value }));
      await change(caller, id, { userOthers });
      return { id, others: trimmed };
    },
  } satisfies Partial<Handlers<'User'>>;
}

/** The user, of the rows that the caller sees; who keeps roles alone sees whose they are. */
async function readable(records: Records, caller: Caller, id: number): Promise<StoredRecord> {
  const mayRead = caller.ability.can('read', resource);
  return records.get(mayRead ? caller : asService(caller), resource, id);
}
