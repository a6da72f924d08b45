import * as signalr10 from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import * as signalr3 from 'signalr-3';
import * as signalr6 from 'signalr-6';
import * as signalr8 from 'signalr-8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlyData } from '#contract/hub.ts';
import { startServer, type TestServer, until } from './support.ts';

/** The official clients from 3.1 to 10, on every transport and protocol. */

interface Client {
  start(): Promise<void>;
  stop(): Promise<void>;
  on(event: string, handler: (...values: unknown[]) => void): void;
  onclose(handler: (...error: unknown[]) => void): void;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  send(method: string, ...args: unknown[]): Promise<void>;
}

type Transport = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';
type Protocol = 'json' | 'messagepack';

interface Wanted {
  url: string;
  transport: Transport;
  protocol: Protocol;
  token?: () => string;
}

const versions: Record<string, (wanted: Wanted) => Client> = {
  '3.1': ({ url, transport, protocol, token }) => {
    const builder = new signalr3.HubConnectionBuilder()
      .withUrl(url, {
        transport: signalr3.HttpTransportType[transport],
        ...(token ? { accessTokenFactory: token } : {}),
      })
      .configureLogging(signalr3.LogLevel.None);
    if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol() as never);
    return builder.build();
  },
  '6': ({ url, transport, protocol, token }) => {
    const builder = new signalr6.HubConnectionBuilder()
      .withUrl(url, {
        transport: signalr6.HttpTransportType[transport],
        ...(token ? { accessTokenFactory: token } : {}),
      })
      .configureLogging(signalr6.LogLevel.None);
    if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol() as never);
    return builder.build();
  },
  '8': ({ url, transport, protocol, token }) => {
    const builder = new signalr8.HubConnectionBuilder()
      .withUrl(url, {
        transport: signalr8.HttpTransportType[transport],
        ...(token ? { accessTokenFactory: token } : {}),
      })
      .configureLogging(signalr8.LogLevel.None);
    if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol() as never);
    return builder.build();
  },
  '10': ({ url, transport, protocol, token }) => {
    const builder = new signalr10.HubConnectionBuilder()
      .withUrl(url, {
        transport: signalr10.HttpTransportType[transport],
        ...(token ? { accessTokenFactory: token } : {}),
      })
      .configureLogging(signalr10.LogLevel.None);
    if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol());
    return builder.build();
  },
};

const carriers: { transport: Transport; protocol: Protocol }[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

const every = Object.keys(versions)
  .flatMap((version) => carriers.map((carrier) => ({ version, ...carrier })))
  // The client of 3.1 hands its protocol no ArrayBuffer from a poll in Node; in a browser it does.
  .filter(
    ({ version, transport, protocol }) =>
      !(version === '3.1' && transport === 'LongPolling' && protocol === 'messagepack'),
  );

let server: TestServer;
let clients: Client[];
let ended: string[];
beforeEach(async () => {
  clients = [];
  ended = [];
  server = await startServer({ metrics: { ended: (_hub, reason) => ended.push(reason) } });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await server.stop();
});

async function connect(carrier: { version: string; transport: Transport; protocol: Protocol }, token = 'u1') {
  const build = versions[carrier.version];
  if (!build) throw new Error(carrier.version);
  const client = build({ ...carrier, url: `${server.url}/signalr-instant?enc_auth_token=enc-${token}` });
  clients.push(client);
  const texts: string[] = [];
  client.on('getText', (text) => texts.push(String(text)));
  await client.start();
  return { client, texts };
}

describe.each(every)('client $version on $transport with $protocol', (carrier) => {
  it('calls, is answered, refused and told, in order, and leaves', async () => {
    const { client, texts } = await connect(carrier);
    await expect(client.invoke('Echo', '高度 900 m')).resolves.toBe('高度 900 m');
    await expect(client.invoke('Nothing')).resolves.toBeNull();
    await expect(client.invoke('SetViewport', [5, 45, 11, 48])).resolves.toBeNull();
    expect(server.viewports).toEqual([[5, 45, 11, 48]]);
    await expect(client.invoke('NoSuch')).rejects.toThrow("Unknown hub method 'NoSuch'");
    await expect(client.invoke('Echo', 1)).rejects.toThrow("Failed to invoke 'Echo' due to an error");
    const data: FlyData = { kind: 'picture', at: 1.5, targets: [], removed: ['4b1a2c'], feeds: [] };
    const got = new Promise((resolve) => client.on('getFlyData', resolve));
    server.hub.all.send('getFlyData', data);
    await expect(got).resolves.toEqual(data);
    const sent = Array.from({ length: 50 }, (_, n) => `${n} ${'云'.repeat(n * 40)}`);
    for (const text of sent) server.hub.user(1).send('getText', text);
    await client.send('Echo', 'not answered');
    await until(() => texts.length === sent.length);
    expect(texts).toEqual(sent);
    await client.stop();
    await until(() => ended.length > 0);
    // Who reads server-sent events says nothing when they stop before version 8.
    expect(carrier.transport === 'ServerSentEvents' ? ['client', 'lost'] : ['client']).toContain(ended[0]);
    expect(server.signalr.onlineUsers()).toEqual([]);
  });

  it('is closed for good where its user is', async () => {
    const { client } = await connect(carrier);
    const closed = new Promise<void>((resolve) => client.onclose(() => resolve()));
    server.signalr.disconnectUser(1);
    await closed;
    await until(() => ended.length > 0);
    expect(ended).toEqual(['server']);
  });
});

describe.each(carriers)('the bearer token on $transport with $protocol', ({ transport, protocol }) => {
  it('is asked for at each request', async () => {
    const client = versions['10']?.({
      url: `${server.url}/signalr-chat`,
      transport,
      protocol,
      token: () => 'u9',
    });
    if (!client) throw new Error('no client');
    clients.push(client);
    await client.start();
    await expect(client.invoke('Echo', 'x')).resolves.toBe('x');
    expect(server.signalr.onlineUsers()).toEqual([{ userId: 9, name: 'User 9', companyIds: [] }]);
  });
});

it('MessagePack is not for server-sent events, which carry text', async () => {
  const client = versions['10']?.({
    url: `${server.url}/signalr-instant?enc_auth_token=enc-u1`,
    transport: 'ServerSentEvents',
    protocol: 'messagepack',
  });
  await expect(client?.start()).rejects.toThrow(/transfer format|Unable to connect/);
});
