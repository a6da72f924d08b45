import { randomUUID } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { Actor } from '#domain/identity/access.ts';
import { type SessionPolicy, sessionEnds } from '#domain/identity/session-policy.ts';
import { type SignInRequirement, signInRequirementOf } from '#domain/identity/sign-in-requirement.ts';
import type { Locale } from '#domain/text/label.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { askTogether } from '#server/kernel/ask-together.ts';
import { type Caller, type Display, systemCaller } from '#server/kernel/caller.ts';
import type { Abilities } from './abilities.ts';
import { type Accounts, accountStamp } from './accounts.ts';
import { companyOf } from './company-of.ts';
import type { TokenClaims, Tokens } from './tokens.ts';

export interface Principal {
  userId: number;
  sessionId: string;
  actor: Actor;
  /** UTC ms at which the session runs out by its age. */
  expiresAtMs: number;
  /** What the user has to do before anything else. */
  signInRequirement: SignInRequirement | null;
  /** The language that the user saved; null: none. */
  language: Locale | null;
  /** Nothing is changed by it. */
  readOnly: boolean;
  /** The session is that of a display. */
  display: Display | null;
}

export type EndReason = 'signOut' | 'elsewhere' | 'administrator' | 'password' | 'idle' | 'age';

/** A living session, as its owner may see it. */
export interface LivingSession {
  id: number;
  key: string;
  startedAt: string;
  lastSeenAt: string;
  /** UTC ms; null: no limit of that kind. */
  endsAtMs: number;
  idleEndsAtMs: number | null;
  remembered: boolean;
  isDisplay: boolean;
  clientIpAddress: string;
  browserInfo: string;
  /** What its user calls the device, which was bound by a code, or the display; null: it is neither. */
  deviceName: string | null;
}

export interface Credential {
  accessToken?: string;
  encryptedAccessToken?: string;
}

export interface NewSession {
  userId: number;
  remember: boolean;
  clientIpAddress: string;
  browserInfo: string;
  deviceName?: string;
  /** It only shows, and lives for as long as displays do. */
  isDisplay?: boolean;
}

export interface Sessions {
  /** Begins a session: its key, and until when its token is good. */
  begin(session: NewSession): Promise<{ key: string; startedAt: Date; expiresAt: Date }>;
  /**
   * Who a token is, as long as their session lives; null otherwise. `idleS`: the user did something so many
   * seconds ago, which keeps the session from ending; absent: nobody did.
   */
  principalOf(credential: Credential, idleS?: number): Promise<Principal | null>;
  callerOf(principal: Principal, locale: Locale, requestId: string): Caller;
  /** The living sessions of a user, the one last seen first. */
  livingOf(userId: number): Promise<LivingSession[]>;
  end(sessionId: string, reason: EndReason): Promise<void>;
  /** Ends one session of this user by its number; its key, or null where they have no such session. */
  endOne(userId: number, id: number, reason: EndReason): Promise<string | null>;
  /** Ends every session of a user but one; gives back their keys. */
  endAllOf(userId: number, exceptSessionId: string | null, reason: EndReason): Promise<string[]>;
}

export interface SessionDeps {
  sql: Sql;
  records: Records;
  abilities: Abilities;
  accounts: Accounts;
  tokens: Tokens;
  clock: () => Date;
  policy: () => Promise<SessionPolicy>;
}

/**
 * How exactly the last sign of a person is kept: to note each one would be a write for every request. A short
 * limit is kept more exactly, so that whoever says that they stay does stay.
 */
function exactnessMs({ lastSeenAt, idleEndsAtMs }: LivingSession): number {
  const limitMs = idleEndsAtMs === null ? Number.POSITIVE_INFINITY : idleEndsAtMs - Date.parse(lastSeenAt);
  return Math.min(20_000, limitMs / 60);
}

const columns = [
  'id',
  'key',
  'user',
  'startedAt',
  'lastSeenAt',
  'expiresAt',
  'endedAt',
  'remembered',
  'isDisplay',
  'clientIpAddress',
  'browserInfo',
  'deviceName',
] as const;

