import { Type } from '@sinclair/typebox';
import { longestPassword } from '#domain/identity/password-rules.ts';
import type { SessionPolicy } from '#domain/identity/session-policy.ts';
import { readUserAgent } from '#domain/identity/user-agent.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { KeptUser } from './kept-user.ts';
import type { EndReason, LivingSession, Sessions } from './sessions.ts';

const session = Type.Object({
  id: Type.Integer(),
  /** The one that asks. */
  here: Type.Boolean(),
  device: Type.Union([
    Type.Literal('desktop'),
    Type.Literal('phone'),
    Type.Literal('tablet'),
    Type.Literal('program'),
  ]),
  /** What its user calls a device that he bound by a code. */
  name: nullable(Type.String()),
  browser: Type.String(),
  system: Type.String(),
  address: Type.String(),
  remembered: Type.Boolean(),
  startedAt: Type.String(),
  lastSeenAt: Type.String(),
  endsAt: Type.String(),
});

const text = (maxLength: number) => Type.String({ maxLength });

const profile = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  userName: Type.String(),
  name: Type.String(),
  surname: nullable(Type.String()),
  emailAddress: nullable(Type.String()),
  phoneNumber: nullable(Type.String()),
  company: nullable(Type.String()),
  roles: Type.Array(Type.String()),
  lastLoginAt: nullable(Type.String()),
  passwordChangedAt: nullable(Type.String()),
});

export interface AccountDeps {
  records: Records;
  sessions: Sessions;
  policy: () => Promise<SessionPolicy>;
  keptUser: KeptUser;
  /** Closes the hub connections of a session that has ended, at once. */
  onEnd(sessionKey: string): void;
  clock: () => Date;
}

