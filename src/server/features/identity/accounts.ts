import { type RawBuilder, sql as raw } from 'kysely';
import type { Actor } from '#domain/identity/access.ts';
import { actorOf } from '#domain/identity/actor-of.ts';
import { isLockedForGood } from '#domain/identity/lockout.ts';
import type { Standing } from '#domain/identity/sign-in-requirement.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';

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
  /** Who a user is now; null when they are gone, inactive or locked for good. */
  actor(userId: number): Promise<Actor | null>;
  /**
   * The same with what the user still has to do. `stamp`: their `accountStamp` as it was read a moment ago; the same
   * object comes back as long as it is the same.
   */
  state(userId: number, stamp?: string | null): Promise<AccountState | null>;
}

/**
 * What the user of this id is hangs on their row, its lists and their roles. This text differs once any of it has
 * changed, on whichever server: a statement that reads something of a request anyway reads it along, and nothing else is
 * read again. Null: no such user.
 */
export function accountStamp(userId: RawBuilder<unknown>): RawBuilder<string | null> {
  const linked = (table: string) =>
    raw`array(select l.target_id from ${raw.table(table)} l where l.owner_id = u.id order by l.position)::text`;
  return raw<string | null>`(select concat_ws(' ', u.xmin::text,
      array(select array[l.target_id::text, r.xmin::text] from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id order by l.position)::text,
      ${linked('user_served_companies')}, ${linked('user_coverage')}, ${linked('user_organization_units')})
    from "user" u where u.id = ${userId})`;
}

/** Users at most whose state is remembered. */
const mostRemembered = 5_000;

export function createAccounts(deps: { sql: Sql; records: Records }): Accounts {
  const { sql, records } = deps;
  const remembered = new Map<number, { state: Promise<AccountState | null>; stamp: string }>();

  async function state(userId: number, given?: string | null): Promise<AccountState | null> {
    const stamp = given === undefined ? await stampOf(userId) : given;
    if (stamp === null) return null;
    const known = remembered.get(userId);
    if (known?.stamp === stamp) return known.state;
    // Read after its stamp: what changes in between has another, and is read again by the next request.
    const loading = statesOf(records, [userId], sql).then(([state = null]) => state);
    remembered.set(userId, { state: loading, stamp });
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value ?? 0);
    loading.catch(() => remembered.delete(userId));
    return loading;
  }

  async function stampOf(userId: number): Promise<string | null> {
    const { rows } = await raw<{ stamp: string | null }>`
      select ${accountStamp(raw`${userId}`)} as stamp`.execute(sql);
    return rows[0]?.stamp ?? null;
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

/** Who these users are as a transaction sees them; those who are gone, inactive or locked for good are left out. */
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
  const users = known.filter(
    ({ isActive, lockoutEndAt }) => isActive === true && !isLockedForGood(lockoutEndAt),
  );
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
