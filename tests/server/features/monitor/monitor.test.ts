import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MonitorState } from '#contract/monitor.ts';
import { installationFigures } from '#server/features/monitor/installation-figures.ts';
import { coarsen, dropSampleDays, makeSampleDay } from '#server/features/monitor/monitor-tables.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
  // The first sample and the first judgement follow the start.
  await eventually(async () => Object.keys((await state()).installation.figures).length > 5, 'a sample');
  for (const one of (await state()).servers) if (!one.here) before.add(one.server);
});
afterAll(() => server?.close());

const state = async (user = 'admin', of = server) =>
  (await of.service(user, 'Monitor/GetState', {}, 'GET')) as MonitorState;
/** Without the server that made the database of the tests, and was stopped. */
const before = new Set<string>();
const present = async (of = server) => {
  const now = await state('admin', of);
  return { ...now, servers: now.servers.filter((one) => !before.has(one.server)) };
};
const sql = () => server.database.database.kysely;
const iso = (ms: number) => new Date(ms).toISOString();

async function sampled(name: string, at: number, figures: object, width = 60): Promise<void> {
  await makeSampleDay(sql(), at);
  await raw`
    insert into monitor_sample (server, width_s, at, figures)
    values (${name}, ${width}, ${iso(at)}::timestamptz, ${JSON.stringify(figures)}::jsonb)`.execute(sql());
}

