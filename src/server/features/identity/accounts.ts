import { sql as raw } from 'kysely';
import type { Actor } from '#domain/identity/access.ts';
import { actorOf } from '#domain/identity/actor-of.ts';
import type { Standing } from '#domain/identity/sign-in-requirement.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';

/** What signing in needs to know of a user. */
export interface Account {
  id: number;
  userName: string;
  companyId: number | null;
  passwordHash: string | null;
  isActive: boolean;
  /** UTC ISO 8601; null: not locked. */
  lockoutEndAt: string | null;
  secondFactor: boolean;
  mustChangePassword: boolean;
  /** UTC ISO 8601: when the password was set, at the latest with the account. */
  passwordSetAt: string;
}

/** Who a user is now, and what they still have to do. */
export interface AccountState {
  actor: Actor;
  standing: Standing;
  /** The language that the user saved; null: none. */
  language: Locale | null;
}

export interface Accounts {
  find(userNameOrEmailAddress: string): Promise<Account | null>;
  /** Who a user is now; null when they are gone or inactive. */
  actor(userId: number): Promise<Actor | null>;
  /** The same with what the user still has to do. */
  state(userId: number): Promise<AccountState | null>;
}

/** How long another server's change to a role may take to be felt here; our own is felt at once. */
const cacheMs = 5_000;
const watched = new Set(['user', 'role', 'company', 'organizationUnit']);

export function createAccounts(deps: { sql: Sql; records: Records; changes: ChangeFeed }): Accounts {
  const { sql, records, changes } = deps;
  const cache = new Map<number, { state: Promise<AccountState | null>; at: number }>();
  changes.subscribe((change) => {
    if (watched.has(change.resource)) cache.clear();
  });

  function state(userId: number): Promise<AccountState | null> {
    const now = performance.now();
    const cached = cache.get(userId);
    if (cached && now - cached.at < cacheMs) return cached.state;
    const loading = statesOf(records, [userId], sql).then(([state = null]) => state);
    cache.set(userId, { state: loading, at: now });
    loading.catch(() => cache.delete(userId));
    return loading;
  }

  return {
    async find(name) {
      const wanted = name.trim().toLowerCase();
      const row = await sql
        .selectFrom('user')
        .select([
          'id',
          'userName',
          'company',
          'passwordHash',
          'isActive',
          'lockoutEndAt',
          'secondFactorAt',
          'mustChangePassword',
          'passwordChangedAt',
          'createdAt',
        ])
        .where('deletedAt', 'is', null)
        .where((eb) =>
          eb.or([eb(raw`lower(user_name)`, '=', wanted), eb(raw`lower(email_address)`, '=', wanted)]),
        )
        .orderBy('id')
        .executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        userName: row.userName,
        companyId: row.company,
        passwordHash: row.passwordHash,
        isActive: row.isActive === true,
        lockoutEndAt: row.lockoutEndAt,
        secondFactor: row.secondFactorAt !== null,
        mustChangePassword: row.mustChangePassword === true,
        passwordSetAt: row.passwordChangedAt ?? row.createdAt,
      };
    },

    state,
    actor: async (userId) => (await state(userId))?.actor ?? null,
  };
}

/** Who these users are as a transaction sees them; those who are gone or inactive are left out. */
export async function actorsOf(records: Records, userIds: readonly number[], within: Sql): Promise<Actor[]> {
  return (await statesOf(records, userIds, within)).map(({ actor }) => actor);
}

async function statesOf(records: Records, userIds: readonly number[], within: Sql): Promise<AccountState[]> {
  const system = systemCaller();
  const of = (ids: readonly number[]) => ({
    filter: { field: 'id', operator: 'in' as const, value: [...ids] },
    sort: [],
    most: ids.length,
  });
  if (userIds.length === 0) return [];
  const known = await records.rows(system, 'user', of(userIds), within);
  const users = known.filter(({ isActive }) => isActive === true);
  const roleIds = [...new Set(users.flatMap((user) => user.roles))];
  const roles = roleIds.length === 0 ? [] : await records.rows(system, 'role', of(roleIds), within);
  const roleById = new Map(roles.map((role) => [role.id, role]));
  return users.map((user) =>
    stateOf(
      user,
      user.roles.flatMap((id) => roleById.get(id) ?? []),
    ),
  );
}

function stateOf(user: StoredRecord, roles: StoredRecord[]): AccountState {
  const actor = actorOf(user, roles);
  const standing = {
    mustChangePassword: user.mustChangePassword === true,
    secondFactor: typeof user.secondFactorAt === 'string',
    secondFactorRequired: roles.some((role) => role.requireSecondFactor === true),
  };
  const language = user.language === 'en' || user.language === 'zh-Hans' ? user.language : null;
  return { actor, standing, language };
}
