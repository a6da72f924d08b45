import { describe, expect, it } from 'vitest';
import { localeOf } from '#server/http/locale.ts';

describe('the culture of a request', () => {
  it.each([
    [{}, {}, 'zh-Hans'],
    [{ 'accept-language': 'en-GB,en;q=0.9' }, {}, 'en'],
    [{ 'accept-language': 'fr,de;q=0.9' }, {}, 'zh-Hans'],
    [{ '.aspnetcore.culture': 'en', 'accept-language': 'zh-CN' }, {}, 'en'],
    [{ '.aspnetcore.culture': 'c=zh-Hans|uic=zh-Hans', 'accept-language': 'en' }, {}, 'zh-Hans'],
    [{ '.aspnetcore.culture': 'c=null|uic=null', 'accept-language': 'en' }, {}, 'en'],
    [{ cookie: 'a=b; .AspNetCore.Culture=c%3Den%7Cuic%3Den' }, {}, 'en'],
    [{ cookie: '.AspNetCore.Culture=%' }, {}, 'zh-Hans'],
    [{ '.aspnetcore.culture': 'zh-Hans' }, { culture: 'en' }, 'en'],
    [{ '.aspnetcore.culture': 'zh-Hans' }, { Culture: 'en-GB' }, 'en'],
    [{ '.aspnetcore.culture': 'en' }, { culture: 'null' }, 'en'],
    [{ '.aspnetcore.culture': 'en' }, { culture: ['zh', 'en'] }, 'en'],
  ])('%j %j → %s', (headers, query, expected) => {
    expect(localeOf(headers, query)).toBe(expected);
  });

  it.each([
    ['what is saved, before headers', { '.aspnetcore.culture': 'zh-Hans' }, {}, 'en'],
    ['what is saved, before cookies', { cookie: 'Abp.Localization.CultureName=zh-Hans' }, {}, 'en'],
    ['the query, before what is saved', {}, { culture: 'zh-Hans' }, 'zh-Hans'],
    [
      'that of the screen, before what is saved',
      { 'x-clearway-screen': '1', '.aspnetcore.culture': 'c=zh-Hans|uic=zh-Hans' },
      {},
      'zh-Hans',
    ],
    ['what is saved, where the screen says none', { 'x-clearway-screen': '1' }, {}, 'en'],
  ])('of who saved English is %s', (_, headers, query, expected) => {
    expect(localeOf(headers, query, 'en')).toBe(expected);
  });
});
