import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';
import { userDto } from './user.ts';

const maintainers = ['Pages.Organizations'];

const unitDto = Type.Object({
  id: Type.Integer(),
  parentId: nullable(Type.Integer()),
  code: Type.String(),
  displayName: Type.String(),
  /** null: it has none. */
  displayNameEn: nullable(Type.String()),
  kind: Type.String(),
  hasArea: Type.Boolean(),
  memberCount: Type.Integer(),
  roleCount: Type.Integer(),
  version: Type.Integer(),
  creationTime: Type.String(),
  creatorUserId: nullable(Type.Integer()),
  lastModificationTime: nullable(Type.String()),
  lastModifierUserId: nullable(Type.Integer()),
});

export type UnitDto = Static<typeof unitDto>;

const nameInput = Type.String({ minLength: 1, maxLength: 128 });

const members = pageOf(userDto);

const memberPair = Type.Object({
  userId: Type.Integer({ minimum: 1 }),
  organizationUnitId: Type.Integer({ minimum: 1 }),
});

/** The tree of organization units as ABP's clients keep it. */
export const organizationUnit = {
  GetOrganizationUnits: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Every organization unit by code: a tree by parentId',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(unitDto) }),
  }),
  GetOrganizationUnitUsers: call({
    verb: 'GET',
    permission: ['Pages.Users'],
    summary: 'The users of a unit, by page',
    input: Type.Object({ id, ...pagedInput }),
    output: members,
  }),
  GetOrganizationUnitRoles: call({
    verb: 'GET',
    permission: ['Pages.Users'],
    summary: 'The roles of a unit: none, for roles belong to users',
    input: Type.Object({ id, ...pagedInput }),
    output: pageOf(Type.Null()),
  }),
  CreateOrganizationUnit: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Make a unit below another, or at the top; its code is given to it',
    input: Type.Object({
      parentId: Type.Optional(orNull(Type.Integer())),
      displayName: nameInput,
      kind: Type.Optional(Type.String()),
    }),
    output: unitDto,
  }),
  UpdateOrganizationUnit: call({
    verb: 'PUT',
    permission: maintainers,
    summary: 'Give a unit another name',
    input: Type.Object({ id, displayName: nameInput }),
    output: unitDto,
  }),
  MoveOrganizationUnit: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Put a unit with all below it under another, or at the top: all of them are numbered anew',
    input: Type.Object({
      id,
      newParentId: Type.Optional(orNull(Type.Integer())),
      /** Of the unit that is moved; absent: whichever it has. */
      version: Type.Optional(orNull(Type.Integer())),
    }),
    output: unitDto,
  }),
  DeleteOrganizationUnit: call({
    verb: 'DELETE',
    permission: maintainers,
    summary: 'Put a unit into the trash; not one that has units, users or records',
    input: idInput,
    output: Type.Null(),
  }),
  AddUsersToOrganizationUnit: call({
    verb: 'POST',
    permission: ['Pages.Users'],
    session: true,
    summary: 'Add users to a unit',
    input: Type.Object({
      userIds: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 500 }),
      organizationUnitId: Type.Integer({ minimum: 1 }),
    }),
    output: Type.Null(),
  }),
  RemoveUserFromOrganizationUnit: call({
    verb: 'DELETE',
    permission: ['Pages.Users'],
    session: true,
    summary: 'Take a user out of a unit',
    input: memberPair,
    output: Type.Null(),
  }),
  FindUsers: call({
    verb: 'POST',
    permission: ['Pages.Users'],
    writes: false,
    summary: 'Users who are not in a unit yet, by page',
    input: Type.Object({
      organizationUnitId: Type.Integer({ minimum: 1 }),
      filter: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
      ...pagedInput,
    }),
    output: Type.Object({
      totalCount: Type.Integer(),
      items: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    }),
  }),
};
