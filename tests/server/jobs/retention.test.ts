import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createRetention } from '#server/jobs/retention.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog, sqlNow } from '#tests/support/database.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What says who was where and when goes for good once it has served, and what still runs stays. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** A server's own round. */
const retention = () => {
  const { database } = server.database;
  const changes = createChangeFeed(silentLog);
  const parameters = createParameters({ sql: database.kysely, changes });
  return createRetention({ database, parameters, clock: () => new Date(), log: silentLog });
};

const run = (text: string) => server.database.database.pool.query(text);

async function listed(resource: string): Promise<number> {
  const answer = await server.call('admin', 'GET', `/api/records/${resource}?_start=0&_end=1`);
  expect([resource, answer.status]).toEqual([resource, 200]);
  return Number(answer.headers.get('x-total-count'));
}

const lists = ['loginAttempt', 'session', 'errorLog', 'phoneCode'];
/** What a round deletes where nothing is over. */
const nothing = {
  loginAttempt: 0,
  session: 0,
  errorLog: 0,
  quarantine: 0,
  encounter: 0,
  shareOpening: 0,
  shareLink: 0,
  phoneCode: 0,
  bindCode: 0,
};

async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const resource of lists) found[resource] = await listed(resource);
  return found;
}

test('each is deleted after its own days, with its history; what runs or is younger stays', async () => {
  await server.signIn('operator');
  const before = await counts();
  await run(`
    insert into login_attempt (user_name_or_email_address, result, attempted_at)
    select 'old' || n, 'success', ${sqlNow()} - interval '181 days' from generate_series(1, 2500) as n;
    insert into login_attempt (user_name_or_email_address, result, attempted_at)
    values ('younger', 'success', ${sqlNow()} - interval '179 days');
    insert into session (key, "user", started_at, expires_at, ended_at) select key, u.id, ${sqlNow()} - begun, ${sqlNow()} - over, null
    from (select min(id) as id from "user") u, (values
      ('old', interval '200 days', interval '181 days'), ('young', interval '200 days', interval '179 days'),
      ('runs', interval '200 days', interval '-1 day')) as s (key, begun, over);
    insert into error_log (message, name, fingerprint, first_seen_at, last_seen_at) values
      ('old', 'Error', repeat('a', 64), ${sqlNow()} - interval '300 days', ${sqlNow()} - interval '91 days'),
      ('still seen', 'Error', repeat('b', 64), ${sqlNow()} - interval '300 days', ${sqlNow()} - interval '89 days');
    insert into phone_code (phone, code_hash, delivery, state, asked_at, expires_at) values
      ('13900000001', repeat('a', 64), 'desk', 'over', ${sqlNow()} - interval '32 days', ${sqlNow()} - interval '31 days'),
      ('13900000002', repeat('b', 64), 'desk', 'over', ${sqlNow()} - interval '30 days', ${sqlNow()} - interval '29 days');
    insert into bind_code ("user", code_hash, state, expires_at)
    select min(id), repeat('a', 64), 'used', ${sqlNow()} - interval '31 days' from "user";
    insert into record_history (resource, record_id, version, action, at, source, changes)
    select 'session', id, 1, 'create', ${sqlNow()}, 'api', '{}' from session where key in ('old', 'young')`);

  // Two servers whose turn comes in the same moment: one does it, and the other leaves it or finds nothing to do.
  const rounds = await Promise.all([retention().round(), retention().round()]);
  const deleting = rounds.filter((one) => one !== null && Object.values(one).some((count) => count > 0));
  expect(deleting).toEqual([
    { ...nothing, loginAttempt: 2500, session: 1, errorLog: 1, phoneCode: 1, bindCode: 1 },
  ]);
  const after = await counts();
  for (const [resource, more] of Object.entries({ loginAttempt: 1, session: 2, errorLog: 1, phoneCode: 1 }))
    expect([resource, after[resource]]).toEqual([resource, (before[resource] ?? 0) + more]);
  const { rows } = await run(
    "select s.key from record_history h left join session s on s.id = h.record_id where h.resource = 'session' and h.source = 'api' and h.changes = '{}'",
  );
  expect(rows).toEqual([{ key: 'young' }]);
  // Whoever was signed in still is.
  expect((await server.call('operator', 'GET', '/api/records/plan?_start=0&_end=1')).status).toBe(200);
});

test('0 days keep for ever', async () => {
  await run("update parameter set value = '0' where key like 'retention.%'");
  await run(
    "insert into login_attempt (user_name_or_email_address, result, attempted_at) values ('ancient', 'success', '2001-01-01')",
  );
  const deleted = await retention().round();
  expect(deleted).toEqual(nothing);
});
