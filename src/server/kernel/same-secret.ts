import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. */
export function isSameSecret(given: string | Buffer, right: string | Buffer): boolean {
  const [one, two] = [octetsOf(given), octetsOf(right)];
  return one.length === two.length && timingSafeEqual(one, two);
}

const octetsOf = (secret: string | Buffer): Buffer =>
  typeof secret === 'string' ? Buffer.from(secret) : secret;
