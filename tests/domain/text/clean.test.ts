import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, isStorable, showsNothing, unstorableAt } from '#domain/text/clean.ts';
import { anyCharacter } from '#tests/support/any-character.ts';

describe('a line from outside', () => {
  test.each([
    ['A\0B', 'AB'],
    ['B7001\0\0\0', 'B7001'],
    ['A\r\nB04', 'A  B04'],
    ['A\u2028B\u2029C', 'A B C'],
    ['A\u0085B\u001bC\u007f', 'A B C'],
    ['A\ud800B', 'A\ufffdB'],
    ['\udc00', '\ufffd'],
    ['abc\u202e321\u2066x\u200f', 'abc321x'],
    ['\ufeffB7001', 'B7001'],
    [' \t B7001 ', 'B7001'],
    ['川A😀', '川A😀'],
    ['', ''],
  ])('%j becomes %j', (from, to) => expect(cleanLine(from, 64)).toBe(to));

  test('is cut between characters, and ends in no blank', () => {
    expect(cleanLine('😀😀😀', 2)).toBe('😀😀');
    expect(cleanLine('ab cd', 3)).toBe('ab');
  });

  test('can be stored, shown in XML and written as one line, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), fc.nat(100), (a, b, most) => {
        const clean = cleanLine(`${a}\ud800\0\r\n${b}`, most);
        expect(isStorable(clean)).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069]/u);
        expect([...clean].length).toBeLessThanOrEqual(most);
        expect(cleanLine(clean, most)).toBe(clean);
      }),
    );
  });
});

describe('a text of several lines', () => {
  test.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a\r\r\nb', 'a\nb'],
    ['T\0A\0F\0', 'TAF'],
    ['\u0001ZCZC\u0002\tX\u0003', ' ZCZC \tX '],
    ['a\u2028b', 'a\nb'],
  ])('%j becomes %j', (from, to) => expect(cleanText(from, 100)).toBe(to));
});

test('what cannot be stored is found wherever it is', () => {
  expect(unstorableAt({ a: ['x', { b: 'y\0' }] })).toEqual(['a', '1', 'b']);
  expect(unstorableAt({ a: { 'x\ud800': 1 } })).toEqual(['a']);
  expect(unstorableAt({ a: '😀\u0001', b: null, c: 1 })).toBeNull();
});

describe('of a text a reader sees', () => {
  test.each([
    '',
    ' \t\n',
    '\u3000',
    '\u200f\u202e',
    '\u200b\u2060\ufeff',
    '\u3164\u115f',
    '\u2800',
    '\u034f',
  ])('nothing: %j', (text) => expect(showsNothing(text)).toBe(true));
  test.each(['A', '\u200fא', '川', '0', '-', '👨‍👩‍👧', '\u200b1'])('something: %j', (text) =>
    expect(showsNothing(text)).toBe(false),
  );
});
