import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptText, wordedIn, wordedJson } from '#domain/text/locales/kept-text.ts';

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
    const kept = keptText(text);
    expect([wordedIn(kept, 'zh-Hans'), wordedIn(kept, 'en')]).toEqual([inChinese, inEnglish]);
    // A search of the table finds it by the words of either.
    expect(kept).toContain(inChinese);
    expect(kept).toContain(inEnglish);
    expect(wordedIn(`A: ${kept}; B: ${kept}`, 'en')).toBe(`A: ${inEnglish}; B: ${inEnglish}`);
    const answer = JSON.stringify({ reason: kept, other: ['"', kept] });
    expect(JSON.parse(wordedJson(answer, 'en'))).toEqual({ reason: inEnglish, other: ['"', inEnglish] });
  });

  test('is said as it was where its key has gone since', () => {
    const old = keptText({ key: 'flow.timeLimit' }).replace('flow.timeLimit', 'flow.gone');
    expect(wordedIn(old, 'zh-Hans')).toBe('超过时限，按流程自动处理');
    expect(wordedIn(old, 'en')).toBe('Decided by the flow at the end of the time limit');
  });

  test('fits its field, however long what another end answers', () => {
    const long = keptText({
      key: 'webhooks.refusedConnection',
      values: { reason: '"\u001f原因'.repeat(500) },
    });
    expect(long.length).toBeLessThan(2_000);
    expect(wordedIn(long, 'en')).toMatch(/^no connection \(/);
    expect(wordedIn(long, 'en')).not.toContain('\u001f');
  });
});

test('marks in two fields, or with nothing that was kept between them, change nothing', () => {
  for (const record of [
    { a: '\u001e', b: '\u001f' },
    { a: '\u001e"\\\u001f', b: '\u001d一\u001d\u001f' },
    { a: '\u001e\\u001f', b: ['\u001f\u001e'] },
  ]) {
    expect(JSON.parse(wordedJson(JSON.stringify(record), 'en'))).toEqual(record);
  }
  // Whoever writes the marks himself is shown the words that he put there.
  const forged = '\u001e{"key":"webhooks.answered","values":null}\u001d一\u001done\u001f';
  expect(wordedIn(forged, 'en')).toBe('answered {{code}}');
  expect(wordedIn('\u001enull\u001d一\u001done\u001f', 'en')).toBe('one');
});

test('what people write is shown to the letter, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const typed = text.replaceAll('\u001e', '');
      expect(wordedIn(typed, 'en')).toBe(typed);
      expect(JSON.parse(wordedJson(JSON.stringify({ typed }), 'en'))).toEqual({ typed });
    }),
  );
  for (const typed of [
    '按流程自动处理',
    '\\u001eflow.timeLimit?\\u001d一\\u001dtwo\\u001f',
    '\u001e',
    '\u001e\u001f',
  ]) {
    expect(wordedIn(typed, 'en')).toBe(typed);
    expect(JSON.parse(wordedJson(JSON.stringify({ typed }), 'en'))).toEqual({ typed });
  }
});
