import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf } from '#domain/meetings/text-change.ts';

/** What a person did to a text, as one change of it. */

const applied = (text: string, change: ReturnType<typeof changeOf>) =>
  change ? text.slice(0, change.at) + change.insert + text.slice(change.at + change.remove) : text;

test('any text becomes any other by the change between them, wherever the caret is said to be', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '天', '😀', '😁'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: -2, max: 30 }), (before, after, caret) => {
      const change = changeOf(before, after, caret);
      expect(applied(before, change)).toBe(after);
      if (change) expect(change.remove + change.insert.length).toBeGreaterThan(0);
    }),
  );
});

test('what was typed stands where the caret is: of equal letters the one that was typed', () => {
  expect(changeOf('aa', 'aaa', 1)).toEqual({ at: 0, remove: 0, insert: 'a' });
  expect(changeOf('aa', 'aaa', 3)).toEqual({ at: 2, remove: 0, insert: 'a' });
  expect(changeOf('aaa', 'aa', 1)).toEqual({ at: 1, remove: 1, insert: '' });
});

test('no character is cut in halves', () => {
  // Both have the same first half.
  expect(changeOf('😀', '😁', 2)).toEqual({ at: 0, remove: 2, insert: '😁' });
});
