import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';

const roleListDto = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  isStatic: Type.Boolean(),
  isDefault: Type.Boolean(),
  creationTime: Type.String(),
});

export type RoleListDto = Static<typeof roleListDto>;

export const roleDto = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  normalizedName: Type.String(),
  description: nullable(Type.String()),
  grantedPermissions: Type.Array(Type.String()),
  isStatic: Type.Boolean(),
  isDefault: Type.Boolean(),
  creationTime: Type.String(),
  version: Type.Integer(),
});

export type RoleDto = Static<typeof roleDto>;

const maintainers = ['Pages.Roles'];

const readers = ['Pages.Roles', 'Pages.Users'];

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

export type FlatPermission = Static<typeof flatPermission>;

/** Roles as ABP's clients keep them. */
export const role = {
  Get: call({
    verb: 'GET',
    permission: readers,
    summary: 'One role with its permissions',
    input: idInput,
    output: roleDto,
  }),
  GetAll: call({
    verb: 'GET',
    permission: readers,
    summary: 'Roles by page',
    input: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 256 })), ...pagedInput }),
    output: pageOf(roleDto),
  }),
  GetRoles: call({
    verb: 'GET',
    permission: readers,
    summary: 'Roles that give a permission; without one, all',
    input: Type.Object({ permission: Type.Optional(Type.String({ maxLength: 128 })) }),
    output: Type.Object({ items: Type.Array(roleListDto) }),
  }),
  GetAllPermissions: call({
    verb: 'GET',
    permission: readers,
    summary: 'Every permission there is',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(flatPermission) }),
  }),
  GetRoleForEdit: call({
    verb: 'GET',
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
  }),
  Create: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Make a role',
    input: Type.Object(roleInput),
    output: roleDto,
  }),
  Update: call({
    verb: 'PUT',
    permission: maintainers,
    session: true,
    summary: 'Change a role; what is left out stays',
    input: Type.Object({
      ...roleInput,
      id,
      /** Of the record that the change was made from; absent: whatever is there is replaced. */
      version: Type.Optional(orNull(Type.Integer())),
    }),
    output: roleDto,
  }),
  Delete: call({
    verb: 'DELETE',
    permission: maintainers,
    session: true,
    summary: 'Put a role into the trash; not one that the product is built on, nor one that users have',
    input: idInput,
    output: Type.Null(),
  }),
};
