import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput, optionalBoolean, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';

const maintainers = ['Pages.Users'];
const text = Type.String();
const optionalText = nullable(Type.String());

const listedUser = Type.Object({
  id: Type.Integer(),
  name: text,
  surname: text,
  userName: text,
  emailAddress: optionalText,
  phoneNumber: optionalText,
  profilePictureId: Type.Null(),
  isEmailConfirmed: Type.Boolean(),
  roles: Type.Array(Type.Object({ roleId: Type.Integer(), roleName: text })),
  isActive: Type.Boolean(),
  creationTime: text,
});

const unit = Type.Object({
  id: Type.Integer(),
  parentId: nullable(Type.Integer()),
  code: text,
  displayName: text,
});

const userForEdit = Type.Object({
  id: nullable(Type.Integer()),
  name: text,
  surname: text,
  userName: text,
  emailAddress: optionalText,
  phoneNumber: optionalText,
  /** Never told. */
  password: Type.Null(),
  isActive: Type.Boolean(),
  shouldChangePasswordOnNextLogin: Type.Boolean(),
  isTwoFactorEnabled: Type.Boolean(),
  isLockoutEnabled: Type.Boolean(),
});

const names = (most: number) => Type.Array(Type.String({ maxLength: 128 }), { maxItems: most });

/** What clients of ASP.NET Zero ask of the service User beside ABP's own calls (wire.md §3). */
export const zeroUser = {
  GetUsers: call({
    verb: 'GET',
    alsoBy: 'POST',
    permission: maintainers,
    summary: 'Users by page: by a part of their names, by role, by permissions that they hold, or locked',
    input: Type.Object({
      filter: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
      permissions: Type.Optional(orNull(names(100))),
      role: Type.Optional(orNull(Type.Integer())),
      onlyLockedUsers: optionalBoolean,
      ...pagedInput,
    }),
    output: pageOf(listedUser),
  }),
  GetUserForEdit: call({
    verb: 'GET',
    permission: maintainers,
    summary:
      'A user with every role and organization unit, and those that they have; without an id a new one',
    input: Type.Object({ id: Type.Optional(orNull(id)) }),
    output: Type.Object({
      profilePictureId: Type.Null(),
      user: userForEdit,
      roles: Type.Array(
        Type.Object({
          roleId: Type.Integer(),
          roleName: text,
          roleDisplayName: text,
          isAssigned: Type.Boolean(),
          /** Always false: roles belong to users, never to units. */
          inheritedFromOrganizationUnit: Type.Boolean(),
        }),
      ),
      allOrganizationUnits: Type.Array(unit),
      /** Their codes. */
      memberedOrganizationUnits: Type.Array(text),
    }),
  }),
  CreateOrUpdateUser: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary:
      'Make a user, or change one by its id. Without a password, or with one to be drawn, the user is invited: no mail is sent',
    input: Type.Object({
      user: Type.Object({
        id: Type.Optional(orNull(Type.Integer())),
        userName: Type.String({ minLength: 1, maxLength: 256 }),
        name: Type.String({ minLength: 1, maxLength: 64 }),
        surname: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
        emailAddress: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
        phoneNumber: Type.Optional(orNull(Type.String({ maxLength: 32 }))),
        password: Type.Optional(orNull(Type.String({ maxLength: 128 }))),
        isActive: Type.Optional(Type.Boolean()),
      }),
      assignedRoleNames: names(100),
      sendActivationEmail: Type.Optional(Type.Boolean()),
      setRandomPassword: Type.Optional(Type.Boolean()),
      organizationUnits: Type.Optional(orNull(Type.Array(Type.Integer(), { maxItems: 500 }))),
    }),
    output: Type.Null(),
  }),
  UpdateUserPermissions: call({
    verb: 'PUT',
    permission: maintainers,
    session: true,
    summary: 'Refused where it would change anything: what a user may do follows from their roles',
    input: Type.Object({ id, grantedPermissionNames: names(500) }),
    output: Type.Null(),
  }),
  DeleteUser: call({
    verb: 'DELETE',
    permission: maintainers,
    session: true,
    summary: 'Put a user into the trash; their sessions end',
    input: idInput,
    output: Type.Null(),
  }),
};

/** What clients of ASP.NET Zero ask of one's own account. */
export const profile = {
  ChangePassword: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'Change the own password, as User/ChangePassword does; every other session of the user ends',
    input: Type.Object({ currentPassword: Type.String(), newPassword: Type.String({ maxLength: 128 }) }),
    output: Type.Null(),
  }),
};
