import { Secret, TOTP } from 'otpauth';

/** What an authenticator app makes of the key that it was given (base 32). */
export function codeAt(secret: string, time: Date, digits = 6): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time.getTime(), digits });
}
