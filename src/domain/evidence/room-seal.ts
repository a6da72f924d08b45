import { isSignatureOf, signatureOf } from './signature.ts';

/** The end of a closed room's record. */
export interface SealedEnd {
  room: number;
  lastSeq: number;
  /** SHA-256, hexadecimal. */
  lastHash: string;
  /** UTC, ISO 8601 with milliseconds. */
  closedAt: string;
}

const sealedText = ({ room, lastSeq, lastHash, closedAt }: SealedEnd) =>
  `clearway room\n${room}\n${lastSeq}\n${lastHash}\n${closedAt}`;

/** Signs the end of a record, and by its chain of hashes everything before it: 128 hexadecimal digits. */
export const sealOf = (end: SealedEnd, privateKey: Uint8Array): string =>
  signatureOf(sealedText(end), privateKey);

export const isSealOf = (end: SealedEnd, seal: string, key: string): boolean =>
  isSignatureOf(sealedText(end), seal, key);
