import { AsyncLocalStorage } from 'node:async_hooks';

interface Held {
  pool: object;
  /** False once it was given back: work that was begun meanwhile and goes on holds nothing. */
  isOpen: boolean;
  outer: Held | undefined;
}

const held = new AsyncLocalStorage<Held | undefined>();

/** True where the code that asks runs within `holding` of this pool, and its connection has not been given back. */
export function holds(pool: object): boolean {
  for (let one = held.getStore(); one; one = one.outer) if (one.isOpen && one.pool === pool) return true;
  return false;
}

/** Does work that has a connection of this pool in hand. */
export async function holding<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const mine: Held = { pool, isOpen: true, outer: held.getStore() };
  try {
    return await held.run(mine, work);
  } finally {
    mine.isOpen = false;
  }
}

/** Begins work for which nobody who holds a connection waits, such as a cache that is refreshed. */
export function apart<T>(work: () => T): T {
  return held.run(undefined, work);
}
