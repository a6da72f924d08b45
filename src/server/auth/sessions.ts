import { randomUUID } from 'node:crypto';
import { type Actor, abilityOf, rulesFor } from '../../domain/access.ts';
import { AppError } from '../../domain/errors.ts';
import type { Locale, Resource } from '../../domain/resource.ts';
import { type Caller, systemCaller } from '../caller.ts';
import type { ChangeFeed } from '../changes.ts';
import type { Sql } from '../db/sql.ts';
import type { Records } from '../records/records.ts';
import { type Account, createAccounts } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

export interface SignIn {
  userNameOrEmailAddress: string;
  password: string;
  remember: boolean;
  clientIpAddress: string;
  browserInfo: string;
}

export interface SignedIn {
  accessToken: string;
  encryptedAccessToken: string;
  expireInSeconds: number;
  userId: number;
}

export interface Principal {
  userId: number;
  sessionId: string;
  actor: Actor;
  /** UTC ms at which the session runs out. */
  expiresAtMs: number;
}

export interface Sessions {
  signIn(input: SignIn): Promise<SignedIn>;
  /** Who a token is, as long as his session lives; null otherwise. */
  principalOf(credential: { accessToken?: string; encryptedAccessToken?: string }): Promise<Principal | null>;
  callerOf(principal: Principal, locale: Locale, requestId: string): Caller;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a user but one; gives back their keys. */
  endAllOf(userId: number, exceptSessionId: string | null): Promise<string[]>;
}

export interface SessionDeps {
  sql: Sql;
  records: Records;
  resources: Resource[];
  changes: ChangeFeed;
  passwords: Passwords;
  tokens: Tokens;
  clock: () => Date;
  lockout: { attempts: number; minutes: number };
  expireInSeconds: number;
  /** A password known to everyone (the demo's), refused where others can reach the server; null: none. */
  refusedPassword: string | null;
}

const loginFailed = (explanation: { key: string; values?: Record<string, string | number> }) =>
  new AppError('refused', { key: 'session.loginFailed' }, { explanation });

