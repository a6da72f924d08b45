/**
 * Joins server processes: what one publishes on a subject, every other subscriber of it gets, in the order
 * of its publisher. Delivery is at most once; who may not miss a thing reads it from the database.
 */
export interface Backplane {
  /** `message` must survive JSON. The publisher's own subscriptions may get it too: messages say whom they are from. */
  publish(subject: string, message: unknown): void;
  /** The largest message, as JSON in UTF-8; a larger one is not published. */
  readonly mostBytes: number;
  /** @returns the function that ends the subscription. */
  subscribe(subject: string, handler: (message: unknown) => void): () => void;
  /** Resolves when every subscription made so far is in force and every message published so far is out. */
  flush(): Promise<void>;
  /** Told when the connection is there again after it was lost: what others published meanwhile has been missed. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** One process: subscribers get the very values. Several hub servers may share it, as tests do. */
export function createInProcessBackplane(): Backplane {
  const handlers = new Map<string, Set<(message: unknown) => void>>();
  return {
    mostBytes: Number.POSITIVE_INFINITY,
    publish(subject, message) {
      for (const handler of handlers.get(subject) ?? []) handler(message);
    },
    subscribe(subject, handler) {
      const known = handlers.get(subject) ?? new Set();
      handlers.set(subject, known);
      known.add(handler);
      return () => {
        known.delete(handler);
      };
    },
    flush: () => Promise.resolve(),
    onReturn() {
      // It is never away.
    },
    async close() {
      handlers.clear();
    },
  };
}
