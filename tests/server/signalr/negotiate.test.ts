import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sameHost } from '#server/signalr/server.ts';
import {
  createManualClock,
  type ManualClock,
  rawClient,
  separator,
  startServer,
  type TestServer,
  upgradeStatus,
} from './support.ts';

describe('two servers behind one address', () => {
  const joined = { key: 'of both', now: () => nowMs };
  let nowMs = Date.UTC(2026, 10, 21, 12);
  let servers: TestServer[] = [];
  beforeEach(async () => {
    servers = await Promise.all([startServer({ joined }), startServer({ joined })]);
  });
  afterEach(() => Promise.all(servers.map((server) => server.stop())));

  const negotiateAt = async (server: TestServer | undefined, query = 'access_token=u1') => {
    const answer = await fetch(`${server?.url}/signalr-instant/negotiate?${query}&negotiateVersion=1`, {
      method: 'POST',
    });
    const { connectionToken } = (await answer.json()) as { connectionToken: string };
    return encodeURIComponent(connectionToken);
  };
  const openAt = (server: TestServer | undefined, query: string, path = '/signalr-instant') =>
    upgradeStatus(`${server?.url.replace('http', 'ws')}${path}?${query}`);

  it('a socket at one opens what the other negotiated, once', async () => {
    const [first, second] = servers;
    const id = await negotiateAt(first);
    expect(await openAt(second, `access_token=u1&id=${id}`)).toBe(101);
    expect(await openAt(second, `access_token=u1&id=${id}`)).not.toBe(101);
    const client = await rawClient(second as TestServer, `access_token=u1&id=${await negotiateAt(first)}`);
    client.send(`{"protocol":"json","version":1}${separator}`);
    expect(await client.next()).toEqual({});
    client.socket.close();
  });

  it('not for another user, session or hub, nor changed, nor late', async () => {
    const [first, second] = servers;
    const id = await negotiateAt(first);
    for (const query of [`access_token=u2&id=${id}`, `access_token=u1.s7&id=${id}`])
      expect(await openAt(second, query)).toBe(404);
    expect(await openAt(second, `access_token=u1&id=${id}`, '/signalr-chat')).toBe(404);
    for (const other of [id.replace(/^../, 'AA'), id.slice(0, -1), `${id}A`, 'A'.repeat(22), '.....'])
      expect(await openAt(second, `access_token=u1&id=${other}`)).toBe(404);
    nowMs += 31_000;
    expect(await openAt(second, `access_token=u1&id=${id}`)).toBe(404);
  });

  it('what is over at the server that negotiated it is over there', async () => {
    const [first] = servers;
    const id = await negotiateAt(first);
    const client = await rawClient(first as TestServer, `access_token=u1&id=${id}`);
    client.socket.close();
    await client.closed;
    expect(await openAt(first, `access_token=u1&id=${id}`)).toBe(404);
  });
});

