import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput, optionalBoolean, orNull, pagedInput, pageOf } from './input.ts';
import { nullable } from './nullable.ts';
import { roleDto } from './role.ts';

const text = Type.String();
const optionalText = nullable(Type.String());
const ids = Type.Array(Type.Integer());

/** ABP's UserDto, and after it what this product knows of a user. */
export const userDto = Type.Object({
  id: Type.Integer(),
  userName: text,
  name: text,
  surname: text,
  emailAddress: optionalText,
  isActive: Type.Boolean(),
  fullName: text,
  lastLoginTime: optionalText,
  creationTime: text,
  /** Normalized, in upper case, as ABP has them. */
  roleNames: Type.Array(text),
  version: Type.Integer(),
  phoneNumber: optionalText,
  bussinessName: optionalText,
  company: nullable(Type.Integer()),
  organizationUnits: ids,
  coverageIds: ids,
  servedCompanies: ids,
  omGroup: optionalText,
  atGroup: optionalText,
  tags: Type.Array(text),
  operateType: optionalText,
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  language: optionalText,
  isLocked: Type.Boolean(),
  lockoutEndAt: optionalText,
  nameEn: optionalText,
});

export type UserDto = Static<typeof userDto>;

/** What Create and Update take beside ABP's own fields; the records engine judges the values. */
export const ownFields = [
  'phoneNumber',
  'bussinessName',
  'company',
  'organizationUnits',
  'servedCompanies',
  'omGroup',
  'atGroup',
  'tags',
  'operateType',
  'longitude',
  'latitude',
  'language',
  'nameEn',
] as const;

const abpFields = {
  userName: Type.String({ minLength: 1, maxLength: 256 }),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  surname: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
  emailAddress: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
  isActive: Type.Optional(Type.Boolean()),
  roleNames: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }))),
  coverageIds: Type.Optional(Type.Array(Type.Integer())),
  ...Object.fromEntries(ownFields.map((field) => [field, Type.Optional(Type.Unknown())])),
};

const createUserInput = Type.Object({
  ...abpFields,
  password: Type.String({ minLength: 1, maxLength: 128 }),
});

const updateUserInput = Type.Object({
  ...abpFields,
  id,
  /** Of the record that the change was made from; absent: whatever is there is replaced, as ABP does. */
  version: Type.Optional(orNull(Type.Integer())),
});

const maintainers = ['Pages.Users'];

const invitationToken = Type.String({ minLength: 20, maxLength: 100 });

const other = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.String({ maxLength: 500 }),
});

/** Users as ABP's clients keep them, their passwords, and what is done to them. */
export const user = {
  GetAll: call({
    verb: 'GET',
    permission: maintainers,
    summary: 'Users of the rows that the caller sees, by page',
    input: Type.Object({
      keyword: Type.Optional(Type.String({ maxLength: 256 })),
      isActive: optionalBoolean,
      ...pagedInput,
    }),
    output: pageOf(userDto),
  }),
  Get: call({
    verb: 'GET',
    permission: maintainers,
    summary: 'One user',
    input: idInput,
    output: userDto,
  }),
  Create: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Make a user with their first password',
    input: createUserInput,
    output: userDto,
  }),
  Update: call({
    verb: 'PUT',
    permission: maintainers,
    session: true,
    summary: 'Change a user; what is left out stays',
    input: updateUserInput,
    output: userDto,
  }),
  Delete: call({
    verb: 'DELETE',
    permission: maintainers,
    session: true,
    summary: 'Put a user into the trash; their sessions end',
    input: idInput,
    output: Type.Null(),
  }),
  GetRoleByUsers: call({
    verb: 'GET',
    permission: ['Pages.Users', 'Pages.Roles'],
    summary: 'The roles of a user',
    input: idInput,
    output: Type.Object({ items: Type.Array(roleDto) }),
  }),
  GetUserPermissionsForEdit: call({
    verb: 'GET',
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
  }),
  LockUser: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Lock a user until they are unlocked; their sessions end',
    input: idInput,
    output: Type.Null(),
  }),
  UnLockUser: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Unlock a user, whoever or whatever locked them',
    input: idInput,
    output: Type.Null(),
  }),
  Activate: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Let a user sign in',
    input: idInput,
    output: Type.Null(),
  }),
  DeActivate: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Let a user sign in no more; their sessions end',
    input: idInput,
    output: Type.Null(),
  }),
  ChangeLanguage: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary:
      'Save the own language, by its culture name; it is then that of every answer whose request names none in its query',
    input: Type.Object({ languageName: Type.String({ minLength: 1, maxLength: 16 }) }),
    output: Type.Null(),
  }),
  GetCoverageIdsBySave: call({
    verb: 'GET',
    permission: maintainers,
    session: true,
    writes: true,
    summary:
      "Save a user's coverage areas: 2 those that bound what they see, 3 those that their map shows in 3D",
    input: Type.Object({
      id,
      /** Ids of organization units, comma separated; empty: everywhere. */
      coverageIds: Type.Optional(Type.Array(Type.String({ maxLength: 4000 }))),
      type: Type.Optional(Type.Integer({ minimum: 2, maximum: 3, default: 2 })),
    }),
    output: Type.Object({
      coverageIds: Type.Array(Type.Integer()),
      coverageId3s: Type.Array(Type.Integer()),
    }),
  }),
  SaveOthers: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Further information about a user: names and values, as many as are needed',
    input: Type.Object({
      id,
      others: Type.Array(other, { maxItems: 100 }),
    }),
    output: Type.Object({ id: Type.Integer(), others: Type.Array(other) }),
  }),
  GetRoles: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'All roles by name; what a role permits is shown to whoever may read roles',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(roleDto) }),
  }),
  ChangePassword: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'Change the own password; every other session of the user ends',
    input: Type.Object({ currentPassword: Type.String(), newPassword: Type.String({ maxLength: 128 }) }),
    output: Type.Boolean(),
  }),
  Invite: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary:
      'An invitation for a user who never signed in: by it they set their first password, once; the one before ends',
    input: idInput,
    output: Type.Object({ token: Type.String(), expiresAt: Type.String() }),
  }),
  RevokeInvitation: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary: 'Ends the invitation of a user',
    input: idInput,
    output: Type.Null(),
  }),
  GiveFirstPassword: call({
    verb: 'POST',
    permission: maintainers,
    session: true,
    summary:
      'Draws a first password for a user who never signed in, to be changed at once; it is shown this one time',
    input: idInput,
    output: Type.Object({ password: Type.String() }),
  }),
  GetInvitation: call({
    verb: 'POST',
    permission: 'anonymous',
    writes: false,
    perMinute: 60,
    summary: 'Whom an invitation is for; one that is used, over or replaced is refused with what to do',
    input: Type.Object({ token: invitationToken }),
    output: Type.Object({ userName: Type.String(), name: Type.String() }),
  }),
  AcceptInvitation: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: 60,
    summary: 'Sets the first password of the invited user; they sign in with it as everyone does',
    input: Type.Object({
      token: invitationToken,
      password: Type.String({ minLength: 1, maxLength: 128 }),
    }),
    output: Type.Object({ userName: Type.String() }),
  }),
  ResetPassword: call({
    verb: 'POST',
    permission: ['Pages.Users'],
    session: true,
    summary:
      "Set a user's password, to be changed at their next sign-in; the administrator confirms with their own password",
    input: Type.Object({
      adminPassword: Type.String(),
      userId: Type.Integer(),
      newPassword: Type.String({ maxLength: 128 }),
    }),
    output: Type.Boolean(),
  }),
};
