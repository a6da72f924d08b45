import type { Backplane } from './backplane.ts';
import type { Clock } from './clock.ts';
import { type OnlineUser, type PresenceSignal, readPresenceSignal } from './hub-signals.ts';

const subject = 'presence';
const repeatMs = 15_000;
/** A server not heard of for this long has died with its users. */
const forgetMs = 45_000;

export interface Presence {
  joined(user: OnlineUser): void;
  left(userId: number): void;
  /** Everyone connected to any server, each once, by id. */
  users(): OnlineUser[];
  /** Told of changes, at most once a tick: a hundred arrivals are one list, not a hundred. */
  onChange(listener: (users: OnlineUser[]) => void): void;
  tick(): void;
  close(): void;
}

/** Who is online here and on the other servers. */
export function createPresence({
  serverId,
  backplane,
  clock,
}: {
  serverId: string;
  backplane: Backplane;
  clock: Clock;
}): Presence {
  const local = new Map<number, { name: string; connections: number }>();
  const remote = new Map<string, { users: OnlineUser[]; heardMs: number }>();
  const listeners: ((users: OnlineUser[]) => void)[] = [];
  let toldMs = clock.monotonicMs();
  let toTell = false;
  let changed = false;

  const publish = (signal: PresenceSignal) => backplane.publish(subject, signal);

  const unsubscribe = backplane.subscribe(subject, (value) => {
    const signal = readPresenceSignal(value);
    if (!signal || signal.from === serverId) return;
    if (signal.kind === 'hello') {
      toTell = true;
      return;
    }
    changed = true;
    if (signal.kind === 'bye') remote.delete(signal.from);
    else remote.set(signal.from, { users: signal.users, heardMs: clock.monotonicMs() });
  });
  publish({ from: serverId, kind: 'hello' });

  function localUsers(): OnlineUser[] {
    return [...local].map(([userId, { name }]) => ({ userId, name }));
  }

  function users(): OnlineUser[] {
    const found = new Map<number, OnlineUser>();
    for (const server of remote.values()) for (const user of server.users) found.set(user.userId, user);
    for (const user of localUsers()) found.set(user.userId, user);
    return [...found.values()].sort((a, b) => a.userId - b.userId);
  }

  let known = '[]';

  return {
    joined({ userId, name }) {
      const connections = (local.get(userId)?.connections ?? 0) + 1;
      local.set(userId, { name, connections });
      toTell = changed = true;
    },
    left(userId) {
      const entry = local.get(userId);
      if (!entry) return;
      if (entry.connections > 1) entry.connections -= 1;
      else local.delete(userId);
      toTell = changed = true;
    },
    users,
    onChange(listener) {
      listeners.push(listener);
    },
    tick() {
      const nowMs = clock.monotonicMs();
      for (const [id, server] of remote) {
        if (nowMs - server.heardMs < forgetMs) continue;
        remote.delete(id);
        changed = true;
      }
      if (toTell || nowMs - toldMs >= repeatMs) {
        toTell = false;
        toldMs = nowMs;
        publish({ from: serverId, kind: 'online', users: localUsers() });
      }
      if (!changed) return;
      changed = false;
      const list = users();
      const text = JSON.stringify(list);
      if (text === known) return;
      known = text;
      for (const listener of listeners) listener(list);
    },
    close() {
      unsubscribe();
      publish({ from: serverId, kind: 'bye' });
    },
  };
}
