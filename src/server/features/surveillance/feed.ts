import type { Text } from '#domain/text/errors.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import type { Received, SurveillancePushes } from './received.ts';

/** One running feed of a source: octets as they arrive. */
export interface Feed {
  /** Others that are connected to it now; absent: its transport has no such thing. */
  clients?(): number;
  close(): Promise<void>;
}

/** What a transport knows of octets. */
export interface Origin {
  /** Who of several sent them, address and port. */
  sender?: string;
  /** When what they report was seen, UTC ms, for reports without a time of their own; null: not known. */
  seenAt?: number | null;
}

/** What arrived together: one connection, or all datagrams of a socket. A decoder of its own reads it. */
export interface Line {
  /**
   * `receivedAt`: UTC ms at which the octets arrived. They are read in the order in which they come, in slices. Answers with
   * what came of them, for who waits for it; never throws and never rejects.
   */
  bytes(bytes: Uint8Array, receivedAt: number, origin?: Origin): Promise<Received>;
  end(): void;
}

export interface FeedEvents {
  line(): Line;
  /** Counted at the source with its reason, and shown until something works again. */
  failed(reason: Text): void;
  working(): void;
  /** What came in is counted with this reason and not read: the transport itself works. */
  refused(reason: string, example?: string): void;
  /** A message of this kind came in and was answered: it is counted, and there is nothing in it to read. */
  answered(kind: string, example: string, receivedAt: number): void;
  /** An error of ours while something that came in was handled: counted and logged. Nothing that arrives ends the process. */
  threw(error: unknown): void;
}

export interface FeedDeps {
  log: Logger;
  now(): number;
  /** What the connections of sources may reach. */
  guard: NetworkGuard;
  pushes: SurveillancePushes;
  /** The password of the source; null: it has none. Throws where it cannot be opened. */
  password(): string | null;
  /** The code by which a terminal of this name signs in. */
  codeOf(name: string): string;
}

/** How octets reach a source. It reads its own fields from the record, which the schema has judged. */
export interface Transport {
  /** Octets come cut anywhere, and the format finds the messages; false: each piece holds whole ones. */
  isStream: boolean;
  open(record: StoredRecord, events: FeedEvents, deps: FeedDeps): Feed;
}
