import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput } from './input.ts';
import { nullable } from './nullable.ts';

const state = Type.Union(
  (['waiting', 'asked', 'granted', 'refused', 'used', 'over'] as const).map((one) => Type.Literal(one)),
);

const view = {
  id: Type.Integer(),
  state,
  device: nullable(Type.Object({ name: Type.String(), address: Type.String() })),
  checkNumber: nullable(Type.String()),
  expiresAt: Type.String(),
};

/** A second device is signed in by a code of the first (decisions.md §9): it asks, the first lets it in. */
export const deviceBinding = {
  Create: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'A code for a second device: it holds a few minutes, and once',
    input: Type.Object({}),
    output: Type.Object({ ...view, code: Type.String() }),
  }),
  Get: call({
    verb: 'GET',
    permission: 'signedIn',
    session: true,
    summary: 'Whether a device has come with the code, and which',
    input: idInput,
    output: Type.Object(view),
  }),
  Answer: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Lets the device in that asks, or does not',
    input: Type.Object({
      id,
      grant: Type.Boolean(),
      /** What its owner calls the device; absent: by its browser and system. */
      name: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Type.Object(view),
  }),
  Ask: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: 60,
    summary: 'A second device comes with a code; it waits for the answer by the secret that it is given',
    input: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    output: Type.Object({ secret: Type.String(), checkNumber: Type.String(), expiresAt: Type.String() }),
  }),
  Collect: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: 120,
    summary: 'What became of it; once granted, a session of the device, and that once',
    input: Type.Object({ secret: Type.String({ minLength: 20, maxLength: 100 }) }),
    output: Type.Object({
      state,
      session: nullable(
        Type.Object({
          accessToken: Type.String(),
          encryptedAccessToken: Type.String(),
          expireInSeconds: Type.Integer(),
        }),
      ),
    }),
  }),
};
