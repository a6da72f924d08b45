import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { hubPaths } from '#contract/hub.ts';
import { sqlNow } from '#tests/support/database.ts';
import { filePlan, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { heardBy, refusalOf, talkOn } from './talk.ts';

/** Rooms: who is in them, what is said there, and that nobody else learns of it. */

let server: RunningTestServer;
const { ask, call, send, roomOf, roomsOf, texts } = talkOn(() => server);
let aiw2 = 0;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  aiw2 = await makeUser(server, 'aiw2', { roles: ['AIW'] });
  const { rows } = await server.database.database.pool.query<{ id: string; user_name: string }>(
    'select id, user_name from "user"',
  );
  for (const { id, user_name } of rows) ids[user_name] = Number(id);
});
afterAll(() => server?.close());

const idOf = (user: string): number => ids[user] ?? 0;
const group = (user: string, members: string[], more: object = {}) =>
  call(user, 'CreateRoom', { name: '值班协调', members: members.map(idOf), ...more });

test('what one says in a room all its members hear, in one order, and nobody else', async () => {
  const [atmb, operator, agent] = await Promise.all(
    ['atmb', 'operator', 'agent'].map(async (user) =>
      heardBy(await server.hub(user, hubPaths.chat), 'getChatMessage'),
    ),
  );
  const { id } = await group('aiw', ['atmb', 'operator']);
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => send(at % 2 ? 'atmb' : 'operator', id, `第 ${at} 条`)),
  );
  const inRoom = (messages: ChatMessage[] = []) => messages.filter(({ room }) => room === id);
  // Twelve, and that the room was made.
  await eventually(() => inRoom(atmb).length === 13 && inRoom(operator).length === 13, 'the messages');
  const order = (messages?: ChatMessage[]) => inRoom(messages).map(({ seq }) => seq);
  expect(order(atmb)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
  expect(order(operator)).toEqual(order(atmb));
  expect(inRoom(agent)).toEqual([]);
  const page = await call('aiw', 'GetMessages', { room: id });
  // The hub also gives the English names: its readers have both languages.
  expect(page.items).toEqual(inRoom(atmb).map(({ namesEn: _, ...message }) => message));
});

test('a room is not there for who is not in it, an administrator neither', async () => {
  const { id } = await group('aiw', ['atmb']);
  const said = await send('aiw', id, '仅限本席');
  for (const user of ['admin', 'operator']) {
    expect(await roomsOf(user)).not.toContain(id);
    const unknown = await ask(user, 'GetRoom', { id: 999_999 });
    expect(unknown.status).toBe(404);
    for (const [method, input] of [
      ['GetRoom', { id }],
      ['GetMessages', { room: id }],
      ['GetChanges', { room: id, since: 0 }],
      ['Send', { room: id, clientId: randomUUID(), text: 'x' }],
      ['Edit', { room: id, seq: said.seq, text: 'x' }],
      ['Withdraw', { room: id, seq: said.seq }],
      ['Pin', { room: id, seq: said.seq }],
      ['MarkRead', { room: id, seq: 1 }],
      ['AddMembers', { id, users: [idOf(user)] }],
      ['CloseRoom', { id }],
    ] as const) {
      const answer = await ask(user, method, input);
      expect([method, answer.status, refusalOf(answer)]).toEqual([method, 404, refusalOf(unknown)]);
    }
  }
  expect(await texts('atmb', id)).toEqual(['仅限本席']);
});

test('a message that is sent again exists once, also where both come at the same instant', async () => {
  const { id } = await group('aiw', ['atmb']);
  const clientId = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => send('aiw', id, '收到请回复', { clientId })));
  expect(new Set(sent.map(({ seq }) => seq)).size).toBe(1);
  expect(await send('aiw', id, '收到请回复', { clientId })).toEqual(sent[0]);
  expect(await texts('atmb', id)).toEqual(['收到请回复']);
  // Another user's id is another message.
  expect((await send('atmb', id, '收到', { clientId })).seq).not.toBe(sent[0]?.seq);
});

