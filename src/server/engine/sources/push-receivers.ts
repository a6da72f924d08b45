import { createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from '#server/kernel/same-secret.ts';

/** What every token of a source begins with, so that a scanner of code finds one that was left somewhere. */
const tokenMark = 'cws_';

/** A new token of a source: shown once, kept as its hash. It has 256 bits, so a fast hash is enough. */
export function newPushToken(): { token: string; hash: string } {
  const token = `${tokenMark}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token).toString('hex') };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A source that takes what is posted to it. */
export interface PushReceiver<Answer> {
  /** Hex of SHA-256 of its token; null: none was made yet, and nobody is let in. */
  tokenHash: string | null;
  /** `at`: when what is posted was seen, as its sender says, UTC ms; null: it does not say. */
  receive(body: Uint8Array, at: number | null): Answer | Promise<Answer>;
}

/** The sources of this server that are open for what is posted to them. */
export interface PushReceivers<Answer> {
  add(sourceId: number, receiver: PushReceiver<Answer>): () => void;
  /** null: no such source, or the token is another: neither is told from the other, by the answer or by its time. */
  find(sourceId: number, token: string): PushReceiver<Answer> | null;
}

export function createPushReceivers<Answer>(): PushReceivers<Answer> {
  const receivers = new Map<number, PushReceiver<Answer>>();
  const nobody = createHash('sha256').update(randomBytes(32)).digest();
  return {
    add(sourceId, receiver) {
      receivers.set(sourceId, receiver);
      return () => {
        if (receivers.get(sourceId) === receiver) receivers.delete(sourceId);
      };
    },
    find(sourceId, token) {
      const receiver = receivers.get(sourceId);
      const hash = receiver?.tokenHash ? Buffer.from(receiver.tokenHash, 'hex') : nobody;
      return isSameSecret(hashOf(token), hash) && receiver ? receiver : null;
    },
  };
}
