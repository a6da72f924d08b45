import type { Text } from '#domain/text/errors.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import type { TakenReport } from './intake.ts';

/** What became of a report or an image. */
export type TakenPart = Pick<TakenReport, 'state' | 'reason'>;

/** A source that is switched on, as its transport sees it. */
export interface SourceLine {
  /** The record with its secrets. */
  record: StoredRecord;
  /**
   * Takes what came and stores it; throws where that is impossible now. `at`: when an image was seen, as far as its transport
   * knows, UTC ms.
   */
  take(content: Uint8Array, at: number | null): Promise<TakenPart[]>;
  /** Shown at the source until something works again. */
  failed(reason: Text): void;
  working(): void;
}

export interface LineDeps {
  guard: NetworkGuard;
  dataFolder: string;
  /** The password of the source; null: it has none. Throws where it cannot be opened. */
  password(): string | null;
}

/** A transport at work for one source. */
export interface OpenLine {
  /** Looks for what is new, now; absent: what is new comes by itself. */
  look?(): Promise<void>;
  close(): Promise<void>;
}
