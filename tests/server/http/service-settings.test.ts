import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { followTrackLimits } from '#server/features/surveillance/track-parameters.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { reportOf } from '#tests/domain/surveillance/track/report-of.ts';
import { silentLog } from '#tests/support/database.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What an administrator sets for every screen: the wall of times, and the ages of marks. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await setParameter(server, 'deadline.timeZone', 'Asia/Shanghai');
  await server?.close();
});

const informations = '/api/services/app/Session/GetCurrentLoginInformations';

test.each([null, 'operator'])('%s is told the time zone and the ages that are set', async (user) => {
  await setParameter(server, 'deadline.timeZone', 'America/New_York');
  await setParameter(server, 'surveillance.dimAfterS', '20');
  await setParameter(server, 'surveillance.dropAfterS', '120');
  const { body } = await server.call(user, 'GET', informations);
  expect(body).toMatchObject({
    result: { application: { timeZone: 'America/New_York', dimAfterS: 20, dropAfterS: 120 } },
  });
});

test('a zone that there is not is refused at its field, in the language of the caller', async () => {
  const [row] = (await server.call('admin', 'GET', '/api/records/parameter?key=deadline.timeZone')).body as {
    id: number;
    version: number;
  }[];
  for (const value of ['Mars/Base', 'Beijing time']) {
    const answer = await server.call('admin', 'PATCH', `/api/records/parameter/${row?.id}`, {
      version: row?.version,
      value,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(/"value".*IANA 时区名称，如 Asia\/Shanghai/);
  }
});

test('files say times on that wall, with the distance that it has on the day', async () => {
  await setParameter(server, 'deadline.timeZone', 'America/New_York');
  const file = await server.call(
    'admin',
    'GET',
    '/api/records/plan/export?format=csv&columns=startTime&_end=5',
  );
  expect(file.status).toBe(200);
  expect(String(file.body)).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d -0[45]:00/);
  expect(String(file.body)).not.toContain('+08:00');
  const template = await server.call('admin', 'GET', '/api/records/airspace/import-template?format=csv');
  expect(String(template.body)).toContain('America/New_York');
});

test('tracks are dropped by the parameter of the moment', async () => {
  const values: Record<string, number> = {
    'surveillance.dimAfterS': 15,
    'surveillance.dropAfterS': 60,
    'surveillance.maxSpeedMps': 700,
    'surveillance.positionSlackM': 500,
    'surveillance.rejectionsBeforeReset': 3,
    'surveillance.maxRangeM': 400_000,
  };
  const changes = createChangeFeed(silentLog);
  const parameters = { number: async (key: string) => values[key] ?? Number.NaN };
  const limits = await followTrackLimits({ parameters, changes, log: silentLog });
  const table = createTrackTable({ limits });
  expect(limits().dropAfterMs).toBe(60_000);
  values['surveillance.dropAfterS'] = 10;
  changes.publish({
    resource: 'parameter',
    id: 1,
    action: 'update',
    record: {},
    by: 1,
    at: '2026-11-22T00:00:00Z',
  });
  await expect.poll(() => limits().dropAfterMs).toBe(10_000);
  table.apply(reportOf({ at: 0 }), 1, 0);
  expect(table.sweep(9_999)).toEqual([]);
  expect(table.sweep(10_000)).toHaveLength(1);
});
