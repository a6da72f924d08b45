import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A little work that a visitor's machine does before it may send: nothing for a person, much for who sends thousands.
 * The text `{digest of the challenge}.{nonce}` must have a SHA-256 that begins with so many zero bits; the digest is
 * short, so that each try is one block. The hash is a library's, because a page without TLS has no `crypto.subtle`.
 */

/** Does this nonce prove the work? `bits`: 1 to 32. */
export function provesWork(challenge: string, nonce: string, bits: number): boolean {
  return proves(digestOf(challenge), nonce, bits);
}

/** Tries nonces from `from`, `count` of them; the one that proves the work, or null. */
export function tryWork(challenge: string, bits: number, from: number, count: number): string | null {
  const digest = digestOf(challenge);
  for (let nonce = from; nonce < from + count; nonce += 1) {
    const text = nonce.toString(36);
    if (proves(digest, text, bits)) return text;
  }
  return null;
}

function proves(digest: string, nonce: string, bits: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = hashOf(`${digest}.${nonce}`);
  const first = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return first >>> (32 - bits) === 0;
}

/** 128 bits of the challenge's own hash. */
function digestOf(challenge: string): string {
  return bytesToHex(hashOf(challenge).subarray(0, 16));
}

function hashOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}
