import type { FlatPermission } from '#contract/role.ts';
import type { InputOf } from '#contract/services.ts';
import { permissions, withParents } from '#domain/identity/permissions.ts';
import { AppError, formError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller } from '#server/engine/records/stored-record.ts';
import {
  allRows,
  listQuery,
  livingRecord,
  textOf,
  textsOf,
  withFieldNames,
} from '#server/features/abp/abp.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { roleListView, roleView } from './role-dto.ts';

const resource = 'role';
const fieldNames = { permissions: 'grantedPermissions' };

const sortable = {
  id: 'id',
  name: 'name',
  displayname: 'displayName',
  description: 'description',
  creationtime: 'createdAt',
};

/** Roles as ABP's clients keep them; the records engine judges, a leaf of the permission tree brings its branch. */
export function createRoleService(deps: { records: Records; catalogue: Catalogue }): Service {
  const { records, catalogue } = deps;

  const viewOf = async (caller: Caller, id: number) => {
    const role = await livingRecord(records, caller, resource, id);
    return roleView(presentFor(caller, catalogue.find(resource), role));
  };

  function values(input: Partial<InputOf<'Role', 'Create'>>) {
    const granted = input.grantedPermissions ?? undefined;
    const known = new Set(permissions.map(({ name }) => name));
    const unknown = granted?.findIndex((name) => !known.has(name)) ?? -1;
    if (unknown >= 0) {
      throw formError(`grantedPermissions.${unknown}`, 'admin.unknownPermission', {
        name: granted?.[unknown] ?? '',
      });
    }
    const all: Record<string, unknown> = {
      name: input.name,
      displayName: input.displayName,
      description: input.description === '' ? null : input.description,
      permissions: granted && withParents(granted),
      isDefault: input.isDefault,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  return implement('Role', {
    Get: ({ id }, caller) => viewOf(caller, id),
    async GetAll({ keyword, ...page }, caller) {
      const type = catalogue.find(resource);
      const query = listQuery(page, {
        sortable,
        usual: [
          { field: 'name', order: 'asc' },
          { field: 'displayName', order: 'asc' },
        ],
        keyword,
      });
      const { items, total } = await records.list(caller, resource, query);
      return { totalCount: total, items: items.map((role) => roleView(presentFor(caller, type, role))) };
    },
    async GetRoles({ permission }, caller) {
      const { items } = await records.list(caller, resource, allRows);
      const giving = items.filter(
        (role) => !permission?.trim() || textsOf(role.permissions).includes(permission.trim()),
      );
      return { items: giving.map(roleListView) };
    },
    GetAllPermissions: async (_input, caller) => ({ items: permissionsIn(caller.locale) }),
    async GetRoleForEdit({ id }, caller) {
      const { name, displayName, description, isStatic, grantedPermissions } = await viewOf(caller, id);
      return {
        role: { id, name, displayName, description, isStatic },
        permissions: permissionsIn(caller.locale),
        grantedPermissionNames: grantedPermissions,
      };
    },
    async Create(input, caller) {
      const { id } = await nameFree(input.name, () => records.create(caller, resource, values(input)));
      return viewOf(caller, id);
    },
    async Update(input, caller) {
      await nameFree(input.name, () =>
        records.transaction(async (transaction) => {
          const before = await records.lockForChange(caller, resource, input.id, asCaller(transaction));
          const version = input.version ?? before.version;
          await records.update(caller, resource, input.id, version, values(input), asCaller(transaction));
        }),
      );
      return viewOf(caller, input.id);
    },
    async Delete({ id }, caller) {
      const role = await livingRecord(records, caller, resource, id);
      if (role.isStatic === true) {
        const name = { name: textOf(role.displayName), nameEn: stringOf(role.displayNameEn) };
        throw refused('admin.staticRole', nameValues('name', name));
      }
      await records.trash(caller, resource, id);
      return null;
    },
  });
}

function permissionsIn(locale: Locale): FlatPermission[] {
  return permissions.map(({ name, label, parent }) => ({
    id: 0,
    name,
    displayName: labelIn(label, locale),
    description: null,
    parentName: parent,
  }));
}

/** A name that is taken is a business rule to ABP. */
async function nameFree<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withFieldNames(fieldNames, work);
  } catch (error) {
    const taken =
      error instanceof AppError &&
      error.code === 'conflict' &&
      error.extra.fields?.some(({ field }) => field === 'name');
    if (taken) throw refused('admin.roleNameTaken', { name: textOf(name) });
    throw error;
  }
}
