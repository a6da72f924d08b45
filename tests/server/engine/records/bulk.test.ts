import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import { type BulkReport, mostInBulk } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, refusalOf, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type Answer, type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const permissions = ['Pages.Library', 'Pages.Library.Edit'];

describe.each(databases())('one change to many records, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let ours: StoredRecord;
  let theirs: StoredRecord;
  let books: StoredRecord[];

  const member = (recordRules: RecordRule[] = []) =>
    callerWith(resources, {
      companyId: ours.id,
      companyIds: [ours.id],
      permissions,
      grants: [{ role: 'member', permissions, recordRules }],
    });

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    app = await startRecordsApp(engine.records, resources);
    ours = await engine.records.create(admin, 'company', { name: 'Ours' });
    theirs = await engine.records.create(admin, 'company', { name: 'Theirs' });
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });
  beforeEach(async () => {
    await engine.test.database.pool.query('truncate book cascade');
    engine.changes.length = 0;
    books = [];
    for (const [title, company, pages] of [
      ['A', ours.id, 10],
      ['B', ours.id, 20],
      ['C', ours.id, 30],
      ['D', theirs.id, 40],
    ] as const) {
      books.push(await engine.records.create(admin, 'book', { title, company, pages }));
    }
    engine.changes.length = 0;
  });

  const bulk = (caller: typeof admin | null, body: object): Promise<Answer> =>
    app.ask(caller, 'POST', '/api/records/book/bulk', body);
  const ids = (...of: number[]) => of.map((index) => books[index]?.id ?? 0);
  const pagesNow = async () => {
    const rows = await engine.test.database.pool.query('select pages from book order by id');
    return rows.rows.map(({ pages }) => Number(pages));
  };

  it('is undone in one request, exactly those that it changed, and none that has changed since', async () => {
    const done = await bulk(admin, { action: 'update', ids: ids(0, 1, 2), set: { pages: 20 } });
    const { changed } = done.body as BulkReport;
    // The second had twenty pages already: nothing of it is to be put back.
    expect(changed).toEqual([
      { id: ids(0)[0], version: 2 },
      { id: ids(2)[0], version: 2 },
    ]);
    expect(await pagesNow()).toEqual([20, 20, 20, 40]);
    const [first = 0, third = 0] = ids(0, 2);
    await engine.records.update(admin, 'book', third, 2, { title: 'Changed since' });
    const undone = await bulk(admin, { action: 'undo', versions: changed });
    expect(undone).toMatchObject({
      status: 200,
      body: {
        matched: 2,
        done: 1,
        failed: [{ id: third, code: 'conflict' }],
        changed: [{ id: first, version: 3 }],
      },
    });
    expect(await pagesNow()).toEqual([10, 20, 20, 40]);
    const [entry] = await engine.records.history(admin, 'book', first);
    expect(entry).toMatchObject({ source: 'restore', changes: [{ field: 'pages', before: 20, after: 10 }] });
    // Twice is once: it has changed since.
    const again = await bulk(admin, { action: 'undo', versions: changed });
    expect(again).toMatchObject({ status: 200, body: { done: 0, failed: [{}, {}] } });
    expect((await bulk(admin, { action: 'undo', versions: [{ id: 1 }] })).status).toBe(400);
    expect((await bulk(admin, { action: 'undo', ids: [1] })).status).toBe(400);
    // Whose rows they are not, they find none of them.
    const outsider = callerWith(resources, { companyId: 99, companyIds: [99], permissions });
    expect(await bulk(outsider, { action: 'undo', versions: [{ id: first, version: 3 }] })).toMatchObject({
      body: { matched: 0, done: 0, failed: [{ code: 'notFound' }] },
    });
  });

  it('sets and clears fields of the records named, each with a history and an announcement of its own', async () => {
    const answer = await bulk(admin, {
      action: 'update',
      ids: ids(0, 2),
      set: { genre: null, pages: 99 },
      clear: ['isbn'],
    });
    expect(answer).toMatchObject({ status: 200, body: { matched: 2, done: 2, failed: [] } });
    expect(await pagesNow()).toEqual([99, 20, 99, 40]);
    expect(engine.changes.map(({ id, action }) => [id, action])).toEqual(
      expect.arrayContaining(ids(0, 2).map((id) => [id, 'update'])),
    );
    const [entry] = await engine.records.history(admin, 'book', ids(0)[0] ?? 0);
    expect(entry).toMatchObject({ version: 2, changes: [{ field: 'pages', before: 10, after: 99 }] });
  });

  it('takes the records of a list by its address, and counts them first', async () => {
    const where = `pages_gt=10&filter=${encodeURIComponent(
      JSON.stringify({ field: 'title', operator: 'in', value: ['B', 'C', 'D'] }),
    )}&_sort=title&_start=0&_end=1`;
    expect((await bulk(admin, { action: 'delete', where, preview: true })).body).toEqual({ matched: 3 });
    expect((await bulk(member(), { action: 'delete', where, preview: true })).body).toEqual({ matched: 2 });
    expect(engine.changes).toEqual([]);
    expect((await bulk(member(), { action: 'delete', where })).body).toEqual({
      matched: 2,
      done: 2,
      failed: [],
      changed: ids(1, 2).map((id) => ({ id, version: 2 })),
    });
    const trash = await app.ask(admin, 'GET', '/api/records/book?_trash=only&_sort=id');
    expect(trash.body).toMatchObject([{ title: 'B' }, { title: 'C' }]);
    const back = await bulk(admin, { action: 'restore', where: '_trash=only' });
    expect(back.body).toMatchObject({ matched: 2, done: 2, failed: [] });
  });

  it('does what it can, and tells of each that failed which, why and where', async () => {
    await engine.records.trash(admin, 'book', ids(1)[0] ?? 0);
    const absent = 987_654;
    const answer = await bulk(member(), {
      action: 'update',
      ids: [...ids(3, 2, 1, 0), absent],
      set: { isbn: '1234' },
    });
    expect(answer.status).toBe(200);
    const { matched, done, failed } = answer.body as BulkReport;
    // A and C wanted the same unique value: one of them has it.
    expect([matched, done]).toEqual([3, 1]);
    const [a, b, c, d] = ids(0, 1, 2, 3);
    expect(failed.map(({ id }) => id)).toEqual(
      [failed[0]?.id === a ? a : c, b, d, absent].sort((x, y) => Number(x) - Number(y)),
    );
    const of = (id: number | undefined) => failed.find((one) => one.id === id);
    expect(of(b)).toMatchObject({ title: 'B', code: 'conflict', message: expect.stringContaining('trash') });
    expect(of(d)).toMatchObject({ title: `#${d}`, code: 'notFound' });
    expect(of(absent)).toMatchObject({ title: `#${absent}`, code: 'notFound' });
    expect(failed.find(({ id }) => id === a || id === c)).toMatchObject({
      code: 'conflict',
      errors: { isbn: ['This value is already in use.'] },
    });
    const invalid = await bulk(admin, { action: 'update', ids: ids(0), set: { pages: 0 } });
    expect(invalid.body).toMatchObject({
      done: 0,
      failed: [{ title: 'A', code: 'validation', errors: { pages: [expect.any(String)] } }],
    });
  });

  it('throws away, brings back and ends together what belongs together', async () => {
    const shelf = await engine.records.create(admin, 'shelf', { name: 'Busy' });
    await bulk(admin, { action: 'update', ids: ids(0, 1), set: { shelf: shelf.id } });
    const shelves = (action: string) =>
      app.ask(admin, 'POST', '/api/records/shelf/bulk', { action, ids: [shelf.id] });
    expect((await shelves('delete')).body).toMatchObject({
      done: 0,
      failed: [{ id: shelf.id, title: 'Busy', code: 'conflict' }],
    });
    await bulk(admin, { action: 'delete', ids: ids(0, 1) });
    expect((await shelves('delete')).body).toMatchObject({ done: 1 });
    // What lies in the trash with it still names it.
    expect((await shelves('purge')).body).toMatchObject({ done: 0, failed: [{ code: 'conflict' }] });
    expect((await bulk(admin, { action: 'purge', where: '_trash=only' })).body).toMatchObject({ done: 2 });
    expect((await shelves('purge')).body).toMatchObject({ done: 1, failed: [] });
    expect(await pagesNow()).toEqual([30, 40]);
  });

  it('sets no field that the caller may not set, and finds nothing by one they may not see', async () => {
    const blind = member([{ resource: 'book', hidden: ['pages'], readOnly: ['isbn'] }]);
    const locked = await bulk(blind, { action: 'update', ids: ids(0), set: { isbn: '5555' } });
    expect(locked).toMatchObject({ status: 400, body: { errors: { isbn: [expect.any(String)] } } });
    const valuesOf = async (field: string) => {
      const set = await bulk(blind, { action: 'update', ids: ids(0), set: { [field]: 10 } });
      const where = await bulk(blind, { action: 'delete', where: `${field}=10`, preview: true });
      return [set, where].map(({ status, body }) =>
        JSON.stringify([status, { ...(body as object), requestId: '' }]).replaceAll(field, 'N'),
      );
    };
    expect(await valuesOf('pages')).toEqual(await valuesOf('nosuch'));
    expect((await bulk(admin, { action: 'update', ids: ids(0), set: { state: 1 } })).status).toBe(400);
    expect(await pagesNow()).toEqual([10, 20, 30, 40]);
  });

  it('asks who they are before it reads what they want', async () => {
    const reader = callerWith(resources, { permissions: ['Pages.Library'] });
    expect((await bulk(null, {})).status).toBe(401);
    expect((await bulk(reader, {})).status).toBe(403);
    const editor = member([{ resource: 'book', actions: { delete: false } }]);
    expect((await bulk(editor, { action: 'delete', ids: ids(0) })).status).toBe(403);
    expect((await bulk(editor, { action: 'update', ids: ids(0), set: { pages: 11 } })).status).toBe(200);
    const ledger = await app.ask(admin, 'POST', '/api/records/ledger/bulk', { action: 'delete', ids: [1] });
    expect(ledger.status).toBe(403);
  });

  it.each([
    [{}, 'action'],
    [{ action: 'explode', ids: [1] }, 'action'],
    [{ action: 'delete' }, 'ids'],
    [{ action: 'delete', ids: [1], where: '' }, 'ids'],
    [{ action: 'delete', ids: 'all' }, 'ids'],
    [{ action: 'delete', ids: ['1'] }, 'ids'],
    [{ action: 'delete', ids: Array.from({ length: mostInBulk + 1 }, (_, id) => id) }, 'ids'],
    [{ action: 'delete', where: 'colour=red' }, 'colour'],
    [{ action: 'update', ids: [1] }, 'set'],
    [{ action: 'update', ids: [1], set: [] }, 'set'],
    [{ action: 'update', ids: [1], set: { pages: 1 }, clear: ['pages'] }, 'set'],
    [{ action: 'update', ids: [1], clear: 'pages' }, 'set'],
    [{ action: 'update', ids: [1], set: { nosuch: 1 } }, 'nosuch'],
  ])('refuses %j at %s', async (body, field) => {
    const answer = await bulk(admin, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
  });

  it('takes ten thousand records at most', async () => {
    await engine.test.database.pool.query(
      `insert into book (title, company) select 'x' || n, $1 from generate_series(1, $2::int) n`,
      [ours.id, mostInBulk],
    );
    const request = { action: 'delete', of: { where: { filter: undefined, search: undefined } } } as const;
    const where = { ...request.of.where, trash: 'without' as const };
    const work = engine.records.bulk(admin, 'book', { ...request, of: { where } });
    expect((await refusalOf(work)).text).toEqual({ key: 'records.bulk.most', values: { most: mostInBulk } });
    const preview = await bulk(admin, { action: 'delete', where: '', preview: true });
    expect(preview.body).toEqual({ matched: mostInBulk + 4 });
  });
});
