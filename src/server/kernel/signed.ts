import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { purposeKey } from './purpose-key.ts';

/** What was signed, with the end of its time; `forged`: not ours or not for this, `expired`: its time is over. */
export type SignedRead = { claims: JWTPayload; expiresAt: Date } | 'forged' | 'expired';

/** Short statements that travel through other hands and come back: a link to a file, a ticket, a challenge. */
export interface Signed {
  sign(claims: JWTPayload, expiresAt: Date): Promise<string>;
  read(text: string, now: Date): Promise<SignedRead>;
}

/** HS256 under a key of its own for each purpose: what is signed for one is forged for every other. */
export function createSigned(secret: string, purpose: string): Signed {
  const key = purposeKey(secret, purpose);
  return {
    sign: (claims, expiresAt) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expiresAt).sign(key),

    async read(text, now) {
      try {
        const { payload } = await jwtVerify(text, key, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
          currentDate: now,
          clockTolerance: 0,
        });
        return { claims: payload, expiresAt: new Date(Number(payload.exp) * 1000) };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'forged';
      }
    },
  };
}
