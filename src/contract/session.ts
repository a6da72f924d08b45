import { type Static, Type } from '@sinclair/typebox';
import type { Actor, Rule } from '#domain/identity/access.ts';
import type { SignInRequirement } from '#domain/identity/sign-in-requirement.ts';
import { call } from './call.ts';
import { nullable } from './nullable.ts';
import { openObject } from './open-object.ts';

const loginUser = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  userName: Type.String(),
  emailAddress: nullable(Type.String()),
  /** 1 passed, 2 failed, anything else: nothing is shown. */
  examineState: Type.Integer(),
  IsAuth: Type.Boolean(),
});

/** The current user of specification §3. */
export interface SignedInUser {
  id: number;
  name: string;
  nameEn?: string | null;
  surname: string;
  /** The company's name, spelt as the contract spells it. */
  bussinessName: string | null;
  coverageIds: number[];
  isAuth: boolean | number | null;
  [field: string]: unknown;
}

const currentUser = Type.Object({
  user: openObject<SignedInUser>(),
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  application: Type.Object({ name: Type.String(), version: Type.String() }),
  /** What the user must do before anything else is answered: changePassword, enrolSecondFactor; null: nothing. */
  duty: nullable(Type.Unsafe<SignInRequirement>(Type.String())),
  actor: openObject<Actor>(),
  rules: Type.Array(openObject<Rule>()),
  /** The session is that of a display, which changes nothing: what it is called, and until when it is signed in. */
  display: Type.Optional(Type.Object({ name: Type.String(), endsAt: Type.String({ format: 'date-time' }) })),
  /** An administrator who sees the system as a role, and as one of a company. */
  viewAs: Type.Optional(Type.Object({ role: Type.String(), companyId: nullable(Type.Integer()) })),
});

/** The current user, with the rules that the client hides by. */
export type CurrentUser = Static<typeof currentUser>;

/** Who one is, and what one may. */
export const session = {
  GetCurrentLoginInformations: call({
    verb: 'GET',
    permission: 'anonymous',
    openToSignInRequirement: true,
    summary:
      'The application, the tenant, and the signed-in user with the certification state of the company',
    input: Type.Object({}),
    output: Type.Object({
      application: Type.Object({
        version: Type.String(),
        releaseDate: Type.String(),
        features: Type.Record(Type.String(), Type.Boolean()),
        /** Parameters that every screen obeys, before a session too: the wall of times, and the ages of marks. */
        timeZone: Type.String(),
        dimAfterS: Type.Number(),
        dropAfterS: Type.Number(),
      }),
      user: nullable(loginUser),
      tenant: nullable(Type.Object({ id: Type.Integer(), tenancyName: Type.String(), name: Type.String() })),
    }),
  }),
  GetCurrentUserInfo: call({
    verb: 'GET',
    permission: 'signedIn',
    openToSignInRequirement: true,
    summary: 'The current user with roles, permissions and the rules made from them',
    input: Type.Object({}),
    output: currentUser,
  }),
};
