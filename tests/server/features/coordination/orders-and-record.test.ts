import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbpChatMessage } from '#contract/coordination/hub-events.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { hubPaths } from '#contract/hub.ts';
import type { OutputOf } from '#contract/services.ts';
import { verifyEvidence } from '#domain/evidence/signed-file.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';
import { rowsOf } from '#tests/support/people.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { eventually, type RunningTestServer, startTestServer, testSecret } from '#tests/support/server.ts';
import { heardBy, refusalOf, talkOn } from './talk.ts';

/** Orders that are acknowledged by name, files, search, the record as evidence, and rooms of two as ABP's clients see them. */

let server: RunningTestServer;
let hook: Awaited<ReturnType<typeof startReceiver>>;
const { ask, call, send, texts } = talkOn(() => server);
const ids: Record<string, number> = {};
/** The server's clock runs ahead of ours by so much. */
let aheadMs = 0;

beforeAll(async () => {
  hook = await startReceiver();
  server = await startTestServer({
    clock: () => new Date(Date.now() + aheadMs),
    config: { webhookPrivate: true },
  });
  const { rows } = await server.database.database.pool.query<{ id: string; user_name: string }>(
    'select id, user_name from "user"',
  );
  for (const { id, user_name } of rows) ids[user_name] = Number(id);
});
afterAll(async () => {
  await server?.close();
  await hook?.close();
});

const idOf = (user: string): number => ids[user] ?? 0;
const group = (user: string, members: string[], more: object = {}) =>
  call(user, 'CreateRoom', { name: '值班协调', members: members.map(idOf), ...more });
const open = async (user: string, room: number) => {
  const { toMe, fromMe } = await call(user, 'GetOpenOrders', {});
  const of = (messages: ChatMessage[]) => messages.filter((one) => one.room === room).map(({ seq }) => seq);
  return [of(toMe), of(fromMe)];
};

test('an order is acknowledged by name; both sides list it until everybody has', async () => {
  const { id } = await group('aiw', ['atmb', 'operator']);
  const order = await send('aiw', id, '立即返航', {
    kind: 'order',
    demand: { receivers: [idOf('operator'), idOf('atmb')], withinS: 600 },
  });
  expect(order.demand).toMatchObject({ withinS: 600, state: 'open', next: [] });
  expect(Date.parse(order.demand?.receivers[0]?.dueAt ?? '') - Date.parse(order.sentAt)).toBe(600_000);
  expect([await open('operator', id), await open('aiw', id)]).toEqual([
    [[order.seq], []],
    [[], [order.seq]],
  ]);
  expect((await ask('aiw', 'Acknowledge', { room: id, seq: order.seq })).status).toBe(403);
  expect((await ask('aiw', 'Edit', { room: id, seq: order.seq, text: 'x' })).status).toBe(500);
  const first = await call('operator', 'Acknowledge', { room: id, seq: order.seq, remark: '返航中' });
  expect(first.demand).toMatchObject({ state: 'open' });
  expect(await call('operator', 'Acknowledge', { room: id, seq: order.seq })).toEqual(first);
  const done = await call('atmb', 'Acknowledge', { room: id, seq: order.seq });
  expect(done.demand?.state).toBe('acknowledged');
  expect(done.demand?.receivers.find(({ userId }) => userId === idOf('operator'))).toMatchObject({
    acknowledgedAt: expect.stringMatching(/Z$/),
    remark: '返航中',
  });
  expect([await open('operator', id), await open('aiw', id)]).toEqual([
    [[], []],
    [[], []],
  ]);
});

