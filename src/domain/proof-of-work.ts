/**
 * A little work that a visitor's machine does before it may send: nothing for a person, much for who sends thousands.
 * The text `{digest of the challenge}.{nonce}` must have a SHA-256 that begins with so many zero bits; the digest is
 * short, so that each try is one block. The hash is written out here, because a page without TLS has no `crypto.subtle`.
 */

const constants = roots(64, 1 / 3);
const beginning = roots(8, 1 / 2);

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
  const [first = 0] = sha256(`${digest}.${nonce}`);
  return first >>> (32 - bits) === 0;
}

/** 128 bits of the challenge's own hash. */
function digestOf(challenge: string): string {
  return sha256(challenge)
    .slice(0, 4)
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
}

/** SHA-256 (FIPS 180-4) of a text in UTF-8, as eight words of 32 bits. */
export function sha256(text: string): number[] {
  const words = padded(text);
  const state = [...beginning];
  const schedule = new Array<number>(64).fill(0);
  for (let start = 0; start < words.length; start += 16) {
    for (let i = 0; i < 64; i += 1) {
      schedule[i] = i < 16 ? at(words, start + i) : expanded(schedule, i);
    }
    compress(state, schedule);
  }
  return state;
}

function compress(state: number[], schedule: number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + s1 + chosen + at(constants, i) + at(schedule, i)) >>> 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + s0 + most) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (at(state, i) + word) >>> 0;
  });
}

function expanded(schedule: number[], i: number): number {
  const early = at(schedule, i - 15);
  const late = at(schedule, i - 2);
  const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return (at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1) >>> 0;
}

function padded(text: string): number[] {
  const bytes = utf8(text);
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  const words: number[] = [];
  for (let i = 0; i < bytes.length; i += 4) {
    words.push(
      ((at(bytes, i) << 24) | (at(bytes, i + 1) << 16) | (at(bytes, i + 2) << 8) | at(bytes, i + 3)) >>> 0,
    );
  }
  return [...words, Math.floor(bits / 2 ** 32), bits >>> 0];
}

/** By what every engine has: what a page's address may not hold stands in it as its bytes. */
function utf8(text: string): number[] {
  return [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(list: number[], index: number): number {
  return list[index] ?? 0;
}

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function roots(count: number, power: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    if (isPrime(n)) found.push(((n ** power % 1) * 2 ** 32) >>> 0);
  }
  return found;
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) if (n % divisor === 0) return false;
  return true;
}
