import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { provesWork } from '../../domain/proof-of-work.ts';

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
  give(now: Date): Challenge;
  /** The work is done, on a challenge of ours that is not over. That it is used once is seen to where it is kept. */
  isSolved(challenge: string, nonce: string, now: Date): boolean;
}

/** Nothing is kept of a challenge that was given: it is signed. */
export function createChallenges(secret: string): Challenges {
  const key = createHash('sha256').update(`registration challenge\0${secret}`).digest();
  const mac = (body: string) => createHmac('sha256', key).update(body).digest();

  return {
    give(now) {
      const expires = now.getTime() + lifeMs;
      const body = `${expires.toString(36)}.${randomBytes(12).toString('base64url')}`;
      return {
        challenge: `${body}.${mac(body).toString('base64url')}`,
        bits: workBits,
        expiresAt: new Date(expires).toISOString(),
      };
    },

    isSolved(challenge, nonce, now) {
      const parts = /^(([0-9a-z]{1,12})\.[A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/.exec(challenge);
      const [, body = '', expires = '', given = ''] = parts ?? [];
      const said = Buffer.from(given, 'base64url');
      const ours = mac(body);
      if (!parts || said.length !== ours.length || !timingSafeEqual(said, ours)) return false;
      return Number.parseInt(expires, 36) > now.getTime() && provesWork(challenge, nonce, workBits);
    },
  };
}
