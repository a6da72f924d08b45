import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageOf } from '#tests/support/audit-world.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let at = Date.now();
let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(at) });
});
afterAll(() => server?.close());

interface Made {
  id: number;
  code: string;
  state: string;
  expiresAt: string;
}

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const post = (user: string | null, call: string, body: object): Promise<Answer> =>
  server.call(
    user,
    'POST',
    `/api/services/app/DeviceBinding/${call}`,
    body,
    new Headers({ 'user-agent': phone }),
  );
const result = <T>({ status, body }: Answer): T => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { result: T }).result;
};
const make = async (user = 'operator') => result<Made>(await post(user, 'Create', {}));
const ask = async (code: string) =>
  result<{ secret: string; checkNumber: string }>(await post(null, 'Ask', { code }));
const collect = async (secret: string) =>
  result<{ state: string; session: { accessToken: string } | null }>(await post(null, 'Collect', { secret }));
const view = (user: string, id: number) =>
  server.call(user, 'GET', `/api/services/app/DeviceBinding/Get?id=${id}`);

test('a second device comes with the code, is let in by the first, and has a session of its own', async () => {
  const made = await make();
  expect(made.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  // As a person types it.
  const { secret, checkNumber } = await ask(` ${made.code.toLowerCase().replace('-', ' ')} `);
  expect(await collect(secret)).toEqual({ state: 'asked', session: null });
  expect(result(await view('operator', made.id))).toMatchObject({
    state: 'asked',
    checkNumber,
    device: { name: 'Chrome 126 · Android', address: '127.0.0.1' },
  });
  const granted = result<Made>(
    await post('operator', 'Answer', { id: made.id, grant: true, name: ' 塔台平板 ' }),
  );
  expect(granted.state).toBe('granted');
  const { state, session } = await collect(secret);
  expect(state).toBe('used');
  const bearer = `Bearer ${session?.accessToken}`;
  const info = (await server.service(bearer, 'Session/GetCurrentUserInfo', {}, 'GET')) as {
    user: { userName: string };
  };
  expect(info.user.userName).toBe('operator');
  const { rows } = await rowsOf(server, 'admin', 'session', '_sort=id&_order=desc');
  expect(rows.find(({ browserInfo }) => browserInfo === phone)).toMatchObject({ endedAt: null });
  // The list of sessions calls it what its owner does.
  const { items } = (await server.service('operator', 'MyAccount/GetSessions', {}, 'GET')) as {
    items: { name: string | null; browser: string; here: boolean }[];
  };
  expect(items.find(({ name }) => name !== null)).toMatchObject({
    name: '塔台平板',
    browser: 'Chrome 126',
    here: false,
  });
  // Once, and that was it.
  expect(await collect(secret)).toEqual({ state: 'used', session: null });
  expect((await post(null, 'Ask', { code: made.code })).status).toBe(500);
  // It ends by itself, and the first device goes on.
  await server.call(bearer, 'POST', '/api/TokenAuth/LogOut', {});
  expect((await server.call(bearer, 'GET', '/api/records/aircraft')).status).toBe(401);
  expect((await server.call('operator', 'GET', '/api/records/aircraft')).status).toBe(200);
});

test('nobody is let in who was refused, who was not asked about, or by somebody else', async () => {
  const made = await make();
  const early = await post('operator', 'Answer', { id: made.id, grant: true });
  expect([early.status, messageOf(early)]).toEqual([500, '此次绑定已结束，请重新生成绑定码。']);
  const { secret } = await ask(made.code);
  // The code is taken: another device that saw it comes too late.
  expect((await post(null, 'Ask', { code: made.code })).status).toBe(500);
  expect((await view('operator2', made.id)).status).toBe(404);
  expect((await post('operator2', 'Answer', { id: made.id, grant: true })).status).toBe(404);
  expect((await post(null, 'Answer', { id: made.id, grant: true })).status).toBe(401);
  expect(result<Made>(await post('operator', 'Answer', { id: made.id, grant: false })).state).toBe('refused');
  expect(await collect(secret)).toEqual({ state: 'refused', session: null });
});

test('a code is over after its minutes, and when another is made; a wrong one is told apart from none', async () => {
  const first = await make();
  const second = await make();
  const texts = [messageOf(await post(null, 'Ask', { code: first.code }))];
  at += 4 * 60_000;
  texts.push(messageOf(await post(null, 'Ask', { code: second.code })));
  texts.push(messageOf(await post(null, 'Ask', { code: 'ZZZZ-ZZZZ' })));
  expect(new Set(texts)).toEqual(new Set(['绑定码不正确、已使用或已过期，请在已登录的设备上重新生成。']));
  expect(result(await view('operator', second.id))).toMatchObject({ state: 'over' });
});

test('a device that asked is not let in when nobody answers in time', async () => {
  const made = await make();
  const { secret } = await ask(made.code);
  at += 3 * 60_000;
  expect((await post('operator', 'Answer', { id: made.id, grant: true })).status).toBe(500);
  expect(await collect(secret)).toEqual({ state: 'over', session: null });
});

test('an API token makes no code, and codes and secrets are nobody’s to read', async () => {
  const token = (await server.service('operator', 'ApiToken/Create', {
    name: 'binding',
    expiresAt: new Date(at + 86_400_000).toISOString(),
  })) as { secret: string };
  expect((await post(`Bearer ${token.secret}`, 'Create', {})).status).toBe(403);
  expect((await server.call('operator', 'GET', '/api/records/bindCode')).status).toBe(403);
  const { rows } = await rowsOf(server, 'admin', 'bindCode');
  for (const row of rows) {
    for (const secret of ['codeHash', 'secretHash', 'ownerSession']) expect(row).not.toHaveProperty(secret);
  }
});
