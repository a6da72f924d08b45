import { describe, expect, it } from 'vitest';
import { localeOf } from '../../src/server/locale.ts';

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
  ])('%j %j → %s', (headers, query, expected) => {
    expect(localeOf(headers, query)).toBe(expected);
  });
});
