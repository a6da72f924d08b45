import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MomentOfAir } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import type { OutputOf } from '#contract/services.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Playback shows what was true then: plans, airspaces, notices, sources and alerts. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

const momentAt = async (at: number, user = 'atmb') =>
  (await sky.server.service(
    user,
    'Playback/GetMoment',
    { at: new Date(at).toISOString() },
    'GET',
  )) as MomentOfAir;
const make = async (resource: string, values: object): Promise<Row> => {
  const answer = await sky.server.call('admin', 'POST', `/api/records/${resource}`, values);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as Row;
};

test.each([
  ['a leap second', '2026-12-31T23:59:60Z'],
  ['in UTC of the year 0', '0001-01-01T00:00:00+08:00'],
  ['in UTC of the year 10000', '9999-12-31T23:00:00-08:00'],
])('a moment that is none (%s) is refused at its field', async (_, at) => {
  const { status, body } = await sky.server.call(
    'atmb',
    'GET',
    `/api/services/app/Playback/GetMoment?at=${encodeURIComponent(at)}`,
  );
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"members":["at"]')]);
});

test('a notice is as it read then, and is there although it was deleted afterwards', async () => {
  const before = sky.now();
  const notice = await make('notice', {
    title: '旧标题',
    content: '试验',
    level: 1,
    kind: 'general',
    startTime: new Date(before - 7_200_000).toISOString(),
    endTime: new Date(before + 7_200_000).toISOString(),
  });
  const made = sky.now();
  sky.later(60_000);
  await sky.server.call('admin', 'PATCH', `/api/records/notice/${notice.id}`, {
    version: notice.version,
    title: '新标题',
  });
  const changed = sky.now();
  sky.later(60_000);
  await sky.server.call('admin', 'DELETE', `/api/records/notice/${notice.id}`);
  const titleAt = async (at: number) =>
    (await momentAt(at)).notices.find(({ id }) => id === notice.id) as Row | undefined;
  expect(await titleAt(before - 60_000)).toBeUndefined();
  expect((await titleAt(made + 1_000))?.title).toBe('旧标题');
  expect((await titleAt(changed + 1_000))?.title).toBe('新标题');
  expect(await titleAt(sky.now() + 1_000)).toBeUndefined();
});

test('an airspace that was closed and opened again is closed in between', async () => {
  const { rows } = await rowsOf(sky.server, 'aiw', 'airspace', 'state=1');
  const airspace = rows.find(({ openState }) => openState === 'open');
  if (!airspace) throw new Error('no airspace is open');
  const begun = sky.now();
  sky.later(60_000);
  await sky.server.service('aiw', 'Airspace/Close', { id: airspace.id, reason: '试验' });
  const closed = sky.now();
  sky.later(60_000);
  await sky.server.service('aiw', 'Airspace/Open', { id: airspace.id, reason: '试验完毕' });
  const stateAt = async (at: number) =>
    ((await momentAt(at)).airspaces.find(({ id }) => id === airspace.id) as Row | undefined)?.openState;
  expect(await stateAt(begun)).toBe('open');
  expect(await stateAt(closed + 1_000)).toBe('closed');
  expect(await stateAt(sky.now() + 1_000)).toBe('open');
});

test('a plan is in the state that it had, and where its rows are not the caller’s it is not there', async () => {
  const now = sky.now();
  const { plans } = await momentAt(now);
  const plan = plans[0];
  if (!plan) throw new Error('no plan flies');
  await sky.server.database.database.pool.query('update plan set state = 12 where id = $1', [plan.id]);
  await sky.server.database.database.pool.query(
    `insert into record_history (resource, record_id, version, action, at, source, changes)
     values ('plan', $1, 99, 'update', $2, 'system', $3)`,
    [
      plan.id,
      new Date(now + 1_000).toISOString(),
      JSON.stringify([{ field: 'state', before: plan.state, after: 12 }]),
    ],
  );
  const stateAt = async (at: number, user?: string) =>
    (await momentAt(at, user)).plans.find(({ id }) => id === plan.id)?.state;
  expect(await stateAt(now)).toBe(plan.state);
  expect(await stateAt(now + 2_000)).toBeUndefined();
  const seenBy = await Promise.all(['operator', 'operator2'].map((user) => stateAt(now, user)));
  expect(seenBy.filter((state) => state !== undefined).length).toBeLessThan(2);
});

test('when a source was silent, and the alert of it, are there at their time', async () => {
  const one = () => [sky.over('780cd1', { callsign: 'CWY1', flightLevel: 30 })];
  // What is still on its way when the clock leaps is heard after it, and the source soon silent again.
  await sky.change(sky.source.id, { deadAfterS: 5 });
  await sky.flyUntil(one, () => sky.map.targets.has('780cd1'), 'the aircraft');
  const feedAt = async (at: number) =>
    (await momentAt(at)).feeds.find(({ sourceId }) => sourceId === sky.source.id);
  // It flies on while it is looked for: heard no more, the source would soon be lost for good.
  const isHeard = async () => {
    await sky.fly(...one());
    return (await feedAt(sky.now()))?.state === 'live';
  };
  await eventually(isHeard, 'that it was heard');
  const heard = sky.now();
  sky.later(300_000);
  await eventually(async () => (await feedAt(sky.now()))?.state === 'lost', 'that it was lost');
  expect((await feedAt(heard))?.state).toBe('live');
  const day = new Date(sky.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const alerts = async (user: string) =>
    ((await sky.server.service(user, 'Playback/GetAlerts', { day }, 'GET')) as { items: RecordedAlert[] })
      .items;
  const ofSilence = async () => (await alerts('atmb')).find(({ kind }) => kind === 'feeds');
  await eventually(async () => (await ofSilence()) !== undefined, 'the alert');
  expect((await alerts('operator')).filter(({ kind }) => kind === 'feeds')).toEqual([]);

  // Its seconds were counted when it was raised, or when its level changed last.
  const alert = await ofSilence();
  const { incident } = (await sky.server.service(
    'atmb',
    'Playback/GetAlertIncident',
    { id: alert?.id },
    'GET',
  )) as OutputOf<'Playback', 'GetAlertIncident'>;
  const steps = incident.alert?.life.filter(({ what }) => what === 'raised' || what === 'level') ?? [];
  const counted = Date.parse(incident.alert?.countedAt ?? '');
  expect(Math.abs(counted - Date.parse(steps.at(-1)?.at ?? ''))).toBeLessThan(3_000);

  // An older record does not have that time.
  await sky.server.database.database.pool.query(
    `update encounter set details = (details::jsonb - 'countedAt')::text where id = $1`,
    [alert?.id],
  );
  const older = await ofSilence();
  expect(older).toMatchObject({ raisedAt: alert?.raisedAt, reason: alert?.reason });
  expect(older).not.toHaveProperty('countedAt');
});
