import { isLockedForGood } from '#domain/identity/lockout.ts';
import { policySettings, type SessionPolicy } from '#domain/identity/session-policy.ts';
import { AppError, formError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Lockout } from './lockout.ts';
import { assertPassword } from './password-rules.ts';
import type { Passwords } from './passwords.ts';

/** The passwords of accounts: proved, judged and set in this one place. */
export interface Credentials {
  /**
   * The user is asked for their password in the middle of a session. A wrong one is refused with
   * `session.passwordMismatch` and counts as at sign-in; a locked account is not asked.
   */
  prove(userId: number, password: string): Promise<void>;
  /**
   * Refuses a password that the user may not choose, at `field`: by the rules, and because they used it
   * before.
   */
  assertNew(userId: number, password: string, field: string): Promise<void>;
  /** Refuses what breaks the rules alone: an administrator's choice is changed again at the next sign-in. */
  assertGiven(userName: string, password: string, field: string): Promise<void>;
  /**
   * Sets a password and forgives the failures before it. `mustChange`: the next sign-in begins with changing
   * it. `first`: what must hold in the same transaction, with what else is written of the user.
   */
  set(
    caller: Caller,
    userId: number,
    password: string,
    options: { mustChange: boolean; first?: (on: Sql) => Promise<Record<string, unknown>> },
  ): Promise<void>;
}

interface Row {
  userName: string;
  passwordHash: string | null;
  lockoutEndAt: string | null;
}

export function createCredentials(deps: {
  sql: Sql;
  records: Records;
  passwords: Passwords;
  lockout: Lockout;
  policy: () => Promise<SessionPolicy>;
  clock: () => Date;
}): Credentials {
  const { sql, records, passwords, lockout, policy, clock } = deps;

  async function rowOf(userId: number, on: Sql = sql): Promise<Row> {
    const row = await on
      .selectFrom('user')
      .select(['userName', 'passwordHash', 'lockoutEndAt'])
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) {
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'User', id: userId } });
    }
    return {
      userName: row.userName,
      passwordHash: row.passwordHash,
      lockoutEndAt: row.lockoutEndAt,
    };
  }

  async function lastHashes(userId: number, count: number): Promise<string[]> {
    if (count <= 0) return [];
    const rows = await sql
      .selectFrom('passwordHistory')
      .select('passwordHash')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ passwordHash }) => passwordHash);
  }

  /** The hash that is replaced is kept, with as many before it as any policy may ask for. */
  async function keep(on: Sql, userId: number, passwordHash: string): Promise<void> {
    await on
      .insertInto('passwordHistory')
      .values({ userId, passwordHash, replacedAt: clock().toISOString() })
      .execute();
    const rows = await on
      .selectFrom('passwordHistory')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .offset(policySettings.passwordHistory.most)
      .execute();
    const old = rows.map(({ id }) => id);
    if (old.length > 0) await on.deleteFrom('passwordHistory').where('id', 'in', old).execute();
  }

  return {
    async prove(userId, password) {
      const row = await rowOf(userId);
      if (isLockedForGood(row.lockoutEndAt)) {
        throw new AppError('refused', { key: 'session.lockedByAdministrator' });
      }
      const reserved = await lockout.reserve({ id: userId });
      if (!reserved) throw new AppError('refused', await lockout.reason());
      if (!(await passwords.verify(password, row.passwordHash))) {
        throw new AppError('refused', { key: 'session.passwordMismatch' });
      }
      await reserved.giveBack();
    },

    async assertNew(userId, password, field) {
      const rules = await policy();
      const row = await rowOf(userId);
      assertPassword(password, field, row.userName, rules);
      if (rules.passwordHistory === 0) return;
      const used = [row.passwordHash, ...(await lastHashes(userId, rules.passwordHistory - 1))];
      for (const passwordHash of used) {
        if (passwordHash === null || !(await passwords.verify(password, passwordHash))) continue;
        throw formError(field, 'session.passwordUsed', { count: rules.passwordHistory });
      }
    },

    async assertGiven(userName, password, field) {
      assertPassword(password, field, userName, await policy());
    },

    async set(caller, userId, password, { mustChange, first }) {
      const passwordHash = await passwords.hash(password);
      await records.transaction(async (transaction) => {
        const service = asService(caller);
        const further = first ? await first(transaction.sql) : {};
        const user = await records.get(service, 'user', userId, transaction.sql);
        const before = await rowOf(userId, transaction.sql);
        const change = {
          passwordHash,
          passwordChangedAt: clock().toISOString(),
          mustChangePassword: mustChange,
          // Of two ways in, the one given last.
          invitationHash: null,
          invitationExpiresAt: null,
          ...further,
        };
        await records.update(service, 'user', userId, user.version, change, transaction);
        if (before.passwordHash !== null) await keep(transaction.sql, userId, before.passwordHash);
        await transaction.sql
          .updateTable('user')
          .set({
            accessFailedCount: 0,
            // What an administrator locked by their word is opened by their word.
            ...(isLockedForGood(before.lockoutEndAt) ? {} : { lockoutEndAt: null }),
          })
          .where('id', '=', userId)
          .execute();
      });
    },
  };
}
