import { type Static, Type } from '@sinclair/typebox';
import { permissions, withParents } from '#domain/identity/permissions.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import {
  allRows,
  fault,
  idInput,
  listQuery,
  livingRecord,
  orNull,
  pagedInput,
  textOf,
  textsOf,
  withFieldNames,
} from '#server/features/abp/abp.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { roleDto, roleListDto, roleListView, roleView } from './role-dto.ts';
import { asked } from './user-accounts.ts';

const resource = 'role';
const keepers = ['Pages.Roles'];
const readers = ['Pages.Roles', 'Pages.Users'];
const fieldNames = { permissions: 'grantedPermissions' };

const roleInput = {
  name: Type.String({ minLength: 1, maxLength: 32 }),
  displayName: Type.String({ minLength: 1, maxLength: 64 }),
  normalizedName: Type.Optional(orNull(Type.String())),
  description: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  grantedPermissions: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 500 }))),
  isDefault: Type.Optional(Type.Boolean()),
};

const flatPermission = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  description: nullable(Type.String()),
  parentName: nullable(Type.String()),
});

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

  function values(input: Partial<Static<ReturnType<typeof Type.Object<typeof roleInput>>>>) {
    const granted = input.grantedPermissions ?? undefined;
    const known = new Set(permissions.map(({ name }) => name));
    const unknown = granted?.findIndex((name) => !known.has(name)) ?? -1;
    if (unknown >= 0) {
      throw fault(`grantedPermissions.${unknown}`, 'admin.unknownPermission', {
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

  return {
    name: 'Role',
    methods: [
      method({
        verb: 'GET',
        name: 'Get',
        permission: readers,
        summary: 'One role with its permissions',
        input: idInput,
        output: roleDto,
        handle: ({ id }, caller) => viewOf(caller, id),
      }),
      method({
        verb: 'GET',
        name: 'GetAll',
        permission: readers,
        summary: 'Roles by page',
        input: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 256 })), ...pagedInput }),
        output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(roleDto) }),
        async handle({ keyword, ...page }, caller) {
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
      }),
      method({
        verb: 'GET',
        name: 'GetRoles',
        permission: readers,
        summary: 'Roles that give a permission; without one, all',
        input: Type.Object({ permission: Type.Optional(Type.String({ maxLength: 128 })) }),
        output: Type.Object({ items: Type.Array(roleListDto) }),
        async handle({ permission }, caller) {
          const { items } = await records.list(caller, resource, allRows);
          const giving = items.filter(
            (role) => !permission?.trim() || textsOf(role.permissions).includes(permission.trim()),
          );
          return { items: giving.map(roleListView) };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetAllPermissions',
        permission: readers,
        summary: 'Every permission there is',
        input: Type.Object({}),
        output: Type.Object({ items: Type.Array(flatPermission) }),
        handle: async (_input, caller) => ({ items: permissionsIn(caller.locale) }),
      }),
      method({
        verb: 'GET',
        name: 'GetRoleForEdit',
        permission: readers,
        summary: 'A role, every permission, and those it gives',
        input: idInput,
        output: Type.Object({
          role: Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            displayName: Type.String(),
            description: nullable(Type.String()),
            isStatic: Type.Boolean(),
          }),
          permissions: Type.Array(flatPermission),
          grantedPermissionNames: Type.Array(Type.String()),
        }),
        async handle({ id }, caller) {
          const { name, displayName, description, isStatic, grantedPermissions } = await viewOf(caller, id);
          return {
            role: { id, name, displayName, description, isStatic },
            permissions: permissionsIn(caller.locale),
            grantedPermissionNames: grantedPermissions,
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'Create',
        permission: keepers,
        session: true,
        summary: 'Make a role',
        input: Type.Object(roleInput),
        output: roleDto,
        async handle(input, caller) {
          const { id } = await nameFree(input.name, () => records.create(caller, resource, values(input)));
          return viewOf(caller, id);
        },
      }),
      method({
        verb: 'PUT',
        name: 'Update',
        permission: keepers,
        session: true,
        summary: 'Change a role; what is left out stays',
        input: Type.Object({
          ...roleInput,
          id: Type.Integer({ minimum: 1 }),
          /** Of the record that the change was made from; absent: whatever is there is replaced. */
          version: Type.Optional(orNull(Type.Integer())),
        }),
        output: roleDto,
        async handle(input, caller) {
          await nameFree(input.name, () =>
            records.transaction(async (unit) => {
              const before = await records.lockForChange(caller, resource, input.id, asked(unit));
              const version = input.version ?? before.version;
              await records.update(caller, resource, input.id, version, values(input), asked(unit));
            }),
          );
          return viewOf(caller, input.id);
        },
      }),
      method({
        verb: 'DELETE',
        name: 'Delete',
        permission: keepers,
        session: true,
        summary: 'Put a role into the trash; not one that the product is built on, nor one that users have',
        input: idInput,
        output: Type.Null(),
        async handle({ id }, caller) {
          const role = await livingRecord(records, caller, resource, id);
          if (role.isStatic === true) throw refused('admin.staticRole', { name: textOf(role.displayName) });
          await records.trash(caller, resource, id);
          return null;
        },
      }),
    ],
  };
}

function permissionsIn(locale: Locale): Static<typeof flatPermission>[] {
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