test('pages go both ways and around a message; what changed since is asked for', async () => {
  const { id } = await group('aiw', ['atmb']);
  const sent: ChatMessage[] = [];
  for (let at = 0; at < 9; at++) sent.push(await send('aiw', id, `${at}`));
  const seqs = ({ items }: { items: ChatMessage[] }) => items.map(({ seq }) => seq);
  const newest = await call('atmb', 'GetMessages', { room: id, most: 3 });
  expect([seqs(newest), newest.before, newest.after, newest.lastSeq]).toEqual([[8, 9, 10], true, false, 10]);
  const earlier = await call('atmb', 'GetMessages', { room: id, before: 3, most: 3 });
  expect([seqs(earlier), earlier.before, earlier.after]).toEqual([[1, 2], false, true]);
  const later = await call('atmb', 'GetMessages', { room: id, after: 4, most: 3 });
  expect([seqs(later), later.before, later.after]).toEqual([[5, 6, 7], true, true]);
  const around = await call('atmb', 'GetMessages', { room: id, around: 5, most: 4 });
  expect([seqs(around), around.before, around.after]).toEqual([[3, 4, 5, 6], true, true]);

  await call('aiw', 'Edit', { room: id, seq: 3, text: '改' });
  await call('atmb', 'Pin', { room: id, seq: 2 });
  const last = await send('aiw', id, '末');
  const changes = await call('atmb', 'GetChanges', { room: id, since: 10 });
  expect(changes.items.map(({ seq, changedSeq }) => [seq, changedSeq])).toEqual([
    [3, 11],
    [2, 12],
    [last.seq, 13],
  ]);
  const part = await call('atmb', 'GetChanges', { room: id, since: 10, most: 2 });
  expect([part.more, part.items.length]).toEqual([true, 2]);
});

test('one’s own message is edited and withdrawn, nobody else’s; the earlier text stays in the record', async () => {
  const { id } = await group('aiw', ['atmb']);
  const heard = heardBy(await server.hub('atmb', hubPaths.chat), 'chatMessageChanged');
  const { seq } = await send('aiw', id, '高度 300');
  expect((await ask('atmb', 'Edit', { room: id, seq, text: 'x' })).status).toBe(403);
  expect((await ask('atmb', 'Withdraw', { room: id, seq })).status).toBe(403);
  const edited = await call('aiw', 'Edit', { room: id, seq, text: '高度 300 m AGL' });
  expect(edited).toMatchObject({ text: '高度 300 m AGL', editedAt: expect.stringMatching(/Z$/) });
  const answer = await send('atmb', id, '明白', { quote: seq });
  expect(answer.quote).toEqual({
    seq,
    authorName: edited.authorName,
    text: '高度 300 m AGL',
    withdrawn: false,
  });
  const withdrawn = await call('aiw', 'Withdraw', { room: id, seq });
  expect(withdrawn).toMatchObject({ text: '', withdrawnAt: expect.stringMatching(/Z$/) });
  expect((await ask('aiw', 'Edit', { room: id, seq, text: 'x' })).status).toBe(500);
  await eventually(() => heard.filter(({ room }) => room === id).length === 2, 'both changes');
  const page = await call('atmb', 'GetMessages', { room: id });
  expect(page.items.at(-1)?.quote).toMatchObject({ text: '', withdrawn: true });
  const { rows } = await server.database.database.pool.query(
    "select kind, body ->> 'before' as before from chat_entry where room_id = $1 and about = $2 order by seq",
    [id, seq],
  );
  expect(rows).toEqual([
    { kind: 'message', before: null },
    { kind: 'edit', before: '高度 300' },
    { kind: 'withdrawal', before: '高度 300 m AGL' },
  ]);
});

