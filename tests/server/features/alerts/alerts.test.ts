import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AlertFigures,
  AlertHour,
  AlertList,
  AlertStatistics,
  AlertView,
  ConflictFlight,
} from '#contract/alerts.ts';
import type { OutputOf } from '#contract/services.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { eventually, startTestServer } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** From datagrams to the alert on the screens of the watch, and the decisions on it. */

type IncidentWithTracks = OutputOf<'Playback', 'GetAlertIncident'>;

let sky: Sky;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hub: HubConnection;
const conflicts: ConflictFlight[][] = [];
const lists: AlertList[] = [];
/** What another page of the same user hears, one without a map. */
const elsewhere: AlertList[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  sky = await startSky({ webhookPrivate: true });
  await sky.server.call('admin', 'POST', '/api/records/webhook', {
    name: '告警',
    url: receiver.url,
    resources: ['encounter'],
    events: ['alertRaised', 'alertAcknowledged', 'alertCleared'],
  });
  hub = await sky.server.hub('aiw', '/signalr-instant');
  hub.on('setConflictFlight', (items: ConflictFlight[]) => conflicts.push(items));
  hub.on('getAlerts', (list: AlertList) => lists.push(list));
  const chat = await sky.server.hub('aiw', '/signalr-chat');
  chat.on('getAlerts', (list: AlertList) => elsewhere.push(list));
});
afterAll(async () => {
  await sky?.close();
  await receiver?.close();
});

const metre = 1 / 95_600;
let begun = 0;

/** Two at 60 m/s towards each other along a parallel, 9 km apart when it begins: 75 s until they meet. */
function headOn() {
  begun ||= sky.now();
  const flownM = ((sky.now() - begun) / 1_000) * 60;
  const common = { latitude: 30.6, flightLevel: 40, groundSpeedKt: 116.6 };
  return [
    sky.over('780bb1', { ...common, callsign: 'CWA1', longitude: 104 + flownM * metre, trackDeg: 90 }),
    sky.over('780bb2', {
      ...common,
      callsign: 'CWB2',
      longitude: 104 + (9_000 - flownM) * metre,
      trackDeg: 270,
    }),
  ];
}

const ours = (list: AlertList | undefined): AlertView | undefined =>
  list?.alerts.find(({ kind, targets }) => kind === 'pairs' && targets.some(({ id }) => id === '780bb1'));
const encounter = async (id: number) => (await rowsOf(sky.server, 'aiw', 'encounter', `id=${id}`)).rows[0];
let alertId = 0;

test('two that come too near are a conflict on the hub, with level, times, distances and an id', async () => {
  await sky.flyUntil(headOn, () => ours(lists.at(-1)) !== undefined, 'the alert');
  const alert = ours(lists.at(-1));
  const item = conflicts.at(-1)?.find(({ id }) => id === alert?.id);
  alertId = alert?.id ?? 0;
  expect(item).toEqual({
    id: expect.any(Number),
    level: expect.stringMatching(/advisory|caution|warning/),
    flightOne: { flightPlan: { callsign: 'CWA1' } },
    flightTwo: { flightPlan: { callsign: 'CWB2' } },
    reason: 'CWA1 与 CWB2 间隔不足',
    reasonEn: 'CWA1 and CWB2 are losing separation',
    timeS: expect.any(Number),
    distanceM: expect.any(Number),
    verticalM: expect.closeTo(0, 0),
    closestM: expect.any(Number),
    closestVerticalM: expect.closeTo(0, 0),
    raisedAt: expect.stringMatching(/Z$/),
  });
  expect(item?.timeS).toBeGreaterThan(20);
  expect(item?.timeS).toBeLessThan(76);
  expect(item?.closestM).toBeLessThan(200);
  expect(alert?.approach?.one.longitude).toBeCloseTo(104 + 4_500 * metre, 2);
  await eventually(async () => (await encounter(alertId))?.state === 'announced', 'that it was announced');
});

test('every page of a user hears of it, also beside one with a map', async () => {
  await sky.flyUntil(headOn, () => ours(elsewhere.at(-1)) !== undefined, 'the alert on the chat hub');
  expect(ours(elsewhere.at(-1))?.id).toBe(alertId);
});

