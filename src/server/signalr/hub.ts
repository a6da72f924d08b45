import { type Actor, holds } from '#domain/identity/access.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Backplane } from './backplane.ts';
import type { Clock } from './clock.ts';
import { type Connection, createConnection, type InvocationResult } from './connection.ts';
import {
  type AudienceSender,
  type Caller,
  type EventsOf,
  type Hub,
  type HubBlueprint,
  HubException,
} from './hub-definition.ts';
import { type Audience, type DisconnectOptions, type HubSignal, readHubSignal } from './hub-signals.ts';
import { createIndex } from './index-by-key.ts';
import type { Presence } from './presence.ts';
import {
  type HubProtocol,
  type InvocationMessage,
  joinMessages,
  type OutgoingMessage,
  prepareMessage,
  type StreamInvocationMessage,
} from './protocol.ts';
import { createBucket } from './rate-limit.ts';
import { createRecent } from './recent.ts';
import type { EndReason, SignalRLimits, SignalRLogger, SignalRMetrics } from './settings.ts';
import type { Transport } from './transports.ts';

/** A signed-in session, as the authenticator of the product knows it. */
export interface Principal {
  actor: Actor;
  /** The language in which the connection is answered. */
  locale: Locale;
  /** Login session; its end closes its connections. */
  sessionId: string;
  /** Nothing is changed by it. */
  readOnly: boolean;
  /** Nobody sits there: it hears, and its user does not count as online for it. */
  unattended: boolean;
}

/** Asks the authenticator again, with what the client connected with. */
export type Revalidate = () => Promise<Principal | null>;

/** A client whose transport is there; its handshake comes next. */
export interface Arrival {
  connectionId: string;
  transport: Transport;
  principal: Principal;
  revalidate: Revalidate;
  /** Stateful reconnect was negotiated. */
  stateful: boolean;
  ended(): void;
}

export interface HubDeps {
  path: string;
  serverId: string;
  protocols: readonly HubProtocol[];
  limits: SignalRLimits;
  clock: Clock;
  logger: SignalRLogger;
  metrics: SignalRMetrics;
  backplane: Backplane;
  presence: Presence;
  /** The text of an error that may be shown to a user, in this language; null: it stays in the log. */
  describeError(error: unknown, locale: Locale): string | null;
}

/** A hub at work: the part that the server drives beside the part that everyone uses. */
export interface RunningHub<E extends EventsOf<E>> {
  hub: Hub<E>;
  mayConnect(actor: Actor): boolean;
  accept(arrival: Arrival): void;
  tick(): void;
  readonly size: number;
  /** Closes every connection of this process; the clients come back, and ask again for all that they show. */
  bringBack(): void;
  /** The same for good: to another process, or later. */
  shutDown(): void;
  abortAll(): void;
}

/** How soon after connecting a session is looked at again. */
const firstLookMs = 2_000;

/** Messages that a hub remembers at most: of an import that tells each record, those of a few seconds. */
const mostRemembered = 10_000;

interface Member<E extends EventsOf<E>> {
  caller: Caller<E>;
  connection: Connection;
  principal: Principal;
  groups: Set<string>;
  revalidate: Revalidate;
  /** When the session is looked at next. */
  revalidateAtMs: number;
  /** It was there to hear what was sent from this number on. */
  heardFrom: number;
  /** Counted among the users online: from the handshake until its close begins. */
  online: boolean;
}