test('a message says something, to members alone, of records that its sender may read', async () => {
  const { id } = await group('aiw', ['atmb']);
  const known = await send('aiw', id, '已发出');
  const refusal = async (input: object) => {
    const answer = await ask('aiw', 'Send', { room: id, clientId: randomUUID(), text: '', ...input });
    return [answer.status, ...refusalOf(answer).fields];
  };
  expect(await refusal({})).toEqual([400, 'text']);
  expect(await refusal({ text: 'a\u0000b' })).toEqual([400, 'text']);
  for (const unseen of ['\u200b', '\u202e\u2066', '\u0007\u001b']) {
    expect(await refusal({ text: unseen })).toEqual([400, 'text']);
    expect(await refusal({ text: unseen, kind: 'order' })).toEqual([400, 'text']);
    for (const [method, input, field] of [
      ['CreateRoom', { name: unseen, members: [idOf('atmb')] }, 'name'],
      ['RenameRoom', { id, name: unseen }, 'name'],
      ['Edit', { room: id, seq: known.seq, text: unseen }, 'text'],
    ] as const) {
      const answer = await ask('aiw', method, input);
      expect([method, answer.status, refusalOf(answer).fields]).toEqual([method, 400, [field]]);
    }
  }
  expect((await send('aiw', id, '\u202e跑道\u0007关闭\n02')).text).toBe('跑道 关闭\n02');
  expect(await refusal({ text: 'x', mentions: [idOf('operator')] })).toEqual([400, 'mentions']);
  expect(await refusal({ text: 'x', quote: 99 })).toEqual([400, 'quote']);
  expect(await refusal({ text: 'x', files: [99_999] })).toEqual([400, 'files']);
  expect((await refusal({ references: [{ resource: 'plan', id: 999_999 }] }))[0]).toBe(404);
  expect(await refusal({ place: { geometry: { type: 'Point', coordinates: [200, 95] } } })).toEqual([
    400,
    'place',
  ]);
  const geometry = { type: 'Point' as const, coordinates: [103.9, 30.6] };
  const { place } = await send('aiw', id, '', { place: { geometry, label: '会合点' } });
  expect(place).toEqual({ geometry, label: '会合点' });
  expect((await send('aiw', id, 'x', { mentions: [idOf('atmb')] })).mentions).toEqual([idOf('atmb')]);
});

test('what is unread is counted until it is read, with what names the reader', async () => {
  const { id } = await group('aiw', ['atmb']);
  await send('aiw', id, '一');
  const { seq } = await send('aiw', id, '二', { mentions: [idOf('atmb')] });
  const mine = async (user: string) =>
    (await call(user, 'GetRooms', {})).items.find((room) => room.id === id);
  expect(await mine('atmb')).toMatchObject({ unread: 2, unreadMentions: 1, readSeq: 0 });
  expect(await mine('aiw')).toMatchObject({ unread: 0, readSeq: seq });
  expect(await call('atmb', 'MarkRead', { room: id, seq })).toEqual({ readSeq: seq });
  expect(await call('atmb', 'MarkRead', { room: id, seq: 1 })).toEqual({ readSeq: seq });
  expect(await mine('atmb')).toMatchObject({ unread: 0, unreadMentions: 0 });
  const readers = async () => (await roomOf('aiw', id)).members;
  expect((await readers()).find(({ userId }) => userId === idOf('atmb'))).toMatchObject({ readSeq: seq });

  // A sender who has not seen the last message has not read it: theirs may come from a queue.
  await send('aiw', id, '三');
  await send('atmb', id, '收到一、二');
  expect(await mine('atmb')).toMatchObject({ unread: 1, readSeq: seq });
  expect(await mine('aiw')).toMatchObject({ unread: 1 });
  await call('atmb', 'MarkRead', { room: id, seq: seq + 1 });
  expect(await mine('atmb')).toMatchObject({ unread: 0, readSeq: seq + 1 });
  const own = await send('atmb', id, '收到三');
  expect(await mine('atmb')).toMatchObject({ unread: 0, readSeq: own.seq });
});

test('the owner adds and removes; who was removed has the room no more, and hears nothing of it', async () => {
  const { id } = await group('aiw', ['atmb']);
  const connection = await server.hub('operator', hubPaths.chat);
  const [heard, changes] = [
    heardBy(connection, 'getChatMessage'),
    heardBy<{ room: number }>(connection, 'chatRoomChanged'),
  ];
  expect((await ask('atmb', 'AddMembers', { id, users: [idOf('operator')] })).status).toBe(403);
  await call('aiw', 'AddMembers', { id, users: [idOf('operator')] });
  await eventually(() => changes.some(({ room }) => room === id), 'the room');
  await send('aiw', id, '欢迎');
  await eventually(() => heard.some(({ text }) => text === '欢迎'), 'the message');
  await call('aiw', 'RemoveMember', { id, user: idOf('operator') });
  expect((await ask('operator', 'GetRoom', { id })).status).toBe(404);
  await send('aiw', id, '不再可见');
  await call('atmb', 'LeaveRoom', { id });
  expect(await roomsOf('atmb')).not.toContain(id);
  const { members, pins } = await roomOf('aiw', id);
  expect([members.map(({ userId }) => userId), pins]).toEqual([[idOf('aiw')], []]);
  expect(heard.map(({ text }) => text)).not.toContain('不再可见');
});

