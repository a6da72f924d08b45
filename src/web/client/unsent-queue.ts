import { isObject } from '#domain/text/narrow.ts';
import { RequestError } from './http.ts';
import { currentUser } from './session.ts';
import { createStore, type Store } from './store.ts';
import { unsentPrefix } from './unsent.ts';

/** Something that the server has not taken: it waits for a connection, or was refused when it arrived. */
export interface Unsent {
  /** The server takes one key once, however often it is sent. */
  key: string;
  /** When it was made; UTC, ISO 8601. */
  madeAt: string;
  /** Why it was refused, in the language of then; null: it waits. */
  refusal: string | null;
}

/** What one kind of unsent thing has of its own. */
interface Kind<T extends Unsent> {
  /** Its name in the storage. */
  name: string;
  /** Reads one that was stored; null: it is none. */
  read(stored: Record<string, unknown>): T | null;
  /** Those of one group are sent in the order in which they were made. */
  groupOf(item: T): number;
  /** Whether a refused one holds those of its group that are behind it. */
  refusalHolds: boolean;
  deliver(item: T): Promise<unknown>;
}

/** Of the user who is signed in: kept on this device until the server has taken it, also over a sign-out. */
export interface UnsentQueue<T extends Unsent> {
  /** In the order in which they were made. */
  items: Store<readonly T[]>;
  /** Takes up what the storage holds: at sign-in, and when another tab has changed it. */
  load(): void;
  change(of: (items: readonly T[]) => T[]): void;
  drop(key: string): void;
  /** Puts one that was refused into the queue again, as it was. */
  retry(key: string): void;
  /** Hands one over, which is not sent a second time meanwhile; it stays in the queue. */
  deliver(item: T): Promise<void>;
  /**
   * Sends what waits, in order, until the connection fails again. A refusal stays with what was refused. Answers with
   * how many the server took.
   */
  send(textOf: (error: unknown) => string): Promise<number>;
}

/** No answer, a gateway without its server, or a session that must be renewed: it is no word on the thing itself. */
export function hasNotArrived(error: unknown): boolean {
  return error instanceof RequestError && [0, 401, 408, 429, 502, 503, 504].includes(error.statusCode);
}

const userId = () => currentUser.get()?.actor.userId;

export function createUnsentQueue<T extends Unsent>(kind: Kind<T>): UnsentQueue<T> {
  const items = createStore<readonly T[]>([]);
  const placeOf = (user: number) => `${unsentPrefix}${kind.name}.${user}`;
  const underWay = new Set<string>();

  function load(): void {
    const user = userId();
    if (user === undefined) {
      items.set([]);
      return;
    }
    try {
      const stored: unknown = JSON.parse(window.localStorage.getItem(placeOf(user)) ?? '[]');
      const known = Array.isArray(stored) ? stored.filter(isObject) : [];
      items.set(
        known.flatMap((one) => {
          const item = typeof one.key === 'string' ? kind.read(one) : null;
          return item ? [item] : [];
        }),
      );
    } catch {
      items.set([]);
    }
  }

  function change(of: (items: readonly T[]) => T[]): void {
    const user = userId();
    if (user === undefined) return;
    const next = of(items.get());
    items.set(next);
    try {
      if (next.length === 0) window.localStorage.removeItem(placeOf(user));
      else window.localStorage.setItem(placeOf(user), JSON.stringify(next));
    } catch {
      // The browser's room is used up: the page still holds it, and sends it.
    }
  }

  const drop = (key: string) => change((all) => all.filter((one) => one.key !== key));
  const refuse = (key: string, refusal: string | null) =>
    change((all) => all.map((one) => (one.key === key ? { ...one, refusal } : one)));

  async function deliver(item: T): Promise<void> {
    underWay.add(item.key);
    try {
      await kind.deliver(item);
    } finally {
      underWay.delete(item.key);
    }
  }

  const next = (seen: ReadonlySet<string>) => items.get().find(({ key }) => !seen.has(key));

  async function send(textOf: (error: unknown) => string): Promise<number> {
    const held = new Set<number>();
    const seen = new Set<string>();
    let sent = 0;
    // What is made while this is under way is sent too.
    for (let item = next(seen); item; item = next(seen)) {
      seen.add(item.key);
      const group = kind.groupOf(item);
      if (underWay.has(item.key) || (item.refusal !== null && kind.refusalHolds)) held.add(group);
      if (item.refusal !== null || held.has(group)) continue;
      try {
        await deliver(item);
        drop(item.key);
        sent += 1;
      } catch (error) {
        if (hasNotArrived(error)) return sent;
        if (kind.refusalHolds) held.add(group);
        refuse(item.key, textOf(error));
      }
    }
    return sent;
  }

  return { items, load, change, drop, retry: (key) => refuse(key, null), deliver, send };
}
