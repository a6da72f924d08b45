import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Locale } from '#domain/text/label.ts';
import type { Backplane } from './backplane.ts';
import { type Admitted, carrierRoutes, type Negotiated, ownerRefusal, type Refusal } from './carriers.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ConnectionLimit, createConnectionCount } from './connection-limit.ts';
import { createConnectionTokens, type Joined } from './connection-tokens.ts';
import { type Principal, type RunningHub, runHub } from './hub.ts';
import type { EventsOf, Hub, HubBlueprint } from './hub-definition.ts';
import type { DisconnectOptions, OnlineUser } from './hub-signals.ts';
import { messagePackProtocol } from './message-pack.ts';
import { negotiate, newConnectionId } from './negotiate.ts';
import { createPresence } from './presence.ts';
import { jsonProtocol } from './protocol.ts';
import { createBucket } from './rate-limit.ts';
import { reattachable } from './reattachable.ts';
import {
  defaultLimits,
  noMetrics,
  type SignalRLimits,
  type SignalRLogger,
  type SignalRMetrics,
} from './settings.ts';
import type { Transport } from './transports.ts';
import { createWebSocketAcceptor, rejectUpgrade } from './web-socket.ts';

/** What a client connects with: its token, and what else the request says of it. */
export interface Credentials {
  /**
   * Bearer token: the Authorization header, or `access_token` in the query where a browser can set no header.
   */
  token: string | null;
  /** `enc_auth_token` in the query: the opaque form that ABP clients send. */
  encryptedToken: string | null;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
}

export interface SignalROptions {
  /**
   * Negotiate becomes its routes, the upgrade a listener of its HTTP server; its close closes the hubs first.
   */
  app: FastifyInstance;
  /**
   * Asked at negotiate, again at the upgrade, and every minute of an open connection; null: 401, or the end.
   */
  authenticate(credentials: Credentials): Promise<Principal | null>;
  backplane: Backplane;
  logger: SignalRLogger;
  limits?: Partial<SignalRLimits>;
  clock?: Clock;
  metrics?: Partial<SignalRMetrics>;
  /**
   * May a page of this origin connect? Default: only one served under the same host; no Origin header, no
   * page.
   */
  allowOrigin?(origin: string, request: IncomingMessage): boolean;
  /**
   * The text of an error that the calling user may read, e.g. an AppError in this language; null: log only.
   */
  describeError?(error: unknown, locale: Locale): string | null;
  /** Of the connections of one user; default: none. */
  connectionLimit?: ConnectionLimit;
  /** Where several servers are behind one address: what one negotiates, a WebSocket at another opens. Default: alone. */
  joined?: Joined | null;
}

export interface SignalRServer {
  /** Opens a hub at a path, before the app listens. */
  hub<E extends EventsOf<E>>(path: string, blueprint: HubBlueprint<E>): Hub<E>;
  /** Connected to any hub of any server, each user once. */
  onlineUsers(): OnlineUser[];
  /** Is the user connected to the hub at this path, at any server? */
  isOn(userId: number, path: string): boolean;
  /** Told of changes, at most once a second. */
  onOnlineUsersChange(listener: (users: OnlineUser[]) => void): void;
  /** On every hub of every server. */
  disconnectUser(userId: number, options?: DisconnectOptions): void;
  disconnectSession(sessionId: string, options?: DisconnectOptions): void;
  /** Sends Close{allowReconnect: true} to everyone and ends. The app's own close calls it. */
  close(): Promise<void>;
}

/** What the server needs of a hub without knowing its events. */
interface Endpoint extends Omit<RunningHub<never>, 'hub'> {
  path: string;
  hub: Pick<Hub<never>, 'disconnectUser' | 'disconnectSession'>;
  /** By secret token, from negotiation to the end of the connection. */
  negotiated: Map<string, Negotiated>;
}

const tickMs = 1000;

/** Is it the origin of what is served under this host? A port that the scheme implies may be said or not. */
export function sameHost(origin: string, host: string): boolean {
  try {
    const { protocol, host: own } = new URL(origin);
    return host !== '' && own !== '' && new URL(`${protocol}//${host}`).host === own;
  } catch {
    return false;
  }
}

function urlOf(request: { url?: string }): URL | null {
  try {
    return new URL(request.url ?? '/', 'http://host');
  } catch {
    return null;
  }
}

