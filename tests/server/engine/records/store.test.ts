import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UntypedRecords } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { databases } from '#tests/support/database.ts';
import {
  callerWith,
  type Engine,
  fieldsRefused,
  listOf,
  refusalOf,
  startEngine,
} from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const square = (west: number, south: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});
const point = (longitude: number, latitude: number) => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

describe.each(databases())('the store of records on $name PostgreSQL', (server) => {
  let engine: Engine;
  let ours: StoredRecord;
  let theirs: StoredRecord;
  let number = 0;
  let records: UntypedRecords;

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    records = engine.records;
    ours = await records.create(admin, 'company', { name: 'Ours' });
    theirs = await records.create(admin, 'company', { name: 'Theirs' });
    const genre = await records.create(admin, 'dictionary', { code: 'genre' });
    await records.create(admin, 'dictionaryItem', { dictionary: genre.id, code: 'novel' });
    await records.create(admin, 'dictionaryItem', { dictionary: genre.id, code: 'old', isActive: false });
  });
  afterAll(() => engine.test.drop());
  beforeEach(() => {
    engine.changes.length = 0;
    number += 1;
  });

  const book = (values: Record<string, unknown> = {}) =>
    records.create(admin, 'book', { title: `Book ${number}`, company: ours.id, ...values });
  const reader = (companyId: number) =>
    callerWith(resources, {
      companyId,
      companyIds: [companyId],
      permissions: ['Pages.Library', 'Pages.Library.Edit'],
    });

  it('gives back what was stored, typed as the schema says', async () => {
    const shelf = await records.create(admin, 'shelf', { name: 'A' });
    const values = {
      title: '飞行 "quotes" \\ % _',
      isbn: '0001',
      shelf: shelf.id,
      alsoOn: [shelf.id],
      genre: 'novel',
      pages: 321,
      weightKg: 0.25,
      price: 19.99,
      published: '2026-02-28',
      lentAt: '2026-11-21T10:30:00+08:00',
      notes: ['a', 'b'],
      company: ours.id,
    };
    const stored = await records.create(admin, 'book', values);
    expect(stored).toMatchObject({
      ...values,
      lentAt: '2026-11-21T02:30:00.000Z',
      inPrint: true,
      state: 0,
      version: 1,
      createdBy: 1,
      deletedAt: null,
    });
    expect(stored).not.toHaveProperty('secretMark');
    expect(await records.get(admin, 'book', stored.id)).toEqual(stored);
    expect(engine.changes[1]).toMatchObject({ resource: 'book', id: stored.id, action: 'create', by: 1 });
    const labels = await records.labels(admin, 'book', [stored]);
    expect(labels.get(stored.id)).toEqual({ shelf: 'A', alsoOn: ['A'], company: 'Ours' });
  });

  it('answers each write with the record that a read would give, its links and its coverage too', async () => {
    const shelves = await Promise.all(
      ['b', 'a'].map((name) => records.create(admin, 'shelf', { name: `${name} ${number}` })),
    );
    const links = shelves.map(({ id }) => id).reverse();
    const read = (id: number) => records.get(admin, 'book', id);
    const made = await book({ alsoOn: links, price: 3.5, lentAt: '2026-11-21T10:30:00+08:00' });
    expect(made).toMatchObject({ alsoOn: links, price: 3.5, coverageIds: [] });
    expect(made).toEqual(await read(made.id));
    const unlinked = await book();
    expect(unlinked).toMatchObject({ alsoOn: [] });
    expect(unlinked).toEqual(await read(unlinked.id));
    const turned = await records.update(admin, 'book', made.id, 1, {
      alsoOn: [...links].reverse(),
      price: null,
    });
    expect(turned).toMatchObject({ alsoOn: [...links].reverse(), price: null, version: 2 });
    expect(turned).toEqual(await read(made.id));
    const emptied = await records.update(admin, 'book', made.id, 2, { alsoOn: null });
    expect(emptied).toMatchObject({ alsoOn: [], version: 3 });
    const trashed = await records.trash(admin, 'book', made.id);
    expect(trashed).toEqual(await read(made.id));
    expect(engine.changes.at(-1)?.record).toEqual(trashed);
  });

  it('refuses bad input at each field at once, in the language of the caller', async () => {
    const work = records.create({ ...admin, locale: 'zh-Hans' }, 'book', {
      isbn: 'x',
      shelf: 999,
      genre: 'nothing',
      pages: 0,
      published: '2026-02-30',
      colour: 'red',
      company: ours.id,
    });
    const refusal = await refusalOf(work);
    expect(refusal.code).toBe('validation');
    const keys = Object.fromEntries((refusal.extra.fields ?? []).map(({ field, text }) => [field, text.key]));
    expect(keys).toEqual({
      colour: 'validation.unknown',
      title: 'validation.required',
      isbn: 'validation.pattern',
      pages: 'validation.minimum',
      published: 'validation.format.date',
      shelf: 'validation.relation.missing',
      genre: 'validation.dictionary.missing',
    });
    expect(refusal.extra.fields?.find(({ field }) => field === 'title')?.text.values?.label).toBe('书名');
    expect(await fieldsRefused(book({ genre: 'old' }))).toEqual(['genre']);
    expect(await fieldsRefused(book({ pages: 2 ** 60 }))).toEqual(['pages']);
  });

  it('saves what changed, tells who and what in the history, and refuses a stale save with the record now', async () => {
    const first = await book({ pages: 10 });
    const second = await records.update(admin, 'book', first.id, 1, { pages: 11, title: first.title });
    expect(second).toMatchObject({ pages: 11, version: 2, updatedBy: 1 });
    const stale = await refusalOf(records.update(admin, 'book', first.id, 1, { pages: 12 }));
    expect(stale.code).toBe('conflict');
    expect(stale.extra.details).toMatchObject({ id: first.id, version: 2, pages: 11 });
    expect(stale.extra.details).not.toHaveProperty('coverageIds');
    expect(await records.update(admin, 'book', first.id, 2, { pages: 11 })).toMatchObject({ version: 2 });
    const history = await records.history(admin, 'book', first.id);
    expect(history.map(({ action, version }) => [action, version])).toEqual([
      ['update', 2],
      ['create', 1],
    ]);
    expect(history[0]).toMatchObject({
      by: 1,
      byName: 'Admin',
      source: 'api',
      changes: [{ field: 'pages', before: 10, after: 11 }],
    });
    const cleared = await records.update(admin, 'book', first.id, 2, { pages: null });
    expect(cleared.pages).toBeNull();
    expect(await fieldsRefused(records.update(admin, 'book', first.id, 3, { title: null }))).toEqual([
      'title',
    ]);
  });

  it('lets one of two that save at once win', async () => {
    const first = await book();
    const saves = await Promise.allSettled([
      records.update(admin, 'book', first.id, 1, { pages: 1 }),
      records.update(admin, 'book', first.id, 1, { pages: 2 }),
    ]);
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps what services set from the endpoint, and their secrets from everyone', async () => {
    const first = await book();
    expect(await fieldsRefused(records.update(admin, 'book', first.id, 1, { state: 1 }))).toEqual(['state']);
    expect(await fieldsRefused(records.update(admin, 'book', first.id, 1, { secretMark: 'x' }))).toEqual([
      'secretMark',
    ]);
    expect(
      await fieldsRefused(records.update(admin, 'book', first.id, 1, { createdBy: 5, coverageIds: [1] })),
    ).toEqual(['createdBy', 'coverageIds']);
    // A screen that sends the whole record back changes nothing of it.
    await records.update(admin, 'book', first.id, 1, { ...first, pages: 5 });
    const changed = await records.transaction((transaction) =>
      records.update(systemCaller(), 'book', first.id, 2, { state: 2, secretMark: 'x' }, transaction),
    );
    expect(changed).toMatchObject({ state: 2, updatedBy: null });
    expect(changed).not.toHaveProperty('secretMark');
    const [entry] = await records.history(admin, 'book', first.id);
    expect(entry?.changes).toContainEqual({ field: 'secretMark', before: null, after: '•••' });
    expect((await refusalOf(records.create(admin, 'ledger', { entry: 'x' }))).code).toBe('forbidden');
    const written = await records.transaction((transaction) =>
      records.create(admin, 'ledger', { entry: 'x' }, transaction),
    );
    expect((await refusalOf(records.trash(admin, 'ledger', written.id))).code).toBe('forbidden');
  });

  it('announces a transaction after its commit, and nothing of one that failed', async () => {
    const failed = records.transaction(async (transaction) => {
      await records.create(admin, 'company', { name: 'Never' }, transaction);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(engine.changes).toEqual([]);
    await records.transaction(async (transaction) => {
      await records.create(admin, 'company', { name: 'One' }, transaction);
      await records.create(admin, 'company', { name: 'Two' }, transaction);
      expect(engine.changes).toEqual([]);
    });
    expect(engine.changes).toHaveLength(2);
    const { total } = await records.list(
      admin,
      'company',
      listOf({ filter: { field: 'name', operator: 'eq', value: 'Never' } }),
    );
    expect(total).toBe(0);
  });

  it('holds a unique value among live records only', async () => {
    const first = await book({ isbn: '7000' });
    const twice = await refusalOf(book({ isbn: '7000' }));
    expect(twice.code).toBe('conflict');
    expect(twice.extra.fields?.map(({ field }) => field)).toEqual(['isbn']);
    await records.trash(admin, 'book', first.id);
    const second = await book({ isbn: '7000' });
    const back = await refusalOf(records.restore(admin, 'book', first.id));
    expect([back.code, back.extra.fields?.[0]?.field]).toEqual(['conflict', 'isbn']);
    await records.trash(admin, 'book', second.id);
    expect(await records.restore(admin, 'book', first.id)).toMatchObject({ deletedAt: null, version: 3 });
    await records.create(admin, 'shelf', { name: 'Z', company: ours.id });
    await expect(records.create(admin, 'shelf', { name: 'Z', company: ours.id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('keeps a record that others need out of the trash, and says who they are', async () => {
    const shelf = await records.create(admin, 'shelf', { name: 'Busy' });
    const user = await book({ shelf: shelf.id });
    await book({ alsoOn: [shelf.id] });
    const refusal = await refusalOf(records.trash(admin, 'shelf', shelf.id));
    expect(refusal.code).toBe('conflict');
    expect(refusal.text).toEqual({ key: 'records.referenced', values: { name: 'Busy', list: 'book ×2' } });
    const { items } = await records.list(
      admin,
      'dictionaryItem',
      listOf({ filter: { field: 'code', operator: 'eq', value: 'novel' } }),
    );
    await book({ genre: 'novel' });
    expect((await refusalOf(records.trash(admin, 'dictionaryItem', items[0]?.id ?? 0))).code).toBe(
      'conflict',
    );

    const lonely = await records.create(admin, 'shelf', { name: 'Lonely' });
    await records.trash(admin, 'shelf', lonely.id);
    expect(await fieldsRefused(book({ shelf: lonely.id }))).toEqual(['shelf']);
    await records.update(admin, 'book', user.id, 1, { shelf: null });
    expect((await refusalOf(records.trash(admin, 'shelf', lonely.id))).code).toBe('conflict');
  });

  it('keeps the code of what is known by its code', async () => {
    const { items } = await records.list(admin, 'dictionaryItem', listOf());
    const novel = items.find(({ code }) => code === 'novel');
    await book({ genre: 'novel' });
    const work = records.update(admin, 'dictionaryItem', novel?.id ?? 0, 1, { code: 'other' });
    expect((await refusalOf(work)).text.key).toBe('records.referenced');
    const dictionary = records.update(admin, 'dictionary', Number(novel?.dictionary), 1, { code: 'kind' });
    expect((await refusalOf(dictionary)).text.values).toEqual({ name: 'genre', list: 'book' });
  });

  it('keeps texts trimmed, and empty ones as nothing', async () => {
    expect(await book({ title: '  Spaces  ', genre: '' })).toMatchObject({ title: 'Spaces', genre: null });
    expect(await fieldsRefused(book({ title: '   ' }))).toEqual(['title']);
  });

  it('shows and changes only the rows of the caller', async () => {
    const mine = reader(ours.id);
    const foreign = await book({ company: theirs.id, title: 'Foreign' });
    const own = await records.create(mine, 'book', { title: 'Own' });
    expect(own.company).toBe(ours.id);
    const { items, total } = await records.list(mine, 'book', listOf());
    expect(new Set(items.map(({ company }) => company))).toEqual(new Set([ours.id]));
    expect(total).toBe(items.length);
    for (const work of [
      () => records.get(mine, 'book', foreign.id),
      () => records.update(mine, 'book', foreign.id, 1, { pages: 1 }),
      () => records.trash(mine, 'book', foreign.id),
      () => records.history(mine, 'book', foreign.id),
    ]) {
      expect((await refusalOf(work())).code).toBe('notFound');
    }
    // The other company does not exist for them: neither as a value nor as a label.
    expect(await fieldsRefused(records.create(mine, 'book', { title: 'x', company: theirs.id }))).toEqual([
      'company',
    ]);
    expect((await records.labels(mine, 'book', [foreign])).get(foreign.id)?.company).toBe(`#${theirs.id}`);
    expect((await records.list(mine, 'book', listOf({ search: 'Foreign' }))).total).toBe(0);
    const nobody = callerWith(resources, {});
    expect((await refusalOf(records.list(nobody, 'book', listOf()))).code).toBe('forbidden');
    const onlyReads = callerWith(resources, { permissions: ['Pages.Library'] });
    expect((await refusalOf(records.update(onlyReads, 'book', own.id, 1, { pages: 1 }))).code).toBe(
      'forbidden',
    );
    expect((await refusalOf(records.create(onlyReads, 'book', { title: 'x' }))).code).toBe('forbidden');
  });

  it('shows shared rows to every company and lets none of them change them', async () => {
    const mine = reader(ours.id);
    const shared = await records.create(admin, 'shelf', { name: `Shared ${number}` });
    expect(await records.get(mine, 'shelf', shared.id)).toMatchObject({ id: shared.id });
    expect((await refusalOf(records.update(mine, 'shelf', shared.id, 1, { name: 'x' }))).code).toBe(
      'forbidden',
    );
  });

  it('places records in coverage areas by geometry and through relations, and anew when an area moves', async () => {
    const area = await records.create(admin, 'organizationUnit', { name: 'West', area: square(100, 30) });
    const inside = await records.create(admin, 'shelf', { name: `In ${number}`, place: point(100.5, 30.5) });
    const outside = await records.create(admin, 'shelf', { name: `Out ${number}`, place: point(110, 35) });
    const near = await book({ shelf: inside.id, title: 'Near' });
    await book({ shelf: outside.id, title: 'Far' });
    expect(inside.coverageIds).toEqual([area.id]);
    const watch = callerWith(resources, { permissions: ['Pages.Library'], coverageIds: [area.id] });
    const seen = async () =>
      (await records.list(watch, 'book', listOf({ sort: [{ field: 'id', order: 'asc' }] }))).items.map(
        ({ title }) => title,
      );
    expect(await seen()).toEqual(['Near']);
    await records.update(admin, 'organizationUnit', area.id, 1, { area: square(109.5, 34.5) });
    expect(await seen()).toEqual(['Far']);
    await records.update(admin, 'shelf', inside.id, 1, { place: point(110, 35) });
    expect(await seen()).toEqual(['Near', 'Far']);
    // Only its place in the world changed, not the book.
    expect(await records.get(admin, 'book', near.id)).toMatchObject({ version: 1 });
  });
});