test('there is one room of two; whom one may not reach is refused at the field', async () => {
  const [one, two] = await Promise.all([
    call('aiw', 'OpenRoom', { kind: 'direct', subject: idOf('atmb') }),
    call('atmb', 'OpenRoom', { kind: 'direct', subject: idOf('aiw') }),
  ]);
  expect(one).toEqual(two);
  const [mine, theirs] = [await roomOf('aiw', one.id), await roomOf('atmb', one.id)];
  expect([mine.subject, theirs.subject]).toEqual([idOf('atmb'), idOf('aiw')]);
  expect(mine).toMatchObject({ mayManage: false, mayLeave: false, mayWrite: true });
  const refused = await ask('operator', 'OpenRoom', { kind: 'direct', subject: idOf('operator2') });
  expect([refused.status, refusalOf(refused).fields]).toEqual([400, ['subject']]);
  expect((await ask('aiw', 'OpenRoom', { kind: 'direct', subject: idOf('aiw') })).status).toBe(400);
  const contacts = (await call('operator', 'GetContacts', { maxResultCount: 1000 })).items.map(
    ({ id }) => id,
  );
  expect(contacts).toContain(idOf('atmb'));
  expect(contacts).not.toContain(idOf('operator2'));
});

test('whoever is signed on to a position is in its room, and no longer when they sign off', async () => {
  const made = await server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '协调席',
    kind: 'tower',
  });
  const position = (made.body as Row).id;
  const { id } = await call('atmb', 'OpenRoom', { kind: 'position', subject: position });
  expect(await roomsOf('aiw2')).not.toContain(id);
  await server.service('aiw2', 'Watch/SignOn', { position });
  expect(await roomsOf('aiw2')).toContain(id);
  await send('atmb', id, '塔台，请确认跑道');
  expect(await texts('aiw2', id)).toEqual(['塔台，请确认跑道']);
  const { members, title } = await roomOf('aiw2', id);
  expect([title, members.find(({ userId }) => userId === aiw2)?.position]).toEqual(['协调席', '协调席']);
  await server.service('aiw2', 'Watch/SignOff', { position });
  expect((await ask('aiw2', 'GetRoom', { id })).status).toBe(404);
  // Each company has its own room with the position; who is signed on is in all of them.
  const contacts = await call('operator', 'GetContacts', {});
  expect(contacts.positions).toContainEqual({ id: position, name: '协调席', staffed: false });
  const [own, others] = await Promise.all(
    ['operator', 'operator2'].map((user) => call(user, 'OpenRoom', { kind: 'position', subject: position })),
  );
  expect(new Set([id, own?.id, others?.id]).size).toBe(3);
  await send('operator', own?.id ?? 0, '请求使用跑道');
  expect((await ask('operator2', 'GetRoom', { id: own?.id ?? 0 })).status).toBe(404);
  expect((await ask('operator', 'GetRoom', { id })).status).toBe(404);
  expect((await roomOf('operator', own?.id ?? 0)).title).toMatch(/^协调席 · ./);
  await server.service('aiw2', 'Watch/SignOn', { position });
  expect(await texts('aiw2', own?.id ?? 0)).toEqual(['请求使用跑道']);
  expect(await roomsOf('aiw2')).toEqual(expect.arrayContaining([id, own?.id, others?.id]));
  await server.service('aiw2', 'Watch/SignOff', { position });
  const refused = await ask('operator', 'OpenRoom', { kind: 'position', subject: 999_999 });
  expect([refused.status, refusalOf(refused).fields]).toEqual([400, ['subject']]);
});

