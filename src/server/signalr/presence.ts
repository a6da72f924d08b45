import type { Backplane } from './backplane.ts';
import type { Clock } from './clock.ts';
import { type OnlineUser, type PresenceSignal, type PresentUser, readPresenceSignal } from './hub-signals.ts';

const subject = 'presence';
const repeatMs = 15_000;
/** A server not heard of for this long has died with its users. */
const forgetMs = 45_000;

export interface Presence {
  /** A connection to this hub was opened here, and one that `joined` named was closed. */
  joined(user: OnlineUser, hub: string): void;
  left(userId: number, hub: string): void;
  /** Everyone connected to any server, each once, by id. */
  users(): OnlineUser[];
  /** Is the user connected to this hub, at any server? */
  isOn(userId: number, hub: string): boolean;
  /** The user's connections to hubs of other servers, as they told last. */
  elsewhere(userId: number): number;
  /** Told of changes, at most once a tick: a hundred arrivals are one list, not a hundred. */
  onChange(listener: (users: OnlineUser[]) => void): void;
  tick(): void;
  /** Says who is here, and asks the other servers for the same. */
  greet(): void;
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
  /** By user: who they are, and how many connections to each hub. */
  const local = new Map<number, { user: OnlineUser; connections: Map<string, number> }>();
  const remote = new Map<string, { users: Map<number, PresentUser>; heardMs: number }>();
  const listeners: ((users: OnlineUser[]) => void)[] = [];
  let announcedMs = clock.monotonicMs();
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
    else {
      const present = new Map(signal.users.map((user) => [user.userId, user]));
      remote.set(signal.from, { users: present, heardMs: clock.monotonicMs() });
    }
  });
  const greet = () => {
    publish({ from: serverId, kind: 'hello' });
    toTell = true;
  };
  greet();

  function localUsers(): PresentUser[] {
    return [...local.values()].map(({ user, connections }) => ({
      ...user,
      hubs: [...connections.keys()],
      connections: [...connections.values()].reduce((sum, open) => sum + open, 0),
    }));
  }

  function present(): OnlineUser[] {
    const found = new Map<number, OnlineUser>();
    for (const server of remote.values()) {
      for (const { userId, name, companyIds } of server.users.values())
        found.set(userId, { userId, name, companyIds });
    }
    for (const { user } of local.values()) found.set(user.userId, user);
    return [...found.values()].sort((a, b) => a.userId - b.userId);
  }

  /** What the listeners were told last, as JSON. */
  let known = '[]';

  return {
    joined({ userId, name, companyIds }, hub) {
      const connections = local.get(userId)?.connections ?? new Map<string, number>();
      connections.set(hub, (connections.get(hub) ?? 0) + 1);
      local.set(userId, { user: { userId, name, companyIds }, connections });
      toTell = changed = true;
    },
    left(userId, hub) {
      const entry = local.get(userId);
      const open = entry?.connections.get(hub);
      if (!entry || open === undefined) return;
      if (open > 1) entry.connections.set(hub, open - 1);
      else entry.connections.delete(hub);
      if (entry.connections.size === 0) local.delete(userId);
      toTell = changed = true;
    },
    users() {
      const list = present();
      // Somebody is told what the listeners have not been: should it be as before at the next tick, all are
      // told anew.
      if (JSON.stringify(list) !== known) {
        known = '';
        changed = true;
      }
      return list;
    },
    isOn(userId, hub) {
      if (local.get(userId)?.connections.has(hub)) return true;
      for (const { users } of remote.values()) if (users.get(userId)?.hubs.includes(hub)) return true;
      return false;
    },
    elsewhere(userId) {
      let open = 0;
      for (const { users } of remote.values()) open += users.get(userId)?.connections ?? 0;
      return open;
    },
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
      if (toTell || nowMs - announcedMs >= repeatMs) {
        toTell = false;
        announcedMs = nowMs;
        publish({ from: serverId, kind: 'online', users: localUsers() });
      }
      if (!changed) return;
      changed = false;
      const list = present();
      const text = JSON.stringify(list);
      if (text === known) return;
      known = text;
      for (const listener of listeners) listener(list);
    },
    greet,
    close() {
      unsubscribe();
      publish({ from: serverId, kind: 'bye' });
    },
  };
}
