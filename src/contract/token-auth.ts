import { type Static, Type } from '@sinclair/typebox';

/** What `POST /api/TokenAuth/Authenticate` takes (wire.md §2). */
export const credentials = Type.Object({
  userNameOrEmailAddress: Type.String({ minLength: 1, maxLength: 256 }),
  password: Type.String({ minLength: 1, maxLength: 128 }),
  rememberClient: Type.Optional(Type.Boolean()),
  /** Of the authenticator app, or a recovery code, where the first answer asked for it. */
  twoFactorVerificationCode: Type.Optional(Type.String({ maxLength: 64 })),
});

export type Credentials = Static<typeof credentials>;

/** The names are those of ABP's clients (wire.md §2). */
export interface SignedIn {
  accessToken: string;
  /** Opaque; goes into hub URLs as `enc_auth_token`. */
  encryptedAccessToken: string;
  expireInSeconds: number;
  userId: number;
  /** Where a client goes that was not on its way to another page: a path of this site (specification §3). */
  redirect: string;
  /** Another password must be set before anything else may be done. */
  shouldResetPassword?: true;
}

/** The password is right, and the code is still to come: the same call again, with it. */
export interface CodeRequest {
  requiresTwoFactorVerification: true;
  twoFactorAuthProviders: ['Authenticator'];
  userId: number;
}

/** Calls outside `/api/services/app`, in the same envelope. */
export interface TokenAuthCalls {
  '/api/TokenAuth/Authenticate': { input: Credentials; output: SignedIn | CodeRequest };
  '/api/TokenAuth/LogOut': { input: Record<string, never>; output: null };
}
