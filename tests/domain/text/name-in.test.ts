import { expect, test } from 'vitest';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn, nameValues } from '#domain/text/name-in.ts';

test.each([
  [{ name: '演示站', nameEn: 'Demo station' }, '演示站', 'Demo station'],
  [{ name: '演示站', nameEn: null }, '演示站', '演示站'],
  [{ name: '演示站', nameEn: '' }, '演示站', '演示站'],
  [{ name: '演示站' }, '演示站', '演示站'],
  [{ name: null, nameEn: null }, null, null],
])('%j is named in each language', (named, inChinese, inEnglish) => {
  expect([nameIn(named, 'zh-Hans'), nameIn(named, 'en')]).toEqual([inChinese, inEnglish]);
});

test('a text has the name of its own language', () => {
  const both = nameValues('source', { name: '演示站', nameEn: 'Demo station' });
  const one = nameValues('source', { name: '演示站' });
  expect(both).toEqual({ source: '演示站', sourceEn: 'Demo station' });
  expect(one).toEqual({ source: '演示站' });
  const said = (values: Record<string, string>, locale: 'zh-Hans' | 'en') =>
    textIn({ key: 'alert.feeds.dead', values: { ...values, seconds: 20 } }, locale);
  expect(said(both, 'zh-Hans')).toContain('演示站');
  expect(said(both, 'en')).toMatch(/^[ -~]*Demo station[ -~]*$/);
  expect(said(one, 'en')).toContain('演示站');
});
