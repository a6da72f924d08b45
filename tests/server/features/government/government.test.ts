import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArticleHit, ArticleView, ReadDocument } from '#contract/government.ts';
import { makeUser, type Row } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Documents of authorities: the laws of the seed, search in both languages, versions by date, and import. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
  await makeUser(server, 'keeper', { roles: ['ATMB'] });
});
afterAll(() => server?.close());

const search = async (input: object, user = 'operator') =>
  (await server.service(user, 'Government/Search', input)) as { totalCount: number; items: ArticleHit[] };
const names = ({ items }: { items: ArticleHit[] }) => items.map(({ code, number }) => `${code} ${number}`);
const hitsOf = (parts: { text: string; hit: boolean }[]) =>
  parts.filter(({ hit }) => hit).map(({ text }) => text);
const post = (user: string, path: string, body: object) =>
  server.call(user, 'POST', `/api/services/app/Government/${path}`, body);
const document = async (values: object): Promise<number> => {
  const answer = await server.call('keeper', 'POST', '/api/records/governmentDocument', values);
  expect(answer.status).toBe(201);
  return (answer.body as Row).id;
};

test('Chinese is found by its words, best first, with what was found marked', async () => {
  const found = await search({ query: '临时飞行空域 延长' });
  expect(names(found)[0]).toBe('order371 10');
  expect(hitsOf(found.items[0]?.zh ?? [])).toEqual(expect.arrayContaining(['临时飞行空域', '空域', '延长']));
  expect((await search({ query: '真高' })).totalCount).toBeGreaterThan(2);
  // Not by single signs: a word that is in none is not found by the signs of others.
  expect((await search({ query: '高真' })).totalCount).toBe(0);
});

test('an article is found by its number, with or without the name of its document', async () => {
  for (const query of [
    '通用航空飞行管制条例第十六条',
    '《通用航空飞行管制条例》 第16条',
    'Order 371, art. 16',
    'order 371 Article 16',
  ])
    expect([query, names(await search({ query }))]).toEqual([query, ['order371 16']]);
  const all = await search({ query: '第八十条' });
  expect(names(all)).toEqual(['flightBasicRules 80']);
  expect(names(await search({ query: '十六条' }))).toContain('order371 16');
  // A bare number is an article or a figure in a text; the article first.
  const bare = names(await search({ query: '26' }));
  expect(bare.slice(0, 3).toSorted()).toEqual(['flightBasicRules 26', 'order371 26', 'order761 26']);
  // With words: that article, where it holds them.
  expect(names(await search({ query: '第十六条 紧急任务' }))).toEqual(['order371 16']);
  expect((await search({ query: '第九百条' })).totalCount).toBe(0);
  // The name of a document leaves only that.
  const inOne = await search({ query: '无人驾驶航空器飞行管理暂行条例 申请' });
  expect(new Set(inOne.items.map(({ code }) => code))).toEqual(new Set(['order761']));
});

test('what Chinese cuts into other words is found as it stands', async () => {
  expect((await search({ query: '空' })).totalCount).toBeGreaterThan(20);
  const found = await search({ query: '15时' });
  expect(names(found)).toContain('order371 16');
  expect(hitsOf(found.items[0]?.zh ?? [])).toContain('15 时');
  expect(names(await search({ query: '10公里' }))).toContain('order371 14');
  expect(names(await search({ query: '延长的空域' }))[0]).toBe('order371 10');
  expect((await search({ query: '无人机' })).totalCount).toBeGreaterThan(5);
});

test('English is found by the stem of its words', async () => {
  const found = await search({ query: 'extending validities' });
  expect(names(found)).toContain('order371 10');
  const [first] = found.items.filter(({ number }) => number === 10);
  expect(hitsOf(first?.en ?? []).map((one) => one.toLowerCase())).toEqual(
    expect.arrayContaining(['extended']),
  );
  expect((await search({ query: 'the of' })).totalCount).toBe(0);
});

test('signs of the search language are words like others', async () => {
  for (const query of ["' & ! | :*", '%_\\', '<->', "d'une", '\u0002a\u0003', '第 38 条'])
    expect((await post('operator', 'Search', { query })).status, query).toBe(200);
  expect((await post('operator', 'Search', { query: '   ' })).status).toBe(400);
});

