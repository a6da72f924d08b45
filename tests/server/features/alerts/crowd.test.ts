import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertList, AlertView } from '#contract/alerts.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import type { Seen } from '#tests/support/traffic.ts';

/** Many alerts at once, and a database that is slow, refuses a record or is full of old ones: nothing hides an alert. */

let sky: Sky;
let hub: HubConnection;
let lists: AlertList[] = [];

beforeAll(async () => {
  sky = await startSky();
  hub = await sky.server.hub('admin', '/signalr-instant');
  hub.on('getAlerts', (list: AlertList) => lists.push(list));
});
afterAll(() => sky?.close());

const metre = 1 / 95_600;

/** Two at 60 m/s towards each other along a parallel; `apartM` when it begins. */
function headOn(names: [string, string], latitude: number, apartM: number): () => Seen[] {
  const begun = sky.now();
  const address = (name: string) => Buffer.from(name.slice(-3)).toString('hex');
  return () => {
    const flownM = ((sky.now() - begun) / 1_000) * 60;
    const common = { latitude, flightLevel: 40, groundSpeedKt: 116.6 };
    const [one, two] = names;
    return [
      sky.over(address(one), { ...common, callsign: one, longitude: 104 + flownM * metre, trackDeg: 90 }),
      sky.over(address(two), {
        ...common,
        callsign: two,
        longitude: 104 + (apartM - flownM) * metre,
        trackDeg: 270,
      }),
    ];
  };
}

/** Fifty that fly side by side, 60 m apart: 1,225 pairs. */
function formation(): () => Seen[] {
  const begun = sky.now();
  return () => {
    const flownM = ((sky.now() - begun) / 1_000) * 50;
    return Array.from({ length: 50 }, (_, i) =>
      sky.over((0x7b0000 + i).toString(16), {
        callsign: `SHOW${i}`,
        flightLevel: 30,
        groundSpeedKt: 97.2,
        trackDeg: 90,
        latitude: 30.9 + Math.floor(i / 10) * 60 * metre,
        longitude: 104.4 + ((i % 10) * 60 + flownM) * metre,
      }),
    );
  };
}

const between = (list: AlertList | undefined, one: string, two: string): AlertView | undefined =>
  list?.alerts.find(({ kind, targets }) => {
    const names = targets.map(({ callsign }) => callsign);
    return kind === 'pairs' && names.includes(one) && names.includes(two);
  });
const isOfShow = ({ targets }: AlertView) => targets.some(({ callsign }) => callsign?.startsWith('SHOW'));
const listed = async (user = 'admin') =>
  (await sky.server.service(user, 'Alert/GetList', {}, 'GET')) as AlertList;
const encounter = async (id: number): Promise<Row | undefined> =>
  (await rowsOf(sky.server, 'admin', 'encounter', `id=${id}`)).rows[0];
/** Flies on until it is so. */
const flyOn = (seen: () => Seen[], is: () => Promise<boolean>, wanted: string) =>
  eventually(
    async () => {
      await sky.fly(...seen());
      return is();
    },
    wanted,
    30_000,
  );