export function createSessions(deps: SessionDeps): Sessions {
  const { sql, records, resources, passwords, tokens, clock, lockout, expireInSeconds } = deps;
  const accounts = createAccounts({ sql, records, changes: deps.changes });

  async function remember(input: SignIn, user: number | null, result: string): Promise<void> {
    await records.transaction(async (unit) => {
      await records.create(
        systemCaller(),
        'loginAttempt',
        {
          userNameOrEmailAddress: input.userNameOrEmailAddress,
          user,
          result,
          attemptedAt: clock().toISOString(),
          clientIpAddress: input.clientIpAddress,
          browserInfo: input.browserInfo.slice(0, 512),
        },
        unit,
      );
    });
  }

  async function refuse(input: SignIn, account: Account | null, result: string): Promise<AppError> {
    await remember(input, account?.id ?? null, result);
    if (result === 'lockedOut') {
      return loginFailed({ key: 'session.lockedOut', values: { minutes: lockout.minutes } });
    }
    if (result === 'notActive') {
      return loginFailed({ key: 'session.notActive', values: { name: account?.userName ?? '' } });
    }
    return loginFailed({ key: 'session.invalidUserNameOrPassword' });
  }

  /** Counts a wrong password; true when this one reached the limit. One statement: two tries at once both count. */
  async function countFailure(account: Account): Promise<boolean> {
    const until = new Date(clock().getTime() + lockout.minutes * 60_000).toISOString();
    const row = await sql
      .updateTable('user')
      .set((eb) => ({
        accessFailedCount: eb
          .case()
          .when('accessFailedCount', '>=', lockout.attempts - 1)
          .then(0)
          .else(eb('accessFailedCount', '+', 1))
          .end(),
        lockoutEndAt: eb
          .case()
          .when('accessFailedCount', '>=', lockout.attempts - 1)
          .then(until)
          .else(eb.ref('lockoutEndAt'))
          .end(),
      }))
      .where('id', '=', account.id)
      .returning('accessFailedCount')
      .executeTakeFirst();
    return row?.accessFailedCount === 0;
  }

  return {
    async signIn(input) {
      const now = clock();
      const account = await accounts.find(input.userNameOrEmailAddress);
      if (account?.lockoutEndAt && account.lockoutEndAt > now.toISOString()) {
        throw await refuse(input, account, 'lockedOut');
      }
      if (!(await passwords.verify(input.password, account?.passwordHash ?? null)) || !account) {
        const locked = account ? await countFailure(account) : false;
        throw await refuse(input, account, locked ? 'lockedOut' : 'invalidUserNameOrPassword');
      }
      // The right password, so to say why gives nothing away.
      if (input.password === deps.refusedPassword) {
        await remember(input, account.id, 'notActive');
        throw loginFailed({ key: 'session.demoPassword' });
      }
      if (!account.isActive) throw await refuse(input, account, 'notActive');
      const actor = await accounts.actor(account.id);
      if (!actor) throw await refuse(input, account, 'notActive');
      const sessionId = randomUUID();
      const expiresAt = new Date(now.getTime() + expireInSeconds * 1000);
      await records.transaction(async (unit) => {
        await unit.sql
          .updateTable('user')
          .set({ accessFailedCount: 0, lockoutEndAt: null, lastLoginAt: now.toISOString() })
          .where('id', '=', account.id)
          .execute();
        await records.create(
          systemCaller(),
          'session',
          {
            key: sessionId,
            user: account.id,
            startedAt: now.toISOString(),
            expiresAt: expiresAt.toISOString(),
            remembered: input.remember,
            clientIpAddress: input.clientIpAddress,
            browserInfo: input.browserInfo.slice(0, 512),
          },
          unit,
        );
      });
      await remember(input, account.id, actor.roles.length > 0 ? 'success' : 'noRoles');
      const issued = await tokens.issue({
        sessionId,
        userId: account.id,
        name: account.userName,
        roles: actor.roles,
        issuedAt: now,
        expiresAt,
      });
      return { ...issued, expireInSeconds, userId: account.id };
    },

    async principalOf({ accessToken, encryptedAccessToken }) {
      const now = clock();
      let claims: TokenClaims | null = null;
      if (accessToken) claims = await tokens.verify(accessToken, now);
      else if (encryptedAccessToken) claims = await tokens.verifyEncrypted(encryptedAccessToken, now);
      if (!claims) return null;
      const session = await sql
        .selectFrom('session')
        .select(['user', 'expiresAt', 'endedAt'])
        .where('key', '=', claims.sessionId)
        .executeTakeFirst();
      if (!session || session.endedAt !== null || session.user !== claims.userId) return null;
      if (String(session.expiresAt) <= now.toISOString()) return null;
      const actor = await accounts.actor(claims.userId);
      if (!actor) return null;
      const expiresAtMs = Date.parse(String(session.expiresAt));
      return { userId: claims.userId, sessionId: claims.sessionId, actor, expiresAtMs };
    },

    callerOf({ actor, sessionId }, locale, requestId) {
      return {
        actor,
        ability: abilityOf(rulesFor(actor, resources)),
        locale,
        source: 'screen',
        sessionId,
        requestId,
      };
    },

    async end(sessionId) {
      await sql
        .updateTable('session')
        .set({ endedAt: clock().toISOString() })
        .where('key', '=', sessionId)
        .where('endedAt', 'is', null)
        .execute();
    },

    async endAllOf(userId, exceptSessionId) {
      const ended = await sql
        .updateTable('session')
        .set({ endedAt: clock().toISOString() })
        .where('user', '=', userId)
        .where('endedAt', 'is', null)
        .where('key', '!=', exceptSessionId ?? '')
        .returning('key')
        .execute();
      return ended.map(({ key }) => String(key));
    },
  };
}