test('an article is the one that was in force on the day', async () => {
  const values = { code: 'test-rule', title: '试验规定', kind: 'localRule' };
  const first = await document({
    ...values,
    edition: '2020',
    effectiveFrom: '2020-01-01',
    effectiveTo: '2022-12-31',
  });
  const second = await document({ ...values, edition: '2023', effectiveFrom: '2023-01-01' });
  const save = (id: number, text: string) =>
    post('keeper', 'SaveArticles', {
      document: id,
      articles: [{ number: 1, chapter: '', heading: '高度', text }],
    });
  expect((await save(first, '飞行高度不超过一百米，鹭鸶保护区除外。')).status).toBe(200);
  expect((await save(second, '飞行高度不超过八十米，鹭鸶保护区除外。')).status).toBe(200);
  const on = async (day?: string) =>
    server.service(
      'operator',
      'Government/GetArticle',
      { code: 'test-rule', article: 1, ...(day ? { day } : {}) },
      'GET',
    );
  expect(((await on('2021-06-01')) as ArticleView).text).toContain('一百米');
  expect(((await on('2022-12-31')) as ArticleView).text).toContain('一百米');
  expect(((await on()) as ArticleView).text).toContain('八十米');
  await expect(on('2019-06-01')).rejects.toThrow();
  expect((await search({ query: '鹭鸶' })).totalCount).toBe(2);
  expect((await search({ query: '鹭鸶', day: '2021-06-01' })).items.map((one) => one.document)).toEqual([
    first,
  ]);
  // Articles are not laid over those that are there.
  expect((await save(second, '别的')).status).toBe(400);
});

test('a changed article is found by what it says now', async () => {
  const [hit] = (await search({ query: '鹭鸶', day: '2021-06-01' })).items;
  const record = await server.call('keeper', 'GET', `/api/records/documentArticle/${hit?.id}`);
  const { version } = record.body as { version: number };
  const changed = await server.call('keeper', 'PATCH', `/api/records/documentArticle/${hit?.id}`, {
    text: '飞行高度不超过一百米，鸬鹚保护区除外。',
    version,
  });
  expect(changed.status).toBe(200);
  expect((await search({ query: '鹭鸶', day: '2021-06-01' })).totalCount).toBe(0);
  expect((await search({ query: '鸬鹚' })).totalCount).toBe(1);
});

const read = async (name: string, bytes: Buffer, user = 'keeper') =>
  post(user, 'ReadFile', { name, content: bytes.toString('base64') });
const articlesOf = (answer: { body: unknown }) =>
  (answer.body as { result: ReadDocument }).result.articles.map(({ number, text }) => [number, text]);

async function docx(document: string, beside: Record<string, Buffer> = {}): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  const Zip = require('jszip') as new () => {
    file(name: string, content: string | Buffer): void;
    generateAsync(options: object): Promise<Buffer>;
  };
  const zip = new Zip();
  zip.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  );
  zip.file(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  );
  zip.file('word/document.xml', document);
  for (const [name, content] of Object.entries(beside)) zip.file(name, content);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
const body = (...lines: string[]) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines
    .map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`;

/** One page with a line of text each, as small as a PDF can be. */
function pdf(...lines: string[]): Buffer {
  const stream = `BT /F1 12 Tf 14 TL 50 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

test('Word, HTML, text and PDF are cut into articles and looked at before anything is saved', async () => {
  const word = await read(
    '规定.docx',
    await docx(body('第一章 总则', '第一条 为了安全。', '第二条 适用本地。')),
  );
  expect(articlesOf(word)).toEqual([
    [1, '为了安全。'],
    [2, '适用本地。'],
  ]);
  const html = await read(
    'rule.html',
    Buffer.from('<h1>某规定</h1><script>第九条 假</script><p>第一条 甲。</p><p>第二条 乙。</p>'),
  );
  expect(articlesOf(html)).toEqual([
    [1, '甲。'],
    [2, '乙。'],
  ]);
  expect(articlesOf(await read('a.TXT', Buffer.from('第一条 甲。')))).toEqual([[1, '甲。']]);
  const paper = await read('rule.pdf', pdf('Article 1 Purpose', 'For safety.', 'Article 2 Scope', 'Here.'));
  expect(articlesOf(paper)).toEqual([
    [1, 'For safety.'],
    [2, 'Here.'],
  ]);
});

test('what is no such file is refused, and a bomb before it is unpacked', async () => {
  const refused = async (name: string, bytes: Buffer, why: string) => {
    const answer = await read(name, bytes);
    expect([name, answer.status, JSON.stringify(answer.body)]).toEqual([
      name,
      400,
      expect.stringContaining(why),
    ]);
  };
  await refused('a.exe', Buffer.from('MZ'), '请选择');
  await refused('a.docx', Buffer.from('no zip'), '无法读取');
  await refused('a.pdf', Buffer.from('no pdf'), '无法读取');
  // Its one paragraph is short; what lies beside it is not.
  const bomb = await docx(body('第一条 甲。'), { 'word/media/a.bin': Buffer.alloc(80 * 1024 * 1024) });
  await refused('bomb.docx', bomb, '文件过大');
  // The next one is read as ever.
  expect((await read('a.txt', Buffer.from('第一条 甲。'))).status).toBe(200);
  expect((await read('a.txt', Buffer.from('x'), 'operator')).status).toBe(403);
});
