import type { InputOf } from '#contract/services.ts';
import { adminPermission } from '#domain/identity/access.ts';
import { refused } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Filter } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { allRows, idsOf, listQuery, livingRecord, textOf, textsOf } from '#server/features/abp/abp.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { rolesById, type UserAccountsDeps, type userAccountHandlers } from './user-accounts.ts';
import type { userActHandlers } from './user-acts.ts';
import { userSortable } from './user-dto.ts';

const resource = 'user';

/** Users as clients of ASP.NET Zero ask for them, by the calls that are there already. */
export function zeroUserHandlers(
  deps: Pick<UserAccountsDeps, 'records' | 'catalogue' | 'clock'> & {
    accounts: Pick<ReturnType<typeof userAccountHandlers>, 'Create' | 'Update' | 'Delete' | 'invited'>;
    acts: Pick<ReturnType<typeof userActHandlers>, 'GetUserPermissionsForEdit'>;
  },
) {
  const { records, catalogue, clock, accounts, acts } = deps;

  /** Roles that give all of these. */
  function rolesGiving(roles: Iterable<StoredRecord>, names: readonly string[]): number[] {
    return [...roles]
      .filter(({ permissions }) => {
        const held = textsOf(permissions);
        return held.includes(adminPermission) || names.every((name) => held.includes(name));
      })
      .map(({ id }) => id);
  }

  async function filtersOf(input: InputOf<'User', 'GetUsers'>, roles: ReadonlyMap<number, StoredRecord>) {
    const { permissions, role, onlyLockedUsers } = input;
    const filters: Filter[] = [];
    if (permissions && permissions.length > 0) {
      const value = rolesGiving(roles.values(), permissions);
      filters.push({ field: 'roles', operator: 'in', value });
    }
    if (role) filters.push({ field: 'roles', operator: 'eq', value: role });
    if (onlyLockedUsers)
      filters.push({ field: 'lockoutEndAt', operator: 'gt', value: clock().toISOString() });
    return filters;
  }

  async function units(caller: Caller) {
    const { items } = await records.list(caller, 'organizationUnit', {
      ...allRows,
      sort: [{ field: 'code', order: 'asc' }],
    });
    return items.map((unit) => ({
      id: unit.id,
      parentId: typeof unit.parent === 'number' ? unit.parent : null,
      code: textOf(unit.code),
      displayName: textOf(unit.displayName),
    }));
  }

  const shown = (caller: Caller, user: StoredRecord) => presentFor(caller, catalogue.find(resource), user);

  return {
    async GetUsers(input, caller) {
      const roles = await rolesById(records);
      const query = listQuery(input, {
        sortable: userSortable,
        usual: [{ field: 'userName', order: 'asc' }],
        keyword: input.filter,
        filters: await filtersOf(input, roles),
      });
      const { items, total } = await records.list(caller, resource, query);
      return {
        totalCount: total,
        items: items.map((item) => {
          const user = shown(caller, item);
          return {
            id: user.id,
            name: textOf(user.name),
            surname: textOf(user.surname),
            userName: textOf(user.userName),
            emailAddress: stringOf(user.emailAddress),
            phoneNumber: stringOf(user.phoneNumber),
            profilePictureId: null,
            // Nobody confirms an address here, and nobody is kept out for want of it.
            isEmailConfirmed: true,
            roles: idsOf(user.roles).map((id) => ({
              roleId: id,
              roleName: textOf(roles.get(id)?.displayName),
            })),
            isActive: user.isActive === true,
            creationTime: textOf(user.createdAt),
          };
        }),
      };
    },
    async GetUserForEdit({ id }, caller) {
      const user = id ? shown(caller, await livingRecord(records, caller, resource, id)) : null;
      const assigned = idsOf(user?.roles);
      const all = await units(caller);
      const own = idsOf(user?.organizationUnits);
      return {
        profilePictureId: null,
        user: {
          id: user?.id ?? null,
          name: textOf(user?.name),
          surname: textOf(user?.surname),
          userName: textOf(user?.userName),
          emailAddress: stringOf(user?.emailAddress),
          phoneNumber: stringOf(user?.phoneNumber),
          password: null,
          isActive: user === null || user.isActive === true,
          shouldChangePasswordOnNextLogin: user === null,
          isTwoFactorEnabled: false,
          isLockoutEnabled: true,
        },
        roles: [...(await rolesById(records)).values()].map((role) => ({
          roleId: role.id,
          roleName: textOf(role.name),
          roleDisplayName: textOf(role.displayName),
          isAssigned: assigned.includes(role.id),
          inheritedFromOrganizationUnit: false,
        })),
        allOrganizationUnits: all,
        memberedOrganizationUnits: all.filter((unit) => own.includes(unit.id)).map(({ code }) => code),
      };
    },
    async CreateOrUpdateUser({ user, assignedRoleNames, setRandomPassword, organizationUnits }, caller) {
      const { id, password, ...values } = user;
      const input = {
        ...values,
        roleNames: assignedRoleNames,
        ...(organizationUnits ? { organizationUnits } : {}),
      };
      if (id) await accounts.Update({ ...input, id }, caller);
      else if (password && !setRandomPassword) await accounts.Create({ ...input, password }, caller);
      else await accounts.invited(caller, input);
      return null;
    },
    async UpdateUserPermissions({ id, grantedPermissionNames }, caller) {
      const { grantedPermissionNames: held } = await acts.GetUserPermissionsForEdit({ id }, caller);
      const wanted = new Set(grantedPermissionNames);
      if (wanted.size !== held.length || held.some((name) => !wanted.has(name))) {
        throw refused('admin.permissionsByRole');
      }
      return null;
    },
    DeleteUser: (input, caller) => accounts.Delete(input, caller),
  } satisfies Partial<Handlers<'User'>>;
}
