import mammoth from 'mammoth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { MeetingView } from '#contract/meetings.ts';
import { addEntry, contentOf, notesOf, textOf } from '#domain/meetings/minutes-document.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createMeetingClock } from '#server/features/meetings/meeting-clock.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { callMeeting, meetingCall, meetingFor, writer } from '#tests/support/meeting-world.ts';
import { idOf, makeUser, rowsOf } from '#tests/support/people.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { rulesOfOneRecord } from '#tests/support/rules.ts';
import { type Answer, eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A meeting from its call to its tasks, and who may see and do what. */

let server: RunningTestServer;
const ids: Record<string, number> = {};
const aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + aheadMs) });
  await makeUser(server, 'stranger', { roles: ['OM'] });
  await makeUser(server, 'silent');
  for (const name of ['operator', 'atmb', 'aiw', 'stranger', 'silent'])
    ids[name] = await idOf(server, 'user', 'userName', name);
});
afterAll(() => server?.close());

const call = (user: string, name: string, input: object) => meetingCall(server, user, name, input);
const done = async (user: string, name: string, input: object) => {
  const answer = await call(user, name, input);
  if (answer.status !== 200) throw new Error(`${name} as ${user}: ${JSON.stringify(answer.body)}`);
};
const view = (user: string, id: number): Promise<MeetingView> => meetingFor(server, user, id);
const errorOf = ({ body }: Answer) => (body as { error: { message: string } }).error;
const remindersOf = async (user: string) =>
  (await server.service(user, 'Reminder/GetList', {}, 'GET')) as {
    content: string;
    resource: string;
    recordId: number;
  }[];
const remindersAbout = async (user: string, id: number) =>
  (await remindersOf(user)).filter(({ resource, recordId }) => resource === 'meeting' && recordId === id);

/** A meeting that has begun, with these present. */
async function held(present = ['operator', 'atmb']): Promise<number> {
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  for (const user of present) if (user !== 'operator') await done(user, 'Answer', { id, coming: true });
  await done('operator', 'Begin', { id });
  return id;
}

/** With notes, a decision and a task of aiw's. */
async function written(id: number, due = dayOf(Date.now() + aheadMs + 3 * 86_400_000, 'Asia/Shanghai')) {
  const [first] = (await view('operator', id)).agenda;
  const own = writer(server, 'operator', id);
  await own.pull();
  notesOf(own.doc, first?.key ?? '').insert(0, '本周计划 12 架次');
  addEntry(own.doc, 'decisions', first?.key ?? '', `d${id}`, '周三关闭 2 号空域');
  const task = addEntry(own.doc, 'tasks', first?.key ?? '', `t${id}`, '发布航行通告');
  task.set('who', ids.aiw);
  task.set('due', due);
  expect((await own.push())?.status).toBe(200);
  return { key: first?.key ?? '', own };
}

async function approved(): Promise<number> {
  const id = await held();
  await written(id);
  await done('operator', 'Submit', { id });
  await done('atmb', 'Decide', { id, number: 1, approve: true });
  return id;
}

test('a meeting is called, those invited are reminded and answer, and nobody else knows of it', async () => {
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  expect((await remindersAbout('atmb', id)).map(({ content }) => content)).toEqual([
    expect.stringMatching(/空域协调会.* \d{2}:\d{2} CST/),
  ]);
  expect(await remindersAbout('operator', id)).toEqual([]);
  await done('aiw', 'Answer', { id, coming: false, reason: '值班' });
  await done('atmb', 'Answer', { id, coming: true });
  const { people, state, mine } = await view('atmb', id);
  expect(state).toBe('called');
  expect(mine).toMatchObject({ answer: 'yes', isConvenor: false });
  expect(people.map(({ answer, answerReason }) => [answer, answerReason])).toEqual([
    ['yes', null],
    ['yes', null],
    ['no', '值班'],
  ]);
  expect((await call('operator', 'Answer', { id, coming: false })).status).toBe(500);
});

