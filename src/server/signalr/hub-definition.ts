import Ajv, { type ValidateFunction } from 'ajv';
import type { Actor } from '#domain/identity/access.ts';
import type { PermissionRule } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import type { CloseOptions } from './connection.ts';
import type { Audience, DisconnectOptions, OnlineUser } from './hub-signals.ts';
import type { OutgoingMessage } from './protocol.ts';

/** Every event of `E` is a list of arguments, as in `HubEvents`. */
export type EventsOf<E> = { [K in keyof E]: unknown[] };
/** Every method of `M` is a function, as in `HubMethods`. */
export type MethodsOf<M> = { [K in keyof M]: (...args: never[]) => unknown };

/** An event with its arguments; the same value sent to many connections is serialised once for each protocol. */
export interface EventSender<E extends EventsOf<E>> {
  send<K extends keyof E & string>(event: K, ...args: E[K]): void;
}

export interface AudienceSender<E extends EventsOf<E>> extends EventSender<E> {
  /** An event several times, in this order and in one write for each connection. */
  sendAll<K extends keyof E & string>(event: K, calls: readonly E[K][]): void;
}

/** Who calls: one connection of one signed-in user. */
export interface Caller<E extends EventsOf<E>> extends EventSender<E> {
  readonly connectionId: string;
  readonly sessionId: string;
  readonly actor: Actor;
  /** The language in which it is answered. */
  readonly locale: Locale;
  /** False once it is closing or gone. */
  readonly open: boolean;
  /** Groups of this connection; they end with it. */
  readonly groups: ReadonlySet<string>;
  join(group: string): void;
  leave(group: string): void;
  /** Bytes that a slow client has not taken yet. */
  readonly bufferedBytes: number;
  isWritable(): boolean;
  sendPrepared(message: OutgoingMessage): void;
  /**
   * Latest value wins: sends at once where the client keeps up, else makes and sends the newest value of this
   * key when the client has taken what was waiting. `make` answering null sends nothing.
   */
  sendLatest(key: string, make: () => OutgoingMessage | null): void;
  close(options?: CloseOptions): void;
}

/** A hub as the rest of the server sees it. Sends and disconnects reach every server of the backplane. */
export interface Hub<E extends EventsOf<E>> {
  readonly path: string;
  readonly all: EventSender<E>;
  /** All but these connections. */
  allExcept(connectionIds: string[]): EventSender<E>;
  group(name: string): EventSender<E>;
  /** The union: a connection in several of the groups gets the event once. */
  groups(names: string[], exceptConnectionIds?: string[]): EventSender<E>;
  user(userId: number): EventSender<E>;
  /** `notIn`: but for their connections in this group. */
  users(userIds: number[], notIn?: string): AudienceSender<E>;
  connection(connectionId: string): EventSender<E>;
  to(audience: Audience, exceptConnectionIds?: string[]): EventSender<E>;
  /** An event for `caller.sendPrepared` and `caller.sendLatest`. */
  prepare<K extends keyof E & string>(event: K, ...args: E[K]): OutgoingMessage;
  /**
   * Sends a connection of this process what its audiences were sent in the `ms` before it was there, as far as the hub
   * remembers; false: not all of it is known any more, and nothing was sent.
   */
  catchUp(connectionId: string, ms: number): boolean;
  /** The connections of this process only: for work that each server does for its own clients. */
  callers(): Iterable<Caller<E>>;
  disconnectUser(userId: number, options?: DisconnectOptions): void;
  disconnectSession(sessionId: string, options?: DisconnectOptions): void;
  /** Connected to any hub of any server. */
  onlineUsers(): OnlineUser[];
}

/** Narrows what a client sent to the arguments of a method. */
export type ArgumentCheck<A extends unknown[]> = (args: unknown[]) => args is A;

export interface MethodDefinition<E extends EventsOf<E>, A extends unknown[], R> {
  arguments: ArgumentCheck<A>;
  /** Absent: everyone who may connect. */
  permission?: PermissionRule;
  /** It changes something. */
  writes?: true;
  call(caller: Caller<E>, ...args: A): R | Promise<R>;
}

export interface HubDefinition<M extends MethodsOf<M>, E extends EventsOf<E>> {
  methods: { [K in keyof M]: MethodDefinition<E, Parameters<M[K]>, ReturnType<M[K]>> };
  /** Who may connect; absent: everyone signed in. */
  permission?: PermissionRule;
  /** How long what is sent is kept for `catchUp`, in ms; absent: not at all. */
  remembersMs?: number;
  /** After the handshake, before any message is dispatched: the place to join groups. */
  connected?(caller: Caller<E>): void | Promise<void>;
  disconnected?(caller: Caller<E>): void;
}

/** A method with its argument types worn off, as the dispatcher needs it. */
export interface HubMethod<E extends EventsOf<E>> {
  name: string;
  permission: PermissionRule | null;
  writes: boolean;
  /** The pending call, or null where the arguments are not what the method takes. */
  call(caller: Caller<E>, args: unknown[]): Promise<unknown> | null;
}

export interface HubBlueprint<E extends EventsOf<E>> {
  /** By lower-case name: the method names of the protocol ignore case. */
  methods: Map<string, HubMethod<E>>;
  permission: PermissionRule | null;
  remembersMs: number;
  connected(caller: Caller<E>): Promise<void>;
  disconnected(caller: Caller<E>): void;
}

function wornMethod<E extends EventsOf<E>, A extends unknown[], R>(
  name: string,
  definition: MethodDefinition<E, A, R>,
): HubMethod<E> {
  return {
    name,
    permission: definition.permission ?? null,
    writes: definition.writes === true,
    call(caller, args) {
      if (!definition.arguments(args)) return null;
      const checked: A = args;
      return (async () => await definition.call(caller, ...checked))();
    },
  };
}

/** Declares a hub: `createHub<HubMethods, HubEvents>({methods: {...}})`. A wrong payload does not compile. */
export function createHub<M extends MethodsOf<M>, E extends EventsOf<E>>(
  definition: HubDefinition<M, E>,
): HubBlueprint<E> {
  const methods = new Map<string, HubMethod<E>>();
  for (const name in definition.methods) {
    methods.set(name.toLowerCase(), wornMethod(name, definition.methods[name]));
  }
  return {
    methods,
    permission: definition.permission ?? null,
    remembersMs: definition.remembersMs ?? 0,
    connected: async (caller) => {
      await definition.connected?.(caller);
    },
    disconnected: (caller) => definition.disconnected?.(caller),
  };
}

const ajv = new Ajv({ strict: true, strictTuples: false, allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/**
 * Checks arguments by one JSON schema for each: `bySchema<[code: string]>({type: 'string'})`. The number of arguments must
 * be exact. Compiled when a method with such arguments is first called, for all hubs that have it.
 */
export function bySchema<A extends unknown[]>(...schemas: { [K in keyof A]: object }): ArgumentCheck<A> {
  const key = JSON.stringify(schemas);
  return (args): args is A => {
    const fits =
      compiled.get(key) ??
      ajv.compile({
        type: 'array',
        ...(schemas.length > 0 ? { items: [...schemas] } : {}),
        minItems: schemas.length,
        maxItems: schemas.length,
      });
    compiled.set(key, fits);
    return fits(args);
  };
}

/** Said to the calling client: its message reaches the caller, unlike that of any other error. */
export class HubException extends Error {
  override name = 'HubException';
}