describe('negotiate and connect', () => {
  let server: TestServer;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = createManualClock();
    server = await startServer({ clock });
  });
  afterEach(() => server.stop());

  const post = (query: string, init: RequestInit = {}) =>
    fetch(`${server.url}/signalr-instant/negotiate?${query}`, { method: 'POST', ...init });
  const transports = [
    { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
    { transport: 'ServerSentEvents', transferFormats: ['Text'] },
    { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
  ];
  const id = expect.stringMatching(/^[\w-]{22}$/);
  const socketUrl = (query: string, path = '/signalr-instant') =>
    `${server.url.replace('http', 'ws')}${path}?${query}`;

  it.each([
    ['', { negotiateVersion: 0, connectionId: id, availableTransports: transports }],
    ['&negotiateVersion=0', { negotiateVersion: 0, connectionId: id, availableTransports: transports }],
    [
      '&negotiateVersion=1',
      { negotiateVersion: 1, connectionId: id, connectionToken: id, availableTransports: transports },
    ],
    [
      '&negotiateVersion=7&useStatefulReconnect=true',
      {
        negotiateVersion: 1,
        connectionId: id,
        connectionToken: id,
        useStatefulReconnect: true,
        availableTransports: transports,
      },
    ],
    [
      '&negotiateVersion=1&useStatefulReconnect=yes',
      { negotiateVersion: 1, connectionId: id, connectionToken: id, availableTransports: transports },
    ],
    [
      '&useStatefulReconnect=true',
      { negotiateVersion: 0, connectionId: id, availableTransports: transports },
    ],
    ['&negotiateVersion=x', { error: "The client requested an invalid protocol version 'x'" }],
    [
      '&negotiateVersion=-1',
      { error: "The client requested version '-1', but the server does not support this version." },
    ],
  ])('answers version "%s"', async (version, body) => {
    const response = await post(`access_token=u1${version}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    await expect(response.json()).resolves.toEqual(body);
  });

  it('tells id and token apart', async () => {
    const { connectionId, connectionToken } = await (await post('access_token=u1&negotiateVersion=1')).json();
    expect(connectionId).not.toBe(connectionToken);
    await expect(upgradeStatus(socketUrl(`access_token=u1&id=${connectionId}`))).resolves.toBe(404);
    await expect(upgradeStatus(socketUrl(`access_token=u1&id=${connectionToken}`))).resolves.toBe(101);
  });

  it('takes whatever body and type a client posts', async () => {
    const types = ['text/plain;charset=UTF-8', 'application/json', 'application/x-unheard-of'];
    for (const type of types) {
      expect((await post('access_token=u1', { headers: { 'content-type': type } })).status).toBe(200);
      const posted = await post('access_token=u1', { headers: { 'content-type': type }, body: 'x' });
      expect(posted.status).toBe(200);
    }
  });

  it.each(['GET', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    expect((await post('access_token=u1', { method })).status).toBe(405);
  });

  it('needs a session at negotiate and at the upgrade', async () => {
    expect((await post('')).status).toBe(401);
    expect((await post('access_token=nobody')).status).toBe(401);
    expect((await post('', { headers: { authorization: 'Bearer u1' } })).status).toBe(200);
    expect((await post('enc_auth_token=enc-u1')).status).toBe(200);
    const { connectionToken } = await (await post('access_token=u1&negotiateVersion=1')).json();
    await expect(upgradeStatus(socketUrl(`id=${connectionToken}`))).resolves.toBe(401);
    await expect(upgradeStatus(socketUrl(`id=${connectionToken}&access_token=u2`))).resolves.toBe(403);
    await expect(upgradeStatus(socketUrl(''), { authorization: 'Bearer u1' })).resolves.toBe(101);
  });

  it('refuses pages of another origin', async () => {
    const foreign = { origin: 'https://elsewhere.example' };
    const own = { origin: server.url };
    expect((await post('access_token=u1', { headers: foreign })).status).toBe(403);
    expect((await post('access_token=u1', { headers: own })).status).toBe(200);
    await expect(upgradeStatus(socketUrl('access_token=u1'), foreign)).resolves.toBe(403);
    await expect(upgradeStatus(socketUrl('access_token=u1'), own)).resolves.toBe(101);
  });

  it.each([
    ['http://a:8080', 'a:8080', true],
    ['https://a', 'a', true],
    ['http://a:8081', 'a:8080', false],
    ['null', 'a', false],
    ['file://', 'a', false],
  ])('same host: %s and %s', (origin, host, same) => {
    expect(sameHost(origin, host)).toBe(same);
  });

  it('forgets a connection that nobody takes up for 15 s', async () => {
    const { connectionToken } = await (await post('access_token=u1&negotiateVersion=1')).json();
    clock.advance(14_000);
    const other = await (await post('access_token=u1&negotiateVersion=1')).json();
    clock.advance(1000);
    await expect(upgradeStatus(socketUrl(`access_token=u1&id=${connectionToken}`))).resolves.toBe(404);
    await expect(upgradeStatus(socketUrl(`access_token=u1&id=${other.connectionToken}`))).resolves.toBe(101);
  });

  it('lets one socket in for each negotiation', async () => {
    const { connectionToken } = await (await post('access_token=u1&negotiateVersion=1')).json();
    const query = `access_token=u1&id=${connectionToken}`;
    const first = await rawClient(server, query);
    await expect(upgradeStatus(socketUrl(query))).resolves.toBe(409);
    first.socket.close();
    await first.closed;
    await expect(upgradeStatus(socketUrl(query))).resolves.toBe(404);
  });

  it('connects without negotiation', async () => {
    const client = await rawClient(server, 'access_token=u1');
    client.send(`{"protocol":"json","version":1}${separator}`);
    await expect(client.next()).resolves.toEqual({});
    expect([...server.hub.callers()].map((caller) => caller.connectionId)).toEqual([id]);
    client.socket.terminate();
  });

  it('refuses an unknown id and an unknown path', async () => {
    await expect(upgradeStatus(socketUrl('access_token=u1&id=nothing'))).resolves.toBe(404);
    await expect(upgradeStatus(socketUrl('access_token=u1', '/elsewhere'))).resolves.toBe(404);
  });

  it('leaves other paths to other listeners', async () => {
    const seen: string[] = [];
    server.app.server.on('upgrade', (request, socket) => {
      if (request.url !== '/elsewhere') return;
      seen.push(request.url);
      socket.end('HTTP/1.1 418 Taken\r\n\r\n');
    });
    await expect(upgradeStatus(socketUrl('', '/elsewhere').replace('?', ''))).resolves.toBe(418);
    expect(seen).toEqual(['/elsewhere']);
  });

  it('survives a socket that is reset while it waits', async () => {
    const { hostname, port } = new URL(server.url);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(
        'GET /signalr-instant?access_token=u1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      socket.resetAndDestroy();
    }
    expect((await post('access_token=u1')).status).toBe(200);
  });

  it.each([
    ['GET', '', 400, 'Connection ID required'],
    ['POST', '', 400, 'Connection ID required'],
    ['GET', 'id=nothing', 404, 'No Connection with that ID'],
    ['DELETE', 'id=nothing', 404, 'No Connection with that ID'],
  ])('tells a client that wants another transport: %s %s', async (method, query, status, text) => {
    const response = await fetch(`${server.url}/signalr-instant?${query}`, { method });
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  it('tells what a WebSocket connection does not take', async () => {
    const { connectionToken } = await (await post('access_token=u1&negotiateVersion=1')).json();
    const request = (method: string) =>
      fetch(`${server.url}/signalr-instant?access_token=u1&id=${connectionToken}`, { method }).then(
        ({ status }) => status,
      );
    const client = await rawClient(server, `access_token=u1&id=${connectionToken}`);
    expect([await request('GET'), await request('POST'), await request('DELETE')]).toEqual([400, 405, 400]);
    client.socket.terminate();
  });

  it('has one hub at a path', () => {
    const blueprint = {
      methods: new Map(),
      permission: null,
      remembersMs: 0,
      connected: async () => {},
      disconnected: () => {},
    };
    expect(() => server.signalr.hub('/signalr-chat', blueprint)).toThrow('/signalr-chat');
  });
});