describe('the state of the installation', () => {
  test('has this server with its figures, the database, queues and backups', async () => {
    const { servers, installation, backups, alarms } = await present();
    expect(servers).toHaveLength(1);
    const [here] = servers;
    expect(here).toMatchObject({ state: 'live', here: true, version: '0.0.0' });
    expect(here?.figures).toMatchObject({
      memoryMb: expect.any(Number),
      databaseMs: expect.any(Number),
      diskFreePercent: expect.any(Number),
      eventLoopMs: expect.any(Number),
      jobsFailed: 0,
      crashes: 0,
    });
    expect(here?.recent.memoryMb).toHaveLength(60);
    expect(here?.recent.memoryMb?.at(-1)).toBe(here?.figures.memoryMb);
    expect(installation.figures.connections).toBeGreaterThan(0);
    expect(installation.figures.databaseMb).toBeGreaterThan(1);
    expect(installation.figures).toMatchObject({ webhooksWaiting: 0, importsWaiting: 0 });
    expect(backups.own).toBe(false);
    expect(alarms.filter(({ figure }) => figure === 'silentS')).toEqual([]);
  });

  test('what was quarantined within a day is a figure', async () => {
    const quarantined = async () => {
      const asked = { now, slowS: 30, backupFolder: null, certificateDays: null };
      return (await installationFigures({ sql: sql(), ...asked })).figures.quarantined;
    };
    expect(await quarantined()).toBe(0);
    for (const hours of [1, 23, 25]) {
      await raw`insert into quarantine (kind, name, set_aside_at)
        values ('trackMinute', 'one', ${iso(now - hours * 3_600_000)}::timestamptz)`.execute(sql());
    }
    expect(await quarantined()).toBe(2);
  });

  test('without any backup the age of one is that of the installation', async () => {
    const ageAt = async (at: number, backupFolder: string | null) => {
      const asked = { now: at, slowS: 30, backupFolder, certificateDays: null };
      return (await installationFigures({ sql: sql(), ...asked })).figures.backupAgeH;
    };
    const { rows } = await raw<{ at: string }>`select min(created_at) as at from "user"`.execute(sql());
    const begun = Date.parse(rows[0]?.at ?? '');
    const folder = await mkdtemp(join(tmpdir(), 'no-backup-'));
    expect(await ageAt(begun + 50 * 3_600_000, folder)).toBe(50);
    // A database elsewhere is backed up where it is.
    expect(await ageAt(begun + 50 * 3_600_000, null)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  test('what a sample costs is a figure like the others', async () => {
    const [here] = (await present()).servers;
    expect(here?.figures.samplingMs).toBeGreaterThan(0);
  });

  test('Prometheus has the same figures from the same registry', async () => {
    const { status, body } = await server.call('admin', 'GET', '/metrics');
    expect(status).toBe(200);
    expect(String(body)).toMatch(/^clearway_database_connections [1-9]/m);
    expect(String(body)).toMatch(/^clearway_disk_free_percent \d/m);
    expect(String(body)).toContain('http_request_duration_seconds_count');
  });

  test('a second server stands beside it, and one that is stopped in order is no silent one', async () => {
    const second = await startTestServer({ beside: server, clock: () => new Date(now) });
    await eventually(async () => (await present()).servers.length === 2, 'the second server');
    const names = (await present(second)).servers.map(({ server: name, here }) => [name, here]);
    expect(names.filter(([, here]) => here)).toHaveLength(1);
    await second.close();
    expect((await present()).servers.map((one) => one.state).sort()).toEqual(['live', 'stopped']);
  });
});

describe('a server that falls silent', () => {
  test('is shown as such, and is taken off the list by hand; one that runs is not', async () => {
    await raw`
      insert into monitor_server (server, version, started_at, last_at, details)
      values ('lost:1', '0.0.0', ${iso(now - 86_400_000)}::timestamptz, ${iso(now - 600_000)}::timestamptz, '{}')`.execute(
      sql(),
    );
    const lost = (await state()).servers.find((one) => one.server === 'lost:1');
    expect(lost).toMatchObject({ state: 'silent', here: false });
    const forget = (name: string, user = 'admin') =>
      server.call(user, 'POST', '/api/services/app/Monitor/ForgetServer', { server: name });
    const here = (await state()).servers.find((one) => one.here)?.server ?? '';
    expect((await forget(here)).status).toBe(500);
    expect((await forget('nobody:1')).status).toBe(400);
    expect((await forget('lost:1')).status).toBe(200);
    expect((await state()).servers.map((one) => one.server)).not.toContain('lost:1');
  });
});

describe('history', () => {
  const history = async (figure: string, from: number, to: number) =>
    (await server.service(
      'admin',
      'Monitor/GetHistory',
      { figure, from: iso(from), to: iso(to) },
      'GET',
    )) as {
      stepS: number;
      series: { server: string; points: { at: number; mean: number; peak: number }[] }[];
    };

  test('minutes become quarters of an hour with mean and peak, once, and days go as a whole', async () => {
    const day = Date.UTC(2026, 0, 5);
    for (const minute of [0, 1, 2]) {
      await sampled('old:1', day + minute * 60_000, {
        cpuPercent: [10, 20, 60][minute],
        diskFreePercent: 50 - minute,
      });
    }
    const read = () => history('cpuPercent', day - 1, day + 3_600_000);
    expect((await read()).series[0]?.points.map(({ mean }) => mean)).toEqual([10, 20, 60]);
    expect(await coarsen(sql(), day + 86_400_000)).toBe(3);
    expect(await coarsen(sql(), day + 86_400_000)).toBe(0);
    expect((await read()).series).toEqual([{ server: 'old:1', points: [{ at: day, mean: 30, peak: 60 }] }]);
    expect((await history('diskFreePercent', day - 1, day + 3_600_000)).series[0]?.points).toEqual([
      { at: day, mean: 49, peak: 48 },
    ]);
    expect(await dropSampleDays(sql(), day + 86_400_000 - 1)).toBe(0);
    expect(await dropSampleDays(sql(), day + 86_400_000)).toBe(1);
    expect((await read()).series).toEqual([]);
  });

  test('of a month has no more than 400 points, and a figure that is none is refused at its field', async () => {
    expect((await history('cpuPercent', now - 31 * 86_400_000, now)).stepS).toBeGreaterThanOrEqual(
      (31 * 86_400) / 400,
    );
    const query = (figure: string) =>
      server.call(
        'admin',
        'GET',
        `/api/services/app/Monitor/GetHistory?figure=${figure}&from=${iso(now - 1)}&to=${iso(now)}`,
      );
    expect((await query('nothing')).status).toBe(400);
  });
});

describe('an alarm', () => {
  interface Threshold {
    id: number;
    version: number;
    figure: string;
    limit: number;
    clearAt: number;
  }
  const threshold = async (figure: string) => {
    const { body } = await server.call('admin', 'GET', '/api/records/monitorThreshold?_end=100');
    const found = (body as Threshold[]).find((one) => one.figure === figure);
    if (!found) throw new Error(`no threshold of ${figure}`);
    return found;
  };
  const change = async (figure: string, values: object) => {
    const { id, version } = await threshold(figure);
    return server.call('admin', 'PATCH', `/api/records/monitorThreshold/${id}`, { version, ...values });
  };

  test('clears on the good side of its limit, or the threshold is refused at its field', async () => {
    const { limit } = await threshold('cpuPercent');
    const refused = await change('cpuPercent', { clearAt: limit + 1 });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('clearAt');
  });

  test('is raised, told once, acknowledged by name, and cleared by the samples', async () => {
    const made = await server.call('admin', 'POST', '/api/records/monitorThreshold', {
      figure: 'connections',
      limit: 0,
      clearAt: 0,
      minutes: 1,
      level: 'warning',
      enabled: true,
    });
    expect(made.status).toBe(201);
    const alarm = async () => (await state()).alarms.find(({ figure }) => figure === 'connections');
    // The next minute is judged by the next round of whichever server comes first.
    now += 600_000;
    const second = await startTestServer({ beside: server, clock: () => new Date(now) });
    await eventually(async () => (await alarm()) !== undefined, 'the alarm');
    const raised = await alarm();
    expect(raised).toMatchObject({ server: '', level: 'warning', state: 'raised' });
    expect(raised?.text).toMatch(/^整个系统：数据库连接 \d+，超过 0$/);
    const reminders = async () =>
      (
        (await server.service('admin', 'Mobile/Page', { maxResultCount: 100 })) as {
          items: { content: string; resource: string }[];
        }
      ).items
        // The first server, which the clock left behind, is silent by now, and that is told as well.
        .filter(({ resource, content }) => resource === 'monitorAlarm' && content.includes('数据库连接'));
    expect(await reminders()).toHaveLength(1);
    const acknowledge = () =>
      server.call('admin', 'POST', '/api/services/app/Monitor/Acknowledge', { id: raised?.id, note: '在看' });
    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).status).toBe(500);
    expect(await reminders()).toHaveLength(0);
    expect(await alarm()).toMatchObject({
      state: 'acknowledged',
      acknowledgedBy: expect.any(String),
      note: '在看',
    });
    await second.close();
    const { id, version } = (await threshold('connections')) as Threshold;
    await server.call('admin', 'PATCH', `/api/records/monitorThreshold/${id}`, { version, enabled: false });
    now += 600_000;
    const third = await startTestServer({ beside: server, clock: () => new Date(now) });
    await eventually(async () => (await alarm()) === undefined, 'the end of the alarm');
    await third.close();
    const { body } = await server.call('admin', 'GET', `/api/records/monitorAlarm/${raised?.id}`);
    expect(body).toMatchObject({ state: 'cleared', clearedAt: expect.any(String) });
  });
});
