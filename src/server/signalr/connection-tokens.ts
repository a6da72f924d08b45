import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What servers behind one address have in common. */
export interface Joined {
  /** The same on each of them, and known to nobody else. */
  key: string;
  /** UTC ms. */
  now(): number;
}

/** What a token stands for; whose it is and for which hub is in its signature. */
export interface Negotiation {
  connectionId: string;
  stateful: boolean;
}

interface Owner {
  path: string;
  userId: number;
  sessionId: string;
}

export interface ConnectionTokens {
  issue(negotiation: Negotiation, owner: Owner): string;
  /** What another server has negotiated a moment ago with this user for this hub, once; null: nothing. */
  take(token: string, owner: Owner): Negotiation | null;
}

/** A connection is opened right after it is negotiated; clocks of servers differ. */
const validMs = 30_000;
const mostTaken = 10_000;

/**
 * Connection tokens. Of a server alone: 128 random bits. Of several behind one address (`joined`): signed, as the balancer
 * may bring the socket to another server than the one that negotiated: `random.server.connection.stateful.time.signature`.
 */
export function createConnectionTokens(serverId: string, joined: Joined | null): ConnectionTokens {
  if (!joined) return { issue: () => randomBytes(16).toString('base64url'), take: () => null };
  const { key, now } = joined;
  /** Tokens of others that were used here, and until when they are valid. */
  const taken = new Map<string, number>();

  const signed = (text: string, { path, userId, sessionId }: Owner) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['hub connection', text, path.toLowerCase(), userId, sessionId]))
      .digest('base64url');

  function dropOld(): void {
    for (const [token, until] of taken) {
      if (until > now() && taken.size < mostTaken) break;
      taken.delete(token);
    }
  }

  return {
    issue({ connectionId, stateful }, owner) {
      const random = randomBytes(16).toString('base64url');
      const text = [random, serverId, connectionId, stateful ? 1 : 0, now().toString(36)].join('.');
      return `${text}.${signed(text, owner)}`;
    },
    take(token, owner) {
      const parts = token.split('.');
      const [, server, connectionId, stateful, time, signature] = parts;
      // One's own that is not known is over.
      if (parts.length !== 6 || server === serverId || !connectionId || !time || !signature) return null;
      const right = Buffer.from(signed(parts.slice(0, 5).join('.'), owner));
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const issuedAt = Number.parseInt(time, 36);
      if (!(Math.abs(now() - issuedAt) <= validMs) || taken.has(token)) return null;
      dropOld();
      taken.set(token, issuedAt + 2 * validMs);
      return { connectionId, stateful: stateful === '1' };
    },
  };
}