test('who is not invited finds no meeting at any endpoint, and who has no permission no call', async () => {
  const id = await approved();
  const { tasks } = await view('operator', id);
  const paths: [string, string, object?][] = [
    ['GET', `/api/services/app/Meeting/Get?id=${id}`],
    ['GET', `/api/services/app/Meeting/Export?id=${id}&number=1`],
    ['GET', `/api/services/app/Meeting/ExportWord?id=${id}&number=1`],
    ['POST', '/api/services/app/Meeting/Sync', { id, stateVector: 'AA==' }],
    ['POST', '/api/services/app/Meeting/Write', { id, update: 'AAA=' }],
    ['POST', '/api/services/app/Meeting/Point', { id, window: 'w', where: null }],
    ['POST', '/api/services/app/Meeting/Answer', { id, coming: true }],
    ['POST', '/api/services/app/Meeting/Decide', { id, number: 1, approve: true }],
    ['POST', '/api/services/app/Meeting/Correct', { id, reason: 'x' }],
    ['POST', '/api/services/app/Meeting/SetTask', { id: tasks[0]?.id, done: true }],
    ['GET', `/api/records/meeting/${id}`],
    ['GET', `/api/records/meeting/${id}/history`],
    ['GET', `/api/records/meeting/${id}/files`],
  ];
  for (const [verb, path, body] of paths) {
    expect([path, (await server.call('stranger', verb, path, body)).status]).toEqual([path, 404]);
    expect([path, (await server.call('silent', verb, path, body)).status]).toEqual([path, 403]);
  }
  for (const resource of ['meetingPerson', 'meetingMinutes', 'meetingTask'])
    expect((await server.call('operator', 'GET', `/api/records/${resource}`)).status).toBe(403);
  expect((await rowsOf(server, 'stranger', 'meeting')).rows.map((row) => row.id)).not.toContain(id);
  expect((await rowsOf(server, 'atmb', 'meeting')).rows.map((row) => row.id)).toContain(id);
  const list = (await server.service('stranger', 'Meeting/GetList', {}, 'GET')) as {
    items: { id: number }[];
  };
  expect(list.items.map((item) => item.id)).not.toContain(id);
  // An administrator reads by their ability, and has no part in it.
  expect((await view('admin', id)).mine).toBeNull();
  expect((await call('admin', 'Correct', { id, reason: 'x' })).status).toBe(500);
});

test('only people who take part in coordination are invited, and times are in order', async () => {
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const input = { title: '会', startTime: start, endTime: start, agenda: [{ title: '一' }], people: [] };
  const backwards = await call('operator', 'Call', input);
  expect(backwards.status).toBe(400);
  expect(JSON.stringify(backwards.body)).toContain('endTime');
  const end = new Date(Date.parse(start) + 60_000).toISOString();
  const wrong = await call('operator', 'Call', { ...input, endTime: end, people: [ids.silent] });
  expect(wrong.status).toBe(400);
  expect(JSON.stringify(wrong.body)).toContain('people');
  const unknown = await call('operator', 'Call', { ...input, endTime: end, people: [999_999] });
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining('people')]);
});

