import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { heardBy, talkOn } from './talk.ts';

/** What several say at once is entered together: each in its place, none for another's fault, and by members alone. */

let server: RunningTestServer;
const { ask, call, send, texts } = talkOn(() => server);
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { rows } = await server.database.database.pool.query<{ id: string; user_name: string }>(
    'select id, user_name from "user"',
  );
  for (const { id, user_name } of rows) ids[user_name] = Number(id);
});
afterAll(() => server?.close());

const idOf = (user: string): number => ids[user] ?? 0;
const group = (members: string[]) =>
  call('aiw', 'CreateRoom', { name: '值班协调', members: members.map(idOf) });
const message = (room: number, text: string, more: object = {}) => ({
  room,
  clientId: randomUUID(),
  text,
  ...more,
});

test('of what comes together each is answered for itself, and one that cannot be stored spoils no other', async () => {
  const { id } = await group(['atmb']);
  const heard = heardBy(await server.hub('atmb', hubPaths.chat), 'getChatMessage');
  const geometry = { type: 'Point', coordinates: [103.9, 30.6] };
  const answers = await Promise.all([
    ask('aiw', 'Send', message(id, '一')),
    ask('operator', 'Send', message(id, '不在会话中')),
    ask('aiw', 'Send', message(id, '二', { quote: 99 })),
    ask('atmb', 'Send', message(id, '三', { mentions: [idOf('operator')] })),
    // Text that PostgreSQL takes in no JSON: the whole statement fails.
    ask('atmb', 'Send', message(id, '四', { place: { geometry, label: 'a\u0000b' } })),
    ask('atmb', 'Send', message(id, '五', { kind: 'order', demand: { withinS: 600 } })),
    ask('aiw', 'Send', message(id, '六')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 400, 400, 200, 200]);
  expect((await texts('atmb', id)).sort()).toEqual(['一', '五', '六'].sort());
  await eventually(() => heard.filter(({ room }) => room === id).length === 3, 'the messages');
  const seqs = heard.filter(({ room }) => room === id).map(({ seq }) => seq);
  expect(seqs).toEqual([2, 3, 4]);
  const [order] = (await call('aiw', 'GetOpenOrders', {})).toMe.filter(({ room }) => room === id);
  expect(order?.demand?.receivers.map(({ userId }) => userId)).toEqual([idOf('aiw')]);
  expect(await call('aiw', 'VerifyRoom', { room: id })).toMatchObject({ valid: true, entries: 4 });
});

test('a hundred said at once stand in one chain without a gap', async () => {
  const { id } = await group(['atmb', 'operator']);
  const speakers = ['aiw', 'atmb', 'operator'];
  const said = await Promise.all(
    Array.from({ length: 120 }, (_, n) => send(speakers[n % 3] ?? '', id, `第 ${n} 条`)),
  );
  expect(said.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 120 }, (_, n) => n + 2),
  );
  expect(said.map(({ text }) => text)).toEqual(Array.from({ length: 120 }, (_, n) => `第 ${n} 条`));
  expect(await call('aiw', 'VerifyRoom', { room: id })).toMatchObject({ valid: true, entries: 121 });
});

test('whoever is removed while they speak says nothing after it, and hears nothing', async () => {
  const { id } = await group(['atmb', 'operator']);
  const heard = heardBy(await server.hub('operator', hubPaths.chat), 'getChatMessage');
  const speaking = Array.from({ length: 20 }, (_, n) => ask('operator', 'Send', message(id, `${n}`)));
  const removed = ask('aiw', 'RemoveMember', { id, user: idOf('operator') });
  const later = Array.from({ length: 20 }, (_, n) => ask('operator', 'Send', message(id, `later ${n}`)));
  expect((await removed).status).toBe(200);
  const after = await ask('operator', 'Send', message(id, 'after'));
  expect(after.status).toBe(404);
  const statuses = new Set((await Promise.all([...speaking, ...later])).map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 404)).toBe(true);
  const { items } = await call('aiw', 'GetMessages', { room: id, most: 200 });
  const end = items.find(({ event }) => event?.type === 'removed')?.seq ?? 0;
  expect(end).toBeGreaterThan(0);
  expect(items.filter(({ author, seq }) => author === idOf('operator') && seq > end)).toEqual([]);
  const { seq } = await send('aiw', id, '仅限本席');
  await eventually(async () => (await texts('atmb', id)).includes('仅限本席'), 'the message');
  expect(heard.filter((one) => one.room === id && one.seq > end)).toEqual([]);
  expect(seq).toBeGreaterThan(end);
});

test.skipIf(!hasNats)('what is said at two servers at once stands in one order at both', async () => {
  const both = await Promise.all([1, 2].map(() => startTestServer({ beside: server, config: { natsUrl } })));
  const { id } = await group(['atmb', 'operator']);
  const listeners = await Promise.all(
    both.map(async (one, at) =>
      heardBy(await one.hub(['atmb', 'operator'][at] ?? '', hubPaths.chat), 'getChatMessage'),
    ),
  );
  const talks = both.map((one) => talkOn(() => one));
  const speakers = ['aiw', 'atmb', 'operator'];
  const said = await Promise.all(
    Array.from({ length: 80 }, (_, n) => talks[n % 2]?.send(speakers[n % 3] ?? '', id, `第 ${n} 条`)),
  );
  const order = said.map((one) => one?.seq ?? 0).sort((a, b) => a - b);
  expect(order).toEqual(Array.from({ length: 80 }, (_, n) => n + 2));
  const inOrder = (at: number) =>
    (listeners[at] ?? [])
      .filter(({ room }) => room === id)
      .sort((a, b) => a.seq - b.seq)
      .map(({ seq, text }) => [seq, text]);
  await eventually(() => inOrder(0).length === 80 && inOrder(1).length === 80, 'all at both servers');
  expect(inOrder(0)).toEqual(inOrder(1));
  expect(inOrder(0).map(([seq]) => seq)).toEqual(order);
  expect(await call('aiw', 'VerifyRoom', { room: id })).toMatchObject({ valid: true, entries: 81 });
  await Promise.all(both.map((one) => one.close()));
});
