import type { HubConnection } from '@microsoft/signalr';
import { useEffect, useRef } from 'react';
import { type HubEvents, type HubMethods, hubPaths } from '#contract/hub.ts';
import { mapToken } from './map-token.ts';
import { preferences } from './preferences.ts';
import { session } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Specification §7 and §9: start delayed 2 s, a try every 5 s, at most 20 of them. */
const startDelayMs = 2_000;
const retryMs = 5_000;
const retries = 20;
/** Silence after which the connection is gone. The server speaks at least every 3 s (server/compose.ts). */
const serverTimeoutMs = 5_000;
/** By so much longer than another may the request that says how old the page is be on its way. */
const onTheWayMs = 500;
/** How long a sign-out waits for the server to take that the user is offline. */
const mostFarewellMs = 1_000;

export type HubName = 'chat' | 'instant';
export type HubState = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'lost';

interface Hub {
  state: ReturnType<typeof createStore<HubState>>;
  handlers: Map<string, Set<(...values: unknown[]) => void>>;
  /** Told after a connect before which events were missed: what is shown must be asked again. */
  reconnected: Set<() => void>;
  /** What changes has been heard, or asked for again: a page that connects again asks for all that it shows. */
  wasConnected: boolean;
  connection: HubConnection | undefined;
  /** Of the connection that is wanted; undefined: none is. */
  attempt: symbol | undefined;
  users: number;
}

// Outside React: under StrictMode an effect runs twice, and two connections would be two users online.
const hubs: Record<HubName, Hub> = { chat: newHub(), instant: newHub() };

function newHub(): Hub {
  return {
    state: createStore<HubState>('off'),
    handlers: new Map(),
    reconnected: new Set(),
    wasConnected: false,
    connection: undefined,
    attempt: undefined,
    users: 0,
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the connection once; later calls join it. */
function connectHub(name: HubName, delayMs = startDelayMs): void {
  const hub = hubs[name];
  if (hub.attempt !== undefined) return;
  hub.attempt = Symbol(name);
  void open(name, hub, delayMs);
}

async function open(name: HubName, hub: Hub, delayMs: number): Promise<void> {
  const { attempt } = hub;
  hub.state.set('connecting');
  const [signalr] = await Promise.all([import('@microsoft/signalr'), wait(delayMs)]);
  // Disconnected in the meantime: another attempt, if there is one, connects.
  if (hub.attempt !== attempt) return;
  const token = mapToken.inUse() ?? session.opaque();
  if (!token) {
    hub.state.set('off');
    hub.attempt = undefined;
    return;
  }
  // A browser's socket has no header for the language.
  const query = new URLSearchParams({ enc_auth_token: token, culture: preferences.get().locale });
  const connection = new signalr.HubConnectionBuilder()
    .withUrl(`${hubPaths[name]}?${query}`)
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }) =>
        previousRetryCount < retries ? retryMs : null,
    })
    .withServerTimeout(serverTimeoutMs)
    .configureLogging(signalr.LogLevel.Error)
    .build();
  hub.connection = connection;
  for (const event of hub.handlers.keys()) connection.on(event, dispatcher(hub, event));
  connection.onreconnecting(() => hub.state.set('reconnecting'));
  connection.onreconnected(() => noteConnected(hub));
  connection.onclose(() => {
    if (hub.connection === connection) hub.state.set('lost');
  });
  await start(hub, connection);
}

async function start(hub: Hub, connection: HubConnection): Promise<void> {
  for (let attempt = 0; attempt <= retries && hub.connection === connection; attempt++) {
    try {
      await connection.start();
      const isWhole = hub === hubs.chat && !hub.wasConnected && (await catchUp(connection));
      if (hub.connection !== connection) return;
      noteConnected(hub, isWhole);
      return;
    } catch {
      hub.state.set('reconnecting');
      await wait(retryMs);
    }
  }
  if (hub.connection === connection) hub.state.set('lost');
}

/** What changed since the page began to ask comes now; false: not all of that is known, it has to be asked for again. */
async function catchUp(connection: HubConnection): Promise<boolean> {
  try {
    return (await connection.invoke<unknown>('CatchUp', session.ageMs() + onTheWayMs)) === true;
  } catch {
    return false;
  }
}

