import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedExactly } from '#server/engine/records/counts.ts';
import type { RecordBatch, RecordSelection } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, listOf, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

const resources = inventedResources();
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const many = 12_000;

describe.each(databases())('long lists, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;
  let ours: StoredRecord;
  let theirs: StoredRecord;

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    app = await startRecordsApp(engine.records, resources);
    ours = await engine.records.create(admin, 'company', { name: 'Ours' });
    theirs = await engine.records.create(admin, 'company', { name: 'Theirs' });
    const { pool } = engine.test.database;
    await pool.query(
      `insert into book (title, company, pages, isbn)
       select 'Book ' || n, case when n <= 100 then $1::bigint else $2::bigint end, n,
         case when n <= 9000 then lpad(n::text, 4, '0') end
       from generate_series(1, ${many}) n`,
      [theirs.id, ours.id],
    );
    await pool.query('analyze book');
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  const count = async (query: string, caller = admin) => {
    const { status, headers, body } = await app.ask(caller, 'GET', `/api/records/book?${query}`);
    expect(status).toBe(200);
    const rows = (body as StoredRecord[]).length;
    return [headers['x-total-count'], headers['x-total-estimated'], rows];
  };

  it('are counted to the last record, to ten thousand, or not at all, as the query asks', async () => {
    expect(await count('_end=5')).toEqual([String(many), undefined, 5]);
    expect(await count('_end=5&_count=exact')).toEqual([String(many), undefined, 5]);
    expect(await count('_end=5&_count=none')).toEqual([undefined, undefined, 5]);
    const [total, estimated] = await count('_end=5&_count=some');
    expect(estimated).toBe('true');
    // After ANALYZE the planner knows the whole table to the row.
    expect(total).toBe(String(many));
    expect(await count('_end=5&_count=some&pages_lte=10000')).toEqual([String(countedExactly), undefined, 5]);
    expect(await count('_end=5&_count=some&pages_lt=3')).toEqual(['2', undefined, 2]);
    expect(Number((await count('_end=5&_count=some&pages_lte=10001'))[0])).toBeGreaterThan(countedExactly);
    expect((await app.ask(admin, 'GET', '/api/records/book?_count=all')).status).toBe(400);
  });

  it('are counted among the rows of the caller alone', async () => {
    const bound = callerWith(resources, {
      companyId: theirs.id,
      companyIds: [theirs.id],
      permissions: ['Pages.Library'],
    });
    expect(await count('_end=5&_count=some', bound)).toEqual(['100', undefined, 5]);
    expect(await count('_end=5', bound)).toEqual(['100', undefined, 5]);
  });

  it('tell a service how many rows are known to be, where it counts none', async () => {
    const page = await engine.records.list(admin, 'book', listOf({ start: 10, end: 30, count: 'none' }));
    expect(page).toMatchObject({ total: 30, estimated: false });
  });

  const all: RecordSelection = { filter: undefined, search: undefined, trash: 'without' };
  const batches = async (stream: AsyncIterable<RecordBatch>) => {
    const sizes: number[] = [];
    const items: StoredRecord[] = [];
    let labels = new Map<number, unknown>();
    for await (const batch of stream) {
      sizes.push(batch.items.length);
      items.push(...batch.items);
      labels = new Map([...labels, ...batch.labels]);
    }
    return { sizes, items, labels };
  };

  it('are streamed whole, in order, in batches, with labels, as of one moment', async () => {
    const stream = engine.records.stream(
      admin,
      'book',
      { ...all, sort: [{ field: 'pages', order: 'desc' }] },
      { batch: 5000 },
    );
    const iterator = stream[Symbol.asyncIterator]();
    const first = await iterator.next();
    expect(first.value?.items).toHaveLength(5000);
    // What comes after its beginning is not in it.
    const late = await engine.records.create(admin, 'book', { title: 'Late', company: ours.id, pages: 1 });
    const rest = await batches({ [Symbol.asyncIterator]: () => iterator });
    expect(rest.sizes).toEqual([5000, 2000]);
    expect(rest.items.map(({ pages }) => pages)).toEqual(
      Array.from({ length: 7000 }, (_, index) => 7000 - index),
    );
    expect(rest.labels.get(rest.items.at(-1)?.id ?? 0)).toMatchObject({ company: 'Theirs' });
    expect(rest.items[0]).not.toHaveProperty('coverageIds');
    await engine.records.trash(admin, 'book', late.id);
  });

  it('are streamed in the rows and fields of the caller, and refused before the first batch', async () => {
    const permissions = ['Pages.Library'];
    const bound = callerWith(resources, {
      companyId: theirs.id,
      companyIds: [theirs.id],
      permissions,
      grants: [{ role: 'r', permissions, recordRules: [{ resource: 'book', hidden: ['isbn', 'company'] }] }],
    });
    const seen = await batches(engine.records.stream(bound, 'book', { ...all, sort: [] }));
    expect(seen.items).toHaveLength(100);
    expect(seen.items[0]).toHaveProperty('title');
    expect(seen.items[0]).not.toHaveProperty('isbn');
    expect([...seen.labels.values()]).not.toContainEqual(
      expect.objectContaining({ company: expect.anything() }),
    );
    const sorted = { ...all, sort: [{ field: 'isbn', order: 'asc' as const }] };
    expect(() => engine.records.stream(bound, 'book', sorted)).toThrow('records.query.sort');
    const nobody = callerWith(resources, {});
    expect(() => engine.records.stream(nobody, 'book', { ...all, sort: [] })).toThrow('common.forbidden');
    const filter = { field: 'title', operator: 'eq' as const, value: 'Book 7' };
    const one = await batches(engine.records.stream(admin, 'book', { ...all, filter, sort: [] }));
    expect(one.items).toMatchObject([{ title: 'Book 7', pages: 7 }]);
    expect((await batches(engine.records.stream(admin, 'ledger', { ...all, sort: [] }))).sizes).toEqual([]);
  });

  it('give the connection back to who stops early, and when something breaks', async () => {
    // More often than there are connections.
    for (let n = 0; n < 6; n += 1) {
      for await (const { items } of engine.records.stream(
        admin,
        'book',
        { ...all, sort: [] },
        { batch: 10 },
      )) {
        expect(items).toHaveLength(10);
        break;
      }
      const broken = async () => {
        for await (const _ of engine.records.stream(admin, 'book', { ...all, sort: [] }, { batch: 10 })) {
          throw new Error('the reader is gone');
        }
      };
      await expect(broken()).rejects.toThrow('the reader is gone');
    }
    expect((await count('_end=1&pages=7'))[0]).toBe('1');
  });
});
