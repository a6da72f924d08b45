import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { provesWork, tryWork } from '#domain/identity/proof-of-work.ts';

test('the work that is found proves itself, for its own challenge only', () => {
  const nonce = tryWork('a challenge', 12, 0, 200_000);
  expect(nonce).not.toBeNull();
  expect(provesWork('a challenge', nonce ?? '', 12)).toBe(true);
  expect(provesWork('another challenge', nonce ?? '', 12)).toBe(false);
});

test('the work is not found in no tries', () => {
  expect(tryWork('a challenge', 12, 0, 0)).toBeNull();
});

test('the work of any challenge is judged by the SHA-256 of Node', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      (challenge, nonce, bits) => {
        const first = Number.parseInt(sha(`${sha(challenge).slice(0, 32)}.${nonce}`).slice(0, 8), 16);
        expect(provesWork(challenge, nonce, bits)).toBe(first < 2 ** (32 - bits));
      },
    ),
  );
});
