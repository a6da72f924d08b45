/** Limits and times of the hub server; the defaults are those of the ASP.NET Core server. */
export interface SignalRLimits {
  /** From connecting to the handshake. */
  handshakeTimeoutMs: number;
  /** A ping goes out when nothing else was sent for this long. */
  keepAliveMs: number;
  /** Silence after which a client that has pinged once is given up. */
  clientTimeoutMs: number;
  /** Largest message of a client, its framing included. */
  maxReceiveBytes: number;
  /** A write that has not left after this long ends the connection. */
  sendTimeoutMs: number;
  /**
   * How long a connection lives without a socket or request of its client: between negotiation and the first,
   * between two requests of long polling, and from a broken socket to the next of a stateful reconnect.
   */
  absentTimeoutMs: number;
  /** A request of long polling is answered empty after this long. */
  pollTimeoutMs: number;
  /** Requests of one long polling or server-sent-events connection a second, and how many may come at once. */
  requestsPerSecond: number;
  requestBurst: number;
  /**
   * What a peer of stateful reconnect may leave unacknowledged before `sendLatest` waits and no further call of it is
   * handled: bytes, and frames.
   */
  statefulBufferBytes: number;
  statefulBufferFrames: number;
  /** A peer that stays above that for this long without acknowledging anything is aborted. */
  acknowledgeTimeoutMs: number;
  /** New sockets of one connection under stateful reconnect: per second, and how many may come at once. */
  reattachesPerSecond: number;
  reattachBurst: number;
  /** How long a peer may take to close its side. */
  closeTimeoutMs: number;
  /** How often an open connection's session is looked at again. */
  revalidateMs: number;
  /**
   * Above this many unsent bytes `isWritable` is false and `sendLatest` waits.
   * Not below 64 KiB: under Node's own mark the socket reports no drain.
   */
  highWaterBytes: number;
  /** Above this many unsent bytes an ordinary send ends the connection: the client is too slow to follow. */
  maxBufferedBytes: number;
  /** The same for unacknowledged frames of stateful reconnect. */
  maxBufferedFrames: number;
  /** Messages read ahead of the one being handled, and their bytes; above it the socket is not read. */
  maxQueuedMessages: number;
  maxQueuedBytes: number;
  /** Bytes of a client that have arrived and wait, read or not; above it the connection is closed. */
  maxWaitingBytes: number;
  /**
   * Messages of any type that one connection may send per second, and how many may come at once; above it the
   * connection is closed. A message counts once more for each 2 KiB.
   */
  messagesPerSecond: number;
  messageBurst: number;
  /** Messages of one connection that are read before other work has its turn. */
  messagesPerTurn: number;
  /** Sustained calls per second of one connection, and how many may come at once. */
  invocationsPerSecond: number;
  invocationBurst: number;
  /** Calls refused in a row by the rate limit after which the connection is closed. */
  maxRefusedInvocations: number;
}

export const defaultLimits: SignalRLimits = {
  handshakeTimeoutMs: 15_000,
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  maxReceiveBytes: 32 * 1024,
  sendTimeoutMs: 10_000,
  absentTimeoutMs: 15_000,
  pollTimeoutMs: 90_000,
  requestsPerSecond: 40,
  requestBurst: 200,
  statefulBufferBytes: 100_000,
  statefulBufferFrames: 1_000,
  acknowledgeTimeoutMs: 60_000,
  reattachesPerSecond: 0.5,
  reattachBurst: 10,
  closeTimeoutMs: 5_000,
  revalidateMs: 60_000,
  highWaterBytes: 64 * 1024,
  maxBufferedBytes: 16 * 1024 * 1024,
  maxBufferedFrames: 20_000,
  maxQueuedMessages: 64,
  maxQueuedBytes: 256 * 1024,
  maxWaitingBytes: 1024 * 1024,
  messagesPerSecond: 100,
  messageBurst: 1_000,
  messagesPerTurn: 64,
  invocationsPerSecond: 20,
  invocationBurst: 60,
  maxRefusedInvocations: 200,
};

/** The part of a logger that is used here; pino and Fastify's logger fit. */
export interface SignalRLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** How a connection came to its end. */
export type EndReason =
  | 'client' // the client closed
  | 'server' // the server closed: logout, shutdown, a new actor
  | 'lost' // the socket broke
  | 'handshake' // no valid handshake
  | 'protocol' // a message broke the protocol or a limit
  | 'timeout' // silence, or a write that did not leave
  | 'slow' // more unsent or unacknowledged bytes than allowed
  | 'flood' // messages above their rate limit, or calls far above theirs
  | 'expired'; // the session has ended, or its rights have changed

export type InvocationOutcome = 'ok' | 'error' | 'refused' | 'unknown';

/** Counted by whoever keeps metrics. `hub` is its path; `method` is a declared one, or `?`. */
export interface SignalRMetrics {
  opened(hub: string): void;
  ended(hub: string, reason: EndReason): void;
  received(hub: string, bytes: number): void;
  sent(hub: string, bytes: number): void;
  invoked(hub: string, method: string, outcome: InvocationOutcome, durationMs: number): void;
  /** A value was replaced by a newer one before a slow client could take it. */
  superseded(hub: string): void;
}

export const noMetrics: SignalRMetrics = {
  opened() {},
  ended() {},
  received() {},
  sent() {},
  invoked() {},
  superseded() {},
};
