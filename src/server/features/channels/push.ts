import { createECDH, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import type { Outcome, Post } from '#server/engine/webhooks/post.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Pusher {
  /** Public P-256 key, base64url: browsers subscribe by it. */
  publicKey: string;
  /** One encrypted message (RFC 8291); `topic`: a later one of the same replaces it while it waits. */
  send(target: PushTarget, payload: object, topic: string, urgent: boolean): Promise<Outcome>;
}

/** A push that waits longer than this for its browser is let go: it stands in the message centre. */
const ttlS = 24 * 3600;

/** Pushes to browsers by the Web Push protocol; null: no contact is set, so nothing is pushed. */
export function createPusher(deps: {
  contact: string | null;
  key: string | null;
  secret: string;
  post: Post;
}): Pusher | null {
  const { contact, post } = deps;
  if (contact === null) return null;
  const { publicKey, privateKey } = keyPair(deps.key, deps.secret);
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload, topic, urgent) {
      const details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: ttlS,
          urgency: urgent ? 'high' : 'normal',
          topic,
          contentEncoding: 'aes128gcm',
        },
      );
      const headers = Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      return post(details.endpoint, headers, details.body ?? '');
    },
  };
}

/** The key that was given, or one that every server of the installation draws from the same secret. */
function keyPair(given: string | null, secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  if (given !== null) pair.setPrivateKey(Buffer.from(given, 'base64url'));
  // Out of 2^32 numbers less than one is none of the curve; then the next is.
  else
    for (let attempt = 0; ; attempt++) {
      const bytes = Buffer.from(hkdfSync('sha256', secret, 'web push', `vapid ${attempt}`, 32));
      try {
        pair.setPrivateKey(bytes);
        break;
      } catch {
        if (attempt > 10) throw new Error('no key for pushes could be drawn');
      }
    }
  return {
    publicKey: pair.getPublicKey('base64url'),
    // Without its leading zeros it would be too short.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}
