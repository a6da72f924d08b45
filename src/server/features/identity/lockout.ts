import { createHash } from 'node:crypto';
import { sql as raw } from 'kysely';
import { isLockedForGood } from '#domain/identity/lockout.ts';
import type { SessionPolicy } from '#domain/identity/session-policy.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';

/**
 * Counts tries of passwords and codes, wherever they are made, and locks. A try is counted before it is judged, in one
 * statement: of any number at the same moment no more are judged than the policy allows one after another. What proves
 * right gives its count back.
 */
export interface Lockout {
  /** Null: nothing may be tried now, and nothing is judged. */
  reserve(account: TriedAccount): Promise<Reservation | null>;
  /** The same for a name of nobody, and for an account that an administrator locked: both answer as any other does. */
  reserveName(name: string): Promise<Reservation | null>;
  /** What is said while nothing may be tried. */
  reason(): Promise<Text>;
}

export interface TriedAccount {
  id: number;
}

/** One try that may be judged. */
export interface Reservation {
  /** It was the last that is allowed: unless it proves right, the lock holds. */
  locks: boolean;
  /** It proved right, and the failures before it stay counted. */
  giveBack(): Promise<void>;
  /** It proved right and ends the count; false: other tries have locked the account meanwhile, and it stays so. */
  succeed(): Promise<boolean>;
}

/** Names of nobody are forgotten after a day. */
const retentionMs = 86_400_000;

export function createLockout(deps: {
  sql: Sql;
  policy: () => Promise<SessionPolicy>;
  clock: () => Date;
}): Lockout {
  const { sql, policy, clock } = deps;

  async function limits() {
    const { lockoutAttempts, lockoutMinutes } = await policy();
    const nowMs = clock().getTime();
    return {
      attempts: lockoutAttempts,
      now: new Date(nowMs).toISOString(),
      until: new Date(nowMs + lockoutMinutes * 60_000).toISOString(),
    };
  }

  return {
    async reserve({ id }) {
      const { attempts, now, until } = await limits();
      const reserved = await raw<{ count: number }>`
        update "user" set
          access_failed_count = case when access_failed_count >= ${attempts - 1} then 0
            else access_failed_count + 1 end,
          lockout_end_at = case when access_failed_count >= ${attempts - 1} then ${until}::timestamptz
            else lockout_end_at end
        where id = ${id} and (lockout_end_at is null or lockout_end_at <= ${now}::timestamptz)
        returning access_failed_count as count`.execute(sql);
      const [row] = reserved.rows;
      if (!row) return null;
      const locks = row.count === 0;
      // Its own lock it takes back; one that others set it leaves.
      const mine = locks
        ? raw<boolean>`lockout_end_at = ${until}::timestamptz`
        : raw<boolean>`(lockout_end_at is null or lockout_end_at <= ${now}::timestamptz)`;
      return {
        locks,
        async giveBack() {
          const count = locks ? raw`${attempts - 1}` : raw`greatest(access_failed_count - 1, 0)`;
          await raw`update "user" set access_failed_count = ${count}, lockout_end_at = null
            where id = ${id} and ${mine}`.execute(sql);
        },
        async succeed() {
          const cleared = await raw<{ id: number }>`
            update "user" set access_failed_count = 0, lockout_end_at = null, last_login_at = ${now}::timestamptz
            where id = ${id} and ${mine} returning id`.execute(sql);
          return cleared.rows.length > 0;
        },
      };
    },

    async reserveName(name) {
      const { attempts, now, until } = await limits();
      const nameHash = createHash('sha256').update(name.trim().toLowerCase()).digest('hex');
      const oldest = new Date(Date.parse(now) - retentionMs).toISOString();
      await raw`delete from name_lockout where tried_at < ${oldest}::timestamptz`.execute(sql);
      const reserved = await raw<{ count: number }>`
        insert into name_lockout as t (name_hash, failed_count, lockout_end_at, tried_at)
        values (${nameHash}, ${attempts > 1 ? 1 : 0}, ${attempts > 1 ? null : until}::timestamptz, ${now}::timestamptz)
        on conflict (name_hash) do update set
          failed_count = case when t.failed_count >= ${attempts - 1} then 0 else t.failed_count + 1 end,
          lockout_end_at = case when t.failed_count >= ${attempts - 1} then ${until}::timestamptz
            else t.lockout_end_at end,
          tried_at = excluded.tried_at
        where t.lockout_end_at is null or t.lockout_end_at <= ${now}::timestamptz
        returning failed_count as count`.execute(sql);
      const [row] = reserved.rows;
      if (!row) return null;
      return {
        locks: row.count === 0,
        // Nothing proves right that could end it.
        giveBack: async () => {},
        succeed: async () => false,
      };
    },

    async reason() {
      const { lockoutMinutes } = await policy();
      return { key: 'session.lockedOut', values: { minutes: lockoutMinutes } };
    },
  };
}

/** An account as its tries are counted: one that an administrator locked is tried as a name of nobody is. */
export function reserveFor(
  lockout: Lockout,
  account: (TriedAccount & { lockoutEndAt: string | null }) | null,
  name: string,
): Promise<Reservation | null> {
  return account && !isLockedForGood(account.lockoutEndAt)
    ? lockout.reserve(account)
    : lockout.reserveName(name);
}