test('operators neither hear of it nor act on it', async () => {
  expect(
    ((await sky.server.service('operator', 'Alert/GetList', {}, 'GET')) as AlertList).alerts.map(
      ({ id }) => id,
    ),
  ).not.toContain(alertId);
  const refused = await sky.server.call('operator', 'POST', '/api/services/app/Alert/Acknowledge', {
    id: alertId,
  });
  // It is of no flight of theirs: for them it is not there.
  expect(refused.status).toBe(404);
  expect((await encounter(alertId))?.acknowledgedAt ?? null).toBeNull();
});

test('whoever acknowledges it is named, through another server too, and it is stored at once', async () => {
  const other = await startTestServer({ beside: sky.server, clock: () => new Date(sky.now()) });
  try {
    const listed = (await other.service('atmb', 'Alert/GetList', {}, 'GET')) as AlertList;
    expect(ours(listed)?.id).toBe(alertId);
    expect(listed.lacks.map(({ key }) => key)).toEqual(['alert.terrain.noData']);
    await other.service('atmb', 'Alert/Acknowledge', { id: alertId, looked: true });
    expect(await encounter(alertId)).toMatchObject({ state: 'acknowledged', acknowledgedLooked: true });
    const before = lists.length;
    await sky.flyUntil(headOn, () => lists.length > before + 1, 'the next list');
    expect(ours(lists.at(-1))?.acknowledgedBy).toEqual(expect.stringMatching(/\S/));
    // One server evaluates: the other raised none of its own.
    const { rows } = await rowsOf(sky.server, 'aiw', 'encounter', 'kind=pairs');
    expect(rows.filter(({ callsignOne }) => callsignOne === 'CWA1')).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('it is muted with a reason and an end, and the end must be one', async () => {
  const mute = (until: number) =>
    sky.server.call('aiw', 'POST', '/api/services/app/Alert/Mute', {
      id: alertId,
      reason: '目视间隔',
      until: new Date(until).toISOString(),
    });
  const late = await mute(sky.now() + 25 * 3_600_000);
  expect(late.status).toBe(400);
  expect(JSON.stringify(late.body)).toContain('until');
  expect((await mute(sky.now() - 1_000)).status).toBe(400);
  expect((await mute(sky.now() + 600_000)).status).toBe(200);
  const stored = await encounter(alertId);
  expect(stored).toMatchObject({ state: 'muted', muteReason: '目视间隔' });
});

test('an open alert tells what is predicted and what was measured, and its record only what was measured', async () => {
  const alert = ours(lists.at(-1));
  expect(alert?.approach?.horizontalM).toBeLessThan(200);
  expect(alert?.measured?.horizontalM).toBeGreaterThan(2_000);
  expect(alert?.measured?.verticalM).toBeCloseTo(0, 0);
  expect(Number((await encounter(alertId))?.closestM)).toBeGreaterThan(2_000);
});

test('what is over is cleared, keeps both tracks, and is counted as nuisance where it was false', async () => {
  // Neither is heard any more, and both are dropped.
  sky.later(61_000);
  await eventually(async () => (await encounter(alertId))?.state === 'cleared', 'that it is cleared', 20_000);
  // They were never as near as was predicted.
  const over = await encounter(alertId);
  const figures = JSON.parse(String(over?.details)) as AlertFigures;
  expect(figures).toMatchObject({ approach: null, predicted: { at: expect.any(Number) } });
  expect(figures.predicted?.horizontalM).toBeLessThan(200);
  expect(figures.measured?.horizontalM).toBeGreaterThan(2_000);
  expect(figures.measured?.at).toBeGreaterThanOrEqual(begun - 1_000);
  expect(figures.measured?.at).toBeLessThan(Date.parse(String(over?.clearedAt)));
  expect(over).toMatchObject({
    closestM: Math.round(figures.measured?.horizontalM ?? 0),
    closestVerticalM: 0,
  });
  const refused = await sky.server.call('aiw', 'POST', '/api/services/app/Alert/Acknowledge', {
    id: alertId,
  });
  expect(refused.status).toBe(500);
  const classify = (classification: string, reason?: string) =>
    sky.server.call('aiw', 'POST', '/api/services/app/Alert/Classify', {
      id: alertId,
      classification,
      reason,
    });
  const bare = await classify('false', ' ');
  expect([bare.status, JSON.stringify(bare.body)]).toEqual([400, expect.stringContaining('"reason"')]);
  expect((await classify('confirmed')).status).toBe(200);
  expect((await classify('false', '编队')).status).toBe(200);
  expect(await encounter(alertId)).toMatchObject({ classification: 'false', classificationReason: '编队' });
  sky.later(61_000);
  await eventually(async () => typeof (await encounter(alertId))?.tracks === 'string', 'the tracks', 15_000);
  const tracks = JSON.parse(String((await encounter(alertId))?.tracks)) as Record<string, number[][]>;
  expect(Object.keys(tracks).sort()).toEqual(['780bb1', '780bb2']);
  expect(tracks['780bb1']?.length).toBeGreaterThan(3);
  const statistics = (await sky.server.service(
    'aiw',
    'Alert/GetStatistics',
    { hours: 1 },
    'GET',
  )) as AlertStatistics;
  const pairs = statistics.kinds.find(({ kind }) => kind === 'pairs');
  expect(pairs).toMatchObject({
    acknowledged: 1,
    acknowledgedUnseen: 0,
    muted: 1,
    confirmed: 0,
    nuisance: 0,
    false: 1,
  });
  expect(pairs?.perHour).toBe(pairs?.raised);
  const hours = (await sky.server.service('aiw', 'Alert/GetTimeline', { hours: 3 }, 'GET')) as AlertHour[];
  expect(new Set(hours.map(({ at }) => at)).size).toBeGreaterThanOrEqual(3);
  const raised = hours.filter(({ kind }) => kind === 'pairs').reduce((sum, one) => sum + one.raised, 0);
  expect(raised).toBe(pairs?.raised);
  expect(hours.some(({ kind, raised: count }) => kind === null && count === 0)).toBe(true);
});

test('a webhook for alerts hears that it was raised, acknowledged and cleared, each once, with its figures', async () => {
  const told = () => receiver.received.filter(({ body }) => body.record.id === alertId);
  await eventually(() => told().length >= 3, 'three messages', 15_000);
  expect(told().map(({ body }) => body.event)).toEqual(['alertRaised', 'alertAcknowledged', 'alertCleared']);
  const [raised, acknowledged] = told().map(({ body }) => body);
  expect(raised).toMatchObject({
    resource: 'encounter',
    by: null,
    record: { kind: 'pairs', state: 'announced' },
    figures: { targets: [{ id: '780bb1' }, { id: '780bb2' }], distanceM: expect.any(Number) },
  });
  expect(acknowledged?.by).toEqual(expect.any(Number));
  expect(acknowledged?.record).toMatchObject({ state: 'acknowledged' });
});

const incidentPath = (id: number) => `/api/services/app/Playback/GetAlertIncident?id=${id}`;

test('a report of the alert has its life by name, its tracks, and its entries of the watch log', async () => {
  const { incident } = (await sky.server.service(
    'atmb',
    'Playback/GetAlertIncident',
    { id: alertId },
    'GET',
  )) as IncidentWithTracks;
  expect(incident.alert?.life.map(({ what }) => what).filter((what) => what !== 'level')).toEqual([
    'raised',
    'announced',
    'acknowledged',
    'muted',
    'cleared',
    'classified.false',
  ]);
  const step = (name: string) => incident.alert?.life.find(({ what }) => what === name);
  expect(step('acknowledged')?.by).toEqual(expect.stringMatching(/\S/));
  expect(step('muted')?.reason).toBe('目视间隔');
  expect(incident.tracks.toSorted()).toEqual(['780bb1', '780bb2']);
  expect(incident.alerts.map(({ id }) => id)).toContain(alertId);
  expect(incident.log.some(({ text }) => text.includes('CWA1'))).toBe(true);
  // The time at which its reason was counted is stored.
  const counted = Date.parse(incident.alert?.countedAt ?? '');
  expect(counted).toBeGreaterThanOrEqual(Date.parse(incident.alert?.raisedAt ?? ''));
  expect(counted).toBeLessThan(Date.parse(incident.alert?.clearedAt ?? ''));
  const bare = await sky.server.call('atmb', 'GET', '/api/services/app/Playback/GetIncident');
  expect([bare.status, JSON.stringify(bare.body)]).toEqual([400, expect.stringContaining('at')]);
});

test('a user who may read the alert gets its own tracks of its period, and no other replay', async () => {
  const role = await sky.server.call('admin', 'POST', '/api/records/role', {
    name: 'WATCHER',
    displayName: '只看告警',
    permissions: ['Pages.FlightWatch.Navigation_3D'],
  });
  expect(role.status).toBe(201);
  await makeUser(sky.server, 'watcher', { roles: ['WATCHER'] });
  const { incident, tracks } = (await sky.server.service(
    'watcher',
    'Playback/GetAlertIncident',
    { id: alertId },
    'GET',
  )) as IncidentWithTracks;
  expect(tracks.map(({ track }) => track).sort()).toEqual(['780bb1', '780bb2']);
  const timesOf = ({ minutes }: (typeof tracks)[number]) =>
    minutes.flatMap(({ data }) => unpackPositions(Buffer.from(data, 'base64')).map(({ at }) => at));
  expect(tracks.map((track) => timesOf(track).length > 0)).toEqual([true, true]);
  const times = tracks.flatMap(timesOf);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse(incident.from));
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(incident.to));
  const { from, to, at } = incident;
  for (const query of [
    `GetIncident?at=${at}&tracks=780bb1`,
    `GetTracks?from=${from}&to=${to}&track=780bb1`,
    `GetMoment?at=${at}`,
    'GetAlerts?day=2026-06-10',
  ]) {
    const { status } = await sky.server.call('watcher', 'GET', `/api/services/app/Playback/${query}`);
    expect([query, status]).toEqual([query, 403]);
  }
});

test('the tracks of an alert outside the caller’s rows are refused like an alert that does not exist', async () => {
  const foreign = await sky.server.call('operator', 'GET', incidentPath(alertId));
  const absent = await sky.server.call('operator', 'GET', incidentPath(987_654_321));
  expect([foreign.status, absent.status]).toEqual([404, 404]);
  const bodyOf = ({ body }: { body: unknown }, id: number) =>
    JSON.stringify(body).replaceAll(String(id), 'id');
  expect(bodyOf(foreign, alertId)).toBe(bodyOf(absent, 987_654_321));
  await makeUser(sky.server, 'bystander');
  expect((await sky.server.call('bystander', 'GET', incidentPath(alertId))).status).toBe(403);
});

test('one whose landing is reported is not looked for when it is heard no more', async () => {
  const { rows } = await sky.server.database.database.pool.query(
    `update plan p set real_eta = $1, end_time = $1 from job_task t
     where t.plan = p.id and p.state = 10 and p.id = (select min(id) from plan where state = 10) returning t.callsign`,
    [new Date(sky.now()).toISOString()],
  );
  const down = sky.over('780bd1', { callsign: rows[0].callsign, flightLevel: 40 });
  const other = sky.over('780bd2', { callsign: 'CWD2', longitude: 104.3, flightLevel: 60 });
  const both = () => [
    { ...down, at: sky.now() },
    { ...other, at: sky.now() },
  ];
  await sky.flyUntil(both, () => sky.map.targets.has('780bd2'), 'both on the map');
  sky.later(45_000);
  const lost = () =>
    (lists.at(-1)?.alerts ?? [])
      .filter(({ kind }) => kind === 'lostSignal')
      .flatMap(({ targets }) => targets.map(({ id }) => id));
  await eventually(() => lost().includes('780bd2'), 'that the other is missed', 15_000);
  expect(lost()).not.toContain('780bd1');
});