/** The own account: profile, sessions, what a password must be; and the sessions of those whom one looks after. */
export function accountMethods(deps: AccountDeps): ServiceMethod[] {
  const { records, sessions, policy, keptUser, onEnd, clock } = deps;

  function present(one: LivingSession, caller: Caller) {
    const { device, browser, system } = readUserAgent(one.browserInfo);
    return {
      id: one.id,
      here: one.key === caller.sessionId,
      device,
      name: one.deviceName,
      browser,
      system,
      address: one.clientIpAddress,
      remembered: one.remembered,
      startedAt: one.startedAt,
      lastSeenAt: one.lastSeenAt,
      endsAt: new Date(one.endsAtMs).toISOString(),
    };
  }

  async function endOne(userId: number, id: number, reason: EndReason): Promise<void> {
    const key = await sessions.endOne(userId, id, reason);
    if (key === null) {
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Session', id } });
    }
    onEnd(key);
  }

  async function endAll(userId: number, except: string | null, reason: EndReason): Promise<number> {
    const keys = await sessions.endAllOf(userId, except, reason);
    for (const key of keys) onEnd(key);
    return keys.length;
  }

  async function profileOf(caller: Caller) {
    const service = asService(caller);
    const user = await records.get(service, 'user', caller.actor.userId);
    const company =
      typeof user.company === 'number' ? await records.get(service, 'company', user.company) : null;
    const roleIds = Array.isArray(user.roles) ? user.roles.map(Number) : [];
    const roles = await Promise.all(roleIds.map((id) => records.get(service, 'role', id)));
    const maybe = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      id: user.id,
      version: user.version,
      userName: String(user.userName),
      name: String(user.name),
      surname: maybe(user.surname),
      emailAddress: maybe(user.emailAddress),
      phoneNumber: maybe(user.phoneNumber),
      company: company ? String(company.name) : maybe(user.bussinessName),
      roles: roles.map((role) => String(role.displayName)),
      lastLoginAt: maybe(user.lastLoginAt),
      passwordChangedAt: maybe(user.passwordChangedAt),
    };
  }

  return [
    method({
      verb: 'GET',
      name: 'GetProfile',
      permission: 'signedIn',
      session: true,
      summary: 'The own account as its owner sees it',
      input: Type.Object({}),
      output: profile,
      handle: async (_input, caller) => profileOf(caller),
    }),
    method({
      verb: 'PUT',
      name: 'UpdateProfile',
      permission: 'signedIn',
      session: true,
      summary: 'Change what of the own account is the user’s to change',
      input: Type.Object({
        version: Type.Integer(),
        name: Type.String({ minLength: 1, maxLength: 64 }),
        surname: Type.Optional(nullable(text(64))),
        emailAddress: Type.Optional(nullable(text(256))),
        phoneNumber: Type.Optional(nullable(text(32))),
      }),
      output: profile,
      async handle({ version, name, surname, emailAddress, phoneNumber }, caller) {
        const values = {
          name: name.trim(),
          surname: blankIsNull(surname),
          emailAddress: blankIsNull(emailAddress),
          phoneNumber: blankIsNull(phoneNumber),
        };
        await records.update(asService(caller), 'user', caller.actor.userId, version, values);
        return profileOf(caller);
      },
    }),
    method({
      verb: 'GET',
      name: 'GetPasswordRules',
      permission: 'signedIn',
      duty: true,
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
      async handle() {
        const rules = await policy();
        return {
          minLength: rules.passwordMinLength,
          maxLength: longestPassword,
          classes: rules.passwordClasses,
          notUserName: rules.passwordNotUserName,
          history: rules.passwordHistory,
          maxAgeDays: rules.passwordMaxAgeDays,
        };
      },
    }),
    method({
      verb: 'GET',
      name: 'GetLife',
      permission: 'signedIn',
      session: true,
      duty: true,
      summary: 'How long this session still lives, by its age and without a person, in seconds',
      input: Type.Object({}),
      output: Type.Object({
        endsInS: Type.Integer(),
        /** Null: it does not end for want of a person. */
        idleEndsInS: nullable(Type.Integer()),
        warnS: Type.Integer(),
      }),
      async handle(_input, caller) {
        const own = await sessions.livingOf(caller.actor.userId);
        const here = own.find(({ key }) => key === caller.sessionId);
        if (!here) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
        const { warnSeconds } = await policy();
        const nowMs = clock().getTime();
        const left = (atMs: number) => Math.max(0, Math.ceil((atMs - nowMs) / 1000));
        return {
          endsInS: left(here.endsAtMs),
          idleEndsInS: here.idleEndsAtMs === null ? null : left(here.idleEndsAtMs),
          warnS: Math.round(warnSeconds),
        };
      },
    }),
    method({
      verb: 'GET',
      name: 'GetSessions',
      permission: 'signedIn',
      session: true,
      summary: 'Where the user is signed in, last seen first',
      input: Type.Object({}),
      output: Type.Object({ items: Type.Array(session) }),
      async handle(_input, caller) {
        const own = await sessions.livingOf(caller.actor.userId);
        return { items: own.map((one) => present(one, caller)) };
      },
    }),
    method({
      verb: 'POST',
      name: 'EndSession',
      permission: 'signedIn',
      session: true,
      summary: 'Sign out there: ends an own session and its hub connections at once',
      input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
      output: Type.Boolean(),
      async handle({ id }, caller) {
        await endOne(caller.actor.userId, id, 'elsewhere');
        return true;
      },
    }),
    method({
      verb: 'POST',
      name: 'EndOtherSessions',
      permission: 'signedIn',
      session: true,
      summary: 'Sign out everywhere but here',
      input: Type.Object({}),
      output: Type.Object({ ended: Type.Integer() }),
      handle: async (_input, { actor, sessionId }) => ({
        ended: await endAll(actor.userId, sessionId, 'elsewhere'),
      }),
    }),
    method({
      verb: 'GET',
      name: 'GetUserSessions',
      permission: ['Pages.Users'],
      session: true,
      summary: 'Where a user is signed in',
      input: Type.Object({ userId: Type.Integer({ minimum: 1 }) }),
      output: Type.Object({ items: Type.Array(session) }),
      async handle({ userId }, caller) {
        await records.get(caller, 'user', userId);
        const living = await sessions.livingOf(userId);
        return { items: living.map((one) => present(one, caller)) };
      },
    }),
    method({
      verb: 'POST',
      name: 'EndUserSessions',
      permission: ['Pages.Users'],
      session: true,
      summary: 'Ends one session of a user, or all of them',
      input: Type.Object({
        userId: Type.Integer({ minimum: 1 }),
        id: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
      output: Type.Object({ ended: Type.Integer() }),
      async handle({ userId, id }, caller) {
        await keptUser(caller, userId);
        if (id === undefined) {
          const except = userId === caller.actor.userId ? caller.sessionId : null;
          return { ended: await endAll(userId, except, 'administrator') };
        }
        await endOne(userId, id, 'administrator');
        return { ended: 1 };
      },
    }),
  ];
}

function blankIsNull(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
