import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createExporter } from '#server/engine/transfer/export.ts';
import { brokenOffUnread, createExportSlots } from '#server/kernel/export-slots.ts';
import { silentLog } from '#tests/support/database.ts';
import { callerWith } from '#tests/support/engine.ts';
import { makeUser } from '#tests/support/people.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { type Answer, eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Exports last as long as their readers take; everybody else goes on working. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const name of ['exporter1', 'exporter2']) await makeUser(server, name, { roles: ['Admin'] });
});
afterAll(() => server?.close());

const list = '/api/records/aircraft/export?format=csv&labels=en';
const message = ({ body }: Answer) => (body as { message: string }).message;
const english = new Headers({ 'accept-language': 'en' });
const begin = (user: string) => server.call(user, 'GET', list, undefined, english);

/** Connections on which an export waits for the table. */
async function waiting(): Promise<number> {
  const { rows } = await server.database.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'declare records%'`,
  );
  return rows[0]?.count ?? 0;
}

test('exports that last take no connection from others; a third of a user, and a fifth in all, are refused with the reason', async () => {
  const users = ['exporter1', 'exporter2', 'admin'];
  for (const user of users) await server.call(user, 'GET', '/api/records/aircraft?_end=1');
  const blocker = await server.database.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table aircraft in access exclusive mode');
  const running = ['exporter1', 'exporter1', 'exporter2', 'exporter2'].map(begin);
  try {
    await eventually(async () => (await waiting()) === 4, 'four exports that wait');
    const own = await begin('exporter1');
    expect([own.status, message(own)]).toEqual([
      429,
      'You have 2 exports under way. Wait until one has finished.',
    ]);
    const inAll = await begin('admin');
    expect([inAll.status, message(inAll)]).toEqual([
      429,
      '4 exports are under way for all users. Try again in a moment.',
    ]);
    const others = await Promise.all(
      Array.from({ length: 12 }, () => server.call('operator', 'GET', '/api/records/notice?_end=5')),
    );
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const done = await Promise.all(running);
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await begin('exporter1')).status).toBe(200);
});

test('four exports at once with the names of other records come in every format', async () => {
  for (const format of ['xlsx', 'csv', 'json']) {
    const path = `/api/records/aircraft/export?format=${format}&labels=en`;
    const users = ['exporter1', 'exporter1', 'exporter2', 'exporter2'];
    const answers = await Promise.all(users.map((user) => server.call(user, 'GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test.each(['csv', 'xlsx', 'json'] as const)(
  'a %s that nobody reads is broken off, and its connection is free',
  async (format) => {
    const { database } = server.database;
    const records = recordsOn(database);
    // As long as a label may nearly be, and never longer.
    const text = randomBytes(55).toString('hex');
    await database.pool.query(
      `insert into dictionary_item (dictionary, code, label, label_en, created_at, updated_at, version)
     select (select min(id) from dictionary), $1 || n, n || $2, n || $2, now(), now(), 1 from generate_series(1, 1500) as n`,
      [format, text],
    );
    const exporter = createExporter({
      records,
      types: createCatalogue(resources).types,
      slots: createExportSlots({ ofUser: 2, inAll: 4 }),
      timeZone: async () => 'Asia/Shanghai',
      log: silentLog,
      unreadMs: 100,
    });
    const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
    const type = createCatalogue(resources).find('dictionaryItem');
    const query = { filter: undefined, search: undefined, trash: 'without' as const, sort: [] };
    const open = (): Readable =>
      exporter.open(admin, type, { format, columns: undefined, labels: 'en', query });
    const unread = [open(), open()];
    const errors = await Promise.all(unread.map(async (stream) => (await once(stream, 'error'))[0] as Error));
    expect(errors.map((error) => error.message)).toEqual(Array(2).fill('nobody reads this file any more'));
    await eventually(() => {
      try {
        open()
          .resume()
          .on('error', () => {});
        return true;
      } catch {
        return false;
      }
    }, 'the next export');
  },
);

const refusal = ({ body }: Answer) => (body as { error: { message: string } }).error.message;

test('tables of statistics count with them, of one user and in all, and their places are free again', async () => {
  const users = ['exporter1', 'exporter2', 'admin'];
  const day = new Date().toISOString().slice(0, 10);
  const path = `/api/services/app/Statistics/ExportCsv?table=total&from=${day}&to=${day}`;
  const file = (user: string) => server.call(user, 'GET', path, undefined, english);
  for (const user of users) await server.call(user, 'GET', '/api/records/aircraft?_end=1');
  const blocker = await server.database.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table aircraft in access exclusive mode');
  const running = ['exporter1', 'exporter1', 'exporter2', 'exporter2'].map(begin);
  try {
    await eventually(async () => (await waiting()) === 4, 'four exports that wait');
    const [own, inAll] = [await file('exporter1'), await file('admin')];
    expect([own.status, refusal(own)]).toEqual([
      429,
      'You have 2 exports under way. Wait until one has finished.',
    ]);
    expect([inAll.status, refusal(inAll)]).toEqual([
      429,
      '4 exports are under way for all users. Try again in a moment.',
    ]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await Promise.all(running);
  for (let i = 0; i < 6; i++) expect((await file('exporter1')).status).toBe(200);
});

test('a file of a call that nobody reads is broken off, one that is slow to be written is not, and a read one ends', async () => {
  const outcome = async (stream: Readable, reader: (file: Readable) => void) => {
    let isEnded = false;
    const free = () => {
      isEnded = true;
    };
    const file = brokenOffUnread(stream, free, 50);
    const ended = new Promise<string>((resolve) => {
      file.on('error', (error) => resolve(error.message)).on('end', () => resolve('read'));
    });
    reader(file);
    const how = await ended;
    await eventually(() => isEnded, 'the place to be free');
    return how;
  };
  const megabytes = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(1_000_000)));
  expect(await outcome(megabytes, () => {})).toBe('nobody reads this file any more');
  const slow = Readable.from(
    (async function* () {
      yield 'a';
      await new Promise((resolve) => setTimeout(resolve, 300));
      yield 'b';
    })(),
  );
  expect(await outcome(slow, (file) => file.resume())).toBe('read');
});
