import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';

/** Two servers that lose each other for a while: what one told meanwhile, the pages of the other never heard. */

interface Aircraft {
  id: number;
  version: number;
}

/** Changes the first aircraft through this server; its version from then on. */
async function changeAircraft(server: RunningTestServer | undefined, version: number): Promise<number> {
  if (!server) throw new Error('there is no server');
  const listed = await server.call('admin', 'GET', '/api/records/aircraft?_start=0&_end=1&_sort=id');
  const [{ id, version: known } = { id: 0, version: 0 }] = listed.body as Aircraft[];
  expect(known).toBeGreaterThanOrEqual(version);
  const request = { remark: `change ${known}`, version: known };
  const answer = await server.call('admin', 'PATCH', `/api/records/aircraft/${id}`, request);
  expect(answer.status).toBe(200);
  return (answer.body as Aircraft).version;
}

describe.runIf(hasNats)('NATS goes and comes back', () => {
  const servers: RunningTestServer[] = [];
  let line: TcpProxy;
  beforeAll(async () => {
    const { hostname, port } = new URL(natsUrl);
    line = await startTcpProxy({ host: hostname, port: Number(port || 4222) });
    const config = { natsUrl: `nats://127.0.0.1:${line.port}` };
    const first = await startTestServer({ config });
    servers.push(first, await startTestServer({ beside: first, config }));
  });
  afterAll(async () => {
    line?.mend();
    for (const server of servers.reverse()) await server.close();
    await line?.close();
  });

  test('the pages of every server connect anew, which makes them ask again for all that they show', async () => {
    const reconnected = await Promise.all(
      servers.map(async (server) => {
        const { encryptedAccessToken } = await server.signIn('operator');
        const connection = new HubConnectionBuilder()
          .withUrl(
            `${server.address}/signalr-chat?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`,
            {
              transport: HttpTransportType.WebSockets,
            },
          )
          .withAutomaticReconnect([0, 200, 200, 200])
          .configureLogging(LogLevel.None)
          .build();
        let times = 0;
        let heard = 0;
        connection.on('getOnlineClient', () => {});
        connection.on('getChangeMessage', () => {});
        connection.on('recordChanged', ({ resource }) => {
          if (resource === 'aircraft') heard += 1;
        });
        connection.onreconnected(() => {
          times += 1;
        });
        await connection.start();
        return { connection, times: () => times, heard: () => heard };
      }),
    );
    const [one, two] = reconnected;
    let version = 0;
    const change = async () => {
      version = await changeAircraft(servers[0], version);
    };
    await change();
    await eventually(() => one?.heard() === 1 && two?.heard() === 1, 'a change heard at both servers');

    line.cut();
    await change();
    await eventually(() => one?.heard() === 2, 'a change heard where it was made');
    expect(two?.heard()).toBe(1);
    line.mend();
    await eventually(() => one?.times() === 1 && two?.times() === 1, 'both connections made anew');
    await change();
    await eventually(() => one?.heard() === 3 && two?.heard() === 2, 'changes heard at both servers again');
    for (const { connection } of reconnected) await connection.stop();
  }, 60_000);
});
