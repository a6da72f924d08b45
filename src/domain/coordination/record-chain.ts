import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashedText, type RecordEntry } from './record-entry.ts';

/** SHA-256 in hexadecimal of an entry and the hash of the one before it ('' for the first). */
export const hashOf = (previousHash: string, entry: RecordEntry): string =>
  bytesToHex(sha256(utf8ToBytes(hashedText(previousHash, entry))));

export type HashedEntry = RecordEntry & { hash: string };

/** Where a record begins or ends: the number and hash of an entry; 0 and '' before the first. */
export interface ChainEnd {
  seq: number;
  hash: string;
}

/** Follows the record of a room from an end. */
export interface RecordChain {
  /** Whether the next entry follows from the one before it; the chain goes on from it either way. */
  follows(entry: HashedEntry): boolean;
  end(): ChainEnd;
}

export function followChain(start: ChainEnd): RecordChain {
  let last = start;
  return {
    follows({ hash, ...entry }) {
      const fits = entry.seq === last.seq + 1 && hashOf(last.hash, entry) === hash;
      last = { seq: entry.seq, hash };
      return fits;
    },
    end: () => last,
  };
}