test('an order sounds when its time is over, then goes to the next, who answers for the others', async () => {
  const { id } = await group('aiw', ['operator', 'atmb']);
  const [late, next] = await Promise.all(
    ['operator', 'atmb'].map(async (user) => heardBy(await server.hub(user, hubPaths.chat), 'chatOrderDue')),
  );
  const { seq } = await send('aiw', id, '避让军航活动区', {
    kind: 'order',
    demand: { receivers: [idOf('operator')], withinS: 30, escalateTo: [idOf('atmb')] },
  });
  const here = (heard: ChatMessage[] = []) => heard.filter((one) => one.room === id && one.seq === seq);
  const reminded = async (user: string) =>
    (await server.service(user, 'Reminder/GetList', {}, 'GET')) as { id: number; content: string }[];
  aheadMs += 31_000;
  await eventually(() => here(late).length === 1, 'the sound', 15_000);
  expect(here(late)[0]?.demand).toMatchObject({ state: 'overdue', next: [{ id: idOf('atmb') }] });
  expect(here(next)).toEqual([]);
  const [reminder] = (await reminded('operator')).filter(({ content }) => content.includes('避让军航活动区'));
  expect(reminder).toBeDefined();
  const asRecords = await Promise.all(
    [
      '',
      `/${reminder?.id}`,
      `/${reminder?.id}/history`,
      '?_q=避让',
      '/export?format=csv',
      '?_trash=with',
    ].map((rest) => server.call('admin', 'GET', `/api/records/reminder${rest}`)),
  );
  expect(asRecords.slice(0, 3).map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(JSON.stringify(asRecords.map(({ body }) => body))).not.toContain('避让军航活动区');
  aheadMs += 31_000;
  await eventually(() => here(next).length === 1, 'the escalation', 15_000);
  expect(here(next)[0]?.demand?.receivers).toMatchObject([
    { userId: idOf('operator'), level: 0 },
    { userId: idOf('atmb'), level: 1 },
  ]);
  expect((await open('atmb', id))[0]).toEqual([seq]);
  const done = await call('atmb', 'Acknowledge', { room: id, seq });
  expect(done.demand?.state).toBe('acknowledged');
  expect((await reminded('atmb')).some(({ content }) => content.includes('避让军航活动区'))).toBe(false);
  expect((await call('aiw', 'VerifyRoom', { room: id })).valid).toBe(true);
});

test('an order that sounds and the one it goes on to are told at once, in quiet hours too', async () => {
  const quiet = { from: '00:00', until: '00:00', zone: 'Asia/Shanghai' };
  for (const user of ['operator', 'atmb'])
    await server.service(user, 'Channel/SaveSettings', {
      choices: { room: ['webhook'] },
      quiet,
      webhookUrl: hook.url,
    });
  const { id } = await group('aiw', ['operator', 'atmb']);
  const { seq } = await send('aiw', id, '夜间改航', {
    kind: 'order',
    demand: { receivers: [idOf('operator')], withinS: 30, escalateTo: [idOf('atmb')] },
  });
  const told = () => hook.received.filter(({ text }) => text.includes('夜间改航')).length;
  for (const times of [1, 2]) {
    aheadMs += 31_000;
    await eventually(() => told() === times, `the order is told the ${times}. time`, 15_000);
  }
  await call('atmb', 'Acknowledge', { room: id, seq });
  for (const user of ['operator', 'atmb']) await server.service(user, 'Channel/UseDefaults', {});
});

test('who was removed from the room hears nothing more of an order in it, and it goes on to who is there', async () => {
  const { id } = await group('aiw', ['operator', 'agent', 'atmb'], { military: true });
  const [removed, named, next] = await Promise.all(
    ['operator', 'agent', 'atmb'].map(async (user) =>
      heardBy(await server.hub(user, hubPaths.chat), 'chatOrderDue'),
    ),
  );
  const { seq } = await send('aiw', id, '军航改航 0930', {
    kind: 'order',
    demand: { receivers: [idOf('operator')], withinS: 30, escalateTo: [idOf('agent'), idOf('atmb')] },
  });
  for (const user of ['operator', 'agent']) await call('aiw', 'RemoveMember', { id, user: idOf(user) });
  const here = (heard: ChatMessage[] = []) => heard.filter((one) => one.room === id && one.seq === seq);
  aheadMs += 31_000;
  const state = async () =>
    (await call('aiw', 'GetMessages', { room: id })).items.find((one) => one.seq === seq)?.demand?.state;
  await eventually(async () => (await state()) === 'overdue', 'the end of its time', 15_000);
  aheadMs += 31_000;
  await eventually(() => here(next).length === 1, 'the escalation', 15_000);
  expect([here(removed), here(named)]).toEqual([[], []]);
  for (const user of ['operator', 'agent'])
    expect(JSON.stringify(await server.service(user, 'Reminder/GetList', {}, 'GET'))).not.toContain('0930');
});

test('nobody is reminded of an order that was withdrawn, answered by another, or whose room was closed', async () => {
  const reminded = async (user: string, text: string) =>
    ((await server.service(user, 'Reminder/GetList', {}, 'GET')) as { content: string }[]).some(
      ({ content }) => content.includes(text),
    );
  const { id } = await group('aiw', ['operator', 'atmb']);
  const order = (text: string, escalateTo: number[] = []) =>
    send('aiw', id, text, {
      kind: 'order',
      demand: { receivers: [idOf('operator')], withinS: 30, escalateTo },
    });
  const sounds = async (text: string, user = 'operator') => {
    aheadMs += 31_000;
    await eventually(() => reminded(user, text), text, 15_000);
  };
  const withdrawn = await order('撤回的命令');
  await sounds('撤回的命令');
  await call('aiw', 'Withdraw', { room: id, seq: withdrawn.seq });
  expect(await reminded('operator', '撤回的命令')).toBe(false);

  const answered = await order('代答的命令', [idOf('atmb')]);
  await sounds('代答的命令');
  await sounds('代答的命令', 'atmb');
  await call('atmb', 'Acknowledge', { room: id, seq: answered.seq });
  expect(await reminded('operator', '代答的命令')).toBe(false);

  await order('关闭前的命令');
  await sounds('关闭前的命令');
  await call('aiw', 'CloseRoom', { id });
  expect(await reminded('operator', '关闭前的命令')).toBe(false);
});

test('who is to acknowledge is in the room; a text asks nothing', async () => {
  const { id } = await group('aiw', ['atmb']);
  const refusal = async (input: object) => {
    const answer = await ask('aiw', 'Send', { room: id, clientId: randomUUID(), text: 'x', ...input });
    return [answer.status, ...refusalOf(answer).fields];
  };
  expect(await refusal({ demand: { withinS: 60 } })).toEqual([400, 'demand']);
  expect(await refusal({ kind: 'order', demand: { receivers: [idOf('agent')] } })).toEqual([
    400,
    'demand.receivers',
  ]);
  const toOneself = { kind: 'order', demand: { receivers: [idOf('aiw')] } };
  const answer = await ask('aiw', 'Send', { room: id, clientId: randomUUID(), text: 'x', ...toOneself });
  expect(refusalOf(answer)).toMatchObject({
    message: '不能把指令或通报发给自己',
    fields: ['demand.receivers'],
  });
  expect(await refusal({ kind: 'order', demand: { escalateTo: [idOf('agent')] } })).toEqual([
    400,
    'demand.escalateTo',
  ]);
  const usual = await send('aiw', id, '通报', { kind: 'information' });
  expect(usual.demand).toMatchObject({ withinS: 60, receivers: [{ userId: idOf('atmb') }] });
});

test('files are opened by whoever is in the room; that of a withdrawn message from the record alone', async () => {
  const { id } = await group('aiw', ['atmb']);
  const path = `/api/records/chatRoom/${id}/files`;
  const { accessToken } = await server.signIn('aiw');
  const form = new FormData();
  form.append('files', new Blob(['跑道 02 关闭'], { type: 'text/plain' }), '通报.txt');
  const uploaded = await fetch(server.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  const [file] = (await uploaded.json()) as { id: number; name: string }[];
  const at = `${path}/${file?.id}`;
  expect((await server.call('atmb', 'GET', at)).status).toBe(404);
  const said = await send('aiw', id, '', { files: [file?.id ?? 0] });
  expect(said.files).toMatchObject([{ id: file?.id, name: '通报.txt' }]);
  expect((await server.call('atmb', 'GET', at)).body).toBe('跑道 02 关闭');
  expect((await server.call('operator', 'GET', at)).status).toBe(404);
  expect((await server.call('admin', 'GET', path)).status).toBe(404);
  expect((await server.call('aiw', 'DELETE', at)).status).toBe(403);
  await call('aiw', 'Withdraw', { room: id, seq: said.seq });
  expect((await call('atmb', 'GetMessages', { room: id })).items.at(-1)?.files).toEqual([]);
  expect((await server.call('atmb', 'GET', path)).body).toEqual([]);
  const { items } = await call('atmb', 'GetVersions', { room: id, seq: said.seq });
  expect(items.map(({ files }) => files.map(({ name }) => name))).toEqual([['通报.txt'], []]);
  expect((await server.call('atmb', 'GET', at)).body).toBe('跑道 02 关闭');
  expect((await server.call('operator', 'GET', at)).status).toBe(404);
});

test('files of rooms are not among the files of records, and a link to one ends with its maker’s membership', async () => {
  const { id } = await group('aiw', ['atmb']);
  const path = `/api/records/chatRoom/${id}/files`;
  const { accessToken } = await server.signIn('atmb');
  const form = new FormData();
  form.append('files', new Blob(['密'], { type: 'text/plain' }), '演习安排.txt');
  const uploaded = await fetch(server.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  });
  const [file] = (await uploaded.json()) as { id: number }[];
  const number = file?.id ?? 0;
  await send('atmb', id, '', { files: [number] });

  for (const user of ['admin', 'aiw', 'operator']) {
    const answers = await Promise.all(
      [
        '',
        `/${number}`,
        `/${number}/history`,
        '?_q=演习',
        `?resource=chatRoom`,
        '/export?format=csv',
        '?_trash=with',
        `/${number}/files`,
      ].map((rest) => server.call(user, 'GET', `/api/records/attachment${rest}`)),
    );
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/演习安排|chatRoom"/);
    expect([user, ...answers.slice(0, 3).map(({ status }) => status)]).toEqual(
      user === 'admin' ? [user, 200, 404, 404] : [user, 403, 403, 403],
    );
  }

  const { body } = await server.call('atmb', 'POST', `${path}/${number}/link`, {});
  const link = (body as { file: string }).file;
  expect((await fetch(server.address + link)).status).toBe(200);
  await call('aiw', 'RemoveMember', { id, user: idOf('atmb') });
  expect((await fetch(server.address + link)).status).toBe(404);
  expect((await fetch(`${server.address}${link}/about`)).status).toBe(404);
});

test('messages are found by their words, Chinese and English, in one’s own rooms alone', async () => {
  const { id } = await group('aiw', ['atmb'], { name: '检索会话' });
  await send('aiw', id, '青城山空域临时关闭，请各单位避让');
  const { seq } = await send('atmb', id, 'Runway inspections are completed at 0930');
  const found = async (user: string, query: string) =>
    (await call(user, 'Search', { query })).items.filter(({ message }) => message.room === id);
  expect((await found('atmb', '空域关闭')).map(({ roomTitle }) => roomTitle)).toEqual(['检索会话']);
  const [english] = await found('aiw', 'inspection completed');
  expect([english?.message.seq, (await found('operator', 'inspection')).length]).toEqual([seq, 0]);
  await call('atmb', 'Edit', { room: id, seq, text: 'Taxiway lights fail' });
  expect((await found('aiw', 'inspection')).length).toBe(0);
  expect((await found('aiw', 'taxiway')).length).toBe(1);
  // A mark is found by how it begins, and by its parts.
  const marked = await send('atmb', id, 'B70YK 于 ZULU-12 等待');
  for (const query of ['B70', 'b70yk', 'zulu 12', 'ZULU-12'])
    expect([query, (await found('aiw', query)).map(({ message }) => message.seq)]).toEqual([
      query,
      [marked.seq],
    ]);
});

test('the record is a chain: a change of it is found, in the room and in its file', async () => {
  const { id } = await group('aiw', ['atmb']);
  const { seq } = await send('aiw', id, '高度 900 m');
  await call('aiw', 'Edit', { room: id, seq, text: '高度 600 m' });
  await send('atmb', id, '高度 600 m，收到', { quote: seq });
  expect((await call('atmb', 'GetVersions', { room: id, seq })).items).toMatchObject([
    { kind: 'message', text: '高度 900 m' },
    { kind: 'edit', text: '高度 600 m' },
  ]);
  expect(await call('atmb', 'VerifyRoom', { room: id })).toMatchObject({
    valid: true,
    entries: 4,
    sealed: null,
  });
  await call('aiw', 'CloseRoom', { id });
  expect(await call('atmb', 'VerifyRoom', { room: id })).toMatchObject({
    valid: true,
    entries: 5,
    sealed: true,
  });

  const file = await ask('atmb', 'ExportRecord', { room: id });
  expect(file.headers.get('content-disposition')).toContain(`clearway-room-${id}-`);
  const record = String(file.body);
  const { key } = (await server.service(null, 'Evidence/GetKey', {}, 'GET')) as OutputOf<
    'Evidence',
    'GetKey'
  >;
  const verify = (text: string) => verifyEvidence(new TextEncoder().encode(text));
  expect(verify(record)).toMatchObject({
    state: 'intact',
    head: { key, room: { id, lastSeq: 5 } },
    entries: { length: 7 },
  });
  expect(verify(record.replace('高度 600 m', '高度 1200 m')).problems).toMatchObject([
    { line: 4, kind: 'changed' },
  ]);

  await server.database.database.pool.query(
    `update chat_entry set body = jsonb_set(body, '{text}', '"x"') where room_id = $1 and seq = 2`,
    [id],
  );
  expect(await call('atmb', 'VerifyRoom', { room: id })).toMatchObject({ valid: false, brokenAt: 2 });
  const altered = await ask('atmb', 'ExportRecord', { room: id });
  expect(verify(String(altered.body))).toMatchObject({
    state: 'roomChanged',
    problems: [{ line: 3, kind: 'room' }],
  });
});

test('a room that was sealed before seals were signatures is checked, and exported with a signature', async () => {
  const { id } = await group('aiw', ['atmb']);
  await call('aiw', 'CloseRoom', { id });
  const { pool } = server.database.database;
  const { rows } = await pool.query('select last_seq, last_hash, closed_at from chat_room where id = $1', [
    id,
  ]);
  const { last_seq, last_hash, closed_at } = rows[0];
  const seal = createHmac('sha256', purposeKey(testSecret, 'room record'))
    .update(`${id}\n${last_seq}\n${last_hash}\n${new Date(closed_at).toISOString()}`)
    .digest('hex');
  const sealed = (text: string) => pool.query('update chat_room set seal = $1 where id = $2', [text, id]);
  const exported = async () => {
    const file = await ask('atmb', 'ExportRecord', { room: id });
    return verifyEvidence(new TextEncoder().encode(String(file.body))).state;
  };
  await sealed(seal);
  expect((await call('atmb', 'VerifyRoom', { room: id })).sealed).toBe(true);
  expect(await exported()).toBe('intact');
  await sealed('0'.repeat(64));
  expect((await call('atmb', 'VerifyRoom', { room: id })).sealed).toBe(false);
  expect(await exported()).toBe('roomChanged');
});

test('clients of ABP talk in the same room of two', async () => {
  const abp = async (user: string, path: string, input: object, verb: 'GET' | 'POST' = 'POST') =>
    server.service(user, path, input, verb);
  const connection = await server.hub('operator2', hubPaths.chat);
  const heard = heardBy<ChatMessage & AbpChatMessage>(connection, 'getChatMessage');
  const other = await server.hub('atmb', hubPaths.chat);
  const received = heardBy<ChatMessage & AbpChatMessage>(other, 'getChatMessage');
  const friend = await abp('operator2', 'Friendship/CreateFriendshipRequestByUserName', { userName: 'atmb' });
  expect(friend).toMatchObject({ friendUserId: idOf('atmb'), friendUserName: 'atmb', state: 1 });
  const input = { tenantId: null, userId: idOf('atmb'), userName: 'atmb', message: '请求进入空域' };
  expect(await connection.invoke('sendMessage', input)).toBe('');
  expect(await connection.invoke('sendMessage', { ...input, userId: idOf('operator') })).not.toBe('');
  await eventually(
    () => heard.length > 0 && received.some(({ text }) => text === input.message),
    'the message',
  );
  expect(heard[0]).toMatchObject({ side: 1, userId: idOf('operator2'), targetUserId: idOf('atmb') });
  const mine = received.find(({ text }) => text === input.message);
  expect(mine).toMatchObject({
    side: 2,
    userId: idOf('atmb'),
    targetUserId: idOf('operator2'),
    message: input.message,
    readState: 1,
    sharedMessageId: heard[0]?.sharedMessageId,
  });
  expect(await texts('atmb', mine?.room ?? 0)).toEqual([input.message]);

  const withOperator = { userId: idOf('operator2') };
  const friends = async () =>
    (
      (await abp('atmb', 'Chat/GetUserChatFriendsWithSettings', {}, 'GET')) as {
        friends: { friendUserId: number }[];
      }
    ).friends.find(({ friendUserId }) => friendUserId === idOf('operator2'));
  expect(await friends()).toMatchObject({ unreadMessageCount: 1, isOnline: true, state: 1 });
  // Reading on our own page and by ABP's call tells the other user, and the reader's own connections.
  const readStates = heardBy<{ userId: number }>(connection, 'getReadStateChange');
  const allRead = heardBy<{ userId: number }>(other, 'getallUnreadMessagesOfUserRead');
  await call('atmb', 'MarkRead', { room: mine?.room ?? 0, seq: mine?.seq ?? 0 });
  await abp('atmb', 'Chat/MarkAllUnreadMessagesOfUserAsRead', withOperator);
  await eventually(() => readStates.length === 2 && allRead.length === 2, 'the read states');
  expect([readStates[0]?.userId, allRead[0]?.userId]).toEqual([idOf('atmb'), idOf('operator2')]);
  expect(await friends()).toMatchObject({ unreadMessageCount: 0 });
  const history = (user: string, userId: number) =>
    abp(user, 'Chat/GetUserChatMessages', { userId }, 'GET') as Promise<{ items: AbpChatMessage[] }>;
  expect((await history('atmb', idOf('operator2'))).items).toMatchObject([{ side: 2, readState: 2 }]);
  expect((await history('operator2', idOf('atmb'))).items).toMatchObject([{ side: 1, receiverReadState: 2 }]);

  await abp('atmb', 'Friendship/BlockUser', withOperator);
  expect(await friends()).toMatchObject({ state: 2 });
  expect(await connection.invoke('sendMessage', input)).toContain('屏蔽');
  const requests = heardBy<{ friendUserId: number }>(other, 'getFriendshipRequest');
  await abp('operator2', 'Friendship/CreateFriendshipRequest', { userId: idOf('atmb') });
  expect(await connection.invoke('sendMessage', { ...input, message: '' })).toBe('请输入内容');
  expect(await connection.invoke('sendMessage', { ...input, message: 'x'.repeat(4001) })).toBe(
    '消息超过 4000 个字符',
  );
  await abp('atmb', 'Friendship/UnblockUser', withOperator);
  expect(await connection.invoke('sendMessage', input)).toBe('');
  await eventually(() => received.filter(({ text }) => text === input.message).length === 2, 'the message');
  expect(requests).toEqual([]);

  // A client that registered is one of ABP, which knows no rooms of several.
  await connection.invoke('Register');
  const { id: several } = await group('aiw', ['operator2', 'atmb']);
  await send('aiw', several, '各席位注意');
  expect(await connection.invoke('sendMessage', { ...input, message: '又' })).toBe('');
  await eventually(() => heard.some(({ text }) => text === '又'), 'the message of the room of two');
  expect(heard.every(({ targetUserId }) => targetUserId === idOf('atmb'))).toBe(true);
  expect(received.some(({ text }) => text === '各席位注意')).toBe(true);
  expect((await rowsOf(server, 'admin', 'parameter', 'key=retention.chatDays')).rows).toHaveLength(1);
});

test('a client of ABP that registers has its friends, and hears which of them come and go', async () => {
  const me = await server.hub('agent', hubPaths.chat);
  await server.service('agent', 'Friendship/CreateFriendshipRequestByUserName', { userName: 'aiw' });
  const lists = heardBy<{ friendUserId: number; isOnline: boolean }[]>(me, 'getAllFriends');
  const heard: [number, boolean][] = [];
  me.on('getUserConnectNotification', ({ userId }: { userId: number }, isConnected: boolean) => {
    heard.push([userId, isConnected]);
  });
  await me.invoke('Register');
  await eventually(() => lists.length > 0, 'the friends');
  const aiw = lists[0]?.find(({ friendUserId }) => friendUserId === idOf('aiw'));
  expect(aiw).toMatchObject({ isOnline: false });
  const stranger = await server.hub('operator', hubPaths.chat);
  const friend = await server.hub('aiw', hubPaths.chat);
  await eventually(() => heard.length === 1, 'the coming', 15_000);
  await friend.stop();
  await eventually(() => heard.length === 2, 'the going', 15_000);
  await stranger.stop();
  expect(heard).toEqual([
    [idOf('aiw'), true],
    [idOf('aiw'), false],
  ]);
});
