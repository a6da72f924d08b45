import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from 'jose';

/** What a token says: which session, of which user. Whether the session still lives is the database's to say. */
export interface TokenClaims {
  sessionId: string;
  userId: number;
}

export interface Tokens {
  /** `accessToken` goes into Authorization: Bearer; the opaque `encryptedAccessToken` into hub URLs as enc_auth_token. */
  issue(claims: TokenClaims & { name: string; roles: string[]; issuedAt: Date; expiresAt: Date }): Promise<{
    accessToken: string;
    encryptedAccessToken: string;
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
  const signingKey = createHash('sha256').update(`sign\0${secret}`).digest();
  const encryptionKey = createHash('sha256').update(`encrypt\0${secret}`).digest();

  async function verify(accessToken: string, now: Date): Promise<TokenClaims | null> {
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
      return { sessionId: payload.jti, userId };
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
      return { accessToken, encryptedAccessToken };
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
