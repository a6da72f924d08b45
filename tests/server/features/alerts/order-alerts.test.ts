import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertList, AlertView } from '#contract/alerts.ts';
import { sqlNow } from '#tests/support/database.ts';
import { rowsOf } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** A crew that does not acknowledge an order becomes an alert of the watch. */

let sky: Sky;
let hub: HubConnection;
let last: AlertList | undefined;
let plan = 0;

beforeAll(async () => {
  sky = await startSky();
  const { pool } = sky.server.database.database;
  const { rows } = await pool.query<{ id: string }>(
    `update plan set state = 9, takeoff_at = ${sqlNow()}, start_time = ${sqlNow()}, end_time = ${sqlNow()} + interval '2 hours'
     where id = (select p.id from plan p join job_task t on t.plan = p.id where p.state = 10 and p.deleted_at is null limit 1)
     returning id`,
  );
  plan = Number(rows[0]?.id);
  hub = await sky.server.hub('aiw', '/signalr-instant');
  hub.on('getAlerts', (list: AlertList) => {
    last = list;
  });
});
afterAll(() => sky?.close());

const alert = (): AlertView | undefined =>
  last?.alerts.find(({ kind, planIds }) => kind === 'orders' && planIds.includes(plan));

test('an order that the crew leaves unacknowledged is raised once, rises in level, and goes with the acknowledgement', async () => {
  expect(plan).toBeGreaterThan(0);
  await sky.server.service('aiw', 'Navigation/OrderFlight', { id: plan, kind: 'recall', reason: '军方活动' });
  sky.later(61_000);
  await eventually(() => alert() !== undefined, 'the alert', 20_000);
  expect(alert()).toMatchObject({ level: 'caution', reason: { key: 'alert.orders.recall' } });
  expect(alert()?.contacts.length).toBeGreaterThan(0);
  const id = alert()?.id;
  sky.later(121_000);
  await eventually(() => alert()?.level === 'warning', 'the warning', 20_000);
  expect(alert()?.id).toBe(id);
  // It is told first, and its record follows.
  await eventually(
    async () => (await rowsOf(sky.server, 'aiw', 'encounter', `id=${id}`)).rows[0]?.level === 'warning',
    'its record',
  );
  const { rows } = await rowsOf(sky.server, 'aiw', 'encounter', 'kind=orders');
  expect(rows).toHaveLength(1);

  // Whoever acknowledges for the crew: here as the service does it once the crew has tapped.
  await sky.server.database.database.pool.query(
    `update flight_order set state = 'acknowledged', acknowledged_at = now() where plan = $1`,
    [plan],
  );
  await eventually(
    async () => (await rowsOf(sky.server, 'aiw', 'encounter', `id=${id}`)).rows[0]?.state === 'cleared',
    'that it is cleared',
    30_000,
  );
});
