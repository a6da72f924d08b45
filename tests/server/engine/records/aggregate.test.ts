import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import type { Aggregate } from '#domain/record/aggregates.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const permissions = ['Pages.Library', 'Pages.Library.Edit'];
const member = (...recordRules: RecordRule[]) =>
  callerWith(resources, { permissions, grants: [{ role: 'member', permissions, recordRules }] });

describe.each(databases())('figures over records, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let ours: StoredRecord;
  let theirs: StoredRecord;
  let top: StoredRecord;

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    const { records } = engine;
    app = await startRecordsApp(records, resources);
    ours = await records.create(admin, 'company', { name: 'Ours' });
    theirs = await records.create(admin, 'company', { name: 'Theirs' });
    const place = (longitude: number, latitude: number) => ({
      type: 'Point',
      coordinates: [longitude, latitude],
    });
    top = await records.create(admin, 'shelf', { name: 'Top', place: place(108.93, 34.27) });
    const low = await records.create(admin, 'shelf', { name: 'Low', place: place(108.98, 34.21) });
    await records.create(admin, 'shelf', { name: 'Far', place: place(-0.05, -0.05) });
    await records.create(admin, 'shelf', { name: 'Nowhere' });
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 2],
          [0, 2],
          [0, 0],
        ],
      ],
    };
    await records.create(admin, 'organizationUnit', { name: 'Area', area });
    const dictionary = await records.create(admin, 'dictionary', { code: 'genre' });
    for (const code of ['tale', 'verse']) {
      await records.create(admin, 'dictionaryItem', { dictionary: dictionary.id, code });
    }
    const books: [company: number, values: Record<string, unknown>][] = [
      [ours.id, { pages: 100, price: 0.1, shelf: top.id, genre: 'tale', published: '2026-11-01', state: 1 }],
      [ours.id, { pages: 300, price: 0.2, shelf: top.id, genre: 'tale', inPrint: false, state: 1 }],
      [ours.id, { shelf: low.id, genre: 'verse', state: 2 }],
      [theirs.id, { pages: 1000, price: 5.5, state: 2 }],
    ];
    for (const [index, [company, values]] of books.entries()) {
      const title = `Book ${index}`;
      await records.transaction((own) => records.create(admin, 'book', { title, company, ...values }, own));
    }
    const gone = await records.create(admin, 'book', { title: 'Gone', company: ours.id, pages: 7777 });
    await records.trash(admin, 'book', gone.id);
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  const ask = async (query: string, caller = admin, type = 'book') =>
    app.ask(caller, 'GET', `/api/records/${type}/aggregate?${query}`);
  const figures = async (query: string, caller = admin, type = 'book') => {
    const { status, body } = await ask(query, caller, type);
    expect([query, status, body]).toEqual([query, 200, expect.anything()]);
    return body as Aggregate;
  };

  it('count, sum, average, least and greatest; the trash is in none', async () => {
    expect(await figures('')).toMatchObject({ total: { count: 4, value: 4 }, groups: [], others: null });
    expect((await figures('_measure=sum&_of=pages')).total).toEqual({ count: 4, value: 1400 });
    expect((await figures('_measure=avg&_of=pages')).total.value).toBeCloseTo(1400 / 3);
    expect((await figures('_measure=min&_of=pages')).total.value).toBe(100);
    expect((await figures('_measure=max&_of=price')).total.value).toBe(5.5);
    expect((await figures('_measure=sum&_of=price&state=1')).total.value).toBeCloseTo(0.3, 12);
    expect((await figures('_measure=avg&_of=pages&genre=verse')).total).toEqual({ count: 1, value: null });
    expect((await figures('_measure=sum&_of=pages&_trash=only')).total.value).toBe(7777);
  });

  it('by a choice, a dictionary, a relation with its title, yes or no; the greatest first', async () => {
    expect((await figures('_by=genre')).groups).toEqual([
      { key: 'tale', label: null, count: 2, value: 2 },
      { key: 'verse', label: null, count: 1, value: 1 },
      { key: null, label: null, count: 1, value: 1 },
    ]);
    expect((await figures('_by=shelf&_measure=sum&_of=pages')).groups).toEqual([
      { key: null, label: null, count: 1, value: 1000 },
      { key: String(top.id), label: 'Top', count: 2, value: 400 },
      { key: expect.any(String), label: 'Low', count: 1, value: 0 },
    ]);
    expect((await figures('_by=inPrint')).groups.map(({ key, value }) => [key, value])).toEqual([
      ['true', 3],
      ['false', 1],
    ]);
    expect((await figures('_by=state')).groups.map(({ key }) => key)).toEqual(['1', '2']);
    const most = await figures('_by=shelf&_most=1&_measure=sum&_of=pages');
    expect(most.groups).toMatchObject([{ key: null, value: 1000 }]);
    expect(most.others).toEqual({ groups: 2, count: 3, value: 400 });
    expect(most.total).toEqual({ count: 4, value: 1400 });
    // A rest of one would hide a name in a line of the same height.
    const two = await figures('_by=company&_most=1&_measure=sum&_of=pages');
    expect(two.groups.map(({ value }) => value)).toEqual([1000, 400]);
    expect(two.others).toBeNull();
  });

  it('along the hours, days and months of the service, each of them there', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
    const days = await figures('_by=createdAt&_bucket=day&_last=3');
    expect(days.groups.map(({ value }) => value)).toEqual([0, 0, 4]);
    expect(days.groups.at(-1)?.key).toBe(today);
    expect(days).toMatchObject({ total: { count: 4 }, timeZone: 'Asia/Shanghai' });
    const hours = await figures('_by=createdAt&_bucket=hour&_last=24&_measure=sum&_of=pages');
    expect(hours.groups).toHaveLength(24);
    expect(hours.groups.at(-1)).toMatchObject({ value: 1400 });
    expect(hours.groups.at(-1)?.key).toMatch(/^\d{4}-\d\d-\d\dT\d\d$/);
    const months = await figures('_by=published&_bucket=month&_last=400');
    expect(months.groups).toHaveLength(400);
    expect(months.groups.at(-1)?.key).toBe(today.slice(0, 7));
    expect(months.groups.find(({ key }) => key === '2026-11')?.value ?? 0).toBe(months.total.value);
  });

  it('on the map: cells of the grid, shapes by their middle', async () => {
    const shelves = await figures('_by=place&_degrees=0.1', admin, 'shelf');
    expect(shelves.cells).toEqual([
      [108.9, 34.2, 2],
      [-0.1, -0.1, 1],
    ]);
    expect(shelves.total.count).toBe(4);
    const units = await figures('_by=area&_degrees=1', admin, 'organizationUnit');
    expect(units.cells).toEqual([[2, 1, 1]]);
  });

  it('what a user may not see is in no sum', async () => {
    const bound = callerWith(resources, {
      permissions,
      companyId: ours.id,
      companyIds: [ours.id],
      grants: [{ role: 'member', permissions, recordRules: [] }],
    });
    expect((await figures('_measure=sum&_of=pages', bound)).total).toEqual({ count: 3, value: 400 });
    expect((await figures('_by=company', bound)).groups).toMatchObject([{ label: 'Ours', value: 3 }]);
    const nobody = callerWith(resources, { permissions: [] });
    expect((await ask('', nobody)).status).toBe(403);
    expect((await app.ask(null, 'GET', '/api/records/book/aggregate')).status).toBe(401);
  });

  it('a field that a role does not see is measured, divided by and filtered by as one that is not there', async () => {
    const blind = member({ resource: 'book', hidden: ['pages', 'shelf', 'published'] });
    const asks: ((field: string) => string)[] = [
      (field) => `_measure=sum&_of=${field}`,
      (field) => `_by=${field}`,
      (field) => `_by=${field}&_bucket=day`,
      (field) => `${field}=1`,
      (field) => `filter=${encodeURIComponent(JSON.stringify({ field, operator: 'eq', value: 1 }))}`,
    ];
    for (const query of asks) {
      const absent = await ask(query('nosuch'), blind);
      for (const field of ['pages', 'shelf', 'published']) {
        const hidden = await ask(query(field), blind);
        const told = (answer: typeof hidden, name: string) =>
          JSON.stringify({ ...(answer.body as object), requestId: '' }).replaceAll(name, 'N');
        expect([query(field), hidden.status]).toEqual([query(field), 400]);
        expect(told(hidden, field)).toBe(told(absent, 'nosuch'));
      }
    }
    const nameless = member({ resource: 'shelf', hidden: ['name'] });
    const { groups } = await figures('_by=shelf', nameless);
    expect(groups.find(({ key }) => key === String(top.id))?.label).toBe(`#${top.id}`);
  });

  it('refuses what cannot be worked out, at the key', async () => {
    const wrong: [query: string, key: string][] = [
      ['_measure=median&_of=pages', '_measure'],
      ['_measure=sum', '_of'],
      ['_of=pages', '_of'],
      ['_measure=sum&_of=title', '_of'],
      ['_measure=sum&_of=shelf', '_of'],
      ['_measure=sum&_of=state', '_of'],
      ['_measure=sum&_of=secretMark', '_of'],
      ['_by=title', '_by'],
      ['_by=notes', '_by'],
      ['_by=alsoOn', '_by'],
      ['_by=pages', '_by'],
      ['_by=lentAt', '_by'],
      ['_by=constructor', '_by'],
      ['_bucket=day', '_by'],
      ['_by=genre&_bucket=day', '_by'],
      ['_by=published&_bucket=hour', '_by'],
      ['_by=lentAt&_bucket=year', '_bucket'],
      ['_by=lentAt&_bucket=day&_last=0', '_last'],
      ['_by=lentAt&_bucket=day&_last=401', '_last'],
      ['_by=genre&_most=101', '_most'],
      ['_by=genre&_most=1;drop', '_most'],
      ['_by=genre&_by=state', '_by'],
      ['_sort=title', '_sort'],
      ['_start=0', '_start'],
      ['colour=red', 'colour'],
    ];
    for (const [query, key] of wrong) {
      const { status, body } = await ask(query);
      expect([query, status, Object.keys((body as { errors: object }).errors ?? {})]).toEqual([
        query,
        400,
        [key],
      ]);
    }
    const degrees = await ask('_by=place&_degrees=0', admin, 'shelf');
    expect(degrees.body).toMatchObject({ errors: { _degrees: [expect.any(String)] } });
  });
});