test('a company invites its own people and those of bodies, and learns of no other company’s', async () => {
  const other = await idOf(server, 'user', 'userName', 'operator2');
  const offered = async (user: string) =>
    ((await server.service(user, 'Meeting/GetPeople', {}, 'GET')) as { items: { id: number }[] }).items.map(
      ({ id }) => id,
    );
  const toCompany = await offered('operator');
  expect(toCompany).toEqual(expect.arrayContaining([ids.operator, ids.atmb, ids.aiw]));
  expect(toCompany).not.toContain(other);
  expect(toCompany).not.toContain(ids.silent);
  expect(await offered('atmb')).toEqual(expect.arrayContaining([ids.operator, other]));
  const start = Date.now() + 86_400_000;
  const refused = await call('operator', 'Call', {
    title: '会',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 60_000).toISOString(),
    agenda: [{ title: '一' }],
    people: [other],
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('people');
  // A body brings companies together.
  const id = await callMeeting(server, 'atmb', ['operator', 'operator2']);
  expect((await view('operator', id)).people.map(({ user }) => user)).toContain(other);
});

test('a meeting is moved with a reason and answers begin anew; cancelled, nothing more is done to it', async () => {
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  await done('atmb', 'Answer', { id, coming: true });
  const { version } = await view('operator', id);
  const start = Date.now() + 3 * 86_400_000;
  const times = {
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
  };
  expect((await call('atmb', 'Move', { id, version, ...times, reason: '冲突' })).status).toBe(500);
  await done('operator', 'Move', { id, version, ...times, reason: '与演练冲突' });
  expect((await call('operator', 'Move', { id, version, ...times, reason: 'x' })).status).toBe(409);
  const moved = await view('atmb', id);
  expect(moved).toMatchObject({ ...times, reason: '与演练冲突' });
  expect(moved.mine?.answer).toBe('none');
  await done('operator', 'Cancel', { id, reason: '取消' });
  expect((await view('aiw', id)).state).toBe('cancelled');
  for (const [name, input] of [
    ['Begin', {}],
    ['Cancel', { reason: 'x' }],
  ] as const)
    expect((await call('operator', name, { id, ...input })).status).toBe(500);
  expect((await call('atmb', 'Answer', { id, coming: true })).status).toBe(500);
});

test('a meeting has one room, of everyone invited and owned by the convenor, that nobody else opens', async () => {
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  const open = (user: string) => server.service(user, 'Meeting/OpenRoom', { id }) as Promise<{ id: number }>;
  const made = await open('atmb');
  expect(await open('operator')).toEqual(made);
  const room = (await server.service('aiw', 'Coordination/GetRoom', made, 'GET')) as {
    kind: string;
    subject: number;
    members: { userId: number; owner: boolean }[];
  };
  expect(room).toMatchObject({ kind: 'meeting', subject: id });
  expect(Object.fromEntries(room.members.map(({ userId, owner }) => [userId, owner]))).toEqual({
    [ids.operator ?? 0]: true,
    [ids.atmb ?? 0]: false,
    [ids.aiw ?? 0]: false,
  });
  expect((await call('stranger', 'OpenRoom', { id })).status).not.toBe(200);
  const { version, agenda } = await view('operator', id);
  const people = [ids.atmb, ids.aiw];
  await done('operator', 'Change', { id, version, agenda, people, title: ' 改期后的协调会 ' });
  expect(await server.service('aiw', 'Coordination/GetRoom', made, 'GET')).toMatchObject({
    title: '改期后的协调会',
  });
  await done('operator', 'Cancel', { id, reason: '改为电话' });
  expect(errorOf(await call('atmb', 'OpenRoom', { id })).message).toContain('已取消');
});

test('who is invited no more has the room of the meeting no more, nor what was said in it', async () => {
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  const room = (await server.service('atmb', 'Meeting/OpenRoom', { id })) as { id: number };
  const roomOf = (user: string) =>
    server.call(user, 'GET', `/api/services/app/Coordination/GetRoom?id=${room.id}`);
  const said = { room: room.id, clientId: crypto.randomUUID(), text: '限制区内的计划' };
  await server.service('operator', 'Coordination/Send', said);
  expect((await roomOf('aiw')).status).toBe(200);
  const { version, agenda } = await view('operator', id);
  await done('operator', 'Change', { id, version, agenda, people: [ids.atmb], title: '空域协调会' });
  expect((await roomOf('aiw')).status).toBe(404);
  const messages = `/api/services/app/Coordination/GetMessages?room=${room.id}`;
  expect((await server.call('aiw', 'GET', messages)).status).toBe(404);
  const { items } = (await server.service('atmb', 'Coordination/GetMessages', { room: room.id }, 'GET')) as {
    items: { event: { type: string; users: { id: number }[] } | null }[];
  };
  expect(items.at(-1)?.event).toMatchObject({ type: 'removed', users: [{ id: ids.aiw }] });
});

test('two write in one paragraph at once, and one of them was away: both keep their words', async () => {
  const id = await held();
  const key = (await view('operator', id)).agenda[0]?.key ?? '';
  const one = writer(server, 'operator', id);
  const two = writer(server, 'atmb', id);
  notesOf(one.doc, key).insert(0, '今日天气：晴。');
  await one.push();
  await two.pull();
  // Both go on in the same text; the second without a connection.
  notesOf(one.doc, key).insert(5, '上午');
  notesOf(two.doc, key).insert(notesOf(two.doc, key).length, '下午有雷雨。');
  const entry = addEntry(one.doc, 'decisions', key, 'd1', '推迟');
  addEntry(two.doc, 'decisions', key, 'd2', '备降准备');
  await one.push();
  textOf(entry)?.insert(2, '一小时');
  await one.push();
  await two.push();
  await Promise.all([one.pull(), two.pull()]);
  const agenda = [{ key, title: '' }];
  expect(contentOf(one.doc, agenda)).toEqual(contentOf(two.doc, agenda));
  const [item] = contentOf(one.doc, agenda);
  expect(item?.notes).toBe('今日天气：上午晴。下午有雷雨。');
  expect(item?.decisions.map(({ text }) => text).sort()).toEqual(['备降准备', '推迟一小时']);
});

test('what one writes reaches the others through the hub, on another server too, and nobody who is not invited', async () => {
  const id = await held();
  const key = (await view('operator', id)).agenda[0]?.key ?? '';
  const beside = await startTestServer({ beside: server });
  try {
    const heard: unknown[] = [];
    const strange: unknown[] = [];
    (await server.hub('atmb', '/signalr-chat')).on('getMinutesUpdate', (event) => heard.push(event));
    (await server.hub('stranger', '/signalr-chat')).on('getMinutesUpdate', (event) => strange.push(event));
    (await server.hub('stranger', '/signalr-chat')).on('getMinutesPresence', (event) => strange.push(event));
    const own = writer(server, 'operator', id);
    notesOf(own.doc, key).insert(0, '一');
    await own.push();
    await eventually(() => heard.length > 0, 'the update');
    const doc = new Y.Doc();
    const { update } = heard[0] as { update: string };
    Y.applyUpdate(doc, new Uint8Array(Buffer.from(update, 'base64')));
    expect(notesOf(doc, key).toString()).toBe('一');
    // Another server on the same database has it as soon as it is answered.
    const there = writer(beside, 'aiw', id);
    await there.pull();
    expect(notesOf(there.doc, key).toString()).toBe('一');
    expect(strange).toEqual([]);
  } finally {
    await beside.close();
  }
});

test('hundreds of updates are joined, and nothing is lost by it while others write', async () => {
  const id = await held();
  const key = (await view('operator', id)).agenda[1]?.key ?? '';
  const writers = ['operator', 'atmb', 'aiw'].map((user) => writer(server, user, id));
  await Promise.all(
    writers.map(async (one, index) => {
      for (let count = 0; count < 60; count += 1) {
        const text = notesOf(one.doc, key);
        text.insert(text.length, String.fromCharCode(97 + index));
        expect((await one.push())?.status).toBe(200);
      }
    }),
  );
  const [reader] = writers;
  await reader?.pull();
  const text = notesOf(reader?.doc ?? new Y.Doc(), key).toString();
  for (const letter of 'abc') expect(text.split(letter).length - 1).toBe(60);
  const { rows } = await server.database.database.pool.query(
    'select count(*)::int as count from minutes_update where meeting_id = $1',
    [id],
  );
  expect(rows[0].count).toBeLessThan(150);
});

test('bytes that are no update are refused, and leave the minutes as they are', async () => {
  const id = await held();
  await written(id);
  const rubbish = Buffer.from('no update at all').toString('base64');
  expect((await call('operator', 'Write', { id, update: rubbish })).status).toBe(400);
  expect((await call('operator', 'Write', { id, update: '???' })).status).toBe(400);
  const reader = writer(server, 'aiw', id);
  await reader.pull();
  const { agenda } = await view('aiw', id);
  expect(contentOf(reader.doc, agenda)[0]?.notes).toBe('本周计划 12 架次');
});

test('an update that builds on text which does not exist is refused, and damaged rows do not lock the minutes', async () => {
  const id = await held();
  const { own, key } = await written(id);
  const number = (value: number): number[] =>
    value < 128 ? [value] : [128 | (value % 128), ...number(Math.floor(value / 128))];
  const text = (word: string) => [word.length, ...Buffer.from(word)];
  const known = [0x84, ...number(own.doc.clientID), 0, ...text('a')];
  const unknown = [0x84, ...number(777), ...number(500), ...text('b')];
  // One client, two pieces of text: the second follows a piece of that client which does not exist.
  const update = Buffer.from([1, 2, ...number(777), 0, ...known, ...unknown, 0]).toString('base64');
  expect((await call('atmb', 'Write', { id, update })).status).toBe(400);
  const alone = Buffer.from([1, 1, ...number(778), 0, 0x84, ...number(779), 5, ...text('c'), 0]);
  expect((await call('atmb', 'Write', { id, update: alone.toString('base64') })).status).toBe(400);
  // As an earlier version stored it, before everything else.
  await server.database.database.pool.query(
    'insert into minutes_update (id, meeting_id, bytes) overriding system value values (0, $1, $2)',
    [id, update],
  );
  notesOf(own.doc, key).insert(0, '更正：');
  expect((await own.push())?.status).toBe(200);
  const reader = writer(server, 'aiw', id);
  await reader.pull();
  expect(notesOf(reader.doc, key).toString()).toBe('更正：本周计划 12 架次');
  await done('operator', 'Submit', { id });
});

test('text that was deleted does not count against the size of the minutes', async () => {
  const id = await held();
  const key = (await view('operator', id)).agenda[0]?.key ?? '';
  const own = writer(server, 'operator', id);
  const notes = notesOf(own.doc, key);
  for (let count = 0; count < 6; count += 1) {
    notes.insert(0, 'x'.repeat(700_000));
    expect((await own.push())?.status).toBe(200);
    notes.delete(0, notes.length);
    notes.insert(0, '完');
    expect((await own.push())?.status).toBe(200);
  }
  const reader = writer(server, 'aiw', id);
  await reader.pull();
  expect(notesOf(reader.doc, key).toString()).toBe('完');
});

test('minutes are submitted once they are complete and someone was there to approve them', async () => {
  const id = await held(['operator']);
  const alone = await call('operator', 'Submit', { id });
  expect(alone.status).toBe(500);
  await done('atmb', 'SetPresent', { id, user: ids.atmb, present: true });
  expect((await call('atmb', 'SetPresent', { id, user: ids.aiw, present: true })).status).toBe(500);
  const empty = await call('operator', 'Submit', { id });
  expect(empty.status).toBe(400);
  const key = (await view('operator', id)).agenda[0]?.key ?? '';
  const own = writer(server, 'operator', id);
  const task = addEntry(own.doc, 'tasks', key, 't1', '复查');
  await own.push();
  const open = await call('operator', 'Submit', { id });
  expect(open.status).toBe(400);
  expect(JSON.stringify(open.body)).toContain(`tasks/${key}/t1`);
  task.set('who', ids.aiw);
  task.set('due', '2027-01-01');
  await own.push();
  expect((await call('atmb', 'Submit', { id })).status).toBe(500);
  await done('operator', 'Submit', { id });
  expect((await view('aiw', id)).state).toBe('review');
});

test('those present approve by name; a refusal with its reason opens the minutes again', async () => {
  const id = await held(['operator', 'atmb', 'aiw']);
  await written(id);
  await done('operator', 'Submit', { id });
  expect((await remindersAbout('atmb', id)).some(({ content }) => content.includes('待您确认'))).toBe(true);
  // Locked while they wait.
  const locked = await writer(server, 'atmb', id).push();
  expect(locked?.status).toBe(500);
  expect((await call('operator', 'Decide', { id, number: 1, approve: false, reason: 'x' })).status).toBe(500);
  await done('atmb', 'Decide', { id, number: 1, approve: true });
  expect((await call('atmb', 'Decide', { id, number: 1, approve: false, reason: 'x' })).status).toBe(500);
  expect((await remindersAbout('atmb', id)).some(({ content }) => content.includes('待您确认'))).toBe(false);
  expect((await remindersAbout('aiw', id)).some(({ content }) => content.includes('待您确认'))).toBe(true);
  const noReason = await call('aiw', 'Decide', { id, number: 1, approve: false });
  expect(noReason.status).toBe(400);
  await done('aiw', 'Decide', { id, number: 1, approve: false, reason: '时间不对' });
  const refused = await view('operator', id);
  expect(refused.state).toBe('held');
  expect(refused.versions[0]).toMatchObject({ number: 1, state: 'refused' });
  expect(refused.versions[0]?.approvals).toContainEqual(
    expect.objectContaining({ user: ids.aiw, decision: 'refused', reason: '时间不对' }),
  );
  expect(refused.tasks).toEqual([]);
  await done('operator', 'Submit', { id });
  const stale = await call('atmb', 'Decide', { id, number: 1, approve: true });
  expect(stale.status).toBe(409);
  // Both at once: each decision counts.
  await Promise.all(['atmb', 'aiw'].map((user) => done(user, 'Decide', { id, number: 2, approve: true })));
  const after = await view('aiw', id);
  expect(after).toMatchObject({ state: 'approved', minutesNumber: 2 });
  expect(after.tasks).toEqual([
    expect.objectContaining({ text: '发布航行通告', owner: ids.aiw, state: 'open' }),
  ]);
  expect((await remindersAbout('aiw', id)).some(({ content }) => content.includes('发布航行通告'))).toBe(
    true,
  );
});

test('one who was invited and not there does not decide', async () => {
  const id = await held();
  await written(id);
  await done('operator', 'Submit', { id });
  const answer = await call('aiw', 'Decide', { id, number: 1, approve: true });
  expect(answer.status).toBe(500);
  expect(errorOf(answer).message).toContain('到会人员');
});

test('approved minutes are locked; a correction is a new version, and the old one stays', async () => {
  const id = await approved();
  expect((await writer(server, 'atmb', id).push())?.status).toBe(500);
  expect((await call('atmb', 'Correct', { id, reason: 'x' })).status).toBe(500);
  await done('operator', 'Correct', { id, reason: '架次有误' });
  const own = writer(server, 'atmb', id);
  await own.pull();
  const { agenda } = await view('atmb', id);
  const text = notesOf(own.doc, agenda[0]?.key ?? '');
  text.insert(text.length, '，其中 2 架次取消');
  await own.push();
  await done('operator', 'Submit', { id });
  await done('atmb', 'Decide', { id, number: 2, approve: true });
  const { versions, minutesNumber, tasks } = await view('aiw', id);
  expect(minutesNumber).toBe(2);
  expect(versions.map(({ number, state, reason }) => [number, state, reason])).toEqual([
    [2, 'approved', '架次有误'],
    [1, 'approved', null],
  ]);
  expect(versions[0]?.items[0]?.notes).toBe('本周计划 12 架次，其中 2 架次取消');
  expect(versions[1]?.items[0]?.notes).toBe('本周计划 12 架次');
  expect(tasks).toHaveLength(1);
});

test('papers come with anyone invited, until the minutes are submitted', async () => {
  const id = await callMeeting(server, 'operator', ['atmb']);
  const paper = async (user: string) => {
    const form = new FormData();
    form.append('files', new Blob(['议题说明'], { type: 'text/plain' }), '说明.txt');
    const { accessToken } = await server.signIn(user);
    const answer = await fetch(`${server.address}/api/records/meeting/${id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: form,
    });
    return answer.status;
  };
  expect(await paper('atmb')).toBe(201);
  expect(await paper('stranger')).toBe(404);
  await done('operator', 'Cancel', { id, reason: '取消' });
  expect(await paper('atmb')).toBe(422);
});

test('a version is exported as a document in which what people wrote is only text', async () => {
  const id = await held();
  const { own, key } = await written(id);
  notesOf(own.doc, key).insert(0, '<script>alert(1)</script>');
  await own.push();
  await done('operator', 'Submit', { id });
  const answer = await server.call('atmb', 'GET', `/api/services/app/Meeting/Export?id=${id}&number=1`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const text = String(answer.body);
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script>');
  for (const part of ['空域协调会', '周三关闭 2 号空域', '发布航行通告', '待确认'])
    expect(text).toContain(part);
  expect(
    (await server.call('atmb', 'GET', `/api/services/app/Meeting/Export?id=${id}&number=9`)).status,
  ).toBe(404);
});

test('the minutes are a Word document: what was decided, whose tasks they are until when, and who approved', async () => {
  const id = await held();
  const { own, key } = await written(id);
  notesOf(own.doc, key).insert(0, '第一行 <b>&\u0007\n');
  await own.push();
  await done('operator', 'Submit', { id });
  await done('atmb', 'Decide', { id, number: 1, approve: true });
  const [task] = (await view('operator', id)).tasks;
  const { people } = await view('operator', id);
  const { accessToken } = await server.signIn('atmb');
  const download = (locale: string) =>
    fetch(`${server.address}/api/services/app/Meeting/ExportWord?id=${id}&number=1`, {
      headers: { authorization: `Bearer ${accessToken}`, 'accept-language': locale },
    });
  const answer = await download('zh-Hans');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]);
  expect(answer.headers.get('content-disposition')).toContain(`meeting-${id}-minutes-1.docx`);
  const file = await answer.arrayBuffer();
  const { value: page } = await mammoth.convertToHtml({ buffer: Buffer.from(file) });
  expect(page).toContain('<tbody><tr><td><p>发布航行通告</p>');
  const text = await wordsOf(file);
  for (const part of ['空域协调会', '第一行 <b>&', '本周计划 12 架次', '周三关闭 2 号空域', '发布航行通告'])
    expect(text).toContain(part);
  const nameOf = (user: string) => people.find((one) => one.user === ids[user])?.name ?? '?';
  expect(text.join('|')).toContain(`发布航行通告|${nameOf('aiw')}|${task?.due}`);
  for (const user of ['operator', 'atmb']) expect(text.join('|')).toContain(`${nameOf(user)}|确认|`);
  const english = await wordsOf(await (await download('en')).arrayBuffer());
  for (const part of ['Decisions', 'Owner', '周三关闭 2 号空域']) expect(english).toContain(part);
});

/** The paragraphs of a Word document, as a reader of the format finds them; it throws where the XML is not well formed. */
async function wordsOf(file: ArrayBuffer): Promise<string[]> {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(file) });
  return value.split(/\n+/).filter((line) => line !== '');
}

test('people are reminded before the meeting and of their tasks, once; its owner or the convenor closes a task', async () => {
  const { database } = server.database;
  const changes = createChangeFeed(silentLog);
  const clock = () => new Date(Date.now() + aheadMs);
  const records = recordsOn(database, { changes, clock, rules: rulesOfOneRecord(database) });
  const parameters = createParameters({ sql: database.kysely, changes });
  const meetings = createMeetingClock({ database, records, parameters, clock, log: silentLog });
  const id = await callMeeting(server, 'operator', ['atmb', 'aiw']);
  await done('aiw', 'Answer', { id, coming: false });
  const start = Date.parse((await view('operator', id)).startTime);
  expect((await meetings.tick(new Date(start - 20 * 60_000))).meetings).not.toContain(id);
  expect((await meetings.tick(new Date(start - 14 * 60_000))).meetings).toContain(id);
  expect((await meetings.tick(new Date(start - 13 * 60_000))).meetings).not.toContain(id);
  const soon = async (user: string) =>
    (await remindersAbout(user, id)).filter(({ content }) => content.includes('即将开始')).length;
  expect([await soon('operator'), await soon('atmb'), await soon('aiw')]).toEqual([1, 1, 0]);

  const withTask = await approved();
  const [task] = (await view('aiw', withTask)).tasks;
  const due = Date.parse(`${task?.due}T02:00:00Z`);
  const days: boolean[] = [];
  for (const after of [-2, -1, 0, 1, 2, 7]) {
    const round = await meetings.tick(new Date(due + after * 86_400_000));
    days.push(round.tasks.includes(task?.id ?? 0));
  }
  expect(days).toEqual([false, true, true, true, false, true]);
  expect((await meetings.tick(new Date(due + 7 * 86_400_000))).tasks).not.toContain(task?.id);
  expect((await call('atmb', 'SetTask', { id: task?.id, done: true })).status).toBe(500);
  await done('aiw', 'SetTask', { id: task?.id, done: true, note: '已发布' });
  expect((await view('operator', withTask)).tasks[0]).toMatchObject({ state: 'done', note: '已发布' });
  expect((await remindersAbout('operator', withTask)).some(({ content }) => content.includes('已完成'))).toBe(
    true,
  );
  expect((await meetings.tick(new Date(due + 14 * 86_400_000))).tasks).not.toContain(task?.id);
});

test('a meeting is taken over by an administrator, or by a participant once the convenor has no account', async () => {
  await makeUser(server, 'leaver', { roles: ['ATMB'] });
  const leaver = await idOf(server, 'user', 'userName', 'leaver');
  const id = await callMeeting(server, 'leaver', ['operator', 'atmb']);
  const room = (await server.service('operator', 'Meeting/OpenRoom', { id })) as { id: number };
  expect((await view('operator', id)).mayTakeOver).toBe(false);
  expect((await call('operator', 'TakeOver', { id })).status).toBe(500);
  expect((await call('stranger', 'TakeOver', { id })).status).toBe(404);
  await server.database.database.pool.query('update "user" set is_active = false where id = $1', [leaver]);
  expect((await view('operator', id)).mayTakeOver).toBe(true);
  await done('operator', 'TakeOver', { id });
  expect(await view('operator', id)).toMatchObject({
    convenor: ids.operator,
    mine: { isConvenor: true, answer: 'yes' },
    mayTakeOver: false,
  });
  expect((await remindersAbout('atmb', id)).some(({ content }) => content.includes('已接管'))).toBe(true);
  await done('operator', 'Begin', { id });
  await done('admin', 'TakeOver', { id });
  const taken = await view('admin', id);
  expect(taken.mine?.isConvenor).toBe(true);
  expect(taken.people).toHaveLength(4);
  const { members } = (await server.service('admin', 'Coordination/GetRoom', room, 'GET')) as {
    members: { userId: number; owner: boolean }[];
  };
  expect(members.filter(({ owner }) => owner).map(({ userId }) => userId)).toContain(taken.convenor);
});

test('who is invited later comes into the room; only those addressed are notified through the hub', async () => {
  const id = await callMeeting(server, 'operator', ['atmb']);
  const room = (await server.service('atmb', 'Meeting/OpenRoom', { id })) as { id: number };
  const heard: Record<string, string[]> = { admin: [], atmb: [], aiw: [] };
  for (const [user, types] of Object.entries(heard))
    (await server.hub(user, '/signalr-chat')).on(
      'getChangeMessage',
      (event: { id: number; type: string }) => {
        if (event.id === id) types.push(event.type);
      },
    );
  const { version, agenda, title } = await view('operator', id);
  await done('operator', 'Change', { id, version, agenda, title, people: [ids.atmb, ids.aiw] });
  expect(await server.service('aiw', 'Coordination/GetRoom', room, 'GET')).toMatchObject({ subject: id });
  await eventually(() => heard.aiw?.length === 1 && heard.atmb?.length === 1, 'the messages');
  expect(heard).toEqual({ admin: [], atmb: ['meeting.changed'], aiw: ['meeting.called'] });
});

test('a version states the meeting as it was when it was submitted', async () => {
  const id = await approved();
  await done('operator', 'Correct', { id, reason: '补充' });
  const { version, agenda } = await view('operator', id);
  await done('operator', 'Change', {
    id,
    version,
    agenda,
    title: '改名的会',
    place: '二号会议室',
    people: [ids.atmb],
  });
  const { title, versions } = await view('operator', id);
  expect(title).toBe('改名的会');
  expect(versions[0]?.head).toMatchObject({ title: '空域协调会', place: '一号会议室' });
  expect(versions[0]?.head.people).toHaveLength(3);
  const answer = await server.call('operator', 'GET', `/api/services/app/Meeting/Export?id=${id}&number=1`);
  expect(String(answer.body)).toContain('一号会议室');
  expect(String(answer.body)).not.toContain('改名的会');
});

test('a meeting begins neither in the past nor years ahead; another meeting of those invited is found', async () => {
  const input = (days: number) => {
    const start = Date.now() + days * 86_400_000;
    return {
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 3_600_000).toISOString(),
      people: [ids.atmb],
    };
  };
  for (const days of [-1, 800]) {
    const more = { title: '会', agenda: [{ title: '一' }] };
    const refused = await call('operator', 'Call', { ...input(days), ...more });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('startTime');
  }
  const title = '四十天后的会';
  const id = await callMeeting(server, 'atmb', ['aiw'], { title, ...input(40), people: [ids.aiw] });
  const found = async (user: string, change = {}) =>
    (
      (await server.service(user, 'Meeting/FindOverlaps', { ...input(40), ...change })) as {
        items: { user: number; title: string | null }[];
      }
    ).items;
  expect(await found('operator')).toMatchObject([{ user: ids.atmb, title: null }]);
  expect(await found('aiw', { people: [] })).toMatchObject([{ user: ids.aiw, title }]);
  expect(await found('atmb', { except: id })).toEqual([]);
  expect(await found('operator', { people: [ids.silent] })).toEqual([]);
});

test('the agenda keeps an item once the meeting has begun; who is present stays a participant', async () => {
  const id = await held();
  const before = await view('operator', id);
  const input = { id, version: before.version, title: before.title, people: [ids.atmb, ids.aiw] };
  const [first, second] = before.agenda;
  const without = await call('operator', 'Change', { ...input, agenda: [second] });
  expect(without.status).toBe(400);
  const gone = await call('operator', 'Change', { ...input, agenda: [first, second], people: [ids.aiw] });
  expect(gone.status).toBe(400);
  await done('operator', 'Change', {
    ...input,
    people: [ids.atmb],
    agenda: [{ ...first, title: '改名' }, second, { title: '其他' }],
  });
  const after = await view('atmb', id);
  expect(after.agenda.map(({ title }) => title)).toEqual(['改名', '空域使用', '其他']);
  expect(after.agenda[0]?.key).toBe(first?.key);
  expect(after.people).toHaveLength(2);
  expect((await server.call('aiw', 'GET', `/api/services/app/Meeting/Get?id=${id}`)).status).toBe(404);
});
