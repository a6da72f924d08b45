import type { Locale } from '#domain/text/label.ts';

/** How many connections one user may have to all hubs together. */
export interface ConnectionLimit {
  most(): Promise<number>;
  /** What is said to a user who asks for one more. */
  refusal(most: number, locale: Locale): string;
}

/** Connections of each user to the hubs of this process: from the upgrade, before its handshake, to the end of its socket. */
export interface ConnectionCount {
  of(userId: number): number;
  /** One more; the answer ends it. */
  add(userId: number): () => void;
}

export function createConnectionCount(): ConnectionCount {
  const open = new Map<number, number>();
  return {
    of: (userId) => open.get(userId) ?? 0,
    add(userId) {
      open.set(userId, (open.get(userId) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (open.get(userId) ?? 0) - 1;
        if (left > 0) open.set(userId, left);
        else open.delete(userId);
      };
    },
  };
}
