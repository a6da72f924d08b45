import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PositionState, WatchList } from '#contract/watch.ts';
import { watchKeys } from '#domain/watch/watch-keys.ts';
import { createWatchClock } from '#server/features/watch/watch-clock.ts';
import { silentLog } from '#tests/support/database.ts';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { rulesOfOneRecord } from '#tests/support/rules.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Who is on which position, how they hand it over, and what the log says of it. */

let sky: Sky;
let position = 0;

beforeAll(async () => {
  sky = await startSky();
  await makeUser(sky.server, 'aiw2', { roles: ['AIW'] });
  const made = await sky.server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '试验席',
    kind: 'watch',
  });
  position = (made.body as Row).id;
});
afterAll(() => sky?.close());

const call = (user: string, name: string, input: object = {}) =>
  sky.server.call(user, 'POST', `/api/services/app/Watch/${name}`, input);
const refusal = (answer: { body: unknown }) => (answer.body as { error: { message: string } }).error.message;
const stateFor = async (user: string): Promise<PositionState> => {
  const { items } = (await sky.server.service(user, 'Watch/GetPositions', {}, 'GET')) as {
    items: PositionState[];
  };
  const found = items.find(({ id }) => id === position);
  if (!found) throw new Error(`${user} does not see the position`);
  return found;
};
const logOf = async (user = 'aiw') =>
  (await rowsOf(sky.server, user, 'watchLogEntry', '_sort=id&_order=asc')).rows;
const kinds = async () => (await logOf()).map(({ kind }) => kind);

test('one signs on in one call; the position says who is on and since when, and nobody else takes it', async () => {
  expect((await stateFor('aiw')).holder).toBeNull();
  await sky.server.service('aiw', 'Watch/SignOn', { position });
  const { holder } = await stateFor('atmb');
  expect(holder).toMatchObject({ name: expect.any(String), isMe: false });
  expect(Math.abs(Date.parse(holder?.since ?? '') - sky.now())).toBeLessThan(60_000);
  const refused = await call('atmb', 'SignOn', { position });
  expect(refused.status).toBe(500);
  expect(refusal(refused)).toContain(holder?.name);
  expect(await kinds()).toContain('signOn');
});

test('of two who sign on at the same instant one is on', async () => {
  const made = await sky.server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '二席',
    kind: 'tower',
  });
  const { id } = made.body as Row;
  const answers = await Promise.all(['aiw', 'atmb'].map((user) => call(user, 'SignOn', { position: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
  expect((await rowsOf(sky.server, 'admin', 'watchDuty', `position=${id}`)).total).toBe(1);
});

test('operators see neither positions nor log, and take none', async () => {
  expect((await sky.server.service('operator', 'Watch/GetPositions', {}, 'GET')) as object).toEqual({
    items: [],
  });
  expect((await call('operator', 'SignOn', { position })).status).toBe(404);
  expect(await logOf('operator')).toEqual([]);
});

test('of twelve who take a handover at the same instant one has it, and the others get an answer', async () => {
  const made = await sky.server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '三席',
    kind: 'tower',
  });
  const { id: third } = made.body as Row;
  await sky.server.service('aiw', 'Watch/SignOn', { position: third });
  const { id } = (await sky.server.service('aiw', 'Watch/OfferHandover', { position: third })) as {
    id: number;
  };
  const list = (await sky.server.service('aiw2', 'Watch/GetList', {}, 'GET')) as WatchList;
  const seen = watchKeys(list);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('aiw2', 'TakeHandover', { id, seen })),
  );
  const refusals = answers.filter(({ status }) => status !== 200).map(refusal);
  expect(refusals).toEqual(Array(11).fill('该交接已失效'));
  await sky.server.service('aiw2', 'Watch/SignOff', { position: third });
});

test('a handover lists what is open, is taken by name, and cannot be changed', async () => {
  const { id } = (await sky.server.service('aiw', 'Watch/OfferHandover', {
    position,
    remarks: '二号雷达检修',
  })) as { id: number };
  expect((await stateFor('aiw2')).offer).toMatchObject({ id, remarks: '二号雷达检修', to: null });
  expect((await call('aiw', 'TakeHandover', { id, seen: [] })).status).toBe(500);

  const notice = await sky.server.call('admin', 'POST', '/api/records/notice', {
    title: '临时管制',
    content: '试验',
    level: 1,
    kind: 'general',
    startTime: new Date(sky.now() - 60_000).toISOString(),
    endTime: new Date(sky.now() + 3_600_000).toISOString(),
  });
  expect(notice.status).toBe(201);
  const list = (await sky.server.service('aiw2', 'Watch/GetList', {}, 'GET')) as WatchList;
  const seen = watchKeys(list);
  expect(list.notices.map(({ title }) => title)).toContain('临时管制');

  const early = await call('aiw2', 'TakeHandover', {
    id,
    seen: seen.filter((key) => !key.startsWith('notice')),
  });
  expect(early.status).toBe(409);
  await sky.server.service('aiw2', 'Watch/TakeHandover', { id, seen });
  expect((await stateFor('aiw2')).holder?.isMe).toBe(true);

  const { rows } = await rowsOf(sky.server, 'aiw', 'watchHandover', `id=${id}`);
  expect(rows[0]).toMatchObject({
    state: 'taken',
    fromName: expect.stringMatching(/./),
    toName: 'aiw2',
    takenAt: expect.stringMatching(/Z$/),
    remarks: '二号雷达检修',
  });
  expect(rows[0]?.notices).toContainEqual(expect.objectContaining({ title: '临时管制' }));
  expect((await call('aiw2', 'WithdrawHandover', { id })).status).toBe(500);
  const changed = await sky.server.call('admin', 'PATCH', `/api/records/watchHandover/${id}`, {
    version: rows[0]?.version,
    remarks: 'x',
  });
  expect(changed.status).toBe(403);
  expect((await logOf()).find(({ kind }) => kind === 'handover')?.text).toContain('aiw2');
});