/** The order of an actor's lists says nothing. */
function isSameActor(a: Actor, b: Actor): boolean {
  const canonical = (_key: string, value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  return JSON.stringify(a, canonical) === JSON.stringify(b, canonical);
}

export function runHub<E extends EventsOf<E>>(blueprint: HubBlueprint<E>, deps: HubDeps): RunningHub<E> {
  const { path, serverId, limits, clock, logger, metrics, backplane, presence } = deps;
  const subject = `hub${path.replaceAll('/', '.')}`;
  const connections = new Map<string, Connection>();
  const members = new Map<string, Member<E>>();
  const byGroup = createIndex<string, Member<E>>();
  const byUser = createIndex<number, Member<E>>();
  const bySession = createIndex<string, Member<E>>();
  const { remembersMs } = blueprint;
  const recent =
    remembersMs > 0
      ? createRecent<{ to: Audience; message: OutgoingMessage }>(
          remembersMs,
          mostRemembered,
          clock.monotonicMs(),
        )
      : null;

  const isElsewhere = ({ principal }: Member<E>, notOn: string | undefined): boolean =>
    notOn !== undefined && presence.isOn(principal.actor.userId, notOn);

  const isIn = ({ groups }: Member<E>, group: string | undefined): boolean =>
    group !== undefined && groups.has(group);

  function* membersOf(to: Audience): Generator<Member<E>> {
    if ('all' in to) yield* members.values();
    else if ('groups' in to) {
      const { groups, notOn } = to;
      for (const member of groups.length > 1 ? new Set(byGroup.of(groups)) : byGroup.of(groups)) {
        if (!isElsewhere(member, notOn)) yield member;
      }
    } else if ('users' in to) {
      for (const member of byUser.of(new Set(to.users))) if (!isIn(member, to.notIn)) yield member;
    } else if ('sessions' in to) yield* bySession.of(new Set(to.sessions));
    else {
      for (const id of new Set(to.connections)) {
        const member = members.get(id);
        if (member) yield member;
      }
    }
  }

  /** Would `membersOf` have found it? Asked of one member about many audiences, where the indexes do not help. */
  function isAmong(member: Member<E>, to: Audience): boolean {
    if ('all' in to) return true;
    if ('groups' in to)
      return !isElsewhere(member, to.notOn) && to.groups.some((group) => member.groups.has(group));
    if ('users' in to) return !isIn(member, to.notIn) && to.users.includes(member.principal.actor.userId);
    if ('sessions' in to) return to.sessions.includes(member.principal.sessionId);
    return to.connections.includes(member.connection.id);
  }

  function deliver(to: Audience, message: OutgoingMessage, except: string[]): void {
    recent?.note({ to, message }, clock.monotonicMs());
    for (const { connection } of membersOf(to)) {
      if (except.length === 0 || !except.includes(connection.id)) connection.send(message);
    }
  }

  function goOffline(member: Member<E>): void {
    if (!member.online) return;
    member.online = false;
    if (!member.principal.unattended) presence.left(member.principal.actor.userId, path);
  }

  function disconnectHere(to: Audience, { allowReconnect, exceptSessionId }: DisconnectOptions): void {
    for (const member of [...membersOf(to)]) {
      if (member.principal.sessionId === exceptSessionId) continue;
      goOffline(member);
      member.connection.close('server', { allowReconnect });
    }
  }

  const publish = (signal: HubSignal) => backplane.publish(subject, signal);

  const unsubscribe = backplane.subscribe(subject, (value) => {
    const signal = readHubSignal(value);
    if (!signal || signal.from === serverId) return;
    if (signal.kind === 'disconnect') disconnectHere(signal.to, signal.options);
    else
      deliver(
        signal.to,
        prepareMessage({ type: 1, target: signal.target, arguments: signal.arguments }),
        signal.except,
      );
  });

  const prepare: Hub<E>['prepare'] = (event, ...args) =>
    prepareMessage({ type: 1, target: event, arguments: args });

  function sender(to: Audience, except: string[] = []): AudienceSender<E> {
    function sendAll<K extends keyof E & string>(event: K, calls: readonly E[K][]): void {
      const prepared = calls.map((args) => prepare(event, ...args));
      const [only] = prepared;
      if (!only) return;
      deliver(to, prepared.length === 1 ? only : joinMessages(prepared), except);
      const elsewhere = !('connections' in to) || to.connections.some((id) => !members.has(id));
      if (!elsewhere) return;
      for (const args of calls)
        publish({ from: serverId, kind: 'send', to, target: event, arguments: args, except });
    }
    return { sendAll, send: (event, ...args) => sendAll(event, [args]) };
  }

  function disconnect(to: Audience, options: DisconnectOptions): void {
    disconnectHere(to, options);
    publish({ from: serverId, kind: 'disconnect', to, options });
  }

  const hub: Hub<E> = {
    path,
    all: sender({ all: true }),
    allExcept: (ids) => sender({ all: true }, ids),
    group: (name) => sender({ groups: [name] }),
    groups: (groups, except) => sender({ groups }, except),
    user: (userId) => sender({ users: [userId] }),
    users: (users, notIn) => sender(notIn === undefined ? { users } : { users, notIn }),
    connection: (id) => sender({ connections: [id] }),
    to: sender,
    prepare,
    catchUp(connectionId, ms) {
      const member = members.get(connectionId);
      const missed = member && recent?.between(clock.monotonicMs() - ms, member.heardFrom);
      if (!missed) return false;
      for (const { to, message } of missed) if (isAmong(member, to)) member.connection.send(message);
      return true;
    },
    *callers() {
      for (const { caller } of members.values()) yield caller;
    },
    disconnectUser: (userId, options = {}) => disconnect({ users: [userId] }, options),
    disconnectSession: (sessionId, options = {}) => disconnect({ sessions: [sessionId] }, options),
    onlineUsers: () => presence.users(),
  };

  function createMember(connection: Connection, principal: Principal, revalidate: Revalidate): Member<E> {
    const groups = new Set<string>();
    const caller: Caller<E> = {
      connectionId: connection.id,
      sessionId: principal.sessionId,
      actor: principal.actor,
      get locale() {
        return principal.locale;
      },
      groups,
      get open() {
        return connection.open;
      },
      get bufferedBytes() {
        return connection.bufferedBytes;
      },
      isWritable: connection.isWritable,
      send: (event, ...args) => connection.send(prepare(event, ...args)),
      sendPrepared: connection.send,
      sendLatest: connection.sendLatest,
      // A connection that has ended is in no group: a method still running may not put it back.
      join(group) {
        if (!members.has(connection.id)) return;
        groups.add(group);
        byGroup.add(group, member);
      },
      leave(group) {
        groups.delete(group);
        byGroup.remove(group, member);
      },
      close: (options) => connection.close('server', options),
    };
    const member: Member<E> = {
      caller,
      connection,
      principal,
      groups,
      revalidate,
      // A session that ended while the client was connecting was told to nobody: the first look is soon.
      revalidateAtMs: clock.monotonicMs() + Math.min(firstLookMs, limits.revalidateMs),
      heardFrom: 0,
      online: false,
    };
    return member;
  }

  function enter(member: Member<E>): void {
    const { actor, sessionId } = member.principal;
    members.set(member.connection.id, member);
    byUser.add(actor.userId, member);
    bySession.add(sessionId, member);
    member.online = true;
    member.heardFrom = recent?.count ?? 0;
    const { userId, name, companyIds } = actor;
    if (!member.principal.unattended) presence.joined({ userId, name, companyIds }, path);
  }

  function leave(member: Member<E>): void {
    if (!members.delete(member.connection.id)) return;
    const { actor, sessionId } = member.principal;
    byUser.remove(actor.userId, member);
    bySession.remove(sessionId, member);
    for (const group of member.groups) byGroup.remove(group, member);
    member.groups.clear();
    goOffline(member);
    try {
      blueprint.disconnected(member.caller);
    } catch (error) {
      logger.error({ hub: path, error }, 'hub: disconnected failed');
    }
  }

  function failed(target: string, error: unknown, { actor, locale }: Principal): InvocationResult {
    const generic = `An unexpected error occurred invoking '${target}' on the server.`;
    const message = error instanceof HubException ? error.message : deps.describeError(error, locale);
    if (message !== null) return { error: `${generic} HubException: ${message}` };
    logger.error({ hub: path, method: target, userId: actor.userId, error }, 'hub method failed');
    return { error: generic };
  }

  async function invoke(
    { caller, principal }: Member<E>,
    message: InvocationMessage | StreamInvocationMessage,
  ): Promise<InvocationResult> {
    const { target } = message;
    const method = blueprint.methods.get(target.toLowerCase());
    if (!method) {
      metrics.invoked(path, '?', 'unknown', 0);
      return { error: `Unknown hub method '${target}'` };
    }
    const refuse = (error: string): InvocationResult => {
      metrics.invoked(path, method.name, 'refused', 0);
      return { error };
    };
    if (method.permission && !holds(caller.actor, method.permission)) {
      return refuse(`Failed to invoke '${target}' because user is unauthorized`);
    }
    if (method.writes && principal.readOnly) {
      return refuse(`Failed to invoke '${target}' because this connection only reads`);
    }
    if (message.type === 4) {
      return refuse(
        `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`,
      );
    }
    const startedMs = clock.monotonicMs();
    const pending = message.streamIds?.length ? null : method.call(caller, message.arguments);
    if (!pending) {
      logger.debug({ hub: path, method: method.name }, 'hub method called with wrong arguments');
      return refuse(`Failed to invoke '${target}' due to an error on the server.`);
    }
    try {
      const result = await pending;
      metrics.invoked(path, method.name, 'ok', clock.monotonicMs() - startedMs);
      return { result };
    } catch (error) {
      metrics.invoked(path, method.name, 'error', clock.monotonicMs() - startedMs);
      return failed(target, error, principal);
    }
  }

  /**
   * A session that ran out or was ended while the backplane was away does not stay connected, and one whose
   * rights changed comes back with its new ones.
   */
  async function revalidate(member: Member<E>): Promise<void> {
    const { principal, connection } = member;
    let now: Principal | null;
    try {
      now = await member.revalidate();
    } catch (error) {
      logger.warn(
        { hub: path, connectionId: connection.id, error },
        'session not looked at: asked again later',
      );
      return;
    }
    if (now?.sessionId === principal.sessionId && isSameActor(now.actor, principal.actor)) {
      principal.locale = now.locale;
      return;
    }
    goOffline(member);
    connection.close('expired', now ? { allowReconnect: true } : {});
  }

  function accept({ connectionId, transport, principal, stateful, ...arrival }: Arrival): void {
    const connection = createConnection({
      id: connectionId,
      transport,
      stateful,
      protocols: deps.protocols,
      limits,
      clock,
      logger,
      received: (bytes) => metrics.received(path, bytes),
      sent: (bytes) => metrics.sent(path, bytes),
      superseded: () => metrics.superseded(path),
    });
    const member = createMember(connection, principal, arrival.revalidate);
    const bucket = createBucket(limits.invocationsPerSecond, limits.invocationBurst, clock.monotonicMs());
    let refusedInARow = 0;

    connections.set(connectionId, connection);
    metrics.opened(path);

    connection.start({
      async opened() {
        enter(member);
        await blueprint.connected(member.caller);
      },
      async invoke(message) {
        if (bucket.take(clock.monotonicMs())) {
          refusedInARow = 0;
          return invoke(member, message);
        }
        refusedInARow += 1;
        metrics.invoked(path, '?', 'refused', 0);
        if (refusedInARow >= limits.maxRefusedInvocations) {
          logger.warn({ hub: path, userId: principal.actor.userId }, 'client floods the hub: closed');
          connection.close('flood', { error: 'Connection closed with an error.' });
        }
        return { error: `Failed to invoke '${message.target}' because of too many calls` };
      },
      ended(reason: EndReason) {
        connections.delete(connectionId);
        arrival.ended();
        metrics.ended(path, reason);
        leave(member);
      },
    });
  }

  function bringBack(): void {
    recent?.forget(clock.monotonicMs());
    for (const connection of [...connections.values()]) connection.close('server', { allowReconnect: true });
  }

  return {
    hub,
    mayConnect: (actor) => blueprint.permission === null || holds(actor, blueprint.permission),
    accept,
    tick() {
      for (const connection of [...connections.values()]) connection.tick();
      const nowMs = clock.monotonicMs();
      for (const member of members.values()) {
        if (member.revalidateAtMs > nowMs) continue;
        // Spread: after a restart everybody connects in the same second.
        member.revalidateAtMs = nowMs + limits.revalidateMs * (0.5 + Math.random() / 2);
        void revalidate(member);
      }
    },
    get size() {
      return connections.size;
    },
    bringBack,
    shutDown() {
      unsubscribe();
      bringBack();
    },
    abortAll() {
      for (const connection of [...connections.values()]) connection.abort('server');
    },
  };
}