test('the parties of a plan are in its room, and who changes to another company no longer', async () => {
  const userOf = async (name: string) =>
    (await rowsOf(server, 'admin', 'user', `userName=${name}`)).rows[0] as Row;
  const [own, other] = await Promise.all(['operator', 'operator2'].map(userOf));
  const filer = await makeUser(server, 'filer', { roles: ['OM'], company: own?.company });
  const plan = await filePlan(server, 'filer', { registration: 'B-10QA' });
  const { id } = await call('admin', 'OpenRoom', { kind: 'plan', subject: plan.id });
  await send('admin', id, '请补充航路');
  for (const user of ['filer', 'operator']) expect(await texts(user, id)).toEqual(['请补充航路']);
  expect((await ask('operator2', 'GetRoom', { id })).status).toBe(404);
  expect((await ask('operator2', 'OpenRoom', { kind: 'plan', subject: plan.id })).status).toBe(404);
  const { version } = await userOf('filer');
  const change = { version, company: other?.company };
  expect((await server.call('admin', 'PATCH', `/api/records/user/${filer}`, change)).status).toBe(200);
  expect((await ask('filer', 'GetMessages', { room: id })).status).toBe(404);
  expect(await roomsOf('filer')).not.toContain(id);
});

test('a company does not enter the room of an airspace that is not its own, nor own that of another’s', async () => {
  const { rows } = await rowsOf(server, 'operator', 'airspace');
  const subject = rows.find(({ company }) => company === null)?.id ?? 0;
  const open = (user: string) => ask(user, 'OpenRoom', { kind: 'airspace', subject });
  const refused = await open('operator');
  expect([refused.status, refusalOf(refused).message]).toEqual([
    403,
    '只有空域所属单位和办理该空域的人员可以进入其会话',
  ]);
  const { id } = await call('atmb', 'OpenRoom', { kind: 'airspace', subject });
  expect(await roomOf('atmb', id)).toMatchObject({ mayManage: true });
  expect((await open('operator')).status).toBe(403);
  expect((await ask('operator', 'GetMessages', { room: id })).status).toBe(404);
  // Added by a body, it speaks there, and stays no more than a member when the owner leaves.
  await call('atmb', 'AddMembers', { id, users: [idOf('operator')] });
  await send('operator', id, '收到');
  await call('atmb', 'LeaveRoom', { id });
  expect(await roomOf('operator', id)).toMatchObject({ mayManage: false });
  expect((await ask('operator', 'CloseRoom', { id })).status).toBe(403);
  await call('aiw', 'OpenRoom', { kind: 'airspace', subject });
  await call('aiw', 'CloseRoom', { id });
});

test('those who may decide a submitted airspace are in its room while it waits for them', async () => {
  const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { id: subject } = (await server.service('operator', 'Airspace/Save', {
    name: '会商空域',
    kind: 'temporary',
    shape: 'circle',
    center: { type: 'Point', coordinates: [103.2, 31.3] },
    radiusM: 1000,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 300, unit: 'm', reference: 'AGL' },
    validFrom: soon(20),
    validTo: soon(100),
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
  })) as { id: number };
  const { id } = await call('operator', 'OpenRoom', { kind: 'airspace', subject });
  expect(await roomOf('operator', id)).toMatchObject({ mayManage: true });
  expect(await roomsOf('atmb')).not.toContain(id);
  await server.service('operator', 'Airspace/Submit', { id: subject });
  await send('operator', id, '请审批');
  expect(await texts('atmb', id)).toEqual(['请审批']);
  expect(await roomsOf('atmb')).toContain(id);
  for (const user of ['aiw', 'operator2', 'agent']) expect(await roomsOf(user)).not.toContain(id);
  await server.service('operator', 'Airspace/Withdraw', { id: subject });
  expect(await roomsOf('atmb')).not.toContain(id);
});

