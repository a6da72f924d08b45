import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });

describe('the records endpoint', () => {
  let engine: Engine;
  let app: RecordsApp;
  let company: StoredRecord;
  let other: StoredRecord;
  let shelf: StoredRecord;

  beforeAll(async () => {
    engine = await startEngine(resources);
    const { records } = engine;
    app = await startRecordsApp(records, resources);
    company = await records.create(admin, 'company', { name: 'Ours' });
    other = await records.create(admin, 'company', { name: 'Hidden' });
    shelf = await records.create(admin, 'shelf', { name: 'Top shelf' });
    const books: Record<string, unknown>[] = [
      {
        title: 'Alpha',
        pages: 100,
        published: '2020-01-01',
        lentAt: '2026-01-01T00:00:00Z',
        weightKg: 0.5,
        isbn: '1000',
      },
      { title: 'Beta 50%', pages: 200, published: '2021-01-01', inPrint: false, shelf: shelf.id },
      { title: 'Gamma_x', pages: 300, lentAt: '2026-06-01T12:00:00Z', alsoOn: [shelf.id] },
      { title: 'Delta', price: 9.99 },
    ];
    for (const book of books) await records.create(admin, 'book', { company: company.id, ...book });
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  const titles = async (query: string) => {
    const answer = await app.ask(admin, 'GET', `/api/records/book?_sort=id&${query}`);
    if (answer.status !== 200 || !Array.isArray(answer.body)) throw new Error(JSON.stringify(answer.body));
    expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
    return answer.body.map(({ title }: { title: string }) => title.charAt(0)).join('');
  };
  const json = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

  it.each([
    ['', 'ABGD'],
    ['title=Alpha', 'A'],
    ['title_ne=Alpha', 'BGD'],
    ['id=1&id=3', 'AG'],
    ['title_in=Alpha&title_in=Delta', 'AD'],
    ['pages_in=100,300', 'AG'],
    ['pages_nin=100', 'BGD'],
    ['title_contains=A_X', 'G'],
    ['title_like=50%25', 'B'],
    ['title_ncontains=a', ''],
    ['title_startswith=al', 'A'],
    ['title_endswith=TA', 'D'],
    ['pages_lt=200', 'A'],
    ['pages_lte=200', 'AB'],
    ['pages_gt=200', 'G'],
    ['pages_gte=200', 'BG'],
    ['pages_between=100&pages_between=200', 'AB'],
    ['pages_nbetween=100,200', 'GD'],
    ['pages_null=true', 'D'],
    ['pages_nnull=true', 'ABG'],
    ['weightKg=0.5', 'A'],
    ['price_gte=9.99', 'D'],
    ['inPrint=false', 'B'],
    ['published_gte=2020-06-01', 'B'],
    ['published=2020-01-01', 'A'],
    ['lentAt_lt=2026-06-01T20:00:01%2B08:00', 'AG'],
    ['lentAt_between=2026-05-01&lentAt_between=2026-07-01', 'G'],
    ['shelf_null=false', 'B'],
    ['alsoOn_null=false', 'G'],
    ['notes_nnull=true', ''],
    ['q=alpha', 'A'],
    ['q=TOP', 'B'],
    ['q=beta top', 'B'],
    ['q=beta alpha', ''],
    ['pages_gt=100&inPrint=true', 'G'],
    [
      json({
        operator: 'or',
        value: [
          { field: 'title', operator: 'eq', value: 'Alpha' },
          { field: 'pages', operator: 'null', value: true },
        ],
      }),
      'AD',
    ],
    [
      json([
        { field: 'pages', operator: 'gt', value: 100 },
        { field: 'pages', operator: 'lt', value: 300 },
      ]),
      'B',
    ],
    [json({ operator: 'or', value: [] }), ''],
  ])('lists by %s', async (query, expected) => {
    expect(await titles(query)).toBe(expected);
  });

  it.each([
    ['colour=red', 'colour'],
    ['pages_near=3', 'pages_near'],
    ['secretMark=x', 'secretMark'],
    ['coverageIds=1', 'coverageIds'],
    ['pages=many', 'pages'],
    ['pages_gt=1e999', 'pages_gt'],
    ['pages_between=1', 'pages_between'],
    ['pages_contains=1', 'pages'],
    ['inPrint=yes', 'inPrint'],
    ['published=2026-02-30', 'published'],
    ['lentAt=yesterday', 'lentAt'],
    ['notes=a', 'notes'],
    ['_trash=all', '_trash'],
    [json({ field: 'colour', operator: 'eq', value: 1 }), 'colour'],
    [json({ field: 'pages', operator: 'like', value: 1 }), 'pages'],
  ])('refuses %s and names %s', async (query, field) => {
    const answer = await app.ask(admin, 'GET', `/api/records/book?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation', errors: { [field]: [expect.any(String)] } });
  });

  it.each([
    '_end=1001',
    '_start=5&_end=5',
    '_start=-1',
    '_sort=colour',
    '_sort=notes',
    '_sort=id&_order=up',
    'filter={',
    '_fields=colour',
  ])('refuses %s', async (query) => {
    expect((await app.ask(admin, 'GET', `/api/records/book?${query}`)).status).toBe(400);
  });

  it('pages, sorts by several fields, nulls last, and picks fields', async () => {
    const answer = await app.ask(
      admin,
      'GET',
      '/api/records/book?_start=1&_end=3&_sort=pages,title&_order=desc,asc&_fields=title',
    );
    expect(answer.headers['x-total-count']).toBe('4');
    expect(answer.body).toMatchObject([{ title: 'Beta 50%' }, { title: 'Alpha' }]);
    expect(Object.keys(Array.isArray(answer.body) ? answer.body[0] : {}).sort()).toEqual([
      '_labels',
      'id',
      'title',
      'version',
    ]);
    const byShelf = await app.ask(admin, 'GET', '/api/records/book?_sort=shelf&_end=1');
    expect(byShelf.body).toMatchObject([
      { title: 'Beta 50%', _labels: { shelf: 'Top shelf', company: 'Ours' } },
    ]);
  });

  it('walks a record from its making to the trash and back', async () => {
    const made = await app.ask(admin, 'POST', '/api/records/book', { title: 'New', company: company.id });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ title: 'New', version: 1, _labels: { company: 'Ours' } });
    expect(made.body).not.toHaveProperty('coverageIds');
    expect(made.body).not.toHaveProperty('secretMark');
    const path = String(made.headers.location);
    expect((await app.ask(admin, 'PATCH', path, { pages: 1 })).body).toMatchObject({
      errors: { version: [expect.any(String)] },
    });
    expect(await app.ask(admin, 'PATCH', path, { version: 1, pages: 1 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    const stale = await app.ask(admin, 'PATCH', path, { version: 1, pages: 2 });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { version: 2, pages: 1 } },
    });
    expect(await app.ask(admin, 'DELETE', path)).toMatchObject({
      status: 200,
      body: { version: 3, deletedBy: 1 },
    });
    expect(await app.ask(admin, 'PATCH', path, { version: 3, pages: 2 })).toMatchObject({ status: 409 });
    const trash = await app.ask(admin, 'GET', '/api/records/book?_trash=only');
    expect(trash.body).toMatchObject([{ title: 'New' }]);
    expect(await app.ask(admin, 'POST', `${path}/restore`)).toMatchObject({
      status: 200,
      body: { deletedAt: null },
    });
    const history = await app.ask(admin, 'GET', `${path}/history`);
    expect(history.body).toMatchObject([
      { action: 'restore' },
      { action: 'delete' },
      { action: 'update' },
      { action: 'create' },
    ]);
    await app.ask(admin, 'DELETE', path);
  });

  it('says what is wrong in the shape of this endpoint and the language of the caller', async () => {
    const chinese = callerWith(resources, { permissions: ['Pages.Admin'] }, 'zh-Hans');
    const answer = await app.ask(chinese, 'POST', '/api/records/book', { company: company.id, pages: 0 });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation',
        errors: { title: ['书名 必填'], pages: ['页数 不能小于 1'] },
        requestId: expect.any(String),
      },
    });
    expect((await app.ask(admin, 'POST', '/api/records/book', [])).status).toBe(400);
  });

  it('answers 401, 403 and 404 each to whom it concerns', async () => {
    const nobody = callerWith(resources, {});
    const outsider = callerWith(resources, {
      companyId: other.id,
      companyIds: [other.id],
      permissions: ['Pages.Library'],
    });
    expect((await app.ask(null, 'GET', '/api/records/book')).status).toBe(401);
    expect((await app.ask(null, 'GET', '/api/records/nothing')).status).toBe(401);
    expect((await app.ask(nobody, 'GET', '/api/records/book')).status).toBe(403);
    expect((await app.ask(outsider, 'GET', '/api/records/book/1')).status).toBe(404);
    expect((await app.ask(outsider, 'GET', '/api/records/book')).headers['x-total-count']).toBe('0');
    for (const path of ['book/99999', 'book/x', 'book/1e3', 'nothing', 'nothing/1']) {
      expect((await app.ask(admin, 'GET', `/api/records/${path}`)).status).toBe(404);
    }
    expect((await app.ask(admin, 'POST', '/api/records/ledger', { entry: 'x' })).status).toBe(403);
  });

  it('is described by an OpenAPI 3.1 document that names what exists', async () => {
    const page = await app.ask(null, 'GET', '/api/docs');
    expect([200, 302]).toContain(page.status);
    const { body } = await app.ask(null, 'GET', '/api/docs/json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Clearway' } });
    const text = JSON.stringify(body);
    const { paths, components } = JSON.parse(text);
    expect(
      Object.keys(paths)
        .filter((path) => path.includes('/book'))
        .sort(),
    ).toEqual(
      [
        '/api/records/book',
        '/api/records/book/{id}',
        '/api/records/book/{id}/history',
        '/api/records/book/{id}/restore',
        '/api/records/book/{id}/uses',
        '/api/records/book/{id}/restore-version',
        '/api/records/book/{id}/purge',
        '/api/records/book/bulk',
        '/api/records/book/aggregate',
      ].sort(),
    );
    expect(Object.keys(paths['/api/records/ledger'])).toEqual(['get']);
    expect(components.schemas.bookInput.properties).not.toHaveProperty('secretMark');
    expect(components.schemas.bookInput.properties).not.toHaveProperty('state');
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(components.schemas).toHaveProperty(String(name));
    }
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
