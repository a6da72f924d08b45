import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import Fastify from 'fastify';
import { WebSocket } from 'ws';
import type { SendChatMessageInput } from '#contract/coordination/abp-chat.ts';
import type { HubEvents, HubMethods, Viewport } from '#contract/hub.ts';
import type { Actor } from '#domain/identity/access.ts';
import { type Backplane, createInProcessBackplane } from '#server/signalr/backplane.ts';
import type { Clock } from '#server/signalr/clock.ts';
import type { Principal } from '#server/signalr/hub.ts';
import { bySchema, type Caller, createHub, type Hub, HubException } from '#server/signalr/hub-definition.ts';
import { offConnect } from '#server/signalr/off-connect.ts';
import { createSignalRServer, type SignalROptions } from '#server/signalr/server.ts';
import type { SignalRLogger } from '#server/signalr/settings.ts';
import type { Transport, TransportHandlers } from '#server/signalr/transports.ts';

export const quietLogger: SignalRLogger = { debug() {}, info() {}, warn() {}, error() {} };

export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due, second by second. */
  advance(ms: number): void;
}

export function createManualClock(): ManualClock {
  let nowMs = 0;
  const timers = new Set<{ everyMs: number; nextMs: number; run: () => void }>();
  return {
    monotonicMs: () => nowMs,
    every(everyMs, run) {
      const timer = { everyMs, nextMs: nowMs + everyMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const due = [...timers]
          .filter((timer) => timer.nextMs <= endMs)
          .sort((a, b) => a.nextMs - b.nextMs)[0];
        if (!due) break;
        nowMs = due.nextMs;
        due.nextMs += due.everyMs;
        due.run();
      }
      nowMs = endMs;
    },
  };
}

export function actor(userId: number, permissions: string[] = []): Actor {
  return {
    userId,
    userName: `user${userId}`,
    name: `User ${userId}`,
    companyId: null,
    companyIds: [],
    coverageIds: [],
    roles: [],
    permissions,
    organizationUnitIds: [],
  };
}

/** Tokens of the tests: `u1`, or `u1.s7` for another session of the same user. */
export function principalOf(token: string | null): Principal | null {
  const match = /^u(\d+)(?:\.(\w+))?$/.exec(token ?? '');
  if (!match) return null;
  const userId = Number(match[1]);
  return {
    actor: actor(userId),
    locale: 'zh-Hans',
    sessionId: match[2] ?? `session${userId}`,
    readOnly: false,
    unattended: false,
  };
}

export interface TestMethods extends HubMethods {
  Echo(text: string): string;
  Nothing(): void;
  Fail(kind: string): void;
  Wait(ms: number): number;
  Join(group: string): void;
  Guarded(): string;
}

export interface TestEvents extends HubEvents {
  getText: [text: string];
}

