import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { asService } from '#server/kernel/caller.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, listOf, refusalOf, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources().map((resource) =>
  resource.name === 'book'
    ? { ...resource, schema: { ...resource.schema, 'x-order': [['pages', 'weightKg'] as [string, string]] } }
    : resource,
);
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const permissions = ['Pages.Library', 'Pages.Library.Edit'];

/** A member of the library whose role has these rules. */
const member = (...recordRules: RecordRule[]) =>
  callerWith(resources, { permissions, grants: [{ role: 'member', permissions, recordRules }] });

const secret = '4711';

describe.each(databases())('fields that a role may not see, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let company: StoredRecord;
  let shelf: StoredRecord;
  let book: StoredRecord;
  const blind = member({ resource: 'book', hidden: ['isbn', 'shelf', 'pages'] });

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    const { records } = engine;
    app = await startRecordsApp(records, resources);
    company = await records.create(admin, 'company', { name: 'Ours' });
    shelf = await records.create(admin, 'shelf', { name: 'Top' });
    const values = { title: 'Open', company: company.id, isbn: secret, shelf: shelf.id, pages: 300 };
    book = await records.create(admin, 'book', values);
    await records.create(admin, 'book', { title: 'Other', company: company.id, isbn: '0001', pages: 10 });
    book = await records.update(admin, 'book', book.id, 1, { pages: 301, title: 'Opened' });
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  const one = () => `/api/records/book/${book.id}`;
  const keysOf = (body: unknown) => Object.keys(body as object);

  it('are compared with nothing that the user gives: they could guess them by trying', async () => {
    const { records } = engine;
    const given = { title: 'Ordered', company: company.id, pages: 300 };
    const ordered = await records.create(admin, 'book', given);
    const tooLight = { weightKg: 1 };
    expect(await refusalOf(records.update(admin, 'book', ordered.id, 1, tooLight))).toMatchObject({
      extra: { fields: [{ field: 'weightKg', text: { key: 'validation.order.number' } }] },
    });
    const [light, heavy] = [await records.create(admin, 'book', given), ordered];
    for (const [{ id }, weightKg] of [
      [light, 1],
      [heavy, 900],
    ] as const) {
      expect(await records.update(blind, 'book', id, 1, { weightKg })).toMatchObject({ version: 2 });
    }
    // In many at once it is the same.
    const row = { row: 2, values: { title: 'Many', company: company.id, weightKg: 1 } };
    expect(await records.validateMany(blind, 'book', [row], new Map())).toEqual([{ error: null }]);
    for (const { id } of [light, heavy]) await records.trash(admin, 'book', id);
  });

  it('are not in a record, a page, the fields that can be asked for, or the labels', async () => {
    const whole = await app.ask(admin, 'GET', one());
    expect(whole.body).toMatchObject({ isbn: secret, pages: 301, _labels: { shelf: 'Top' } });
    const seen = await app.ask(blind, 'GET', one());
    expect(seen.status).toBe(200);
    for (const field of ['isbn', 'shelf', 'pages']) expect(keysOf(seen.body)).not.toContain(field);
    expect(seen.body).toMatchObject({ title: 'Opened', _labels: { company: 'Ours' } });
    expect(JSON.stringify(seen.body)).not.toMatch(/4711|Top|301/);
    const page = await app.ask(blind, 'GET', '/api/records/book?_sort=id');
    expect(page.headers['x-total-count']).toBe('2');
    expect(JSON.stringify(page.body)).not.toMatch(/4711|Top|301|isbn|shelf|pages/);
  });

  it('are not told from names that there are not, whichever way they are asked by', async () => {
    const filter = (field: string) =>
      `filter=${encodeURIComponent(JSON.stringify({ field, operator: 'eq', value: 1 }))}`;
    const asks: ((field: string) => string)[] = [
      (field) => `${field}=${secret}`,
      (field) => `${field}_ne=1`,
      (field) => `${field}_contains=1`,
      (field) => `${field}_null=true`,
      (field) => `_sort=${field}`,
      (field) => `_sort=title,${field}&_order=asc,desc`,
      (field) => `_fields=title,${field}`,
      filter,
      (field) => `${filter('title')}&${field}=1`,
    ];
    for (const query of asks) {
      for (const field of ['isbn', 'shelf', 'pages']) {
        const ask = (name: string) => app.ask(blind, 'GET', `/api/records/book?${query(name)}`);
        const [hidden, absent] = [await ask(field), await ask('nosuch')];
        const errorsAt = (answer: typeof hidden, name: string) =>
          JSON.stringify({ ...(answer.body as object), requestId: '' }).replaceAll(name, 'N');
        expect([query(field), hidden.status]).toEqual([query(field), 400]);
        expect(errorsAt(hidden, field)).toBe(errorsAt(absent, 'nosuch'));
      }
    }
    // The store itself refuses, whatever the endpoint let through.
    const byIsbn = listOf({ filter: { field: 'isbn', operator: 'eq', value: secret } });
    expect((await refusalOf(engine.records.list(blind, 'book', byIsbn))).text.key).toBe(
      'records.query.unknown',
    );
    const sorted = listOf({ sort: [{ field: 'pages', order: 'asc' }] });
    expect((await refusalOf(engine.records.list(blind, 'book', sorted))).text.key).toBe('records.query.sort');
    expect((await engine.records.list(asService(blind), 'book', byIsbn)).total).toBe(1);
  });

  it('are not searched, and neither are titles that may not be read', async () => {
    const found = async (caller: typeof admin, words: string) =>
      (await app.ask(caller, 'GET', `/api/records/book?q=${words}`)).headers['x-total-count'];
    expect(await found(admin, 'Top')).toBe('1');
    expect(await found(blind, 'Top')).toBe('0');
    const nameless = member({ resource: 'shelf', hidden: ['name'] });
    expect(await found(nameless, 'Top')).toBe('0');
    expect(await found(nameless, 'Opened')).toBe('1');
  });

  it('put nothing in order: neither by default nor through a title that may not be read', async () => {
    const untitled = member({ resource: 'book', hidden: ['title'] });
    const page = await app.ask(untitled, 'GET', '/api/records/book');
    const ids = (page.body as StoredRecord[]).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const aardvark = await engine.records.create(admin, 'shelf', { name: 'Aardvark' });
    const low = await engine.records.create(admin, 'book', {
      title: 'Low',
      company: company.id,
      shelf: aardvark.id,
    });
    const byShelf = async (caller: typeof admin) => {
      const query = `/api/records/book?_sort=shelf&shelf_null=false`;
      return ((await app.ask(caller, 'GET', query)).body as StoredRecord[]).map(({ id }) => id);
    };
    expect(await byShelf(admin)).toEqual([low.id, book.id]);
    expect(await byShelf(member({ resource: 'shelf', hidden: ['name'] }))).toEqual([book.id, low.id]);
    await engine.records.trash(admin, 'book', low.id);
  });

  it('name nothing: a hidden title is a number in labels, reports and refusals', async () => {
    const nameless = member({ resource: 'shelf', hidden: ['name'] });
    const seen = await app.ask(nameless, 'GET', one());
    expect(seen.body).toMatchObject({ shelf: shelf.id, _labels: { shelf: `#${shelf.id}` } });
    const used = await app.ask(nameless, 'DELETE', `/api/records/shelf/${shelf.id}`);
    expect(used.status).toBe(409);
    expect(JSON.stringify(used.body)).not.toContain('Top');
    expect(used.body).toMatchObject({ message: expect.stringContaining(`#${shelf.id}`) });
  });

  it('are left out of the history and of the record that a stale save is answered with', async () => {
    const history = (await app.ask(blind, 'GET', `${one()}/history`)).body as { changes: object[] }[];
    expect(history.map(({ changes }) => changes)).toMatchObject([
      [{ field: 'title', before: 'Open', after: 'Opened' }],
      expect.arrayContaining([expect.objectContaining({ field: 'title' })]),
    ]);
    expect(JSON.stringify(history)).not.toMatch(/isbn|shelf|pages|4711|301/);
    const stale = await app.ask(blind, 'PATCH', one(), { version: 1, title: 'x' });
    expect(stale).toMatchObject({ status: 409, body: { current: { title: 'Opened', version: 2 } } });
    expect(JSON.stringify(stale.body)).not.toMatch(/isbn|4711|301/);
  });

  it('are refused as fields that there are not, whatever their value, and locked ones pass unchanged', async () => {
    for (const value of [secret, '0000', null]) {
      const answer = await app.ask(blind, 'PATCH', one(), { version: 2, isbn: value, nosuch: value });
      expect(answer.status).toBe(400);
      const { errors } = answer.body as { errors: Record<string, string[]> };
      expect(errors.isbn?.[0]?.replace('isbn', 'N')).toBe(errors.nosuch?.[0]?.replace('nosuch', 'N'));
      expect(Object.keys(errors).sort()).toEqual(['isbn', 'nosuch']);
    }
    const locked = member({ resource: 'book', readOnly: ['pages'] });
    const refused = await app.ask(locked, 'PATCH', one(), { version: 2, pages: 5 });
    expect(refused).toMatchObject({ status: 400, body: { errors: { pages: ['You may not change Pages'] } } });
    const seen = await app.ask(locked, 'GET', one());
    const back = await app.ask(locked, 'PATCH', one(), seen.body as object);
    expect(back).toMatchObject({ status: 200, body: { version: 2, pages: 301 } });
    expect(
      (await app.ask(locked, 'POST', '/api/records/book', { title: 'New', company: company.id, pages: 1 }))
        .status,
    ).toBe(400);
  });

  it('are kept by a change of others, and take their defaults in a new record', async () => {
    const changed = await app.ask(blind, 'PATCH', one(), { version: 2, title: 'Again' });
    expect(changed).toMatchObject({ status: 200, body: { version: 3, title: 'Again' } });
    expect(keysOf(changed.body)).not.toContain('isbn');
    expect(await engine.records.get(admin, 'book', book.id)).toMatchObject({ isbn: secret, pages: 301 });
    const unprinted = member({ resource: 'book', hidden: ['inPrint', 'isbn'] });
    const made = await app.ask(unprinted, 'POST', '/api/records/book', {
      title: 'Made',
      company: company.id,
    });
    expect(made.status).toBe(201);
    expect(keysOf(made.body)).not.toContain('inPrint');
    const { id } = made.body as StoredRecord;
    expect(await engine.records.get(admin, 'book', id)).toMatchObject({ inPrint: true });
  });

  it('that are required and have no default refuse a new record in words that name none', async () => {
    const untitled = member({ resource: 'book', hidden: ['title'] });
    const answer = await app.ask(untitled, 'POST', '/api/records/book', { company: company.id });
    expect(answer).toMatchObject({ status: 422, body: { code: 'refused', errors: {} } });
    expect(JSON.stringify(answer.body)).not.toMatch(/title/i);
    const both = await app.ask(untitled, 'POST', '/api/records/book', { company: company.id, pages: 0 });
    expect(both).toMatchObject({ status: 400, body: { errors: { pages: [expect.any(String)] } } });
    expect(keysOf((both.body as { errors: object }).errors)).toEqual(['pages']);
  });

  it('are not named by a value that must be unique', async () => {
    const { records } = engine;
    const first = await records.create(admin, 'book', { title: 'A', company: company.id, isbn: '9000' });
    await records.trash(admin, 'book', first.id);
    await records.create(admin, 'book', { title: 'B', company: company.id, isbn: '9000' });
    const path = `/api/records/book/${first.id}/restore`;
    expect(await app.ask(admin, 'POST', path)).toMatchObject({
      status: 409,
      body: { errors: { isbn: {} } },
    });
    const answer = await app.ask(blind, 'POST', path);
    expect(answer).toMatchObject({ status: 409, body: { errors: {} } });
    expect(JSON.stringify(answer.body)).not.toMatch(/isbn|9000/);
  });

  it('leave whatever a service does by itself as it is', async () => {
    const { records } = engine;
    const whole = await records.get(blind, 'book', book.id);
    expect(whole).toMatchObject({ isbn: secret, pages: 301 });
    const changed = await records.transaction((transaction) =>
      records.update(asService(blind), 'book', book.id, whole.version, { pages: 302 }, transaction),
    );
    expect(changed.pages).toBe(302);
    const trusted = await records.transaction((transaction) =>
      records.update(blind, 'book', book.id, changed.version, { pages: 303 }, transaction),
    );
    expect(trusted.pages).toBe(303);
  });
});
