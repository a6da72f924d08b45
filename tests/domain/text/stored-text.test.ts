import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedText, wordedIn } from '#domain/text/locales/stored-text.ts';
import { anyCharacter } from '#tests/support/any-character.ts';

const refused = { key: 'webhooks.refusedConnection', values: { reason: 'ECONNREFUSED & more?=%' } };

describe('what the server writes into a record', () => {
  test.each([
    [
      { key: 'flow.timeLimit' },
      '超过时限，按流程自动处理',
      'Decided by the flow at the end of the time limit',
    ],
    [{ key: 'webhooks.answered', values: { code: 500 } }, '应答码 500', 'answered 500'],
    [refused, '无法连接（ECONNREFUSED & more?=%）', 'no connection (ECONNREFUSED & more?=%)'],
  ])('is worded in the language of the reader: %j', (text, inChinese, inEnglish) => {
    // As it comes back from the database.
    const stored: unknown = JSON.parse(JSON.stringify(storedText(text)));
    expect([wordedIn(stored, 'zh-Hans'), wordedIn(stored, 'en')]).toEqual([inChinese, inEnglish]);
    // A search of the table finds it by the words of either.
    expect(stored).toMatchObject({ words: { 'zh-Hans': inChinese, en: inEnglish } });
  });

  test('is said as it was where its key has gone since', () => {
    const old = { ...storedText({ key: 'flow.timeLimit' }), key: 'flow.gone' };
    expect(wordedIn(old, 'zh-Hans')).toBe('超过时限，按流程自动处理');
    expect(wordedIn(old, 'en')).toBe('Decided by the flow at the end of the time limit');
  });

  test('fits its field, however long what another end answers', () => {
    const long = storedText({
      key: 'webhooks.refusedConnection',
      values: { reason: '"\u001f原因'.repeat(500) },
    });
    expect(JSON.stringify(long).length).toBeLessThan(2_000);
    expect(wordedIn(long, 'en')).toMatch(/^no connection \(/);
  });
});

test('what people write is shown to the letter, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(wordedIn(text, 'en')).toBe(text);
    }),
  );
});

test('nothing is nothing, and so is what nobody stored so', () => {
  for (const none of [null, undefined, 1, {}, [], { key: 'flow.timeLimit' }])
    expect(wordedIn(none, 'en')).toBeNull();
});
