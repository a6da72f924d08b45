import type { Text } from '#domain/text/errors.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import type { PushReceivers, Received } from './push-receivers.ts';

/** One running feed of a source: octets as they arrive. */
export interface Feed {
  /** Others that are connected to it now; absent: its transport has no such thing. */
  clients?(): number;
  close(): Promise<void>;
}

/** What arrived together: one connection, or all datagrams of a socket. A decoder of its own reads it. */
export interface Line {
  /** `receivedAt`: UTC ms at which the octets arrived. Answers with what came of them, for who waits for it. */
  bytes(bytes: Uint8Array, receivedAt: number): Received;
  end(): void;
}

export interface FeedEvents {
  line(): Line;
  /** Counted at the source with its reason, and shown until something works again. */
  failed(reason: Text): void;
  working(): void;
}

export interface FeedDeps {
  log: Logger;
  now(): number;
  /** What the connections of sources may reach. */
  guard: NetworkGuard;
  pushes: PushReceivers;
  /** The password of the source; null: it has none. Throws where it cannot be opened. */
  password(): string | null;
}

/** How octets reach a source. It reads its own fields from the record, which the schema has judged. */
export interface Transport {
  /** Octets come cut anywhere, and the format finds the messages; false: each piece holds whole ones. */
  isStream: boolean;
  open(record: StoredRecord, events: FeedEvents, deps: FeedDeps): Feed;
}

/** The reason of a failed socket in the reader's words: its code stays behind it, for whoever looks after the network. */
export function socketError(error: unknown): Text {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const key = socketErrors[code];
  if (key) return { key };
  const reason = code || (error instanceof Error ? error.message.slice(0, 100) : 'error');
  return { key: 'track.line.failed', values: { reason } };
}

const socketErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'track.line.inUse',
  EADDRNOTAVAIL: 'track.line.noAddress',
  EACCES: 'track.line.notAllowed',
  ECONNREFUSED: 'track.line.refused',
  ECONNRESET: 'track.line.closed',
  EPIPE: 'track.line.closed',
  ETIMEDOUT: 'track.line.timeout',
  EHOSTUNREACH: 'track.line.unreachable',
  ENETUNREACH: 'track.line.unreachable',
  ENOTFOUND: 'track.line.unknownHost',
  EAI_AGAIN: 'track.line.unknownHost',
};

/** Seconds between two tries: each twice the one before, so that a source that is away is not hammered. */
export function createBackOff(firstMs = 1_000, mostMs = 60_000) {
  let nextMs = firstMs;
  let timer: NodeJS.Timeout | undefined;
  return {
    again(work: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(work, nextMs);
      nextMs = Math.min(mostMs, nextMs * 2);
    },
    reset(): void {
      nextMs = firstMs;
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
