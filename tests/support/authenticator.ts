import { hotp, stepAt } from '../../src/server/auth/totp.ts';

/** What an authenticator app makes of the key that it was given (base 32). */
export function codeAt(secret: string, time: Date): string {
  const bits = [...secret].map((char) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return hotp(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(time));
}