function noteConnected(hub: Hub, isWhole = false): void {
  hub.wasConnected = true;
  hub.state.set('connected');
  if (isWhole) return;
  for (const listener of [...hub.reconnected]) listener();
}

/** A cable that is pulled shows at once: the socket itself would not notice before the server's silence. */
window.addEventListener('offline', () => {
  for (const { state } of Object.values(hubs)) if (state.get() === 'connected') state.set('reconnecting');
});

window.addEventListener('online', () => {
  for (const hub of Object.values(hubs)) {
    if (hub.state.get() === 'reconnecting' && hub.connection?.state === 'Connected') noteConnected(hub);
  }
  retryHubs();
});

function dispatcher(hub: Hub, event: string) {
  return (...values: unknown[]) => {
    for (const handler of [...(hub.handlers.get(event) ?? [])]) handler(...values);
  };
}

/** Listens until the returned function is called. Several listeners share one subscription. */
export function onHubEvent<E extends keyof HubEvents>(
  name: HubName,
  event: E,
  handler: (...values: HubEvents[E]) => void,
): () => void {
  const hub = hubs[name];
  const listeners = hub.handlers.get(event) ?? new Set();
  const first = !hub.handlers.has(event);
  hub.handlers.set(event, listeners);
  if (first) hub.connection?.on(event, dispatcher(hub, event));
  // The hub contract types both ends; the wire itself carries unknowns.
  const listener = handler as (...values: unknown[]) => void;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function onReconnected(name: HubName, listener: () => void): () => void {
  hubs[name].reconnected.add(listener);
  return () => hubs[name].reconnected.delete(listener);
}

/** Calls a hub method; false where there is no connection to call over. */
export async function invokeHub<M extends keyof HubMethods>(
  name: HubName,
  method: M,
  ...values: Parameters<HubMethods[M]>
): Promise<boolean> {
  const { connection, state } = hubs[name];
  if (!connection || state.get() !== 'connected') return false;
  await connection.invoke(method, ...values);
  return true;
}

/**
 * At sign-out: the user is marked offline ('2'), then the connections end. Nobody waits for their end: one that is being made
 * ends only when the server has answered it.
 */
export async function disconnectHubs(): Promise<void> {
  const marked = invokeHub('chat', 'OffConnect', '2').catch(() => false);
  await Promise.race([marked, wait(mostFarewellMs)]);
  for (const hub of Object.values(hubs)) end(hub);
}

function end(hub: Hub): void {
  const { connection } = hub;
  hub.connection = undefined;
  hub.attempt = undefined;
  hub.state.set('off');
  void connection?.stop().catch(() => undefined);
}

/** After signing in again without leaving the page: the old token is in the connections' addresses. */
export async function reconnectHubs(): Promise<void> {
  const wanted = Object.entries(hubs).filter(([, { users }]) => users > 0);
  await disconnectHubs();
  hubs.chat.wasConnected = true;
  for (const [name] of wanted) connectHub(name === 'chat' ? 'chat' : 'instant', 0);
}

/** Opens the hub while a screen needs it; the chat hub stays open for the whole session. */
export function useHub(name: HubName): HubState {
  const hub = hubs[name];
  useEffect(() => {
    hub.users += 1;
    connectHub(name, name === 'chat' ? startDelayMs : 0);
    return () => {
      hub.users -= 1;
      if (name === 'chat') return;
      // A moment later, so that a change of page does not tear the connection down and up again.
      setTimeout(() => {
        if (hub.users === 0) end(hub);
      }, 5_000);
    };
  }, [name, hub]);
  return useStore(hub.state);
}

/** How the hub stands, for who only looks and does not need it. */
export function useHubState(name: HubName): HubState {
  return useStore(hubs[name].state);
}

/** The person asks for what was given up: another start, at once. */
export function retryHubs(): void {
  for (const [name, hub] of Object.entries(hubs)) {
    if (hub.state.get() !== 'lost') continue;
    hub.connection = undefined;
    hub.attempt = undefined;
    connectHub(name === 'chat' ? 'chat' : 'instant', 0);
  }
}

/** Follows an event for as long as the component lives; the newest handler is the one that is called. */
export function useHubEvent<E extends keyof HubEvents>(
  name: HubName,
  event: E,
  handler: (...values: HubEvents[E]) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => onHubEvent(name, event, (...values) => latest.current(...values)), [name, event]);
}
