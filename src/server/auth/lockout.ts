import type { Text } from '../../domain/errors.ts';
import { isLockedAt, isLockedForGood } from '../../domain/lockout.ts';
import type { SessionPolicy } from '../../domain/session-policy.ts';
import type { Sql } from '../db/sql.ts';

/** Counts wrong passwords and wrong codes of an account, wherever they were tried, and locks it. */
export interface Lockout {
  /** Why nothing may be tried now; null: it may. */
  reasonOf(lockoutEndAt: string | null): Promise<Text | null>;
  /** Counts one failure; true: it was the one too many, and the account is locked. */
  count(userId: number): Promise<boolean>;
}

export function createLockout(deps: {
  sql: Sql;
  policy: () => Promise<SessionPolicy>;
  clock: () => Date;
}): Lockout {
  const { sql, policy, clock } = deps;
  return {
    async reasonOf(lockoutEndAt) {
      if (!isLockedAt(lockoutEndAt, clock().toISOString())) return null;
      if (isLockedForGood(lockoutEndAt)) return { key: 'session.lockedByAdministrator' };
      const { lockoutMinutes } = await policy();
      return { key: 'session.lockedOut', values: { minutes: lockoutMinutes } };
    },

    async count(userId) {
      const { lockoutAttempts, lockoutMinutes } = await policy();
      const until = new Date(clock().getTime() + lockoutMinutes * 60_000).toISOString();
      // One statement: two tries at once both count.
      const row = await sql
        .updateTable('user')
        .set((eb) => ({
          accessFailedCount: eb
            .case()
            .when('accessFailedCount', '>=', lockoutAttempts - 1)
            .then(0)
            .else(eb('accessFailedCount', '+', 1))
            .end(),
          lockoutEndAt: eb
            .case()
            .when('accessFailedCount', '>=', lockoutAttempts - 1)
            .then(until)
            .else(eb.ref('lockoutEndAt'))
            .end(),
        }))
        .where('id', '=', userId)
        .returning('accessFailedCount')
        .executeTakeFirst();
      return row?.accessFailedCount === 0;
    },
  };
}
