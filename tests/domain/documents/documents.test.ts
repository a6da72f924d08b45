import { describe, expect, it, test } from 'vitest';
import { articleIn, numberIn } from '#domain/documents/article-number.ts';
import { citationsIn, citedParts } from '#domain/documents/citations.ts';
import { cutArticles } from '#domain/documents/cut-articles.ts';
import { excerpt } from '#domain/documents/excerpt.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { lawDocuments } from '#server/seed/data/documents/index.ts';
import { parameters } from '#server/seed/data/parameters.ts';

/** A number below 10,000 in Chinese figures, as articles are numbered: 12 `十二`, 102 `一百零二`. */
function chineseNumber(value: number): string {
  const signs = '零一二三四五六七八九';
  const names = ['', '十', '百', '千'];
  const figures = [...String(value)].map(Number);
  const written = figures
    .map((figure, index) => (figure === 0 ? '零' : `${signs[figure]}${names[figures.length - 1 - index]}`))
    .join('')
    .replace(/零+/g, '零');
  const trimmed = written.length > 1 ? written.replace(/零$/, '') : written;
  return value >= 10 && value < 20 ? trimmed.slice(1) : trimmed;
}

describe('numbers of articles', () => {
  test('every number below 10,000 is read as it was written', () => {
    for (let value = 1; value < 10_000; value++) expect(numberIn(chineseNumber(value))).toBe(value);
  });
  it.each([
    ['十六', 16],
    ['二十', 20],
    ['一百零二', 102],
    ['一百一十', 110],
    ['38', 38],
    ['', null],
    ['条', null],
  ])('%s is %s', (text, value) => expect(numberIn(text)).toBe(value));
});

describe('the article that a query names', () => {
  it.each([
    ['第十六条', 16, ''],
    ['第 16 条', 16, ''],
    ['条例第一百零二条 罚款', 102, '条例 罚款'],
    ['十六条', 16, ''],
    ['article 16', 16, ''],
    ['Order 371 art. 16', 16, 'Order 371'],
    ['arts 7', 7, ''],
    ['38', 38, ''],
    ['八十', 80, ''],
    ['三条航线', null, '三条航线'],
    ['120 m', null, '120 m'],
    ['start 16', null, 'start 16'],
    ['第十六', null, '第十六'],
  ])('%s', (query, article, rest) => {
    const found = articleIn(query);
    expect([found.article, found.rest.replace(/\s+/g, ' ').trim()]).toEqual([article, rest]);
  });
});

describe('an excerpt', () => {
  const hits = (text: string, words: string[]) =>
    excerpt(text, words).flatMap(({ text: piece, hit }) => (hit ? [piece] : []));
  test('marks whole figures and short words, and Chinese over a space', () => {
    expect(hits('at 120 m mass 1200 m', ['120', 'm'])).toEqual(['120', 'm', 'm']);
    expect(hits('拟飞行前 1 日 15 时前', ['15时'])).toEqual(['15 时']);
    expect(hits('extended', ['extend'])).toEqual(['extend']);
    expect(excerpt('nothing', ['other'])).toEqual([]);
  });
});