export async function startServer({
  backplane = createInProcessBackplane(),
  ...options
}: Partial<Omit<SignalROptions, 'app' | 'backplane'>> & { backplane?: Backplane } = {}) {
  const app = Fastify({ logger: false, forceCloseConnections: false });
  const signalr = createSignalRServer({
    app,
    authenticate: async ({ token, encryptedToken }) =>
      principalOf(token ?? encryptedToken?.replace('enc-', '') ?? null),
    logger: quietLogger,
    backplane,
    ...options,
  });
  const viewports: (Viewport | null)[] = [];
  const calls: string[] = [];
  const disconnected: Caller<TestEvents>[] = [];
  const log = (text: string): void => {
    calls.push(text);
  };

  const blueprint = createHub<TestMethods, TestEvents>({
    remembersMs: 60_000,
    connected: (caller) => caller.join('everyone'),
    disconnected: (caller) => {
      disconnected.push(caller);
    },
    methods: {
      sendMessage: { arguments: bySchema<[input: SendChatMessageInput]>({ type: 'object' }), call: () => '' },
      Register: { arguments: bySchema<[]>(), call: () => {} },
      SetViewport: {
        arguments: bySchema<[viewport: Viewport | null]>({
          type: ['array', 'null'],
          items: { type: 'number' },
          minItems: 4,
          maxItems: 4,
        }),
        call: (_caller, viewport) => {
          viewports.push(viewport);
        },
      },
      SetGlobeViewport: {
        arguments: bySchema<[viewport: Viewport]>({
          type: 'array',
          items: { type: 'number' },
          minItems: 4,
          maxItems: 4,
        }),
        call: (_caller, viewport) => {
          viewports.push(viewport);
        },
      },
      FollowFlights: { arguments: bySchema<[]>(), call: () => {} },
      CatchUp: {
        arguments: bySchema<[ms: number]>({ type: 'number', minimum: 0 }),
        call: ({ connectionId }, ms) => hub.catchUp(connectionId, ms),
      },
      OffConnect: offConnect(signalr),
      Echo: {
        arguments: bySchema<[text: string]>({ type: 'string' }),
        call: (_caller, text) => {
          log(text);
          return text;
        },
      },
      Nothing: { arguments: bySchema<[]>(), call: () => log('nothing') },
      Fail: {
        arguments: bySchema<[kind: string]>({ type: 'string' }),
        call: (_caller, kind) => {
          if (kind === 'hub') throw new HubException('told to the caller');
          throw new Error('kept in the log');
        },
      },
      Wait: {
        arguments: bySchema<[ms: number]>({ type: 'number' }),
        call: async (_caller, ms) => {
          log(`begin ${ms}`);
          await new Promise((resolve) => setTimeout(resolve, ms));
          log(`end ${ms}`);
          return ms;
        },
      },
      Join: {
        arguments: bySchema<[group: string]>({ type: 'string' }),
        call: (caller, group) => caller.join(group),
      },
      Guarded: { arguments: bySchema<[]>(), permission: ['Pages.Chat'], call: () => 'in' },
    },
  });
  const hub: Hub<TestEvents> = signalr.hub('/signalr-instant', blueprint);
  const chat = signalr.hub('/signalr-chat', blueprint);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  async function stop(): Promise<void> {
    await signalr.close();
    // A client's pool may have opened a socket that it has asked nothing over, and never will.
    app.server.closeAllConnections();
    await app.close();
  }
  return { app, signalr, hub, chat, url, viewports, calls, disconnected, stop };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** @param retryDelaysMs of the automatic reconnect; empty: it does not. */
export function clientOf(
  server: Pick<TestServer, 'url'>,
  token: string,
  path = '/signalr-instant',
  retryDelaysMs: number[] = [],
): HubConnection {
  const builder = new HubConnectionBuilder()
    .withUrl(`${server.url}${path}?enc_auth_token=enc-${token}`, { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None);
  return (retryDelaysMs.length > 0 ? builder.withAutomaticReconnect(retryDelaysMs) : builder).build();
}

export const separator = '\x1e';

/** A WebSocket that speaks whatever it is told to. */
export interface RawClient {
  socket: WebSocket;
  send(text: string | Uint8Array): void;
  /** The next whole message, parsed. */
  next(): Promise<Record<string, unknown>>;
  closed: Promise<number>;
}

export async function rawClient(server: Pick<TestServer, 'url'>, query: string): Promise<RawClient> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/signalr-instant?${query}`);
  const messages: Record<string, unknown>[] = [];
  const waiting: ((message: Record<string, unknown>) => void)[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (!text.endsWith(separator)) throw new Error(`a frame that does not end in the separator: ${text}`);
    for (const part of text.split(separator).slice(0, -1)) {
      const message: Record<string, unknown> = JSON.parse(part);
      const taker = waiting.shift();
      if (taker) taker(message);
      else messages.push(message);
    }
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  return {
    socket,
    closed,
    send: (text) => socket.send(text),
    next() {
      const message = messages.shift();
      if (message) return Promise.resolve(message);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** A raw client past its handshake. */
export async function openClient(server: Pick<TestServer, 'url'>, token = 'u1'): Promise<RawClient> {
  const client = await rawClient(server, `access_token=${token}`);
  client.send(`{"protocol":"json","version":1}${separator}`);
  const answer = await client.next();
  if (Object.keys(answer).length > 0) throw new Error(`handshake refused: ${JSON.stringify(answer)}`);
  return client;
}

/** Waits until `is` holds; the time-out is the test's own. */
export async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The HTTP status with which an upgrade is refused. */
export function upgradeStatus(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('open', () => {
      resolve(101);
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

/** A transport whose socket takes bytes only when told to. */
export function createStuckTransport() {
  let handlers: TransportHandlers | null = null;
  let buffered: { text: string; sinceMs: number }[] = [];
  const taken: string[] = [];
  /** Frames as they were sent, whether they have left or not. */
  const sent: Uint8Array[] = [];
  let aborted = false;
  let paused = false;
  const clock = createManualClock();
  const transport: Transport = {
    name: 'WebSockets',
    inherentKeepAlive: false,
    get bufferedBytes() {
      return buffered.reduce((sum, { text }) => sum + text.length, 0);
    },
    get stalledSinceMs() {
      return buffered[0]?.sinceMs ?? null;
    },
    absentSinceMs: null,
    tick() {},
    start(given) {
      handlers = given;
    },
    send(frame) {
      sent.push(frame);
      buffered.push({ text: new TextDecoder().decode(frame), sinceMs: clock.monotonicMs() });
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    close() {
      handlers?.closed(true);
    },
    abort() {
      aborted = true;
      handlers?.closed(false);
    },
    outlive() {},
  };
  return {
    clock,
    transport,
    taken,
    sent,
    isAborted: () => aborted,
    isPaused: () => paused,
    receive: (data: string | Uint8Array) =>
      handlers?.received(typeof data === 'string' ? new TextEncoder().encode(data) : data),
    drain() {
      taken.push(...buffered.map(({ text }) => text));
      buffered = [];
      handlers?.drained();
    },
    /** The client comes back with another socket. */
    comeBack: () => handlers?.returned(),
  };
}
