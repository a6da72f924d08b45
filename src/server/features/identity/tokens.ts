import { createSecretKey } from 'node:crypto';
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import { purposeKey } from '#server/kernel/purpose-key.ts';

/** What a token says: which session, of which user. Whether the session still lives is the database's to say. */
export interface TokenClaims {
  sessionId: string;
  userId: number;
}

/** `untilMs` is no longer within. */
interface Verified {
  claims: TokenClaims;
  fromMs: number;
  untilMs: number;
}

/** Tokens at most whose verification is remembered. */
const mostVerified = 5_000;

export interface Tokens {
  /** `accessToken` goes into Authorization: Bearer; the opaque `encryptedAccessToken` into hub URLs as enc_auth_token. */
  issue(claims: TokenClaims & { name: string; roles: string[]; issuedAt: Date; expiresAt: Date }): Promise<{
    accessToken: string;
    encryptedAccessToken: string;
    expireInSeconds: number;
  }>;
  verify(accessToken: string, now: Date): Promise<TokenClaims | null>;
  verifyEncrypted(encryptedAccessToken: string, now: Date): Promise<TokenClaims | null>;
}

const issuer = 'clearway';
/** Claim names that any ABP client may read (wire.md §2). */
const nameClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';
const roleClaim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';
const idClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

/** Signs with HS256 and encrypts with A256GCM under two keys drawn from one secret. */
export function createTokens(secret: string): Tokens {
  const keyFor = (use: string) => createSecretKey(purposeKey(secret, use));
  const signingKey = keyFor('sign');
  const encryptionKey = keyFor('encrypt');
  /** Tokens whose signature was found good, the one first seen first: a client sends the same one for hours. */
  const verified = new Map<string, Verified>();

  async function verify(accessToken: string, now: Date): Promise<TokenClaims | null> {
    const known = verified.get(accessToken);
    if (known && known.fromMs <= now.getTime() && now.getTime() < known.untilMs) return known.claims;
    try {
      const { payload } = await jwtVerify(accessToken, signingKey, {
        issuer,
        audience: issuer,
        algorithms: ['HS256'],
        currentDate: now,
        clockTolerance: 0,
      });
      const userId = Number(payload.sub);
      if (!payload.jti || !Number.isSafeInteger(userId)) return null;
      const claims = { sessionId: payload.jti, userId };
      const { nbf = 0, exp = 0 } = payload;
      // To the whole second, as the token's own times are compared.
      verified.set(accessToken, { claims, fromMs: nbf * 1000, untilMs: exp * 1000 });
      if (verified.size > mostVerified) verified.delete(verified.keys().next().value ?? '');
      return claims;
    } catch {
      return null;
    }
  }

  return {
    async issue({ sessionId, userId, name, roles, issuedAt, expiresAt }) {
      const accessToken = await new SignJWT({
        [idClaim]: String(userId),
        [nameClaim]: name,
        [roleClaim]: roles,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(userId))
        .setJti(sessionId)
        .setIssuer(issuer)
        .setAudience(issuer)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signingKey);
      const encryptedAccessToken = await new EncryptJWT({ t: accessToken })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(expiresAt)
        .encrypt(encryptionKey);
      const expireInSeconds = Math.round((expiresAt.getTime() - issuedAt.getTime()) / 1000);
      return { accessToken, encryptedAccessToken, expireInSeconds };
    },
    verify,
    async verifyEncrypted(encryptedAccessToken, now) {
      try {
        const { payload } = await jwtDecrypt(encryptedAccessToken, encryptionKey, { currentDate: now });
        return typeof payload.t === 'string' ? await verify(payload.t, now) : null;
      } catch {
        return null;
      }
    },
  };
}
