import { Type } from '@sinclair/typebox';
import type { Actor, Rule } from '#domain/identity/access.ts';
import type { StartStep } from '#domain/identity/start-steps.ts';
import { call } from './call.ts';
import { nullable } from './nullable.ts';
import { openObject } from './open-object.ts';

const text = (most: number, least = 1) => Type.String({ minLength: least, maxLength: most });

const page = Type.Object({
  code: Type.String(),
  title: Type.String(),
  value: Type.String(),
  version: Type.Integer(),
  updatedAt: Type.String(),
});

const ticket = { ticket: Type.String(), ticketExpiresAt: Type.String() };

const codeRequest = Type.Object({
  delivery: Type.Union([Type.Literal('gateway'), Type.Literal('desk')]),
  expiresInSeconds: Type.Integer(),
  retryAfterSeconds: Type.Integer(),
});

/** Tries of one address in a minute. */
const fewPerMinute = 60;

/** What a company that registers itself asks of User (specification §7). */
export const applicant = {
  GetValidate: call({
    verb: 'GET',
    permission: 'anonymous',
    writes: true,
    perMinute: fewPerMinute,
    summary:
      'Sends a code to a phone, by the gateway or through the staff; the answer is the same for every number',
    input: Type.Object({ telphone: text(20) }),
    output: codeRequest,
  }),
  GetAuthProtocol: call({
    verb: 'GET',
    permission: 'anonymous',
    summary: 'The protocol that whoever registers accepts; null: there is none',
    input: Type.Object({}),
    output: nullable(page),
  }),
  SaveAuthProtocol: call({
    verb: 'POST',
    permission: ['Pages.Static'],
    session: true,
    summary: 'Replaces the protocol of the registration; its version grows',
    input: Type.Object({ value: text(50_000), valueEn: Type.Optional(Type.String({ maxLength: 50_000 })) }),
    output: page,
  }),
  CreateOneStep: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: fewPerMinute,
    summary:
      'Registers a company and its first user, who signs in once the company is certified; a ticket is given',
    input: Type.Object({
      company: openObject<Record<string, unknown>>(),
      user: Type.Object({
        userName: text(64),
        name: text(64),
        surname: Type.Optional(Type.String({ maxLength: 64 })),
        password: text(128),
      }),
      phone: Type.String({ pattern: '^1[3-9]\\d{9}$' }),
      phoneCode: Type.Optional(Type.String({ maxLength: 12 })),
      protocolVersion: Type.Optional(Type.Integer()),
      challenge: text(512),
      nonce: text(32),
      /** Nobody sees this field: only a machine fills it in. */
      website: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    output: Type.Object({ ...ticket, companyId: Type.Integer(), phoneVerified: Type.Boolean() }),
  }),
};

/** What is shown with a registration, and where it stands by the ticket that it gave. */
export const registration = {
  GetRules: call({
    verb: 'GET',
    permission: 'anonymous',
    summary: 'What a registration asks for, and the texts that are shown with it',
    input: Type.Object({}),
    output: Type.Object({
      open: Type.Boolean(),
      phoneRequired: Type.Boolean(),
      delivery: Type.Union([Type.Literal('gateway'), Type.Literal('desk')]),
      pages: Type.Array(page),
    }),
  }),
  GetProtocolTexts: call({
    verb: 'GET',
    permission: ['Pages.Static'],
    summary: 'The protocol in both languages, for who edits it; version 0: there is none yet',
    input: Type.Object({}),
    output: Type.Object({ value: Type.String(), valueEn: Type.String(), version: Type.Integer() }),
  }),
  GetChallenge: call({
    verb: 'GET',
    permission: 'anonymous',
    summary: 'A piece of work for the machine that registers; `bits` zero bits begin its SHA-256',
    input: Type.Object({}),
    output: Type.Object({ challenge: Type.String(), bits: Type.Integer(), expiresAt: Type.String() }),
  }),
  RenewTicket: call({
    verb: 'POST',
    permission: 'anonymous',
    perMinute: fewPerMinute,
    summary: 'Another ticket for a registration, by the user name and password that were chosen in it',
    input: Type.Object({ userName: text(256), password: text(128) }),
    output: Type.Object(ticket),
  }),
  GetProgress: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'How far the own company has come from its registration to its first plan; null: the caller has none',
    input: Type.Object({}),
    output: nullable(
      Type.Array(
        Type.Object({
          step: Type.Unsafe<StartStep>(Type.String()),
          count: Type.Integer(),
          done: Type.Boolean(),
        }),
      ),
    ),
  }),
  GetState: call({
    verb: 'GET',
    permission: 'anonymous',
    summary: 'Where the registration of a ticket stands, with the rules of what it lets one do',
    input: Type.Object({}),
    output: Type.Object({
      company: Type.Object({ id: Type.Integer(), name: Type.String(), examineState: Type.Integer() }),
      user: Type.Object({ id: Type.Integer(), userName: Type.String(), name: Type.String() }),
      phone: Type.String(),
      phoneVerified: Type.Boolean(),
      open: Type.Boolean(),
      ticketExpiresAt: Type.String(),
      actor: openObject<Actor>(),
      rules: Type.Array(openObject<Rule>()),
    }),
  }),
};
