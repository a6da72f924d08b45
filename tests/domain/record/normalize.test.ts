import { expect, test } from 'vitest';
import { normalizeValue } from '#domain/record/normalize.ts';

test.each([
  ['blanks around a text go', {}, ' 西安 高陵 ', '西安 高陵'],
  ['a text of blanks is none', {}, ' \u3000\t', null],
  ['nor is one of marks and fillers that nobody sees', {}, '\u200f\u202e\u200b\u3164', null],
  ['a mark within a text stays', {}, 'אב\u200fג', 'אב\u200fג'],
  ['a code has its case and width', { 'x-case': 'upper' as const }, 'ｂ-10ab', 'B-10AB'],
  ['a secret is as it was typed', { 'x-secret': true as const }, ' \u200b', ' \u200b'],
])('%s', (_, schema, typed, kept) => {
  expect(normalizeValue({ type: 'string', ...schema }, typed)).toBe(kept);
});