function credentialsOf(request: IncomingMessage, query: URLSearchParams): Credentials {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return {
    token: bearer?.[1] ?? (query.get('access_token') || null),
    encryptedToken: query.get('enc_auth_token') || null,
    headers: request.headers,
    query,
  };
}

type Entrance = { leave(): void } | Refusal;

type Admission = Admitted | Refusal;

export function createSignalRServer(options: SignalROptions): SignalRServer {
  const { app, backplane, logger, authenticate, connectionLimit } = options;
  const clock = options.clock ?? systemClock;
  const limits: SignalRLimits = { ...defaultLimits, ...options.limits };
  const metrics: SignalRMetrics = { ...noMetrics, ...options.metrics };
  const allowOrigin = options.allowOrigin ?? ((origin, { headers }) => sameHost(origin, headers.host ?? ''));
  const serverId = randomBytes(9).toString('base64url');
  const tokens = createConnectionTokens(serverId, options.joined ?? null);
  const presence = createPresence({ serverId, backplane, clock });
  const count = createConnectionCount();
  const endpoints = new Map<string, Endpoint>();
  // A frame may hold several messages, each within its own limit.
  const maxBodyBytes = Math.max(limits.maxReceiveBytes * 8, 65_536);
  const acceptor = createWebSocketAcceptor(maxBodyBytes, clock);
  /** What each connection's client came with last: its session is looked at by that. */
  const credentials = new WeakMap<Negotiated, Credentials>();
  let closing: Promise<void> | null = null;
  let whenEmpty: (() => void) | null = null;

  async function admit(
    request: IncomingMessage,
    endpoint: Endpoint,
    query: URLSearchParams,
  ): Promise<Admission> {
    if (closing) return { status: 503, reason: 'Service Unavailable' };
    const { origin } = request.headers;
    if (origin !== undefined && !allowOrigin(origin, request)) return { status: 403, reason: 'Forbidden' };
    let principal: Principal | null;
    let most = Number.POSITIVE_INFINITY;
    try {
      principal = await authenticate(credentialsOf(request, query));
      if (principal && connectionLimit) most = await connectionLimit.most();
    } catch (error) {
      logger.error({ error }, 'hub authentication failed');
      return { status: 503, reason: 'Service Unavailable' };
    }
    // It may have begun to close meanwhile, and then nobody would end this connection.
    if (closing) return { status: 503, reason: 'Service Unavailable' };
    if (!principal) return { status: 401, reason: 'Unauthorized' };
    if (!endpoint.mayConnect(principal.actor)) return { status: 403, reason: 'Forbidden' };
    return { principal, most };
  }

  /** Why this user may have no further connection; null: they may. */
  function full({ actor, locale }: Principal, most: number): string | null {
    const open = count.of(actor.userId) + presence.elsewhere(actor.userId);
    return connectionLimit && open >= most ? connectionLimit.refusal(most, locale) : null;
  }

  async function answerNegotiate(request: IncomingMessage, reply: FastifyReply, endpoint: Endpoint) {
    const query = urlOf(request)?.searchParams ?? new URLSearchParams();
    const admission = await admit(request, endpoint, query);
    if ('status' in admission) return reply.code(admission.status).type('text/plain').send(admission.reason);
    const refusal = full(admission.principal, admission.most);
    if (refusal !== null) return reply.code(429).type('text/plain; charset=utf-8').send(refusal);
    const { principal } = admission;
    const connectionId = newConnectionId();
    const answer = negotiate(query, connectionId, (stateful) =>
      tokens.issue({ connectionId, stateful }, ownerOf(endpoint, principal)),
    );
    if ('token' in answer)
      endpoint.negotiated.set(answer.token, entryOf(connectionId, principal, answer.stateful));
    return reply
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify(answer.body));
  }

  const ownerOf = ({ path }: Endpoint, { actor, sessionId }: Principal) => ({
    path,
    userId: actor.userId,
    sessionId,
  });

  /** What was negotiated with this user at another server; undefined: nothing, or they opened it already. */
  function negotiatedElsewhere(
    endpoint: Endpoint,
    token: string,
    principal: Principal,
  ): Negotiated | undefined {
    const negotiation = tokens.take(token, ownerOf(endpoint, principal));
    if (!negotiation) return undefined;
    const entry = entryOf(negotiation.connectionId, principal, negotiation.stateful);
    endpoint.negotiated.set(token, entry);
    return entry;
  }

  function entryOf(connectionId: string, principal: Principal, stateful: boolean): Negotiated {
    const { actor, sessionId } = principal;
    const sinceMs = clock.monotonicMs();
    return { connectionId, userId: actor.userId, sessionId, sinceMs, stateful, carrier: null };
  }

  /** Counts the connection until the answered function is called; null: the user has too many. */
  function enter(endpoint: Endpoint, token: string | null, { principal, most }: Admitted): Entrance {
    // Asked and counted in one go: of many that come at once no more than this get in.
    const refusal = full(principal, most);
    if (refusal !== null) return { status: 429, reason: refusal };
    const release = count.add(principal.actor.userId);
    return {
      leave() {
        release();
        if (token !== null) endpoint.negotiated.delete(token);
      },
    };
  }

  async function upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    endpoint: Endpoint,
    url: URL,
  ) {
    // Until ws takes the socket over, nobody else listens for its errors.
    const onError = () => stream.destroy();
    stream.on('error', onError);
    const admission = await admit(request, endpoint, url.searchParams);
    if (stream.destroyed) return;
    const reject = ({ status, reason }: Refusal) => rejectUpgrade(stream, status, reason);
    if ('status' in admission) return reject(admission);
    const { principal } = admission;
    const token = url.searchParams.get('id');
    const known =
      token === null
        ? null
        : (endpoint.negotiated.get(token) ?? negotiatedElsewhere(endpoint, token, principal));
    if (known === undefined) return reject({ status: 404, reason: 'No Connection with that ID' });
    const foreign = known && ownerRefusal(known, principal);
    if (foreign) return reject(foreign);
    const carrier = known?.carrier ?? null;
    const take = (taken: (transport: Transport) => void) => {
      stream.off('error', onError);
      acceptor.upgrade(request, stream, head, taken);
    };
    if (known && carrier) {
      // Stateful reconnect: the new socket takes the place of the old one, which may not know yet that it is dead.
      if (carrier.name === 'WebSockets' && carrier.transport) {
        const { transport } = carrier;
        // Each socket is sent again all that is unacknowledged. The connection itself goes on: a client that is refused
        // here connects again by a new negotiation.
        if (!carrier.takes()) return reject({ status: 429, reason: 'Too Many Requests' });
        credentials.set(known, credentialsOf(request, url.searchParams));
        return take((socket) => transport.attach(socket));
      }
      return reject({ status: 409, reason: 'Conflict' });
    }
    const entrance = enter(endpoint, token, admission);
    if ('status' in entrance) return reject(entrance);
    const entry = known ?? entryOf(newConnectionId(), principal, false);
    const reattaches = createBucket(limits.reattachesPerSecond, limits.reattachBurst, clock.monotonicMs());
    const takes = () => reattaches.take(clock.monotonicMs());
    entry.carrier = { name: 'WebSockets', transport: null, takes };
    // Where the opening handshake is no valid one, the hub never hears of it.
    let handed = false;
    stream.once('close', () => {
      if (!handed) entrance.leave();
    });
    credentials.set(entry, credentialsOf(request, url.searchParams));
    take((socket) => {
      const transport = entry.stateful ? reattachable(socket, clock) : null;
      entry.carrier = { name: 'WebSockets', transport, takes };
      handed = true;
      hand(endpoint, entry, principal, transport ?? socket, entrance.leave);
    });
  }

  function hand(
    endpoint: Endpoint,
    entry: Negotiated,
    principal: Principal,
    transport: Transport,
    ended: () => void,
  ): void {
    const { connectionId, stateful } = entry;
    const revalidate = async () => {
      const known = credentials.get(entry);
      return known ? authenticate(known) : null;
    };
    endpoint.accept({ connectionId, transport, principal, revalidate, stateful, ended });
  }

  function onUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const url = urlOf(request);
    const endpoint = url ? endpoints.get(url.pathname.replace(/\/$/, '').toLowerCase()) : undefined;
    if (url && endpoint) void upgrade(request, stream, head, endpoint, url);
    // Another listener may want it; with none, the socket would hang for ever.
    else if (app.server.listenerCount('upgrade') === 1) rejectUpgrade(stream, 404, 'Not Found');
  }

  function routes(path: string, endpoint: Endpoint): void {
    void app.register(async (scope) => {
      // Clients post an empty body under whatever type; it is read by nobody.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => {
        payload.resume();
        done(null);
      });
      const hidden = { schema: { hide: true } };
      scope.post(`${path}/negotiate`, hidden, (request, reply) =>
        answerNegotiate(request.raw, reply, endpoint),
      );
      scope.route({
        method: ['GET', 'PUT', 'PATCH', 'DELETE'],
        url: `${path}/negotiate`,
        ...hidden,
        handler: (_request, reply) => reply.code(405).send(),
      });
    });
    carrierRoutes(app, {
      path,
      limits,
      clock,
      maxBodyBytes,
      entry: (token) => endpoint.negotiated.get(token),
      admit: (request) => admit(request, endpoint, urlOf(request)?.searchParams ?? new URLSearchParams()),
      open(token, entry, admission, make) {
        const entrance = enter(endpoint, token, admission);
        if ('status' in entrance) return entrance;
        hand(endpoint, entry, admission.principal, make(), entrance.leave);
        return null;
      },
      seen: (entry, request) =>
        credentials.set(entry, credentialsOf(request, urlOf(request)?.searchParams ?? new URLSearchParams())),
    });
  }

  let tickedMs = clock.monotonicMs();

  function tick(): void {
    const nowMs = clock.monotonicMs();
    const asleepMs = nowMs - tickedMs - tickMs;
    tickedMs = nowMs;
    // After a suspended machine or a blocked loop, what has arrived meanwhile is read before anyone is given
    // up.
    if (asleepMs > 5 * tickMs) return;
    let open = 0;
    for (const endpoint of endpoints.values()) {
      endpoint.tick();
      open += endpoint.size;
      for (const [token, { sinceMs, carrier }] of endpoint.negotiated) {
        const isForgotten = carrier === null && nowMs - sinceMs >= limits.absentTimeoutMs;
        if (isForgotten) endpoint.negotiated.delete(token);
      }
    }
    presence.tick();
    if (open === 0) whenEmpty?.();
  }

  backplane.onReturn(() => {
    presence.greet();
    for (const endpoint of endpoints.values()) endpoint.bringBack();
  });
  const stopTicking = clock.every(tickMs, tick);
  app.server.on('upgrade', onUpgrade);
  // Before the HTTP server waits for its sockets: the hubs' own are among them.
  app.addHook('preClose', () => close());

  function sizeOfAll(): number {
    let size = 0;
    for (const endpoint of endpoints.values()) size += endpoint.size;
    return size;
  }

  async function end(): Promise<void> {
    for (const endpoint of endpoints.values()) {
      endpoint.shutDown();
    }
    if (sizeOfAll() > 0) {
      // Each connection ends itself when its peer does not answer the close in time, so this wait is bounded.
      await new Promise<void>((resolve) => {
        whenEmpty = resolve;
      });
    }
    stopTicking();
    app.server.off('upgrade', onUpgrade);
    presence.close();
  }

  function close(): Promise<void> {
    closing ??= end();
    return closing;
  }

  return {
    hub(path, blueprint) {
      if (endpoints.has(path.toLowerCase())) throw new Error(`There is a hub at ${path} already.`);
      const running = runHub(blueprint, {
        path,
        serverId,
        protocols: [jsonProtocol, messagePackProtocol],
        limits,
        clock,
        logger,
        metrics: {
          ...metrics,
          ended(hub, reason) {
            metrics.ended(hub, reason);
            if (closing && sizeOfAll() === 0) whenEmpty?.();
          },
        },
        backplane,
        presence,
        describeError: options.describeError ?? (() => null),
      });
      const endpoint: Endpoint = {
        path,
        mayConnect: running.mayConnect,
        accept: running.accept,
        tick: running.tick,
        bringBack: running.bringBack,
        get size() {
          return running.size;
        },
        shutDown: running.shutDown,
        abortAll: running.abortAll,
        hub: running.hub,
        negotiated: new Map(),
      };
      endpoints.set(path.toLowerCase(), endpoint);
      routes(path, endpoint);
      return running.hub;
    },
    onlineUsers: presence.users,
    isOn: presence.isOn,
    onOnlineUsersChange(listener) {
      presence.onChange((users) => {
        try {
          listener(users);
        } catch (error) {
          logger.error({ error }, 'a listener of the users online failed');
        }
      });
    },
    disconnectUser(userId, how) {
      for (const { hub } of endpoints.values()) hub.disconnectUser(userId, how);
    },
    disconnectSession(sessionId, how) {
      for (const { hub } of endpoints.values()) hub.disconnectSession(sessionId, how);
    },
    close,
  };
}
