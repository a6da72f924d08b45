import { describe, expect, test } from 'vitest';
import { clausesText, listText } from '#domain/text/list-text.ts';
import { storedWords, wordedIn } from '#domain/text/locales/stored-text.ts';

describe('things one after the other', () => {
  test.each([
    ['en', 'Gao Xiang, Li Si', 'Gao Xiang; Li Si'],
    ['zh-Hans', 'Gao Xiang、Li Si', 'Gao Xiang；Li Si'],
  ] as const)('are parted as %s has it', (locale, list, clauses) => {
    expect(listText(['Gao Xiang', 'Li Si'], locale)).toBe(list);
    expect(clausesText(['Gao Xiang', 'Li Si'], locale)).toBe(clauses);
  });

  test('stored by the server, they are read in the language of the reader', () => {
    const names = { en: ['Licence', 'Medical'], 'zh-Hans': ['执照', '体检'] };
    const stored = storedWords((locale) => listText(names[locale], locale));
    expect(wordedIn(stored, 'en')).toBe('Licence, Medical');
    expect(wordedIn(stored, 'zh-Hans')).toBe('执照、体检');
  });
});
