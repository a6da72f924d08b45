import { createHash, randomBytes } from 'node:crypto';
import { sql as raw } from 'kysely';
import { abilityOf, rulesFor } from '#domain/identity/access.ts';
import { signInRequirementOf } from '#domain/identity/sign-in-requirement.ts';
import { actorOfToken, rulesOfToken, type TokenScope } from '#domain/identity/token-scope.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { createAccounts } from './accounts.ts';
import type { Principal } from './sessions.ts';

/** What every token begins with, so that a scanner of code finds one that was left somewhere. */
export const tokenMark = 'cwk_';

/** How exactly the last use is kept: to note each one would be a write for every request. */
const lastUseMs = 10 * 60_000;

/** Whose a token is, and what they may do by it. */
export interface TokenPrincipal extends Principal {
  tokenId: number;
  scope: TokenScope;
}

export interface ApiTokens {
  /** Null: no such token, revoked, over, or its user is no longer active. */
  principalOf(secret: string): Promise<TokenPrincipal | null>;
  callerOf(principal: TokenPrincipal, locale: Locale, requestId: string): Caller;
}

/** A new secret: shown once, kept as its hash. It has 256 bits, so a fast hash is enough. */
export function newToken(): { secret: string; prefix: string; tokenHash: string } {
  const secret = `${tokenMark}${randomBytes(32).toString('base64url')}`;
  return { secret, prefix: secret.slice(0, tokenMark.length + 6), tokenHash: hashOf(secret) };
}

/** The key under which hub connections and rate limits know a token. */
export function sessionKeyOf(tokenId: number): string {
  return `token:${tokenId}`;
}

export function createApiTokens(deps: {
  sql: Sql;
  records: Records;
  resources: Resource[];
  clock: () => Date;
}): ApiTokens {
  const { sql, resources, clock } = deps;
  const accounts = createAccounts(deps);

  return {
    async principalOf(secret) {
      if (!secret.startsWith(tokenMark) || secret.length > 100) return null;
      const now = clock();
      const { rows } = await raw<Row>`
        select id, "user" as user_id, permissions, read_only, expires_at, last_used_at from api_token
        where token_hash = ${hashOf(secret)} and deleted_at is null and revoked_at is null
          and expires_at > ${now.toISOString()}::timestamptz`.execute(sql);
      const [row] = rows;
      if (!row) return null;
      const held = await accounts.state(row.userId);
      if (!held) return null;
      if (row.lastUsedAt === null || now.getTime() - Date.parse(row.lastUsedAt) >= lastUseMs) {
        // Not a change of the record: no version, no history.
        await sql
          .updateTable('apiToken')
          .set({ lastUsedAt: now.toISOString() })
          .where('id', '=', row.id)
          .execute();
      }
      const scope = { permissions: row.permissions ?? [], readOnly: row.readOnly === true };
      return {
        tokenId: row.id,
        userId: row.userId,
        sessionId: sessionKeyOf(row.id),
        scope,
        actor: actorOfToken(held.actor, scope),
        expiresAtMs: Date.parse(row.expiresAt),
        signInRequirement: signInRequirementOf(held.standing),
        language: held.language,
        readOnly: scope.readOnly,
        display: null,
      };
    },

    callerOf({ actor, scope, tokenId, signInRequirement }, locale, requestId) {
      const rules = rulesOfToken(rulesFor(actor, resources), scope);
      return {
        actor,
        ability: abilityOf(rules),
        locale,
        source: 'api',
        sessionId: null,
        token: { id: tokenId, readOnly: scope.readOnly },
        ...(signInRequirement ? { signInRequirement } : {}),
        requestId,
      };
    },
  };
}

interface Row {
  id: number;
  userId: number;
  permissions: string[] | null;
  readOnly: boolean | null;
  expiresAt: string;
  lastUsedAt: string | null;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
