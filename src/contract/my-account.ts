import { type Static, Type } from '@sinclair/typebox';
import { statisticsReaders } from '#domain/statistics/readers.ts';
import { call } from './call.ts';
import { idInput } from './input.ts';
import { nullable } from './nullable.ts';

const sessionView = Type.Object({
  id: Type.Integer(),
  /** The one that asks. */
  here: Type.Boolean(),
  device: Type.Union([
    Type.Literal('desktop'),
    Type.Literal('phone'),
    Type.Literal('tablet'),
    Type.Literal('program'),
  ]),
  /** What its user calls a display, or a device that was bound by a code. */
  name: nullable(Type.String()),
  browser: Type.String(),
  system: Type.String(),
  address: Type.String(),
  remembered: Type.Boolean(),
  isDisplay: Type.Boolean(),
  startedAt: Type.String(),
  lastSeenAt: Type.String(),
  endsAt: Type.String(),
});

export type SessionView = Static<typeof sessionView>;

const text = (maxLength: number) => Type.String({ maxLength });

const profileView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  nameEn: nullable(Type.String()),
  surname: nullable(Type.String()),
  emailAddress: nullable(Type.String()),
  phoneNumber: nullable(Type.String()),
  company: nullable(Type.String()),
  roles: Type.Array(Type.String()),
  lastLoginAt: nullable(Type.String()),
  passwordChangedAt: nullable(Type.String()),
});

export type Profile = Static<typeof profileView>;

const password = Type.String({ minLength: 1, maxLength: 128 });

const code = Type.String({ minLength: 1, maxLength: 64 });

const recoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });

/** The own account; and, for administrators, the sessions and the second factor of others. */
export const myAccount = {
  GetProfile: call({
    verb: 'GET',
    permission: 'signedIn',
    session: true,
    summary: 'The own account as its owner sees it',
    input: Type.Object({}),
    output: profileView,
  }),
  UpdateProfile: call({
    verb: 'PUT',
    permission: 'signedIn',
    session: true,
    summary: 'Change what of the own account is the user’s to change',
    input: Type.Object({
      version: Type.Integer(),
      name: Type.String({ minLength: 1, maxLength: 64 }),
      nameEn: Type.Optional(nullable(text(64))),
      surname: Type.Optional(nullable(text(64))),
      emailAddress: Type.Optional(nullable(text(256))),
      phoneNumber: Type.Optional(nullable(text(32))),
    }),
    output: profileView,
  }),
  GetPasswordRules: call({
    verb: 'GET',
    permission: 'signedIn',
    openToSignInRequirement: true,
    summary: 'What a new password must be',
    input: Type.Object({}),
    output: Type.Object({
      minLength: Type.Integer(),
      maxLength: Type.Integer(),
      classes: Type.Integer(),
      notUserName: Type.Boolean(),
      history: Type.Integer(),
      maxAgeDays: Type.Number(),
    }),
  }),
  GetLife: call({
    verb: 'GET',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'How long this session still lives, by its age and without a person, in seconds',
    input: Type.Object({}),
    output: Type.Object({
      endsInS: Type.Integer(),
      /** Null: it does not end for want of a person. */
      idleEndsInS: nullable(Type.Integer()),
      warnS: Type.Integer(),
    }),
  }),
  BeginDisplay: call({
    verb: 'POST',
    permission: statisticsReaders,
    session: true,
    summary: 'Make of this session that of a display: it only reads, and stays signed in for weeks',
    input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }) }),
    output: Type.Object({
      accessToken: Type.String(),
      encryptedAccessToken: Type.String(),
      expireInSeconds: Type.Integer(),
    }),
  }),
  GetSessions: call({
    verb: 'GET',
    permission: 'signedIn',
    session: true,
    summary: 'Where the user is signed in, last seen first',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(sessionView) }),
  }),
  EndSession: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Sign out there: ends an own session and its hub connections at once',
    input: idInput,
    output: Type.Boolean(),
  }),
  EndOtherSessions: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Sign out everywhere but here',
    input: Type.Object({}),
    output: Type.Object({ ended: Type.Integer() }),
  }),
  GetUserSessions: call({
    verb: 'GET',
    permission: ['Pages.Users'],
    session: true,
    summary: 'Where a user is signed in',
    input: Type.Object({ userId: Type.Integer({ minimum: 1 }) }),
    output: Type.Object({ items: Type.Array(sessionView) }),
  }),
  EndUserSessions: call({
    verb: 'POST',
    permission: ['Pages.Users'],
    session: true,
    summary: 'Ends one session of a user, or all of them',
    input: Type.Object({
      userId: Type.Integer({ minimum: 1 }),
      id: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    output: Type.Object({ ended: Type.Integer() }),
  }),
  GetSecondFactor: call({
    verb: 'GET',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'Whether the own sign-in has a second step',
    input: Type.Object({}),
    output: Type.Object({
      enrolledAt: nullable(Type.String()),
      /** One of the roles asks for it. */
      required: Type.Boolean(),
      recoveryCodesLeft: Type.Integer(),
    }),
  }),
  BeginSecondFactor: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'A new secret for an authenticator app; it is in force once its first code is confirmed',
    input: Type.Object({ password }),
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
  }),
  ConfirmSecondFactor: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    openToSignInRequirement: true,
    summary: 'The first code: from now on sign-in asks for one. The recovery codes are told this once',
    input: Type.Object({ code }),
    output: recoveryCodes,
  }),
  RemoveSecondFactor: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Sign-in asks for no code any more; refused where a role asks for it',
    input: Type.Object({ password, code }),
    output: Type.Boolean(),
  }),
  NewRecoveryCodes: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'New recovery codes in the place of the old ones, told this once',
    input: Type.Object({ password, code }),
    output: recoveryCodes,
  }),
  ResetSecondFactor: call({
    verb: 'POST',
    permission: ['Pages.Users'],
    session: true,
    summary: 'Takes the second factor from a user who has lost it; the administrator proves who they are',
    input: Type.Object({ adminPassword: password, userId: Type.Integer({ minimum: 1 }) }),
    output: Type.Boolean(),
  }),
};
