import { type TSchema, Type } from '@sinclair/typebox';
import type { Rule } from '#domain/identity/access.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Challenges } from './challenges.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { ProtocolPages } from './protocol.ts';
import type { Registering } from './registering.ts';

export interface RegistrationDeps {
  records: Records;
  codes: PhoneCodes;
  challenges: Challenges;
  protocol: ProtocolPages;
  registering: Registering;
  /** The registration of whoever knows this password and may not sign in yet; throws where there is none. */
  waitingRegistrationOf(caller: Caller, userName: string, password: string): Promise<number>;
  clock: () => Date;
}

const text = (most: number, least = 1) => Type.String({ minLength: least, maxLength: most });
const page = Type.Object({
  code: Type.String(),
  title: Type.String(),
  value: Type.String(),
  version: Type.Integer(),
  updatedAt: Type.String(),
});
const ticket = { ticket: Type.String(), ticketExpiresAt: Type.String() };
const codeAsked = Type.Object({
  delivery: Type.Union([Type.Literal('gateway'), Type.Literal('desk')]),
  expiresInSeconds: Type.Integer(),
  retryAfterSeconds: Type.Integer(),
});
const anything: TSchema = Type.Object({}, { additionalProperties: true });

/** Tries of one address in a minute. */
const fewPerMinute = 60;

/** The calls of a company that registers itself: those of User in specification §7, and what the ticket shows. */
export function createRegistrationServices(deps: RegistrationDeps): Service[] {
  return [
    { name: 'User', methods: userMethods(deps) },
    { name: 'Registration', methods: ticketMethods(deps) },
  ];
}

function userMethods({ codes, protocol, registering }: RegistrationDeps) {
  return [
    method({
      verb: 'GET',
      name: 'GetValidate',
      permission: 'anonymous',
      writes: true,
      perMinute: fewPerMinute,
      summary:
        'Sends a code to a phone, by the gateway or through the staff; the answer is the same for every number',
      input: Type.Object({ telphone: text(20) }),
      output: codeAsked,
      handle: ({ telphone }, caller) => codes.ask(caller, telphone.trim()),
    }),
    method({
      verb: 'GET',
      name: 'GetAuthProtocol',
      permission: 'anonymous',
      summary: 'The protocol that whoever registers accepts; null: there is none',
      input: Type.Object({}),
      output: nullable(page),
      handle: (_input, { locale }) => protocol.current(locale),
    }),
    method({
      verb: 'POST',
      name: 'SaveAuthProtocol',
      permission: ['Pages.Static'],
      session: true,
      summary: 'Replaces the protocol of the registration; its version grows',
      input: Type.Object({ value: text(50_000), valueEn: Type.Optional(Type.String({ maxLength: 50_000 })) }),
      output: page,
      handle: ({ value, valueEn }, caller) => protocol.save(caller, value, valueEn),
    }),
    method({
      verb: 'POST',
      name: 'CreateOneStep',
      permission: 'anonymous',
      perMinute: fewPerMinute,
      summary:
        'Registers a company and its first user, who signs in once the company is certified; a ticket is given',
      input: Type.Object({
        company: anything,
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
      async handle({ company, website, ...input }, caller) {
        if (website) throw new AppError('refused', { key: 'register.workNotDone' });
        return registering.register(caller, { ...input, company: objectOf(company) });
      },
    }),
  ];
}

function ticketMethods(deps: RegistrationDeps) {
  const { records, challenges, protocol, registering, waitingRegistrationOf, clock } = deps;
  const system = systemCaller();
  return [
    method({
      verb: 'GET',
      name: 'GetRules',
      permission: 'anonymous',
      summary: 'What a registration asks for, and the texts that are shown with it',
      input: Type.Object({}),
      output: Type.Object({
        open: Type.Boolean(),
        phoneRequired: Type.Boolean(),
        delivery: Type.Union([Type.Literal('gateway'), Type.Literal('desk')]),
        pages: Type.Array(page),
      }),
      handle: async (_input, { locale }) => ({
        ...(await registering.rules()),
        pages: await protocol.open(locale),
      }),
    }),
    method({
      verb: 'GET',
      name: 'GetProtocolTexts',
      permission: ['Pages.Static'],
      summary: 'The protocol in both languages, for who edits it; version 0: there is none yet',
      input: Type.Object({}),
      output: Type.Object({ value: Type.String(), valueEn: Type.String(), version: Type.Integer() }),
      handle: () => protocol.texts(),
    }),
    method({
      verb: 'GET',
      name: 'GetChallenge',
      permission: 'anonymous',
      summary: 'A piece of work for the machine that registers; `bits` zero bits begin its SHA-256',
      input: Type.Object({}),
      output: Type.Object({ challenge: Type.String(), bits: Type.Integer(), expiresAt: Type.String() }),
      handle: () => challenges.give(clock()),
    }),
    method({
      verb: 'POST',
      name: 'RenewTicket',
      permission: 'anonymous',
      perMinute: fewPerMinute,
      summary: 'Another ticket for a registration, by the user name and password that were chosen in it',
      input: Type.Object({ userName: text(256), password: text(128) }),
      output: Type.Object(ticket),
      async handle({ userName, password }, caller) {
        return registering.renew(await waitingRegistrationOf(caller, userName, password));
      },
    }),
    method({
      verb: 'GET',
      name: 'GetState',
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
        actor: anything,
        rules: Type.Array(anything),
      }),
      async handle(_input, caller) {
        const { ticket: held, actor, ability } = caller;
        if (!held || actor.companyId === null) {
          throw new AppError('notFound', { key: 'register.noTicket' });
        }
        const company = await records.get(system, 'company', actor.companyId);
        const registration = await records.get(system, 'registration', held.registration);
        const rules: Rule[] = [...ability.rules];
        return {
          company: {
            id: company.id,
            name: String(company.name),
            examineState: Number(company.examineState ?? 0),
          },
          user: { id: actor.userId, userName: actor.userName, name: actor.name },
          phone: String(registration.phone ?? ''),
          phoneVerified: typeof registration.phoneVerifiedAt === 'string',
          open: held.open,
          ticketExpiresAt: held.expiresAt,
          actor: { ...actor },
          rules: rules.map((rule) => ({ ...rule })),
        };
      },
    }),
  ];
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
