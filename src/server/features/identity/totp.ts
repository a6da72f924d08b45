import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app reads it: SHA-1, 6 digits, 30 seconds. */
export const totpDigits = 6;
const algorithm = 'SHA1';
const period = 30;
/** A code is taken one step early or late: the clock of a telephone is not ours. */
const driftSteps = 1;

/** RFC 4648 base 32, without padding. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

export function stepAt(time: Date): number {
  return TOTP.counter({ period, timestamp: time.getTime() });
}

/**
 * The step that a code belongs to, now or a step to either side; null: it is not one of them, or its step is not
 * after `lastStep`, the step of the last code that was taken.
 */
export function matchingStep(bytes: Uint8Array, code: string, now: Date, lastStep: number): number | null {
  const delta = TOTP.validate({
    secret: secretOf(bytes),
    token: code,
    algorithm,
    digits: totpDigits,
    period,
    timestamp: now.getTime(),
    window: driftSteps,
  });
  if (delta === null) return null;
  const step = stepAt(now) + delta;
  return step > lastStep ? step : null;
}

/** What the QR code says: `otpauth://totp/…`, as authenticator apps read it. */
export function totpUri(issuer: string, account: string, bytes: Uint8Array): string {
  const secret = secretOf(bytes);
  return new TOTP({ issuer, label: account, secret, algorithm, digits: totpDigits, period }).toString();
}

function secretOf(bytes: Uint8Array): Secret {
  // A view of a pool would bring the pool's other bytes with it.
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
