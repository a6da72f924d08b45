import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A reverse proxy as operators put one before the product: it ends the connection and says whose it was. */

const visitor = '203.0.113.77';
let server: RunningTestServer;
let proxy: Server;
let address: string;

function forwarded({ headers, method, url }: IncomingMessage): ClientRequest {
  const { hostname, port } = new URL(server.address);
  return request({
    hostname,
    port,
    method,
    path: url,
    headers: {
      ...headers,
      host: 'air.example.org',
      'x-forwarded-for': visitor,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'air.example.org',
    },
  });
}

beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: ['loopback'] } });
  proxy = createServer((incoming, outgoing) => {
    const onward = forwarded(incoming);
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // As it comes: a stream of events that waited for its end would never be one.
      answer.on('data', (part: Buffer) => outgoing.write(part));
      answer.on('end', () => outgoing.end());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
    outgoing.on('close', () => onward.destroy());
  });
  proxy.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const onward = forwarded(incoming);
    onward.on('upgrade', (answer, behind, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
      behind.on('error', () => socket.destroy());
      socket.on('error', () => behind.destroy());
    });
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy?.closeAllConnections();
  await new Promise((closed) => proxy?.close(closed));
  await server?.close();
});

test.each([
  ['web sockets', HttpTransportType.WebSockets],
  ['server-sent events', HttpTransportType.ServerSentEvents],
  ['long polling', HttpTransportType.LongPolling],
])('a hub is reached through it by %s', async (_, transport) => {
  const { encryptedAccessToken } = await server.signIn('atmb');
  const query = `enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`;
  const hub = new HubConnectionBuilder()
    .withUrl(`${address}/signalr-instant?${query}`, { transport })
    .configureLogging(LogLevel.None)
    .build();
  const heard = new Promise<unknown>((resolve) => hub.on('getFlyData', resolve));
  await hub.start();
  try {
    await hub.invoke('SetViewport', [-180, -90, 180, 90]);
    expect(await heard).toMatchObject({ kind: 'picture' });
  } finally {
    await hub.stop();
  }
});

test('pages behind it may open web sockets to the host that they were asked at, and the visitor keeps their address', async () => {
  const page = await fetch(`${address}/`);
  expect(page.headers.get('content-security-policy')).toContain('wss://air.example.org');
  const signedIn = await fetch(`${address}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userNameOrEmailAddress: 'atmb', password: 'Demo-2026!' }),
  });
  const { result } = (await signedIn.json()) as { result: { accessToken: string } };
  const sessions = (await server.service(
    `Bearer ${result.accessToken}`,
    'MyAccount/GetSessions',
    {},
    'GET',
  )) as { items: { here: boolean; address: string }[] };
  expect(sessions.items.find(({ here }) => here)?.address).toBe(visitor);
});
