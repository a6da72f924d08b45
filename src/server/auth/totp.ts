import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator app reads it: SHA-1, 6 digits, 30 seconds. */
export const totpDigits = 6;
const stepSeconds = 30;
/** A code is taken one step early or late: the clock of a telephone is not ours. */
const driftSteps = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base 32, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((value >>> (bits - 5)) & 31);
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31);
}

/** RFC 4226: the code of one counter. */
export function hotp(secret: Uint8Array, counter: number, digits: number = totpDigits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / stepSeconds);
}

/**
 * The step that a code belongs to, now or a step to either side; null: it is not one of them, or its step is not
 * after `lastStep`, the step of the last code that was taken.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date, lastStep: number): number | null {
  const given = Buffer.from(code);
  const here = stepAt(now);
  let found: number | null = null;
  // All are compared, whichever fits: the time that it takes tells nothing.
  for (let step = here - driftSteps; step <= here + driftSteps; step++) {
    const right = Buffer.from(hotp(secret, step));
    const fits = given.length === right.length && timingSafeEqual(given, right);
    if (fits && step > lastStep) found = step;
  }
  return found;
}

/** What the QR code says: `otpauth://totp/…`, as authenticator apps read it. */
export function totpUri(issuer: string, account: string, secret: Uint8Array): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(totpDigits),
    period: String(stepSeconds),
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}
