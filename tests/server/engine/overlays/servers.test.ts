import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, label, type OverlayItem, overlaysOf } from '#tests/support/overlays.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Two servers of one database: what one publishes the other has, without a restart and without being asked.
 */

let one: RunningTestServer;
let two: RunningTestServer;
let overlay: OverlayItem;

beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ beside: one });
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});

const knows = async (server: RunningTestServer, name: string) =>
  (await server.call('admin', 'GET', `/api/records/missionType?${name}_null=true&_end=1`)).status === 200;

test('a field that one publishes takes part in everything at the other', async () => {
  const screen = await two.hub('operator', '/signalr-chat');
  const revisions: number[] = [];
  screen.on('getCatalogue', (revision) => revisions.push(revision));

  overlay = await overlaysOf(one).save('missionType', { fields: [field('riskLevel', 'integer')] });
  overlay = await overlaysOf(one).publish(overlay);
  expect(await knows(one, 'riskLevel')).toBe(true);
  await eventually(() => knows(two, 'riskLevel'), 'the field at the other server');
  await eventually(() => revisions.length > 0, 'word of it on the screens of the other server');
  expect(revisions).toEqual([1]);

  const made = await two.call('admin', 'POST', '/api/records/missionType', {
    code: 'RISKY',
    name: 'risky',
    nameEn: 'risky',
    riskLevel: 3,
  });
  expect(made.status).toBe(201);
  const seen = await one.call('admin', 'GET', '/api/records/missionType?riskLevel=3');
  expect(seen.body).toMatchObject([{ code: 'RISKY' }]);
  const validated = await Promise.all(
    [one, two].map(async (server) => (await server.call('admin', 'GET', '/api/catalogue')).body),
  );
  // The same judge under the same name, whichever server is asked.
  expect(validated[0]).toEqual(validated[1]);
});

test('a server that missed the notice compares by itself', async () => {
  // Its listening connections are cut: what is published meanwhile is made up for when they are back.
  await one.database.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'clearway clearway_catalogue%' and datname = current_database()",
  );
  overlay = await overlaysOf(one).save(
    'missionType',
    { fields: [field('riskLevel', 'integer'), field('riskNote')] },
    'fields',
    overlay,
  );
  overlay = await overlaysOf(one).publish(overlay);
  await eventually(() => knows(two, 'riskNote'), 'the second field at the other server');
});

test('of two who publish one draft, one is told that it has changed', async () => {
  const draft = await overlaysOf(one).save('feedback', { fields: [field('urgency')] });
  const body = { id: draft.id, version: draft.version };
  const path = '/api/services/app/SchemaOverlay/Publish';
  const answers = await Promise.all([
    one.call('admin', 'POST', path, body),
    two.call('admin', 'POST', path, body),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a third server that starts now begins with all of it', async () => {
  const three = await startTestServer({ beside: one });
  try {
    expect(await knows(three, 'riskNote')).toBe(true);
  } finally {
    await three.close();
  }
});

test('records are made while fields come and go: none is lost and none answers with an error of ours', async () => {
  const statuses = new Set<number>();
  let going = true;
  const writing = (async () => {
    for (let n = 0; going; n += 1) {
      const server = n % 2 === 0 ? one : two;
      const made = await server.call('admin', 'POST', '/api/records/feedback', { question: `question ${n}` });
      statuses.add(made.status);
    }
  })();
  for (let n = 0; n < 3; n += 1) {
    const fields = [field('urgency'), { ...field(`extra${n}`), label: label(`Extra ${n}`), default: 'x' }];
    const [before] = (await overlaysOf(one).list()).items.filter(({ resource }) => resource === 'feedback');
    const saved = await overlaysOf(one).save('feedback', { fields }, 'fields', before);
    await overlaysOf(one).publish(saved);
  }
  going = false;
  await writing;
  expect([...statuses]).toEqual([201]);
}, 120_000);
