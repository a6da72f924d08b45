import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { createScheduledReports } from '#server/features/reports/scheduled-reports.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { headerOf, startMailServer } from '#tests/support/mail-server.ts';
import { idOf, makeUser, rowsOf } from '#tests/support/people.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
type Result = OutputOf<'ReportResult', 'Get'>;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({ config: { smtpUrl: mail.url, mailFrom: 'no-reply@clearway.test' } });
  await makeUser(server, 'body', { roles: ['ATMB'], emailAddress: 'body@clearway.test' });
  await makeUser(server, 'bare', { emailAddress: 'bare@clearway.test' });
});
afterAll(async () => {
  await server?.close();
  await mail?.close();
});

async function subscribe(values: object): Promise<number> {
  const answer = await server.call('admin', 'POST', '/api/records/reportSubscription', {
    name: 'Daily figures',
    period: 'day',
    every: 'day',
    time: '08:00',
    zone: 'Asia/Shanghai',
    format: 'xlsx',
    isActive: false,
    ...values,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { id: number }).id;
}

const messages = async (user: string) =>
  (
    (await server.service(user, 'Mobile/Page', { kind: 'report' })) as {
      items: { content: string; resource: string; recordId: number }[];
    }
  ).items;

test('everyone gets what they may see themselves, with the file in the mail, and reads their own alone', async () => {
  const users = await Promise.all(
    ['operator', 'body', 'bare'].map((name) => idOf(server, 'user', 'userName', name)),
  );
  const id = await subscribe({ users, nameEn: 'Daily figures in English' });
  const sent = (await server.service('admin', 'ReportResult/SendNow', { id })) as { recipients: number };
  // Whoever may read no plans gets none of it.
  expect(sent.recipients).toBe(2);
  expect(await messages('bare')).toEqual([]);
  const [ofOperator] = await messages('operator');
  const [ofBody] = await messages('body');
  expect(ofOperator).toMatchObject({ resource: 'reportResult' });
  const read = (user: string, result: number | undefined) =>
    server.service(user, 'ReportResult/Get', { id: result }, 'GET') as Promise<Result>;
  const [operators, bodies] = [
    await read('operator', ofOperator?.recordId),
    await read('body', ofBody?.recordId),
  ];
  expect(operators.name).toBe('Daily figures');
  const own = (await server.service('operator', 'Navigation/GetNAircraftReport', {
    period: 'day',
    from: operators.report.from,
  })) as Result['report'];
  expect(operators.report.totals).toEqual(own.totals);
  // Made for a reader of Chinese, it is read in English.
  const inEnglish = new Headers({ '.AspNetCore.Culture': 'c=en|uic=en' });
  const path = `/api/services/app/ReportResult/Get?id=${ofBody?.recordId}`;
  const english = (await server.call('body', 'GET', path, undefined, inEnglish)).body as { result: Result };
  expect(bodies.report.companies.map(({ name }) => name).join()).toMatch(/[\u4e00-\u9fff]/);
  expect(english.result.name).toBe('Daily figures in English');
  expect(english.result.report.companies.map(({ name }) => name).join()).toMatch(/^[ -~]+$/);
  expect(operators.report.companies.length).toBeLessThanOrEqual(1);
  expect(bodies.report.totals.plans).toBeGreaterThanOrEqual(operators.report.totals.plans);
  const another = await server.call(
    'operator',
    'GET',
    `/api/services/app/ReportResult/Get?id=${ofBody?.recordId}`,
  );
  expect(another.status).toBe(404);
  await eventually(() => mail.received.some(({ to }) => to.includes('body@clearway.test')), 'the mail');
  const got = mail.received.find(({ to }) => to.includes('body@clearway.test'));
  expect(headerOf(got ?? { from: '', to: [], raw: '' }, 'Subject')).toMatch(/^\[报表\] Daily figures/);
  expect(got?.raw).toMatch(/spreadsheetml/);
  expect(got?.raw).toMatch(/Content-Disposition: attachment/i);
});

test('with nobody named it goes to whoever made it', async () => {
  const before = (await messages('admin')).length;
  const id = await subscribe({ name: 'For myself' });
  expect(await server.service('admin', 'ReportResult/SendNow', { id })).toEqual({ recipients: 1 });
  const after = await messages('admin');
  expect(after.length).toBe(before + 1);
  expect(after[0]?.content).toContain('For myself');
});

test('who may read a report that others set up does not send it to them', async () => {
  const permissions = ['Pages.Statistics'];
  await server.call('admin', 'POST', '/api/records/role', {
    name: 'Figures',
    displayName: 'Figures',
    permissions,
  });
  const { rows } = await rowsOf(server, 'operator', 'company');
  await makeUser(server, 'reader', { roles: ['Figures'], company: rows[0]?.id });
  const id = await subscribe({ users: [await idOf(server, 'user', 'userName', 'body')] });
  const before = (await messages('body')).length;
  expect((await server.call('reader', 'GET', `/api/records/reportSubscription/${id}`)).status).toBe(200);
  const refused = await server.call('reader', 'POST', '/api/services/app/ReportResult/SendNow', { id });
  expect([403, 404]).toContain(refused.status);
  expect((await messages('body')).length).toBe(before);
});

/** The reports of a server of its own on the same database. */
function reportsOfAnotherServer() {
  const { database } = server.database;
  const catalogue = createCatalogue(resources);
  const changes = createChangeFeed(silentLog);
  const clock = () => new Date();
  const records = recordsOn(database, { changes, clock });
  const parameters = createParameters({ sql: database.kysely, changes });
  return createScheduledReports({
    database,
    sql: database.kysely,
    records,
    catalogue,
    readParameters: () => readPlanParameters(parameters),
    clock,
    log: silentLog,
  });
}

test('the clocks of two servers make it once', async () => {
  const due = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 5 * 60_000);
  const before = (await messages('operator')).length;
  const id = await subscribe({
    name: 'By the clock',
    users: [await idOf(server, 'user', 'userName', 'operator')],
    format: 'csv',
    time: due.toISOString().slice(11, 16),
    zone: 'UTC',
    isActive: true,
  });
  const [one, two] = [reportsOfAnotherServer(), reportsOfAnotherServer()];
  expect(await one.clock.tick(new Date(due.getTime() - 1_000))).toEqual({ sent: 0 });
  const at = new Date(due.getTime() + 30_000);
  const rounds = await Promise.all([one.clock.tick(at), two.clock.tick(at)]);
  expect(rounds.map(({ sent }) => sent).sort()).toEqual([0, 1]);
  expect(await two.clock.tick(at)).toEqual({ sent: 0 });
  const { rows } = await rowsOf(server, 'admin', 'reportSubscription', `id=${id}`);
  expect(rows[0]?.lastDueAt).toBe(due.toISOString());
  const after = await messages('operator');
  expect(after.length - before).toBe(1);
  const file = await server.call(
    'operator',
    'GET',
    `/api/services/app/ReportResult/Download?id=${after[0]?.recordId}`,
  );
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(String(file.body).split('\r\n').filter(Boolean)).toHaveLength(25);
});

test('a wrong time or zone is refused at its field', async () => {
  for (const [field, value] of [
    ['time', '8 o’clock'],
    ['zone', 'Mars/Base'],
    ['monthDay', 31],
  ]) {
    const answer = await server.call('admin', 'POST', '/api/records/reportSubscription', {
      name: 'x',
      period: 'day',
      every: 'day',
      time: '08:00',
      zone: 'UTC',
      format: 'csv',
      [String(field)]: value,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`"${field}"`);
  }
});
