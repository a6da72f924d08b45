import { expect, test } from 'vitest';
import { base32, matchingStep, stepAt, totpUri } from '#server/features/identity/totp.ts';
import { codeAt } from '#tests/support/authenticator.ts';

const secret = Buffer.from('12345678901234567890');
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i s the code is that of %s', (seconds, code) => {
  const time = new Date(seconds * 1000);
  expect(matchingStep(secret, code.slice(2), time, 0)).toBe(stepAt(time));
  expect(codeAt(key, time, 8)).toBe(code);
});

/** RFC 4648, section 10, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of %j is %j', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

const now = new Date(1_000_000 * 30_000);
const here = stepAt(now);
const codeOf = (step: number) => codeAt(key, new Date(step * 30_000));
test.each<[string, string, number, number | null]>([
  ['this step', codeOf(here), 0, here],
  ['the step before', codeOf(here - 1), 0, here - 1],
  ['the step after', codeOf(here + 1), 0, here + 1],
  ['two steps before', codeOf(here - 2), 0, null],
  ['two steps after', codeOf(here + 2), 0, null],
  ['a step that was used', codeOf(here), here, null],
  ['a step before one that was used', codeOf(here - 1), here, null],
  ['the step after one that was used', codeOf(here + 1), here, here + 1],
  ['another length', '1', 0, null],
  ['nothing', '', 0, null],
])('a code of %s', (_, code, lastStep, expected) => {
  expect(matchingStep(secret, code, now, lastStep)).toBe(expected);
});

test('the QR code says all that an app must know', () => {
  const uri = new URL(totpUri('Clearway', 'anna b', secret));
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Clearway:anna%20b']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: key,
    issuer: 'Clearway',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
