import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What is kept of sign-ins, errors and codes is seen within one's own company. */

let server: RunningTestServer;
let mine: Row;
let theirs: Row;
beforeAll(async () => {
  server = await startTestServer();
  const role = await server.call('admin', 'POST', '/api/records/role', {
    name: 'UserKeeper',
    displayName: 'User keeper',
    permissions: ['Pages.Users'],
  });
  expect(role.status).toBe(201);
  const { rows } = await rowsOf(server, 'admin', 'company', '_sort=id');
  const [first, second] = rows;
  if (!first || !second) throw new Error('the demo has companies');
  [mine, theirs] = [first, second];
  await makeUser(server, 'keeper', { roles: ['UserKeeper'], company: mine.id });
  await makeUser(server, 'fellow', { company: mine.id });
  await makeUser(server, 'stranger', { company: theirs.id });
  for (const user of ['fellow', 'stranger', 'admin']) {
    const { accessToken } = await server.signIn(user);
    await expect(server.signIn(user, 'Wrong-one-1')).rejects.toThrow();
    await server.call(`Bearer ${accessToken}`, 'POST', '/api/services/app/ErrorLog/Report', {
      name: 'TypeError',
      message: `met by ${user}`,
      page: '/home',
      release: '0.1.0',
      stack: `TypeError: met by ${user}\n    at ${user} (http://127.0.0.1/assets/x.js:1:1)`,
    });
  }
  await expect(server.signIn('nobody-at-all', 'Wrong-one-1')).rejects.toThrow();
});
afterAll(() => server?.close());

test.each(['session', 'loginAttempt', 'errorLog'])(
  'a user administrator of one company reads of %s what belongs to it',
  async (resource) => {
    const all = (await rowsOf(server, 'admin', resource)).rows;
    expect(new Set(all.map(({ company }) => company))).toEqual(new Set([mine.id, theirs.id, null]));
    const { rows, total } = await rowsOf(server, 'keeper', resource);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBe(total);
    expect(rows.map(({ company }) => company).filter((company) => company !== mine.id)).toEqual([]);
    const other = all.find(({ company }) => company === theirs.id);
    expect((await server.call('keeper', 'GET', `/api/records/${resource}/${other?.id}`)).status).toBe(404);
  },
);

test('an error of another company is not resolved', async () => {
  const { rows } = await rowsOf(server, 'admin', 'errorLog', `company=${theirs.id}`);
  const answer = await server.call('keeper', 'POST', '/api/services/app/ErrorLog/Resolve', {
    id: rows[0]?.id,
  });
  expect(answer.status).toBe(404);
});

test('codes are read by who may read codes, and by nobody who keeps users alone', async () => {
  expect((await server.call('keeper', 'GET', '/api/records/phoneCode')).status).toBe(403);
  const role = await server.call('admin', 'POST', '/api/records/role', {
    name: 'Desk',
    displayName: 'Desk',
    permissions: ['Pages.PhoneCodes'],
  });
  expect(role.status).toBe(201);
  await makeUser(server, 'desk', { roles: ['Desk'] });
  expect((await server.call('desk', 'GET', '/api/records/phoneCode')).status).toBe(200);
  expect((await server.call('desk', 'GET', '/api/records/user')).status).toBe(403);
});