export function createSessions(deps: SessionDeps): Sessions {
  const { sql, records, abilities, accounts, tokens, clock, policy } = deps;

  function living(row: Record<string, unknown>, rules: SessionPolicy): LivingSession {
    const startedAt = String(row.startedAt);
    const lastSeenAt = typeof row.lastSeenAt === 'string' ? row.lastSeenAt : startedAt;
    const remembered = row.remembered === true;
    const isDisplay = row.isDisplay === true;
    return {
      id: Number(row.id),
      key: String(row.key),
      startedAt,
      lastSeenAt,
      remembered,
      isDisplay,
      clientIpAddress: String(row.clientIpAddress ?? ''),
      browserInfo: String(row.browserInfo ?? ''),
      deviceName: stringOf(row.deviceName),
      ...sessionEnds(
        {
          startedAtMs: Date.parse(startedAt),
          lastSeenAtMs: Date.parse(lastSeenAt),
          expiresAtMs: Date.parse(String(row.expiresAt)),
          remembered,
          isDisplay,
        },
        rules,
      ),
    };
  }

  /** Their one parameter is the key, or the keys. Put into words once: one of them is asked for every request. */
  const known = sql
    .selectFrom('session')
    .select(columns)
    .select(accountStamp(raw.ref('session.user')).as('stamp'));
  const byKeys = known.where('key', '=', raw<string>`any(${[]}::text[])`).compile();
  /** PostgreSQL plans this one once for all keys; of a list it does not know the length, and plans it each time. */
  const byKey = known.where('key', '=', '').compile();

  /** The session of a key as it stands now, with the stamp of its user; whoever asks at the same time asks together. */
  const rowOf = askTogether(async (keys: string[]) => {
    const query: typeof byKey =
      keys.length === 1 ? { ...byKey, parameters: keys } : { ...byKeys, parameters: [keys] };
    const { rows } = await sql.executeQuery(query);
    return new Map(rows.map((row) => [row.key, row]));
  });

  async function end(key: string, reason: EndReason): Promise<void> {
    await sql
      .updateTable('session')
      .set({ endedAt: clock().toISOString(), endReason: reason })
      .where('key', '=', key)
      .where('endedAt', 'is', null)
      .execute();
  }

  async function see(session: LivingSession, idleS: number): Promise<void> {
    const seenAt = clock().getTime() - idleS * 1000;
    if (seenAt - Date.parse(session.lastSeenAt) < exactnessMs(session)) return;
    // Not a change of the record: no version, no history. Of two requests at once the later sign stays.
    const lastSeenAt = new Date(seenAt).toISOString();
    await sql
      .updateTable('session')
      .set({ lastSeenAt })
      .where('id', '=', session.id)
      .where((eb) => eb.or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<', lastSeenAt)]))
      .execute();
  }

  return {
    async begin({ userId, remember, clientIpAddress, browserInfo, deviceName, isDisplay = false }) {
      const startedAt = clock();
      const { maxHours, displayDays } = await policy();
      const hours = isDisplay ? displayDays * 24 : maxHours;
      const expiresAt = new Date(startedAt.getTime() + hours * 3_600_000);
      const key = randomUUID();
      const session = {
        key,
        user: userId,
        company: await companyOf(sql, userId),
        startedAt: startedAt.toISOString(),
        lastSeenAt: startedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        remembered: remember,
        isDisplay,
        clientIpAddress,
        browserInfo: browserInfo.slice(0, 512),
        ...(deviceName ? { deviceName } : {}),
      };
      await records.transaction((transaction) =>
        records.create(systemCaller(), 'session', session, transaction),
      );
      return { key, startedAt, expiresAt };
    },

    async principalOf({ accessToken, encryptedAccessToken }, idleS) {
      const now = clock();
      let claims: TokenClaims | null = null;
      if (accessToken) claims = await tokens.verify(accessToken, now);
      else if (encryptedAccessToken) claims = await tokens.verifyEncrypted(encryptedAccessToken, now);
      if (!claims) return null;
      const row = await rowOf(claims.sessionId);
      if (!row || row.endedAt !== null || row.user !== claims.userId) return null;
      const session = living(row, await policy());
      const nowMs = now.getTime();
      if (session.endsAtMs <= nowMs) {
        await end(session.key, 'age');
        return null;
      }
      if (session.idleEndsAtMs !== null && session.idleEndsAtMs <= nowMs) {
        // For good: a limit that is raised later does not wake it.
        await end(session.key, 'idle');
        return null;
      }
      const account = await accounts.state(claims.userId, row.stamp);
      if (!account) return null;
      if (idleS !== undefined) await see(session, idleS);
      return {
        userId: claims.userId,
        sessionId: claims.sessionId,
        actor: account.actor,
        expiresAtMs: session.endsAtMs,
        signInRequirement: signInRequirementOf(account.standing),
        language: account.language,
        readOnly: session.isDisplay,
        display: session.isDisplay
          ? { name: session.deviceName ?? '', endsAt: new Date(session.endsAtMs).toISOString() }
          : null,
      };
    },

    callerOf({ actor, sessionId, signInRequirement, display }, locale, requestId) {
      return {
        actor,
        ability: display ? abilities.reading(actor) : abilities(actor),
        locale,
        source: 'screen',
        sessionId,
        ...(signInRequirement ? { signInRequirement } : {}),
        ...(display ? { display } : {}),
        requestId,
      };
    },

    async livingOf(userId) {
      const rows = await sql
        .selectFrom('session')
        .select(columns)
        .where('user', '=', userId)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', clock().toISOString())
        .execute();
      const rules = await policy();
      const nowMs = clock().getTime();
      return rows
        .map((row) => living(row, rules))
        .filter(({ endsAtMs, idleEndsAtMs }) => Math.min(endsAtMs, idleEndsAtMs ?? endsAtMs) > nowMs)
        .sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt) || b.id - a.id);
    },

    end,

    async endOne(userId, id, reason) {
      const ended = await sql
        .updateTable('session')
        .set({ endedAt: clock().toISOString(), endReason: reason })
        .where('id', '=', id)
        .where('user', '=', userId)
        .where('endedAt', 'is', null)
        .returning('key')
        .executeTakeFirst();
      return ended ? ended.key : null;
    },

    async endAllOf(userId, exceptSessionId, reason) {
      const ended = await sql
        .updateTable('session')
        .set({ endedAt: clock().toISOString(), endReason: reason })
        .where('user', '=', userId)
        .where('endedAt', 'is', null)
        .where((eb) => (exceptSessionId === null ? eb.lit(true) : eb('key', '!=', exceptSessionId)))
        .returning('key')
        .execute();
      return ended.map(({ key }) => key);
    },
  };
}