test('the parties of an alert are in its room: its operators, its pilots, who handles it and the positions on duty', async () => {
  const plan = await filePlan(server, 'operator', { registration: 'B-10QA' });
  const flyer = await makeUser(server, 'flyer', { roles: ['AIW'] });
  const handler = await makeUser(server, 'handler', { roles: ['ATMB'] });
  const { pool } = server.database.database;
  const made = await server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '监视席',
    kind: 'watch',
  });
  const position = (made.body as Row).id;
  await server.service('aiw', 'Watch/SignOn', { position });
  const { rows } = await pool.query<{ id: string }>(
    `insert into encounter (version, created_at, updated_at, kind, level, highest_level, state, alert_key, reason, reason_en,
      raised_at, plan_one, acknowledged_by, coverage_ids)
    values (1, now(), now(), 'areas', 'warning', 'warning', 'acknowledged', 'areas:1', '进入禁区', 'Inside a prohibited area',
      ${sqlNow()}, $1, $2, array(select target_id from user_coverage)) returning id`,
    [plan.id, handler],
  );
  const alert = Number(rows[0]?.id);
  await pool.query(
    'insert into encounter_companies (owner_id, target_id, position) select $1, company, 0 from plan where id = $2',
    [alert, plan.id],
  );
  await pool.query('insert into encounter_plans (owner_id, target_id, position) values ($1, $2, 0)', [
    alert,
    plan.id,
  ]);
  await pool.query(
    `insert into job_task_pilots (owner_id, target_id, position)
      select t.id, p.id, 7 from job_task t, pilot p where t.plan = $1 and p.id = (select max(id) from pilot)`,
    [plan.id],
  );
  await pool.query('update pilot set "user" = $1 where id = (select max(id) from pilot)', [flyer]);

  expect((await ask('operator2', 'OpenRoom', { kind: 'encounter', subject: alert })).status).toBe(404);
  expect((await ask('atmb', 'OpenRoom', { kind: 'encounter', subject: 999_999 })).status).toBe(404);
  const { id } = await call('atmb', 'OpenRoom', { kind: 'encounter', subject: alert });
  const room = await roomOf('atmb', id);
  expect(room).toMatchObject({ kind: 'encounter', subject: alert, title: '进入禁区', mayManage: true });
  const there = room.members.map(({ userId }) => userId);
  expect(there).toEqual(
    expect.arrayContaining([idOf('atmb'), idOf('operator'), flyer, handler, idOf('aiw')]),
  );
  expect(there).not.toContain(idOf('operator2'));
  expect(await call('operator', 'OpenRoom', { kind: 'encounter', subject: alert })).toEqual({ id });
  // Whoever comes to the position after the alert was cleared is no party of it; who was there stays one.
  await pool.query(`update encounter set state = 'cleared', cleared_at = ${sqlNow()} where id = $1`, [alert]);
  await server.service('aiw', 'Watch/SignOff', { position });
  await server.service('aiw2', 'Watch/SignOn', { position });
  expect(await roomsOf('aiw')).toContain(id);
  expect(await roomsOf('aiw2')).not.toContain(id);
  await server.service('aiw2', 'Watch/SignOff', { position });
});

test('a military room is made by bodies, and its messages come by their own event', async () => {
  const refused = await ask('operator', 'CreateRoom', {
    name: 'x',
    members: [idOf('atmb')],
    military: true,
  });
  expect([refused.status, refusalOf(refused).fields]).toEqual([400, ['military']]);
  const connection = await server.hub('atmb', hubPaths.chat);
  const [civil, military] = [
    heardBy(connection, 'getChatMessage'),
    heardBy(connection, 'getMilitaryChatMessage'),
  ];
  const { id } = await group('aiw', ['atmb'], { military: true });
  await send('aiw', id, '军航活动 0900 至 1000');
  await eventually(() => military.filter(({ room }) => room === id).length === 2, 'the messages');
  expect(civil.filter(({ room }) => room === id)).toEqual([]);
  expect(await roomsOf('admin')).not.toContain(id);
});

test('a closed room takes nothing more', async () => {
  const { id } = await group('aiw', ['atmb']);
  const { seq } = await send('aiw', id, '结束');
  expect((await ask('atmb', 'CloseRoom', { id })).status).toBe(403);
  await call('aiw', 'CloseRoom', { id, reason: '演练结束' });
  expect(await roomsOf('aiw')).not.toContain(id);
  expect((await call('aiw', 'GetRooms', { closed: true })).items.map((room) => room.id)).toContain(id);
  for (const [method, input] of [
    ['Send', { room: id, clientId: randomUUID(), text: 'x' }],
    ['Edit', { room: id, seq, text: 'x' }],
    ['Pin', { room: id, seq }],
    ['AddMembers', { id, users: [idOf('operator')] }],
    ['CloseRoom', { id }],
  ] as const) {
    const answer = await ask('aiw', method, input);
    expect([method, answer.status]).toEqual([method, 500]);
  }
  expect(await roomOf('aiw', id)).toMatchObject({ mayWrite: false, mayManage: false, lastSeq: 3 });
});
