import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvidence } from '#domain/evidence/signed-file.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { openFileStore } from '#server/engine/files/files.ts';
import { createCoordination } from '#server/features/coordination/coordination.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { eventually, type RunningTestServer, startTestServer, testSecret } from '#tests/support/server.ts';
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
    alertRecorded: async () => undefined,
    acknowledgeFlightOrder: async () => undefined,
    secret: testSecret,
    clock,
    log: silentLog,
  });
  const done = await coordination.retention.tick(new Date(Date.now() + days * dayMs));
  await coordination.close();
  return done;
}

async function userId(name: string): Promise<number> {
  const { pool } = server.database.database;
  const { rows } = await pool.query<{ id: string }>('select id from "user" where user_name = $1', [name]);
  return Number(rows[0]?.id);
}

/** A new session: time has gone on since the last. */
const bearer = async (user: string) => `Bearer ${(await server.signIn(user)).accessToken}`;

test('closed rooms, old messages and their files go after the days of the parameter; 0 keeps them', async () => {
  const [aiw, atmb] = await Promise.all(['aiw', 'atmb'].map(bearer));
  if (!aiw || !atmb) throw new Error('nobody signed in');
  const members = [await userId('atmb')];
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
  const { id: ended } = await call(aiw, 'CreateRoom', { name: '后结束', members });
  await send(aiw, ended, '起始');
  await call(aiw, 'CloseRoom', { id: closed });
  await setParameter(server, 'retention.chatDays', '30');

  // Rooms of the demo are as old as these.
  expect(await round(29)).toEqual({ rooms: 0, entries: 0, files: 0 });
  expect(await texts(aiw, open)).toEqual(['旧']);

  aheadMs = 20 * dayMs;
  const later = await bearer('aiw');
  await send(later, open, '新');
  // Closed on the 20th day: it stays whole until 30 days after.
  await call(later, 'CloseRoom', { id: ended });
  const done = await round(31);
  expect(done.rooms).toBeGreaterThanOrEqual(1);
  expect(done.files).toBeGreaterThanOrEqual(1);
  expect(await texts(later, open)).toEqual(['新']);
  expect(await texts(later, ended)).toEqual(['起始']);
  expect(await roomsOf(later)).toContain(open);
  expect((await ask(later, 'GetRoom', { id: closed })).status).toBe(404);
  expect((await server.call(later, 'GET', `${path}/${file?.id}`)).status).toBe(404);
  expect((await call(later, 'Search', { query: '结束前' })).items).toEqual([]);

  // The chain goes on from the hash of the last entry that went: in the room, in its file, and for what comes.
  expect(await call(later, 'VerifyRoom', { room: open })).toMatchObject({ valid: true, entries: 1 });
  await send(later, open, '又');
  const record = await ask(later, 'ExportRecord', { room: open });
  expect(verifyEvidence(new TextEncoder().encode(String(record.body)))).toMatchObject({
    state: 'intact',
    head: { room: { droppedSeq: 2, lastSeq: 4, droppedHash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    entries: { length: 4 },
  });

  await setParameter(server, 'retention.chatDays', '0');
  expect(await round(4000)).toEqual({ rooms: 0, entries: 0, files: 0 });
  expect(await texts(later, open)).toEqual(['新', '又']);
});

test('a round that PostgreSQL ends because of a deadlock is run again', async () => {
  const { pool } = server.database.database;
  const aiw = await bearer('aiw');
  const members = [await userId('atmb')];
  await setParameter(server, 'retention.chatDays', '30');

  /** Whether it was the round that PostgreSQL ended: it ends whichever looks for a deadlock first. */
  async function scene(): Promise<boolean> {
    const rooms: number[] = [];
    for (const name of ['先结束', '后结束']) {
      const { id } = await call(aiw, 'CreateRoom', { name, members });
      await call(aiw, 'CloseRoom', { id });
      rooms.push(id);
    }
    const [first, last] = rooms;
    // Another transaction has the last room, and asks for the first when the round has it and waits for the last.
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select 1 from chat_room where id = $1 for update', [last]);
    const done = round(100);
    await eventually(async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from chat_room%'",
      );
      return rows.length === 1;
    }, 'the round waits');
    const isRound = await other.query('select 1 from chat_room where id = $1 for update', [first]).then(
      () => true,
      ({ code }: { code?: string }) => {
        if (code !== deadlockDetected) throw new Error(`the other transaction failed with ${code}`);
        return false;
      },
    );
    await other.query(isRound ? 'commit' : 'rollback');
    other.release();
    expect((await done).rooms).toBeGreaterThanOrEqual(2);
    expect(await roomsOf(aiw)).toEqual(expect.not.arrayContaining(rooms));
    return isRound;
  }
  while (!(await scene()));
});

const deadlockDetected = '40P01';