test('an offer to one user is taken by nobody else', async () => {
  const { items } = (await sky.server.service('aiw2', 'Watch/GetRelief', { position }, 'GET')) as {
    items: { id: number; name: string }[];
  };
  const aiw = Number((await rowsOf(sky.server, 'admin', 'user', 'userName=aiw')).rows[0]?.id);
  expect(items.map(({ id }) => id)).toContain(aiw);
  const { id } = (await sky.server.service('aiw2', 'Watch/OfferHandover', { position, to: aiw })) as {
    id: number;
  };
  const { to } = (await stateFor('aiw')).offer ?? {};
  expect(to).toBe(aiw);
  await sky.server.service('aiw2', 'Watch/WithdrawHandover', { id });
  expect((await stateFor('aiw')).offer).toBeNull();
});

test('who is on writes into the log; an entry is corrected by another and never edited', async () => {
  expect((await call('atmb', 'Write', { position, text: 'x' })).status).toBe(500);
  const { id } = (await sky.server.service('aiw2', 'Watch/Write', { position, text: '=跑道检查' })) as {
    id: number;
  };
  const before = (await logOf()).find((one) => one.id === id);
  const made = (await sky.server.service('aiw2', 'Watch/Correct', { id, text: '跑道 02 检查' })) as {
    id: number;
  };
  const log = await logOf();
  expect(log.find((one) => one.id === id)).toEqual(before);
  expect(log.find((one) => one.id === made.id)).toMatchObject({
    kind: 'correction',
    corrects: id,
    text: '跑道 02 检查',
  });
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await sky.server.call('admin', method, `/api/records/watchLogEntry/${id}`, {
      version: 1,
      text: 'y',
    });
    expect(answer.status).toBe(403);
  }
  const late = await call('aiw2', 'Write', {
    position,
    text: 'x',
    at: new Date(sky.now() - 25 * 3_600_000).toISOString(),
  });
  expect(late.status).toBe(400);
});

test('the log tells by itself of sources that are lost and come back, and of alerts and who acknowledges them', async () => {
  const one = () => [sky.over('780cc1', { callsign: 'CWX1', flightLevel: 30 })];
  // What is still on its way when the clock leaps is heard after it, and the source soon silent again.
  await sky.change(sky.source.id, { deadAfterS: 5 });
  const ofSource = async (kind: string) =>
    (await logOf()).find((entry) => entry.kind === kind && entry.aboutId === sky.source.id);
  await sky.flyUntil(one, () => sky.map.targets.has('780cc1'), 'the aircraft');
  sky.later(300_000);
  await eventually(async () => (await ofSource('feedLost')) !== undefined, 'the lost source in the log');
  expect((await ofSource('feedLost'))?.text).toContain('试验站');
  const inEnglish = await sky.server.call(
    'aiw',
    'GET',
    `/api/records/watchLogEntry?kind=feedLost&aboutId=${sky.source.id}`,
    undefined,
    new Headers({ '.AspNetCore.Culture': 'c=en|uic=en' }),
  );
  expect(JSON.stringify(inEnglish.body)).toContain('Source Test station is lost');
  const alert = async () =>
    (await logOf()).find(({ kind, text }) => kind === 'alertRaised' && String(text).includes('试验站'));
  await eventually(async () => (await alert()) !== undefined, 'the alert in the log');
  const raised = await alert();
  await sky.server.service('aiw', 'Alert/Acknowledge', { id: Number(raised?.aboutId) });
  const acknowledged = (await logOf()).find(({ kind }) => kind === 'alertAcknowledged');
  expect(acknowledged).toMatchObject({ aboutId: raised?.aboutId, byName: expect.stringMatching(/./) });
  expect(String(acknowledged?.text)).toContain('试验站');
  await eventually(async () => {
    await sky.fly(...one());
    return (await ofSource('feedBack')) !== undefined;
  }, 'the source that is back in the log');
});

test('whoever has no session any more is signed off, and the log says so', async () => {
  const { database } = sky.server.database;
  const now = () => new Date(sky.now());
  const clock = createWatchClock({
    database,
    records: recordsOn(database, { clock: now, rules: rulesOfOneRecord(database) }),
    sessions: { livingOf: async () => [] },
    clock: now,
    log: silentLog,
  });
  await clock.tick();
  expect((await stateFor('aiw')).holder).toBeNull();
  expect(await kinds()).toContain('signOff');
});
