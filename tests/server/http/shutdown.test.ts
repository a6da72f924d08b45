import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/server.ts';

/** Within this a server ends, whoever is connected. */
const withinMs = 10_000;

test('a server ends within seconds though clients keep their connections', async () => {
  const server = await startTestServer();
  const { hostname, port } = new URL(server.address);
  // A connection that was used and is kept, one that never asked anything, and one in the middle of its request.
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((ended, failed) => {
    get(`${server.address}/healthz`, { agent }, (answer: IncomingMessage) => {
      answer.resume().on('end', ended);
    }).on('error', failed);
  });
  const silent = connect(Number(port), hostname);
  const half = connect(Number(port), hostname);
  await Promise.all([silent, half].map((socket) => new Promise((there) => socket.once('connect', there))));
  for (const socket of [silent, half]) socket.on('error', () => undefined);
  half.write('POST /api/TokenAuth/Authenticate HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
  const { encryptedAccessToken } = await server.signIn('atmb');
  const hubs = [
    HttpTransportType.WebSockets,
    HttpTransportType.ServerSentEvents,
    HttpTransportType.LongPolling,
  ].map((transport) =>
    new HubConnectionBuilder()
      .withUrl(
        `${server.address}/signalr-instant?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`,
        { transport },
      )
      .configureLogging(LogLevel.None)
      .build(),
  );
  const gone = Promise.all(hubs.map((hub) => new Promise<void>((closed) => hub.onclose(() => closed()))));
  for (const hub of hubs) await hub.start();
  const began = performance.now();
  await server.close();
  const tookMs = performance.now() - began;
  await gone;
  agent.destroy();
  silent.destroy();
  half.destroy();
  expect(tookMs).toBeLessThan(withinMs);
});
