import { longestPassword } from '#domain/identity/password-rules.ts';
import type { SessionPolicy } from '#domain/identity/session-policy.ts';
import { readUserAgent } from '#domain/identity/user-agent.ts';
import { AppError } from '#domain/text/errors.ts';
import { displayNameIn, nameIn } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Handlers } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { ManageableUser } from './manageable-user.ts';
import type { EndReason, LivingSession, Sessions } from './sessions.ts';

export interface AccountDeps {
  records: Records;
  sessions: Sessions;
  policy: () => Promise<SessionPolicy>;
  manageableUser: ManageableUser;
  /** Closes the hub connections of a session that has ended, at once. */
  onEnd(sessionKey: string): void;
  clock: () => Date;
}

/** The own account: profile, sessions, what a password must be; and the sessions of those whom one looks after. */
export function accountHandlers(deps: AccountDeps) {
  const { records, sessions, policy, manageableUser, onEnd, clock } = deps;

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
      isDisplay: one.isDisplay,
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
    const company = user.company === null ? null : await records.get(service, 'company', user.company);
    const roles = await Promise.all(user.roles.map((id) => records.get(service, 'role', id)));
    return {
      id: user.id,
      version: user.version,
      userName: user.userName,
      name: user.name,
      nameEn: user.nameEn,
      surname: user.surname,
      emailAddress: user.emailAddress,
      phoneNumber: user.phoneNumber,
      company: company ? nameIn(company, caller.locale) : user.bussinessName,
      roles: roles.map((role) => displayNameIn(role, caller.locale)),
      lastLoginAt: user.lastLoginAt,
      passwordChangedAt: user.passwordChangedAt,
    };
  }

  return {
    GetProfile: async (_input, caller) => profileOf(caller),
    async UpdateProfile({ version, name, nameEn, surname, emailAddress, phoneNumber }, caller) {
      const values = {
        name: name.trim(),
        ...(nameEn === undefined ? {} : { nameEn: blankIsNull(nameEn) }),
        surname: blankIsNull(surname),
        emailAddress: blankIsNull(emailAddress),
        phoneNumber: blankIsNull(phoneNumber),
      };
      await records.update(asService(caller), 'user', caller.actor.userId, version, values);
      return profileOf(caller);
    },
    async GetPasswordRules() {
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
    async GetLife(_input, caller) {
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
    async GetSessions(_input, caller) {
      const own = await sessions.livingOf(caller.actor.userId);
      return { items: own.map((one) => present(one, caller)) };
    },
    async EndSession({ id }, caller) {
      await endOne(caller.actor.userId, id, 'elsewhere');
      return true;
    },
    EndOtherSessions: async (_input, { actor, sessionId }) => ({
      ended: await endAll(actor.userId, sessionId, 'elsewhere'),
    }),
    async GetUserSessions({ userId }, caller) {
      await records.get(caller, 'user', userId);
      const living = await sessions.livingOf(userId);
      return { items: living.map((one) => present(one, caller)) };
    },
    async EndUserSessions({ userId, id }, caller) {
      await manageableUser(caller, userId);
      if (id === undefined) {
        const except = userId === caller.actor.userId ? caller.sessionId : null;
        return { ended: await endAll(userId, except, 'administrator') };
      }
      await endOne(userId, id, 'administrator');
      return { ended: 1 };
    },
  } satisfies Partial<Handlers<'MyAccount'>>;
}

function blankIsNull(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
