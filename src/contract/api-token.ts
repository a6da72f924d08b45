import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { idInput } from './input.ts';
import { nullable } from './nullable.ts';

const token = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String(),
  permissions: Type.Array(Type.String()),
  readOnly: Type.Boolean(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  lastUsedAt: nullable(Type.String()),
  revokedAt: nullable(Type.String()),
  state: Type.Union([Type.Literal('living'), Type.Literal('ended'), Type.Literal('revoked')]),
});

export type ApiToken = Static<typeof token>;

/** A user's tokens for programs. Only the user makes them, in a session; the user and whoever keeps users revoke them. */
export const apiToken = {
  GetList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'The own API tokens, newest first; the secrets are nowhere kept',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(token) }),
  }),
  Create: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'A new API token; its secret is told this once',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 64 }),
      permissions: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      readOnly: Type.Optional(Type.Boolean()),
      expiresAt: Type.String(),
    }),
    output: Type.Object({ secret: Type.String(), token }),
  }),
  Revoke: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Ends an own token, or one of a user whom the caller administers, at once',
    input: idInput,
    output: token,
  }),
};
