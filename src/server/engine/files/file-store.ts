import type { Readable } from 'node:stream';

/** Where the bytes of files are kept: a folder or an S3-compatible store. Keys are ours, never a person's text. */
export interface FileStore {
  /**
   * Keeps the file at `path` under `key` and resolves once no crash can lose it. The file at `path` may be gone
   * afterwards. To keep the same key again does nothing: a key stands for its content.
   */
  keep(key: string, path: string, facts: { size: number; sha256: string }): Promise<void>;
  /** The bytes, or those from `start` to `end` (both included); null: nothing is kept under this key. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** To remove what is not there is no error. */
  remove(key: string): Promise<void>;
  /** All that is kept under keys of ours, with when it was last kept. */
  list(): AsyncIterable<StoredContent>;
  /** Rejects with a reason that a person can act on where the store cannot be used. */
  check(): Promise<void>;
}

export interface StoredContent {
  sha256: string;
  storedAt: Date;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** The content that a key of ours stands for; null: it is none of ours. */
export function contentOfKey(key: string): string | null {
  const sha256 = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
  return sha256 !== undefined && storageKeyOf(sha256) === key ? sha256 : null;
}

/** The key of a content: two of the same content share one. */
export function storageKeyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}
