import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provesWork, sha256, tryWork } from '../../src/domain/proof-of-work.ts';

const hex = (words: number[]) => words.map((word) => word.toString(16).padStart(8, '0')).join('');

describe('SHA-256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('of %j is that of FIPS 180-4', (text, expected) => {
    expect(hex(sha256(text))).toBe(expected);
  });

  test('of any text is that of Node', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
  });
});

describe('the work', () => {
  test('that is found proves itself, for its own challenge only', () => {
    const nonce = tryWork('a challenge', 12, 0, 200_000);
    expect(nonce).not.toBeNull();
    expect(provesWork('a challenge', nonce ?? '', 12)).toBe(true);
    expect(provesWork('another challenge', nonce ?? '', 12)).toBe(false);
  });

  test('is not found in no tries', () => {
    expect(tryWork('a challenge', 12, 0, 0)).toBeNull();
  });
});
