import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, listOf, refusalOf, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });

describe.each(databases())('the trash, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let ours: StoredRecord;
  let theirs: StoredRecord;

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

  const member = (company: StoredRecord, permissions = ['Pages.Library', 'Pages.Library.Edit']) =>
    callerWith(resources, { companyId: company.id, companyIds: [company.id], permissions });
  const book = (values: Record<string, unknown> = {}) =>
    engine.records.create(admin, 'book', { title: 'A book', company: ours.id, ...values });
  const urlOf = ({ id }: StoredRecord, rest = '') => `/api/records/book/${id}${rest}`;

  it('takes a record only in the version that was seen, where one is named', async () => {
    const made = await book();
    await engine.records.update(admin, 'book', made.id, 1, { pages: 5 });
    const stale = await app.ask(admin, 'DELETE', urlOf(made, '?version=1'));
    expect(stale).toMatchObject({ status: 409, body: { current: { version: 2, pages: 5 } } });
    expect((await app.ask(admin, 'DELETE', urlOf(made, '?version=x'))).status).toBe(400);
    expect((await app.ask(admin, 'DELETE', urlOf(made, '?version=2'))).status).toBe(200);
  });

  it('ends a record for good, and its history with its title alone', async () => {
    const made = await book({ title: 'Gone', pages: 123, isbn: '7777' });
    expect((await app.ask(admin, 'POST', urlOf(made, '/purge'))).status).toBe(409);
    await app.ask(admin, 'DELETE', urlOf(made));
    engine.changes.length = 0;
    const answer = await app.ask(admin, 'POST', urlOf(made, '/purge'));
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(engine.changes).toMatchObject([
      { resource: 'book', id: made.id, action: 'purge', record: { company: ours.id } },
    ]);
    for (const [verb, rest] of [
      ['GET', ''],
      ['POST', '/restore'],
      ['POST', '/purge'],
      ['DELETE', ''],
    ] as const) {
      expect([verb, rest, (await app.ask(admin, verb, urlOf(made, rest))).status]).toEqual([verb, rest, 404]);
    }
    const all = await engine.records.list(admin, 'book', listOf({ trash: 'with' }));
    expect(all.items.map(({ id }) => id)).not.toContain(made.id);
    const history = await app.ask(admin, 'GET', urlOf(made, '/history'));
    expect(history.body).toMatchObject([
      { action: 'purge', version: 3, changes: [{ field: 'title', before: 'Gone', after: null }] },
      { action: 'delete' },
      { action: 'create' },
    ]);
    // Whose it was cannot be told any more, so it is told to who reads everything.
    expect((await app.ask(member(ours), 'GET', urlOf(made, '/history'))).status).toBe(404);
  });

  it('is emptied by those who may delete, of rows that are theirs', async () => {
    const made = await book();
    await engine.records.trash(admin, 'book', made.id);
    expect((await app.ask(null, 'POST', urlOf(made, '/purge'))).status).toBe(401);
    expect((await app.ask(member(theirs), 'POST', urlOf(made, '/purge'))).status).toBe(404);
    expect((await app.ask(member(ours, ['Pages.Library']), 'POST', urlOf(made, '/purge'))).status).toBe(403);
    expect((await app.ask(member(ours), 'POST', urlOf(made, '/purge'))).status).toBe(204);
    const written = await engine.records.transaction((transaction) =>
      engine.records.create(admin, 'ledger', { entry: 'x' }, transaction),
    );
    expect((await app.ask(admin, 'POST', `/api/records/ledger/${written.id}/purge`)).status).toBe(403);
  });

  it('keeps what any record still names, from a list of links and from the trash too', async () => {
    const { records } = engine;
    const shelf = await records.create(admin, 'shelf', { name: 'Named' });
    const user = await book({ alsoOn: [shelf.id] });
    await records.trash(admin, 'book', user.id);
    await records.trash(admin, 'shelf', shelf.id);
    const refusal = await refusalOf(records.purge(admin, 'shelf', shelf.id));
    expect([refusal.code, refusal.text]).toEqual([
      'conflict',
      { key: 'records.referenced', values: { name: 'Named', list: 'book ×1' } },
    ]);
    await records.purge(admin, 'book', user.id);
    await records.purge(admin, 'shelf', shelf.id);
    expect((await refusalOf(records.get(admin, 'shelf', shelf.id))).code).toBe('notFound');
  });

  it('keeps an item of a dictionary whose code a record of the trash still holds', async () => {
    const { records } = engine;
    const genre = await records.create(admin, 'dictionary', { code: 'genre' });
    const item = await records.create(admin, 'dictionaryItem', { dictionary: genre.id, code: 'novel' });
    const user = await book({ genre: 'novel' });
    await records.trash(admin, 'book', user.id);
    await records.trash(admin, 'dictionaryItem', item.id);
    expect((await refusalOf(records.purge(admin, 'dictionaryItem', item.id))).text.key).toBe(
      'records.referenced',
    );
    await records.purge(admin, 'book', user.id);
    await records.purge(admin, 'dictionaryItem', item.id);
    expect((await refusalOf(records.trash(admin, 'dictionaryItem', item.id))).code).toBe('notFound');
  });

  it('shows what relates to a trashed record by its title, and lets nobody choose it anew', async () => {
    const { records } = engine;
    const shelf = await records.create(admin, 'shelf', { name: 'Old shelf' });
    const user = await book({ shelf: shelf.id });
    await records.trash(admin, 'book', user.id);
    await records.trash(admin, 'shelf', shelf.id);
    // The trashed book goes on showing it.
    expect((await app.ask(admin, 'GET', urlOf(user))).body).toMatchObject({
      _labels: { shelf: 'Old shelf' },
    });
    const chosen = await app.ask(admin, 'POST', '/api/records/book', {
      title: 'x',
      company: ours.id,
      shelf: shelf.id,
    });
    expect(chosen).toMatchObject({
      status: 400,
      body: { errors: { shelf: [expect.stringContaining('trash')] } },
    });
    // And comes back only with something to stand on.
    const back = await app.ask(admin, 'POST', urlOf(user, '/restore'));
    expect(back).toMatchObject({ status: 409, body: { errors: { shelf: [expect.any(String)] } } });
    await records.restore(admin, 'shelf', shelf.id);
    expect((await app.ask(admin, 'POST', urlOf(user, '/restore'))).status).toBe(200);
  });

  it('gives a unique value free, and the record back at its field only once it is free again', async () => {
    const first = await book({ isbn: '8000' });
    await engine.records.trash(admin, 'book', first.id);
    const second = await book({ isbn: '8000' });
    const refused = await app.ask(admin, 'POST', urlOf(first, '/restore'));
    expect(refused).toMatchObject({ status: 409, body: { errors: { isbn: [expect.any(String)] } } });
    expect((await engine.records.get(admin, 'book', first.id)).deletedAt).not.toBeNull();
    await engine.records.update(admin, 'book', second.id, 1, { isbn: '8001' });
    expect((await app.ask(admin, 'POST', urlOf(first, '/restore'))).status).toBe(200);
    // Over several fields it is the same rule.
    const shelf = { name: 'Pair', company: ours.id };
    const pair = await engine.records.create(admin, 'shelf', shelf);
    await engine.records.trash(admin, 'shelf', pair.id);
    await engine.records.create(admin, 'shelf', shelf);
    const clash = await refusalOf(engine.records.restore(admin, 'shelf', pair.id));
    expect([clash.code, clash.extra.fields?.map(({ field }) => field).sort()]).toEqual([
      'conflict',
      ['company', 'name'],
    ]);
  });
});
