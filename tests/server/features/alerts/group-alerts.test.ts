import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertList, AlertView, ConflictFlight } from '#contract/alerts.ts';
import type { Reminder } from '#contract/notices.ts';
import type { OutputOf } from '#contract/services.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import type { Seen } from '#tests/support/traffic.ts';

/** Aircraft that fly as one are one alert, and hide nobody else. */

let sky: Sky;
let hub: HubConnection;
let last: AlertList | undefined;
let conflicts: ConflictFlight[] = [];

beforeAll(async () => {
  sky = await startSky();
  const made = await sky.server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '监视席',
    kind: 'watch',
  });
  await sky.server.service('aiw', 'Watch/SignOn', { position: (made.body as Row).id });
  hub = await sky.server.hub('aiw', '/signalr-instant');
  hub.on('getAlerts', (list: AlertList) => {
    last = list;
  });
  hub.on('setConflictFlight', (items: ConflictFlight[]) => {
    conflicts = items;
  });
});
afterAll(async () => {
  await sky?.close();
});

const metre = 1 / 95_600;
let begun = 0;
const flownM = () => {
  begun ||= sky.now();
  return ((sky.now() - begun) / 1_000) * 60;
};
const level = { groundSpeedKt: 116.6, flightLevel: 40 };

/** In rows of ten, 100 m apart, eastward. */
const formation = (count: number) => () =>
  Array.from({ length: count }, (_, i) =>
    sky.over(`780d${String(i).padStart(2, '0')}`, {
      ...level,
      callsign: `XQF${i}`,
      latitude: 30.2 + (100 * Math.floor(i / 10)) / 111_120,
      longitude: 103.5 + (flownM() + 100 * (i % 10)) * metre,
      trackDeg: 90,
    }),
  );

/** Towards each other along a parallel, 12 km apart when it begins. */
const headOn = () =>
  [0, 12_000].map((east, i) =>
    sky.over(`780bb${i}`, {
      ...level,
      callsign: `XQP${i}`,
      latitude: 31,
      longitude: 104 + (east + (i === 0 ? flownM() : -flownM())) * metre,
      trackDeg: i === 0 ? 90 : 270,
    }),
  );

/**
 * These two fly on and all others are silent until they are forgotten. The clock goes on in hops in which both are heard,
 * shorter than those after which a target is no longer followed.
 */
async function flyFor(ms: number, two: () => Seen[]): Promise<void> {
  const callsigns = two().map(({ callsign }) => callsign);
  for (const end = sky.now() + ms; sky.now() < end; ) {
    sky.later(10_000);
    const since = sky.now();
    const isHeard = (callsign: string | undefined) =>
      [...sky.map.targets.values()].some((target) => target.callsign === callsign && target.at >= since);
    await sky.flyUntil(two, () => callsigns.every(isHeard), 'both, heard again');
  }
}

const pairs = (): AlertView[] => last?.alerts.filter(({ kind }) => kind === 'pairs') ?? [];
const group = () => pairs().find((alert) => alert.group);
const encounters = async () => (await rowsOf(sky.server, 'aiw', 'encounter', 'kind=pairs')).rows;

test('fifty in formation are one alert with its members, and a head-on pair another', async () => {
  const all = () => [...formation(50)(), ...headOn()];
  await sky.flyUntil(all, () => pairs().length === 2 && group()?.group?.count === 50, 'both alerts');
  expect(group()).toMatchObject({
    reason: { key: 'alert.pairs.group', values: { count: 50 } },
    distanceM: expect.closeTo(100, -1),
    group: { count: 50, radiusM: expect.any(Number) },
  });
  expect(group()?.group?.members).toHaveLength(50);
  const two = group()?.targets.map(({ id }) => id);
  expect(
    group()
      ?.group?.members.slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(two);
  const pair = pairs().find((alert) => !alert.group);
  expect(pair?.targets.map(({ callsign }) => callsign)).toEqual(['XQP0', 'XQP1']);
  expect(conflicts.map(({ id }) => id).sort()).toEqual(
    pairs()
      .map(({ id }) => id)
      .sort(),
  );
  const listed = (await sky.server.service('atmb', 'Alert/GetList', {}, 'GET')) as AlertList;
  expect(listed.alerts.find((alert) => alert.group)?.group?.count).toBe(50);
  // The records follow what is told.
  await eventually(async () => (await encounters()).length === 2, 'the records of both');
  const rows = await encounters();
  expect(rows.map(({ aircraft }) => aircraft).sort()).toEqual([2, 50]);
});

test('it is one alert in the log of the watch and in its report', async () => {
  const id = group()?.id ?? 0;
  const { incident } = (await sky.server.service(
    'atmb',
    'Playback/GetAlertIncident',
    { id },
    'GET',
  )) as OutputOf<'Playback', 'GetAlertIncident'>;
  expect(incident.alert?.figures.group?.count).toBe(50);
  // The closest two first, then others of the group.
  expect(incident.tracks.slice(0, 2)).toEqual(incident.alert?.figures.targets.map((one) => one.id));
  expect(new Set(incident.tracks).size).toBe(12);
  // The playback knows every member, and rings it.
  expect(new Set(incident.alert?.tracks).size).toBe(50);
  expect(incident.alert?.tracks.slice(0, 12)).toEqual(incident.tracks);
  // Beside other alerts of theirs.
  const told = incident.log.filter(({ text }) => /XQF\d+ 与 XQF\d+/.test(text));
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('50')]);
});

test('who acknowledged it has done so while it shrinks, is down to two, and grows again', async () => {
  const id = group()?.id ?? 0;
  await sky.server.service('atmb', 'Alert/Acknowledge', { id, looked: true });
  const ofFormation = () => pairs().filter(({ targets }) => targets[0]?.callsign?.startsWith('XQF'));
  await flyFor(60_000, formation(2));
  await sky.flyUntil(formation(2), () => group() === undefined && ofFormation().length === 1, 'the pair');
  expect(ofFormation()[0]).toMatchObject({ id, state: 'acknowledged' });
  await sky.flyUntil(formation(12), () => group()?.group?.count === 12, 'the group');
  expect(ofFormation()).toHaveLength(1);
  expect(group()).toMatchObject({ id, state: 'acknowledged' });
  await eventually(async () => (await encounters()).length === 2, 'that nothing else was raised');
});

const messagesOf = async (user: string, alert: number) =>
  ((await sky.server.service(user, 'Reminder/GetList', {}, 'GET')) as Reminder[]).filter(
    ({ resource, recordId }) => resource === 'encounter' && recordId === alert,
  );

test('it is one message to whoever was on duty, which quiet hours do not hold back', async () => {
  const id = group()?.id ?? 0;
  await eventually(async () => (await messagesOf('aiw', id)).length > 0, 'the message');
  expect(await messagesOf('aiw', id)).toMatchObject([
    { isWarning: true, content: expect.stringMatching(/XQF\d+/) },
  ]);
  // Whoever is on no position and has no flight in it has none.
  expect(await messagesOf('operator', id)).toEqual([]);
});