describe('the laws of the seed', () => {
  it.each([
    ['order371', 45],
    ['flightBasicRules', 124],
    ['order761', 63],
  ])('%s has each of its %i articles once, in both languages', (code, count) => {
    const law = lawDocuments.find(({ document }) => document.code === code);
    const articles = law?.chapters.flatMap((chapter) => chapter.articles) ?? [];
    expect(articles.map(([number]) => number)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    for (const [number, ...texts] of articles)
      expect([number, texts.filter((text) => text.trim() === '')]).toEqual([number, []]);
  });
});

describe('citations', () => {
  const of = (text: string) => citationsIn(text).map(({ code, article }) => `${code} ${article}`);
  it.each([
    ['计划须先受理（《通用航空飞行管制条例》第十五、十六条）', ['order371 15', 'order371 16']],
    ['《通用航空飞行管制条例》第八条、第十一条：由批准单位审批', ['order371 8', 'order371 11']],
    ['《飞行基本规则》第三十八条：按预定时间起飞', ['flightBasicRules 38']],
    ['taken up (Order 371, art. 15 and 16)', ['order371 15', 'order371 16']],
    ['Order 371 Art 8 and 11: the approving unit decides', ['order371 8', 'order371 11']],
    ['Order 371, art. 16: filed by 15:00 on the day before', ['order371 16']],
    ['Order 761, art. 26: filed by 12:00', ['order761 26']],
    ['Separate your own flights', []],
  ])('%s', (text, cited) => {
    expect(of(text)).toEqual(cited);
    expect(
      citedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  const known = new Set(
    lawDocuments.flatMap(({ document, chapters }) =>
      chapters.flatMap(({ articles }) => articles.map(([number]) => `${document.code} ${number}`)),
    ),
  );
  const texts = [
    ...Object.values(sharedTexts).flatMap((catalogue) => Object.entries(catalogue)),
    ...parameters.map((parameter) => [parameter.key, JSON.stringify(parameter)] as const),
  ];

  test('every article that a rule of the product names is there, in both languages', () => {
    const named = texts.flatMap(([key, text]) => of(text).map((one) => `${one} ${key}`));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((one) => !known.has(one.split(' ').slice(0, 2).join(' ')))).toEqual([]);
  });

  test('a rule names the same articles in both languages', () => {
    const [zh, en] = [sharedTexts['zh-Hans'], sharedTexts.en];
    for (const key of Object.keys(zh)) {
      if (key.includes('.rule.')) expect(of(en[key] ?? ''), key).toEqual(of(zh[key] ?? ''));
    }
  });

  test('a text that names a document and an article has no form that is not read', () => {
    const unread = texts.filter(
      ([, text]) =>
        /(Order (371|761)|Basic Rules)[^.]{0,3}[Aa]rt|[例则]》第/.test(text) && of(text).length === 0,
    );
    expect(unread).toEqual([]);
  });
});

describe('cutting a text into articles', () => {
  test('chapters, articles and their paragraphs', () => {
    const { articles, problems } = cutArticles(
      '某省规定\n第一章　总则\n第一条　为了安全，制定本规定。\n适用本省。\n第二条 按照第一条执行。\n第二章 附则\n第三条 本规定自公布之日起施行。',
    );
    expect(problems).toEqual([]);
    expect(articles).toEqual([
      { number: 1, chapter: '第一章 总则', heading: '', text: '为了安全，制定本规定。\n适用本省。' },
      { number: 2, chapter: '第一章 总则', heading: '', text: '按照第一条执行。' },
      { number: 3, chapter: '第二章 附则', heading: '', text: '本规定自公布之日起施行。' },
    ]);
  });

  test('one paragraph of many articles, as some editions have it', () => {
    const { articles } = cutArticles('第一条 甲。 第二条 乙，见第一条的规定。 第三条 丙。');
    expect(articles.map(({ number, text }) => [number, text])).toEqual([
      [1, '甲。'],
      [2, '乙，见第一条的规定。'],
      [3, '丙。'],
    ]);
  });

  test('English articles with headings', () => {
    const { articles } = cutArticles(
      'Chapter 1 General\nArticle 1 Purpose\nThis rule is for safety.\nArticle 2. It applies here.',
    );
    expect(articles).toEqual([
      { number: 1, chapter: 'Chapter 1 General', heading: 'Purpose', text: 'This rule is for safety.' },
      { number: 2, chapter: 'Chapter 1 General', heading: '', text: 'It applies here.' },
    ]);
  });

  test('what a person should look at is said', () => {
    expect(cutArticles('第一条 甲\n第三条 丙\n第三条 又丙').problems).toEqual([
      { kind: 'gap', number: 3 },
      { kind: 'twice', number: 3 },
    ]);
    expect(cutArticles('no articles').problems).toEqual([{ kind: 'none', number: 0 }]);
  });

  test('nothing that is sent makes it slow', () => {
    const start = performance.now();
    cutArticles('第'.repeat(400_000));
    cutArticles('第一条 '.repeat(100_000));
    cutArticles(`${'a '.repeat(200_000)}\n${'　'.repeat(400_000)}`);
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
