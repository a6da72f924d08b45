import { randomBytes } from 'node:crypto';
import { provesWork } from '#domain/identity/proof-of-work.ts';
import { createSigned } from '#server/kernel/signed.ts';

/** Zero bits that the hash begins with: some tens of thousands of tries, a moment for one visitor. */
const workBits = 16;
const lifeMs = 10 * 60_000;

export interface Challenge {
  challenge: string;
  bits: number;
  /** UTC ISO 8601. */
  expiresAt: string;
}

export interface Challenges {
  give(now: Date): Promise<Challenge>;
  /**
   * The number of a challenge of ours that is not over and on which the work is done; null: it is not. That it is
   * used once is seen to where it is kept.
   */
  solved(challenge: string, nonce: string, now: Date): Promise<string | null>;
}

/** Nothing is kept of a challenge that was given: it is signed. */
export function createChallenges(secret: string): Challenges {
  const signed = createSigned(secret, 'registration challenge');
  return {
    async give(now) {
      const expiresAt = new Date(now.getTime() + lifeMs);
      const challenge = await signed.sign({ jti: randomBytes(12).toString('base64url') }, expiresAt);
      return { challenge, bits: workBits, expiresAt: expiresAt.toISOString() };
    },

    async solved(challenge, nonce, now) {
      const read = await signed.read(challenge, now);
      if (typeof read === 'string' || !read.claims.jti) return null;
      return provesWork(challenge, nonce, workBits) ? read.claims.jti : null;
    },
  };
}