/** No record of an alert can be written until the answer is called. */
async function lockRecords(): Promise<() => Promise<void>> {
  const client = await sky.server.database.database.pool.connect();
  await client.query('begin');
  await client.query('lock table encounter in exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('a head-on pair beside a formation of fifty is told with it, before any record is written, and stays', async () => {
  const show = formation();
  const pair = headOn(['CWA1', 'CWB1'], 30.6, 12_000);
  const all = () => [...show(), ...pair()];
  const unlock = await lockRecords();
  let id = 0;
  try {
    await sky.flyUntil(all, () => lists.some((list) => between(list, 'CWA1', 'CWB1')), 'the pair');
    const first = lists.findIndex((list) => between(list, 'CWA1', 'CWB1'));
    // Told in the very look that raised it, beside all the others.
    expect(between(lists[first], 'CWA1', 'CWB1')?.raisedAt).toBe(lists[first]?.at);
    expect(lists[first]?.alerts.some(isOfShow)).toBe(true);
    await sky.flyUntil(all, () => lists.length > first + 4, 'more lists');
    for (const list of lists.slice(first)) expect(between(list, 'CWA1', 'CWB1')).toBeDefined();
    const now = await listed();
    id = between(now, 'CWA1', 'CWB1')?.id ?? 0;
    expect(id).toBeGreaterThan(0);
    expect(await encounter(id)).toBeUndefined();
    // By the areas of airspace watch, and by the companies of an operator, as its record will be.
    expect(between(await listed('aiw'), 'CWA1', 'CWB1')?.id).toBe(id);
    expect((await listed('operator')).alerts.map((alert) => alert.id)).not.toContain(id);
    const acknowledged = sky.server.service('atmb', 'Alert/Acknowledge', { id, looked: true });
    await unlock();
    await acknowledged;
  } finally {
    await unlock().catch(() => undefined);
  }
  expect(await encounter(id)).toMatchObject({ state: 'acknowledged', acknowledgedLooked: true });
  expect(between(await listed(), 'CWA1', 'CWB1')).toMatchObject({ id, state: 'acknowledged' });

  // All of them become records, and a log that can still be read.
  await flyOn(
    all,
    async () => {
      const { rows } = await sky.server.database.database.pool.query<{ open: number }>(
        `select count(*)::int as open from encounter where state <> 'cleared'`,
      );
      const { alerts, lacks } = await listed();
      const more = lacks.find(({ key }) => key === 'alert.list.more')?.values?.count ?? 0;
      return (rows[0]?.open ?? 0) >= alerts.length + Number(more);
    },
    'the records',
  );
  const { rows } = await sky.server.database.database.pool.query<{ entries: number }>(
    `select count(*)::int as entries from watch_log_entry where kind = 'alertRaised'`,
  );
  expect(rows[0]?.entries).toBeGreaterThan(0);
  expect(rows[0]?.entries).toBeLessThan(120);
});

test('a record that the database refuses hides no other, and its alert is told; it is stored as soon as it can be', async () => {
  const { pool } = sky.server.database.database;
  await pool.query(`
    create function refuse_it() returns trigger language plpgsql as $$
    begin
      if new.callsign_one = 'CWA2' then raise exception 'refused by the test'; end if;
      return new;
    end $$`);
  await pool.query(
    'create trigger refuse_it before insert on encounter for each row execute function refuse_it()',
  );
  const refused = headOn(['CWA2', 'CWB2'], 31.2, 9_000);
  const others = headOn(['CWA3', 'CWB3'], 31.6, 9_000);
  const all = () => [...refused(), ...others()];
  await sky.flyUntil(
    all,
    () =>
      between(lists.at(-1), 'CWA2', 'CWB2') !== undefined &&
      between(lists.at(-1), 'CWA3', 'CWB3') !== undefined,
    'both',
  );
  const id = between(lists.at(-1), 'CWA2', 'CWB2')?.id ?? 0;
  const other = between(lists.at(-1), 'CWA3', 'CWB3')?.id ?? 0;
  await flyOn(all, async () => (await encounter(other))?.state === 'announced', 'the record of the other');
  expect(await encounter(id)).toBeUndefined();
  expect(between(await listed(), 'CWA2', 'CWB2')?.id).toBe(id);
  const answer = await sky.server.call('atmb', 'POST', '/api/services/app/Alert/Acknowledge', { id });
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toContain('refused by the test');
  await pool.query('drop trigger refuse_it on encounter');
  await flyOn(all, async () => (await encounter(id))?.state === 'announced', 'its record');
});

