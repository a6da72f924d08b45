import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setParameter } from '#tests/support/parameters.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A wall screen at which nobody sits: signed in for weeks, and for reading alone. */

let server: RunningTestServer;
let aheadMs = 0;
const day = 86_400_000;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => server?.close());

interface Begun {
  accessToken: string;
  encryptedAccessToken: string;
  expireInSeconds: number;
}
interface UserInfo {
  display?: { name: string; endsAt: string };
  rules: { action: string }[];
}

/** A user of their own in the air traffic body, and the display that they made. */
async function display(userName: string, name = 'Operations room, left') {
  await makeUser(server, userName, { roles: ['ATMB'] });
  const desk = await server.signIn(userName);
  const begun = (await server.service(`Bearer ${desk.accessToken}`, 'MyAccount/BeginDisplay', {
    name,
  })) as Begun;
  return { ...begun, desk: `Bearer ${desk.accessToken}`, bearer: `Bearer ${begun.accessToken}` };
}
const status = async (bearer: string, verb: string, path: string, body?: object) =>
  (await server.call(bearer, verb, path, body)).status;
const info = async (bearer: string) =>
  (await server.service(bearer, 'Session/GetCurrentUserInfo', {}, 'GET')) as UserInfo;

test('stays signed in for weeks though nobody touches it, and not a day longer', async () => {
  const { bearer, expireInSeconds } = await display('wall-weeks');
  expect(expireInSeconds).toBe((35 * day) / 1000);
  const idle = new Headers({ 'x-clearway-screen': '1', 'x-clearway-idle': String((34 * day) / 1000) });
  aheadMs = 34 * day;
  const board = await server.call(bearer, 'GET', '/api/records/plan', undefined, idle);
  expect(board.status).toBe(200);
  aheadMs = 35 * day + 1_000;
  expect(await status(bearer, 'GET', '/api/records/plan')).toBe(401);
  aheadMs = 0;
});

test('takes the place of the session of whoever made it, and says what it is', async () => {
  const { bearer, desk } = await display('wall-named', '  Tower  ');
  expect(await status(desk, 'GET', '/api/records/plan')).toBe(401);
  const { display: shown } = await info(bearer);
  expect(shown).toMatchObject({ name: 'Tower' });
  const again = await server.signIn('wall-named');
  const { items } = (await server.service(
    `Bearer ${again.accessToken}`,
    'MyAccount/GetSessions',
    {},
    'GET',
  )) as { items: { id: number; name: string | null; isDisplay: boolean; here: boolean }[] };
  const listed = items.find(({ isDisplay }) => isDisplay);
  expect(listed).toMatchObject({ name: 'Tower', here: false });
  await server.service(`Bearer ${again.accessToken}`, 'MyAccount/EndSession', { id: listed?.id });
  expect(await status(bearer, 'GET', '/api/records/plan')).toBe(401);
});

test('changes nothing, whichever endpoint is asked', async () => {
  const { bearer } = await display('wall-reads');
  expect((await info(bearer)).rules.filter(({ action }) => action !== 'read')).toEqual([]);
  const call = '/api/services/app';
  const refused = [
    ['POST', '/api/records/plan', {}],
    ['PATCH', '/api/records/aircraft/1', { version: 1 }],
    ['DELETE', '/api/records/aircraft/1'],
    ['POST', '/api/records/aircraft/import', {}],
    ['POST', `${call}/MyAccount/BeginDisplay`, { name: 'another' }],
    ['PUT', `${call}/MyAccount/UpdateProfile`, { version: 1, name: 'x' }],
    ['POST', `${call}/User/ChangePassword`, { currentPassword: 'a', newPassword: 'b' }],
    ['POST', `${call}/ApiToken/Create`, { name: 'x', expiresAt: '2026-12-01T00:00:00Z' }],
    ['POST', `${call}/Preference/Set`, { key: 'shell.settings', value: {} }],
  ] as const;
  for (const [verb, path, body] of refused) {
    const { status: code, body: answer } = await server.call(bearer, verb, path, body);
    expect([verb, path, code]).toEqual([verb, path, 403]);
    expect(JSON.stringify(answer)).toContain('大屏');
  }
  expect(await status(bearer, 'POST', '/api/TokenAuth/LogOut', {})).toBe(200);
  expect(await status(bearer, 'GET', '/api/records/plan')).toBe(401);
});

test('hears everything live, sends no message, and does not make its user look present', async () => {
  const { encryptedAccessToken } = await display('wall-hears');
  await makeUser(server, 'listener', { roles: ['ATMB'] });
  const online: string[][] = [];
  const desk = await server.hub('listener', '/signalr-chat');
  desk.on('getOnlineClient', (users: { name: string }[]) => online.push(users.map(({ name }) => name)));
  const wall = server.client('/signalr-chat', encryptedAccessToken);
  await wall.start();
  await expect(wall.invoke('sendMessage', { userId: 1, message: 'hello' })).rejects.toThrow(/only reads/);
  await expect(wall.invoke('OffConnect', '2')).rejects.toThrow(/only reads/);
  await expect(wall.invoke('CatchUp', 1_000)).resolves.toBeDefined();
  // Somebody who comes after the display is in the list; its user is not.
  await makeUser(server, 'latecomer', { roles: ['ATMB'] });
  await server.hub('latecomer', '/signalr-chat');
  await expect.poll(() => online.at(-1)).toContain('latecomer');
  expect(online.at(-1)).not.toContain('wall-hears');
  await wall.stop();
});

test('an API token for reading sends no message by a hub either', async () => {
  await makeUser(server, 'program', { roles: ['ATMB'] });
  const { secret } = (await server.service('program', 'ApiToken/Create', {
    name: 'reads',
    readOnly: true,
    expiresAt: new Date(Date.now() + day).toISOString(),
  })) as { secret: string };
  const hub = new HubConnectionBuilder()
    .withUrl(`${server.address}/signalr-chat`, {
      accessTokenFactory: () => secret,
      transport: HttpTransportType.LongPolling,
    })
    .configureLogging(LogLevel.None)
    .build();
  for (const event of ['getOnlineClient', 'getChangeMessage', 'recordChanged']) hub.on(event, () => {});
  await hub.start();
  await expect(hub.invoke('sendMessage', { userId: 1, message: 'hello' })).rejects.toThrow(/only reads/);
  await hub.stop();
});

test('where the parameter says 0 there are none: new ones are refused, old ones end', async () => {
  const { bearer } = await display('wall-none');
  await makeUser(server, 'wall-late', { roles: ['ATMB'] });
  await setParameter(server, 'session.displayDays', '0');
  expect(await status(bearer, 'GET', '/api/records/plan')).toBe(401);
  const begin = server.service('wall-late', 'MyAccount/BeginDisplay', { name: 'late' });
  await expect(begin).rejects.toThrow(/session\.displayDays/);
  await setParameter(server, 'session.displayDays', '35');
});
