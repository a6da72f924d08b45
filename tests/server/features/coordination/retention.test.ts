import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParameters } from '#server/db/stored-parameters.ts';
import { openFileStore } from '#server/engine/files/files.ts';
import { createCoordination } from '#server/features/coordination/coordination.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { type RunningTestServer, startTestServer, testSecret } from '#tests/support/server.ts';
import { talkOn } from './talk.ts';

/** What was said in rooms is deleted when its days are over, and what is left is evidence still. */

const dayMs = 86_400_000;
let server: RunningTestServer;
let aheadMs = 0;
const { ask, call, send, texts, roomsOf } = talkOn(() => server);
const clock = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server?.close());

/** A server's own round, so many days from now. */
async function round(days: number) {
  const { database } = server.database;
  const changes = createChangeFeed(silentLog);
  const silent = { send: () => {}, sendAll: () => {} };
  const coordination = createCoordination({
    database,
    records: recordsOn(database, { changes, clock }),
    parameters: createParameters({ sql: database.kysely, changes }),
    changes,
    store: (await openFileStore({ dataFolder: server.dataFolder, filesPlace: null })).store,
    hub: () => ({ user: () => silent, users: () => silent, onlineUsers: () => [] }),
    secret: testSecret,
    clock,
    log: silentLog,
  });
  const done = await coordination.retention.tick(new Date(Date.now() + days * dayMs));
  await coordination.close();
  return done;
}

/** A new session: time has gone on since the last. */
const bearer = async (user: string) => `Bearer ${(await server.signIn(user)).accessToken}`;

test('closed rooms, old messages and their files go after the days of the parameter; 0 keeps them', async () => {
  const [aiw, atmb] = await Promise.all(['aiw', 'atmb'].map(bearer));
  if (!aiw || !atmb) throw new Error('nobody signed in');
  const { rows } = await server.database.database.pool.query<{ id: string }>(
    `select id from "user" where user_name = 'atmb'`,
  );
  const members = rows.map(({ id }) => Number(id));
  const { id: open } = await call(aiw, 'CreateRoom', { name: '未结束', members });
  const { id: closed } = await call(aiw, 'CreateRoom', { name: '已结束', members });
  const form = new FormData();
  form.append('files', new Blob(['跑道 02 关闭'], { type: 'text/plain' }), '通报.txt');
  const path = `/api/records/chatRoom/${open}/files`;
  const uploaded = await fetch(server.address + path, {
    method: 'POST',
    headers: { authorization: aiw },
    body: form,
  });
  const [file] = (await uploaded.json()) as { id: number }[];
  await send(aiw, open, '旧', { files: [file?.id ?? 0] });
  await send(atmb, closed, '结束前');
  await call(aiw, 'CloseRoom', { id: closed });
  await setParameter(server, 'retention.chatDays', '30');

  // Rooms of the demo are as old as these.
  expect(await round(29)).toEqual({ rooms: 0, entries: 0, files: 0 });
  expect(await texts(aiw, open)).toEqual(['旧']);

  aheadMs = 20 * dayMs;
  const later = await bearer('aiw');
  await send(later, open, '新');
  const done = await round(31);
  expect(done.rooms).toBeGreaterThanOrEqual(1);
  expect(done.files).toBeGreaterThanOrEqual(1);
  expect(await texts(later, open)).toEqual(['新']);
  expect(await roomsOf(later)).toContain(open);
  expect((await ask(later, 'GetRoom', { id: closed })).status).toBe(404);
  expect((await server.call(later, 'GET', `${path}/${file?.id}`)).status).toBe(404);
  expect((await call(later, 'Search', { query: '结束前' })).items).toEqual([]);

  // The chain goes on from the hash of the last entry that went: in the room, in its file, and for what comes.
  expect(await call(later, 'VerifyRoom', { room: open })).toMatchObject({ valid: true, entries: 1 });
  await send(later, open, '又');
  const record = (await ask(later, 'ExportRecord', { room: open })).body as Record<string, unknown>;
  expect(record).toMatchObject({
    droppedSeq: 2,
    lastSeq: 4,
    droppedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await call(later, 'VerifyRecord', { record })).toMatchObject({
    valid: true,
    entries: 2,
    sealed: true,
  });
  expect(
    await call(later, 'VerifyRecord', { record: { ...record, droppedHash: '0'.repeat(64) } }),
  ).toMatchObject({ valid: false });

  await setParameter(server, 'retention.chatDays', '0');
  expect(await round(4000)).toEqual({ rooms: 0, entries: 0, files: 0 });
  expect(await texts(later, open)).toEqual(['新', '又']);
});