test('thousands of old open records delay no live alert at a start, and are cleared behind it', async () => {
  const { pool } = sky.server.database.database;
  // The server that evaluates stops, as if it were killed, and comes back to what others left.
  const client = await pool.connect();
  const { rows: holders } = await client.query<{ pid: number }>(
    `select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted
       and l.objid = (hashtext('clearway alerts')::bigint & 4294967295)::oid
       and l.database = (select oid from pg_database where datname = current_database())`,
  );
  expect(holders).toHaveLength(1);
  const isLed = client.query(`select pg_advisory_lock(hashtext('clearway alerts'))`);
  await pool.query('select pg_terminate_backend($1)', [holders[0]?.pid]);
  await isLed;
  const at = new Date(sky.now() - 3_600_000).toISOString();
  const details = JSON.stringify({
    reason: { key: 'alert.overdue.reason' },
    advice: 'alert.overdue.advice',
    contacts: [],
    targets: [],
    planIds: [],
    distanceM: null,
    verticalM: null,
    approach: null,
  });
  await client.query(
    `
    insert into encounter (version, created_at, updated_at, kind, level, highest_level, state, alert_key, reason, reason_en,
      details, raised_at)
    select 1, $1, $1, 'overdue', 'warning', 'warning', 'announced', 'old:' || n, '旧', 'old', $2, $1
    from generate_series(1, 3000) n`,
    [at, details],
  );
  // One of them, the least urgent, is of the two that still fly.
  const { rows: known } = await client.query<{ id: string }>(
    `
    insert into encounter (version, created_at, updated_at, kind, level, highest_level, state, alert_key, reason, reason_en,
      details, raised_at)
    values (1, $1, $1, 'pairs', 'advisory', 'advisory', 'announced', 'pairs:574134|574234', '旧', 'old', $2, $1) returning id`,
    [at, details],
  );
  lists = [];
  await client.query(`select pg_advisory_unlock(hashtext('clearway alerts'))`);
  client.release();
  const pair = headOn(['CWA4', 'CWB4'], 30.2, 9_000);
  await sky.flyUntil(pair, () => between(lists.at(-1), 'CWA4', 'CWB4') !== undefined, 'the alert');
  const list = await listed();
  expect(between(list, 'CWA4', 'CWB4')).toMatchObject({ id: Number(known[0]?.id), raisedAt: Date.parse(at) });
  expect(list.alerts.length).toBeLessThanOrEqual(500);
  expect(list.lacks).toContainEqual({ key: 'alert.list.more', values: { count: expect.any(Number) } });

  sky.later(21_000);
  await eventually(
    async () => {
      const { rows } = await pool.query<{ open: number }>(
        `select count(*)::int as open from encounter where alert_key like 'old:%' and state <> 'cleared'`,
      );
      return rows[0]?.open === 0;
    },
    'that the old ones are cleared',
    30_000,
  );
  expect((await listed()).alerts.filter(({ kind }) => kind === 'overdue')).toEqual([]);
});

test('an emergency that a second message confirms is told at once, not at the next look', async () => {
  const declared = (of: AlertList | undefined, id: string) =>
    of?.alerts.some(({ kind, targets }) => kind === 'emergency' && targets.some((one) => one.id === id));
  const seen = (icao24: string, mode3A: string) => sky.over(icao24, { mode3A, latitude: 30.2 });
  // It stands throughout, so that each look is heard of.
  await sky.flyUntil(
    () => [seen('7c0001', '7700'), seen('7c0002', '2000')],
    () => lists.some((list) => declared(list, '7c0001')),
    'the first emergency',
  );
  sky.later(3_000);
  const goOn = sky.standStill();
  try {
    const at = sky.now();
    await eventually(() => lists.at(-1)?.at === at, 'the last look');
    // No look is due until the clock goes on.
    for (const agoMs of [1_500, 500]) await sky.fly({ ...seen('7c0002', '7700'), at: at - agoMs });
    await eventually(() => declared(lists.at(-1), '7c0002') === true, 'the second emergency', 10_000);
    expect(lists.at(-1)?.at).toBe(at);
    expect(declared(lists.at(-1), '7c0001')).toBe(true);
    expect(declared(await listed(), '7c0002')).toBe(true);
  } finally {
    goOn();
  }
});
