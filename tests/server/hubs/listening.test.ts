import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FlyData, hubPaths } from '#contract/hub.ts';
import { makeUser } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Clients written for the specification listen, and call nothing. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

function flyDataOf(connection: HubConnection): FlyData['kind'][] {
  const kinds: FlyData['kind'][] = [];
  connection.on('getFlyData', ({ kind }: FlyData) => kinds.push(kind));
  return kinds;
}

test('who states no viewport is sent all targets after 2 s, on the instant hub, where they may see them', async () => {
  await makeUser(server, 'unseeing');
  const silent = await server.hub('operator', hubPaths.instant);
  const heard = flyDataOf(silent);
  const stated = await server.hub('operator', hubPaths.instant);
  const ofStated = flyDataOf(stated);
  await stated.invoke('SetViewport', null);
  const others = await Promise.all(
    [server.hub('operator', hubPaths.chat), server.hub('unseeing', hubPaths.instant)].map(async (opening) =>
      flyDataOf(await opening),
    ),
  );
  expect(heard).toEqual([]);
  await eventually(() => heard.length >= 2, 'the picture and its changes', 10_000);
  expect(heard.slice(0, 2)).toEqual(['picture', 'changes']);
  expect([ofStated, ...others]).toEqual([[], [], []]);
  // A viewport that comes later is taken.
  await silent.invoke('SetViewport', null);
  const before = heard.length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(heard.length - before).toBeLessThanOrEqual(1);
});

test.each(['LockUser', 'DeActivate'])('%s closes the connections of the user for good', async (act) => {
  const name = `leaver${act}`;
  const id = await makeUser(server, name);
  const { encryptedAccessToken } = await server.signIn(name);
  const query = new URLSearchParams({ enc_auth_token: encryptedAccessToken });
  const connection = new HubConnectionBuilder()
    .withUrl(`${server.address}${hubPaths.chat}?${query}`)
    .withAutomaticReconnect([50, 50])
    .configureLogging(LogLevel.None)
    .build();
  const seen: string[] = [];
  connection.onreconnecting(() => seen.push('reconnecting'));
  connection.onclose(() => seen.push('closed'));
  await connection.start();
  expect((await server.call('admin', 'POST', `/api/services/app/User/${act}`, { id })).status).toBe(200);
  await eventually(() => seen.length > 0, 'the end of the connection');
  expect(seen).toEqual(['closed']);
});

test('whoever signs out is taken off every hub for good', async () => {
  const { accessToken, encryptedAccessToken } = await server.signIn('agent');
  const query = new URLSearchParams({ enc_auth_token: encryptedAccessToken });
  const seen: string[] = [];
  const paths = Object.values(hubPaths);
  for (const path of paths) {
    const connection = new HubConnectionBuilder()
      .withUrl(`${server.address}${path}?${query}`)
      .withAutomaticReconnect([50, 50])
      .configureLogging(LogLevel.None)
      .build();
    connection.onreconnecting(() => seen.push('reconnecting'));
    connection.onclose(() => seen.push('closed'));
    await connection.start();
  }
  expect((await server.call(`Bearer ${accessToken}`, 'POST', '/api/TokenAuth/LogOut')).status).toBe(200);
  await eventually(() => seen.length >= paths.length, 'the end of the connections');
  expect(seen).toEqual(paths.map(() => 'closed'));
});
