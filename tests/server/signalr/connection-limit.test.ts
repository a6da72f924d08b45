import { afterEach, expect, it } from 'vitest';
import { createInProcessBackplane } from '#server/signalr/backplane.ts';
import { clientOf, createManualClock, startServer, type TestServer, upgradeStatus } from './support.ts';

/** The limit of one user's connections, counted over the servers of one installation. */

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const connectionLimit = { most: async () => 2, refusal: (most: number) => `no more than ${most}` };

it('counts the connections to other servers as they told them', async () => {
  const backplane = createInProcessBackplane();
  const clock = createManualClock();
  const [left, right] = [
    await startServer({ backplane, clock, connectionLimit }),
    await startServer({ backplane, clock, connectionLimit }),
  ];
  servers.push(left, right);
  const status = (server: TestServer, token: string) =>
    upgradeStatus(`${server.url.replace('http', 'ws')}/signalr-instant?access_token=${token}`);
  const clients = [await clientOf(left, 'u1'), await clientOf(left, 'u1')];
  await Promise.all(clients.map((client) => client.start()));
  clock.advance(1_000);
  expect(await status(left, 'u1')).toBe(429);
  expect(await status(right, 'u1')).toBe(429);
  expect(await status(right, 'u2')).toBe(101);
  await Promise.all(clients.map((client) => client.stop()));
  await expect
    .poll(async () => {
      clock.advance(1_000);
      return status(right, 'u1');
    })
    .toBe(101);
});

it('counts a connection before its handshake', async () => {
  const server = await startServer({ connectionLimit });
  servers.push(server);
  const url = `${server.url.replace('http', 'ws')}/signalr-instant?access_token=u1`;
  const { WebSocket } = await import('ws');
  const sockets = [new WebSocket(url), new WebSocket(url)];
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  expect(await upgradeStatus(url)).toBe(429);
  for (const socket of sockets) socket.terminate();
  await expect.poll(() => upgradeStatus(url)).toBe(101);
});
