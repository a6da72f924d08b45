import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import type { VersionPreview } from '#server/engine/records/records.ts';
import type { HistoryEntry, StoredRecord } from '#server/engine/records/stored-record.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const permissions = ['Pages.Library', 'Pages.Library.Edit'];
const member = (...recordRules: RecordRule[]) =>
  callerWith(resources, { permissions, grants: [{ role: 'member', permissions, recordRules }] });

describe.each(databases())('what a record was, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let company: StoredRecord;
  let shelf: StoredRecord;
  let other: StoredRecord;

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    app = await startRecordsApp(engine.records, resources);
    const { records } = engine;
    company = await records.create(admin, 'company', { name: 'Ours' });
    shelf = await records.create(admin, 'shelf', { name: 'First' });
    other = await records.create(admin, 'shelf', { name: 'Second' });
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  /** A book of four versions: 1 as made, 2 renamed, 3 moved and emptied, 4 by a service. */
  async function read(): Promise<StoredRecord> {
    const { records } = engine;
    const made = await records.create(admin, 'book', {
      title: 'One',
      company: company.id,
      pages: 10,
      alsoOn: [shelf.id, other.id],
      notes: ['a'],
    });
    await records.update(admin, 'book', made.id, 1, { title: 'Two', pages: 20 });
    await records.update(admin, 'book', made.id, 2, { shelf: other.id, pages: null, alsoOn: [other.id] });
    return records.transaction((transaction) =>
      records.update(admin, 'book', made.id, 3, { state: 2, secretMark: 'x', title: 'Four' }, transaction),
    );
  }
  const ask = (caller: typeof admin | null, { id }: StoredRecord, body: object) =>
    app.ask(caller, 'POST', `/api/records/book/${id}/restore-version`, body);
  const historyOf = async ({ id }: StoredRecord, query = '') =>
    (await app.ask(admin, 'GET', `/api/records/book/${id}/history${query}`)).body as HistoryEntry[];

  it.each<[number, Record<string, unknown>]>([
    [3, { title: 'Two' }],
    [2, { title: 'Two', shelf: null, pages: 20, alsoOn: 'both' }],
    [1, { title: 'One', shelf: null, pages: 10, alsoOn: 'both' }],
  ])(
    'is shown as of version %i and taken back to it, but for what only services set',
    async (toVersion, values) => {
      const book = await read();
      const then = values.alsoOn === 'both' ? { ...values, alsoOn: [shelf.id, other.id] } : values;
      const preview = await ask(admin, book, { toVersion, version: 4, preview: true });
      expect(preview.status).toBe(200);
      const { changes, problems } = preview.body as VersionPreview;
      expect(Object.fromEntries(changes.map(({ field, after }) => [field, after]))).toEqual(then);
      expect(Object.fromEntries(changes.map(({ field, before }) => [field, before]))).toMatchObject({
        title: 'Four',
      });
      expect(problems).toEqual({});
      expect((await engine.records.get(admin, 'book', book.id)).version).toBe(4);
      const done = await ask(admin, book, { toVersion, version: 4 });
      expect(done).toMatchObject({ status: 200, body: { ...then, state: 2, version: 5, notes: ['a'] } });
      const [entry] = await historyOf(book);
      expect(entry).toMatchObject({ action: 'update', source: 'restore', version: 5, by: 1 });
      expect(entry?.changes.map(({ field }) => field).sort()).toEqual(Object.keys(then).sort());
    },
  );

  it('is taken back in the fields chosen, and those must be such as can be', async () => {
    const book = await read();
    const some = await ask(admin, book, { toVersion: 1, version: 4, fields: ['pages'] });
    expect(some).toMatchObject({ status: 200, body: { pages: 10, title: 'Four', version: 5 } });
    const state = { toVersion: 1, version: 5, fields: ['state', 'title'] };
    const preview = await ask(admin, book, { ...state, preview: true });
    expect(preview.body).toMatchObject({
      changes: [{ field: 'title', before: 'Four', after: 'One' }],
      problems: { state: [expect.stringContaining('cannot be changed here')] },
    });
    expect(await ask(admin, book, state)).toMatchObject({ status: 400, body: { errors: { state: {} } } });
    const absent = await ask(admin, book, { toVersion: 1, version: 5, fields: ['nosuch'] });
    expect(absent).toMatchObject({ status: 400, body: { errors: { fields: [expect.any(String)] } } });
    expect((await engine.records.get(admin, 'book', book.id)).version).toBe(5);
  });

  it('stays as it is where what it was is not possible any more, and the preview says where', async () => {
    const { records } = engine;
    const gone = await records.create(admin, 'shelf', { name: 'Gone' });
    const book = await records.create(admin, 'book', { title: 'x', company: company.id, shelf: gone.id });
    await records.update(admin, 'book', book.id, 1, { shelf: null, title: 'y' });
    await records.trash(admin, 'shelf', gone.id);
    const request = { toVersion: 1, version: 2 };
    expect((await ask(admin, book, { ...request, preview: true })).body).toMatchObject({
      problems: { shelf: [expect.stringContaining('trash')] },
    });
    const refused = await ask(admin, book, request);
    expect(refused).toMatchObject({ status: 400, body: { errors: { shelf: [expect.any(String)] } } });
    expect(await records.get(admin, 'book', book.id)).toMatchObject({ version: 2, title: 'y', shelf: null });
    // Without that field it is.
    expect((await ask(admin, book, { ...request, fields: ['title'] })).body).toMatchObject({ title: 'x' });
  });

  it("says in the preview that a value is another record's now", async () => {
    const { records } = engine;
    const book = await records.create(admin, 'book', { title: 'x', company: company.id, isbn: '4711' });
    await records.update(admin, 'book', book.id, 1, { isbn: '4712' });
    const request = { toVersion: 1, version: 2 };
    const preview = async () => (await ask(admin, book, { ...request, preview: true })).body;
    // Its own value is no other's.
    expect(await preview()).toMatchObject({ problems: {} });
    await records.create(admin, 'book', { title: 'y', company: company.id, isbn: '4711' });
    expect(await preview()).toMatchObject({ problems: { isbn: [expect.any(String)] } });
    expect((await ask(admin, book, request)).status).toBe(409);
  });

  it('refuses versions that there are not, stale wishes, and records in the trash', async () => {
    const book = await read();
    for (const toVersion of [0, 4, 5, -1, 1.5, '1', undefined]) {
      const answer = await ask(admin, book, { toVersion, version: 4 });
      expect(answer).toMatchObject({ status: 400, body: { errors: { toVersion: [expect.any(String)] } } });
    }
    expect((await ask(admin, book, { toVersion: 1 })).body).toMatchObject({ errors: { version: {} } });
    expect((await ask(admin, book, { toVersion: 1, version: 4, fields: 'title' })).status).toBe(400);
    const stale = await ask(admin, book, { toVersion: 1, version: 3 });
    expect(stale).toMatchObject({ status: 409, body: { current: { version: 4 } } });
    await engine.records.trash(admin, 'book', book.id);
    expect((await ask(admin, book, { toVersion: 1, version: 5 })).status).toBe(409);
  });

  it('is nobody’s who may not change it, and holds nothing that they may not see or set', async () => {
    const book = await read();
    const request = { toVersion: 1, version: 4 };
    expect((await ask(null, book, request)).status).toBe(401);
    const reader = callerWith(resources, { permissions: ['Pages.Library'] });
    expect((await ask(reader, book, {})).status).toBe(403);
    const outsider = callerWith(resources, { companyId: 99, companyIds: [99], permissions });
    expect((await ask(outsider, book, request)).status).toBe(404);
    const blind = member({ resource: 'book', hidden: ['title'], readOnly: ['pages'] });
    const preview = await ask(blind, book, { ...request, preview: true });
    expect((preview.body as VersionPreview).changes.map(({ field }) => field)).toEqual(['shelf', 'alsoOn']);
    expect(JSON.stringify(preview.body)).not.toMatch(/title|One|Four/);
    const named = await ask(blind, book, { ...request, fields: ['title'], preview: true });
    const absent = await ask(blind, book, { ...request, fields: ['nosuch'], preview: true });
    const errorsAt = ({ status, body }: typeof named, name: string) =>
      JSON.stringify([status, { ...(body as object), requestId: '' }]).replaceAll(name, 'N');
    expect(errorsAt(named, 'title')).toBe(errorsAt(absent, 'nosuch'));
    expect((await ask(blind, book, request)).status).toBe(200);
    expect(await engine.records.get(admin, 'book', book.id)).toMatchObject({
      title: 'Four',
      pages: null,
      shelf: null,
    });
  });

  it('is read page by page from the newest back', async () => {
    const book = await read();
    const all = await historyOf(book);
    expect(all.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const first = await historyOf(book, '?limit=3');
    expect(first).toEqual(all.slice(0, 3));
    expect(await historyOf(book, `?limit=3&before=${first.at(-1)?.id}`)).toEqual(all.slice(3));
    for (const query of ['?limit=0', '?limit=1001', '?limit=x', '?before=x']) {
      const answer = await app.ask(admin, 'GET', `/api/records/book/${book.id}/history${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('tells where it is used, among what the caller may read', async () => {
    const { records } = engine;
    const used = await records.create(admin, 'shelf', { name: 'Used' });
    const foreign = await records.create(admin, 'company', { name: 'Foreign' });
    for (const values of [{ shelf: used.id }, { shelf: used.id, alsoOn: [used.id] }]) {
      await records.create(admin, 'book', { title: 'b', company: company.id, ...values });
    }
    await records.create(admin, 'book', { title: 'b', company: foreign.id, alsoOn: [used.id] });
    const trashed = await records.create(admin, 'book', { title: 'b', company: company.id, shelf: used.id });
    await records.trash(admin, 'book', trashed.id);
    const uses = async (caller: typeof admin) =>
      (await app.ask(caller, 'GET', `/api/records/shelf/${used.id}/uses`)).body;
    const shelfUse = { resource: 'book', field: 'shelf', count: 2 };
    expect(await uses(admin)).toEqual([shelfUse, { resource: 'book', field: 'alsoOn', count: 2 }]);
    const bound = callerWith(resources, { companyId: company.id, companyIds: [company.id], permissions });
    expect(await uses(bound)).toEqual([shelfUse, { resource: 'book', field: 'alsoOn', count: 1 }]);
    expect(await uses(member({ resource: 'book', hidden: ['alsoOn'] }))).toEqual([shelfUse]);
    expect(await uses(member({ resource: 'book', actions: { read: false } }))).toEqual([]);
    const genre = await records.create(admin, 'dictionary', { code: 'genre' });
    const item = await records.create(admin, 'dictionaryItem', { dictionary: genre.id, code: 'novel' });
    await records.create(admin, 'book', { title: 'b', company: company.id, genre: 'novel' });
    expect((await app.ask(admin, 'GET', `/api/records/dictionaryItem/${item.id}/uses`)).body).toEqual([
      { resource: 'book', field: 'genre', count: 1 },
    ]);
    expect((await app.ask(null, 'GET', `/api/records/shelf/${used.id}/uses`)).status).toBe(401);
    expect((await app.ask(admin, 'GET', '/api/records/shelf/99999/uses')).status).toBe(404);
  });
});
