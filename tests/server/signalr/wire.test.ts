import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createManualClock,
  type ManualClock,
  openClient,
  principalOf,
  type RawClient,
  rawClient,
  separator,
  startServer,
  type TestServer,
  until,
  upgradeStatus,
} from './support.ts';

const handshake = `{"protocol":"json","version":1}${separator}`;
const echo = (id: string, text: string) =>
  `{"type":1,"invocationId":"${id}","target":"Echo","arguments":["${text}"]}${separator}`;
const pingText = `{"type":6}${separator}`;
const closedWithError = { type: 7, error: 'Connection closed with an error.' };

/** What no well-behaved client sends. */
describe('on the wire', () => {
  let server: TestServer;
  let clock: ManualClock;
  let ended: string[];
  beforeEach(async () => {
    clock = createManualClock();
    ended = [];
    server = await startServer({ clock, metrics: { ended: (_hub, reason) => ended.push(reason) } });
  });
  afterEach(() => server.stop());

  /** Lets what was written leave, and what was sent arrive. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

  it.each([
    [`{"protocol":"blazorpack","version":1}${separator}`, "The protocol 'blazorpack' is not supported."],
    [
      `{"protocol":"json","version":9}${separator}`,
      "The server does not support version 9 of the 'json' protocol.",
    ],
    [echo('1', 'x'), 'An unexpected error occurred during connection handshake.'],
    [`nonsense${separator}`, 'An unexpected error occurred during connection handshake.'],
    ['[33 KiB]', 'An unexpected error occurred during connection handshake.'],
  ])('a wrong handshake is answered and ends: %s', async (text, error) => {
    const client = await rawClient(server, 'access_token=u1');
    client.send(text === '[33 KiB]' ? 'x'.repeat(33 * 1024) : text);
    await expect(client.next()).resolves.toEqual({ error });
    await client.closed;
    await until(() => ended.length > 0);
    expect(ended).toEqual(['handshake']);
    expect(server.signalr.onlineUsers()).toEqual([]);
  });

  it('a handshake that does not come is waited for 15 s', async () => {
    const client = await rawClient(server, 'access_token=u1');
    await until(() => server.app.server.listening);
    await settle();
    clock.advance(14_000);
    await settle();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    clock.advance(1000);
    await expect(client.next()).resolves.toEqual({ error: 'Handshake was canceled.' });
    await client.closed;
  });

  it('handshake and calls may share a frame, and messages may be cut anywhere', async () => {
    const client = await rawClient(server, 'access_token=u1');
    client.send(`${handshake}${echo('1', 'first')}${echo('2', 'sec')}`.slice(0, -10));
    await expect(client.next()).resolves.toEqual({});
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '1', result: 'first' });
    for (const byte of `${echo('2', 'sec').slice(-10)}${echo('3', '云')}`) client.send(byte);
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '2', result: 'sec' });
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '3', result: '云' });
    client.socket.terminate();
  });

  it('characters may be cut in binary frames', async () => {
    const client = await openClient(server);
    const bytes = new TextEncoder().encode(echo('1', '高'));
    const middle = bytes.indexOf(0xe9) + 1;
    client.send(bytes.subarray(0, middle));
    client.send(bytes.subarray(middle));
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '1', result: '高' });
    client.socket.terminate();
  });

  it('a call without id is handled and not answered, even when it fails', async () => {
    const client = await openClient(server);
    client.send(`{"type":1,"target":"Echo","arguments":["silent"]}${separator}`);
    client.send(`{"type":1,"target":"NoSuch","arguments":[]}${separator}`);
    client.send(`{"type":1,"target":"Fail","arguments":["x"]}${separator}`);
    client.send(echo('9', 'loud'));
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '9', result: 'loud' });
    expect(server.calls).toEqual(['silent', 'loud']);
    client.socket.terminate();
  });

  it('messages that mean nothing here are skipped', async () => {
    const client = await openClient(server);
    const odd = ['{"type":99}', '{"type":5,"invocationId":"1"}', '{"type":2,"invocationId":"1","item":1}'];
    const more = [
      '{"type":3,"invocationId":"1","result":1}',
      '{"type":8,"sequenceId":1}',
      '{"type":9,"sequenceId":1}',
    ];
    client.send([...odd, ...more].map((json) => json + separator).join('') + echo('1', 'x'));
    await expect(client.next()).resolves.toEqual({ type: 3, invocationId: '1', result: 'x' });
    client.socket.terminate();
  });

  it.each([
    ['broken JSON', `{"type":1,${separator}`],
    ['no type', `{}${separator}`],
    ['no arguments', `{"type":1,"target":"Echo"}${separator}`],
    ['33 KiB', echo('1', 'x'.repeat(33 * 1024))],
    ['33 KiB without an end', 'x'.repeat(33 * 1024)],
  ])('%s ends the connection with an error', async (_what, text) => {
    const client = await openClient(server);
    client.send(text);
    await expect(client.next()).resolves.toEqual(closedWithError);
    await expect(client.closed).resolves.toBe(1011);
    await until(() => ended.length > 0);
    expect(ended).toEqual(['protocol']);
  });

  it('32 KiB are still a message', async () => {
    const client = await openClient(server);
    const frame = echo('1', '');
    client.send(echo('1', 'x'.repeat(32 * 1024 - frame.length)));
    await expect(client.next()).resolves.toMatchObject({ type: 3, invocationId: '1' });
    client.socket.terminate();
  });

  it('a frame far beyond any message is not even read', async () => {
    const client = await openClient(server);
    client.send('x'.repeat(1_000_000));
    await expect(client.closed).resolves.toBe(1009);
  });

  it('streams of a client are refused', async () => {
    const client = await openClient(server);
    client.send(
      `{"type":1,"invocationId":"1","target":"Echo","arguments":["x"],"streamIds":["1"]}${separator}` +
        `{"type":4,"invocationId":"2","target":"NoSuch","arguments":[]}${separator}`,
    );
    await expect(client.next()).resolves.toEqual({
      type: 3,
      invocationId: '1',
      error: "Failed to invoke 'Echo' due to an error on the server.",
    });
    await expect(client.next()).resolves.toMatchObject({ error: "Unknown hub method 'NoSuch'" });
    client.socket.terminate();
  });

  it('a client that says goodbye is gone', async () => {
    const client = await openClient(server);
    client.send(`{"type":7}${separator}`);
    await expect(client.closed).resolves.toBe(1000);
    await until(() => ended.length > 0);
    expect(ended).toEqual(['client']);
  });

  it('a broken socket is gone too', async () => {
    const client = await openClient(server);
    client.socket.terminate();
    await until(() => ended.length > 0);
    expect(ended).toEqual(['lost']);
  });

  it('a ping goes out when nothing else was sent for 15 s', async () => {
    const client = await openClient(server);
    clock.advance(10_000);
    client.send(echo('1', 'x'));
    await client.next();
    clock.advance(14_000);
    await settle();
    client.send(echo('2', 'no ping before this answer'));
    await expect(client.next()).resolves.toMatchObject({ invocationId: '2' });
    clock.advance(15_000);
    await expect(client.next()).resolves.toEqual({ type: 6 });
    client.socket.terminate();
  });

  it('silence ends the connection after 30 s, counted from the first ping on', async () => {
    const quiet = await openClient(server, 'u1');
    const pinging = await openClient(server, 'u2');
    pinging.send(pingText);
    await settle();
    for (let second = 0; second < 29; second += 1) {
      clock.advance(1000);
      await settle();
    }
    expect(ended).toEqual([]);
    clock.advance(1000);
    await pinging.closed;
    await until(() => ended.length > 0);
    expect(ended).toEqual(['timeout']);
    clock.advance(1000);
    await settle();
    expect(quiet.socket.readyState).toBe(quiet.socket.OPEN);
    quiet.socket.terminate();
  });

  it('an idle peer may take 5 s to close', async () => {
    const client = await openClient(server);
    // Reads nothing, so it never sees the close.
    client.socket.pause();
    server.hub.disconnectUser(1);
    expect(server.signalr.onlineUsers()).toEqual([]);
    await settle();
    clock.advance(4000);
    await settle();
    expect(ended).toEqual([]);
    clock.advance(1000);
    await until(() => ended.length > 0);
    expect(ended).toEqual(['server']);
    client.socket.terminate();
  });

  it('a method that does not end holds a disconnect up for 5 s, not for ever', async () => {
    const client = await openClient(server);
    client.send(`{"type":1,"invocationId":"1","target":"Wait","arguments":[3000]}${separator}`);
    await until(() => server.calls.length > 0);
    server.hub.disconnectSession('session1');
    clock.advance(5000);
    await expect(client.next()).resolves.toEqual({ type: 7 });
    await client.closed;
  });

  it('calls above the rate are refused, and a flood ends the connection', async () => {
    const client = await openClient(server);
    const results: boolean[] = [];
    const count = async (calls: number) => {
      results.length = 0;
      for (let call = 0; call < calls; call += 1) client.send(echo(String(call), 'x'));
      for (let call = 0; call < calls; call += 1) results.push(!('error' in (await client.next())));
      return results.filter(Boolean).length;
    };
    expect(await count(80)).toBe(60);
    clock.advance(1000);
    await settle();
    expect(await count(30)).toBe(20);
    for (let call = 0; call < 250; call += 1) client.send(echo('f', 'x'));
    await client.closed;
    await until(() => ended.length > 0);
    expect(ended).toEqual(['flood']);
  });

  it.each([
    ['pings of the hub', (client: RawClient) => client.send(pingText.repeat(5_000))],
    [
      'pongs of the WebSocket',
      (client: RawClient) => {
        for (let pong = 0; pong < 1_200; pong += 1) client.socket.pong();
      },
    ],
    [
      'pieces of a message',
      (client: RawClient) => {
        for (let piece = 0; piece < 1_200; piece += 1) client.send('x');
      },
    ],
  ])('a flood ends the connection: %s', async (_what, flood) => {
    const client = await openClient(server);
    flood(client);
    await expect(client.next()).resolves.toEqual(closedWithError);
    await client.closed;
    await until(() => ended.length > 0);
    expect(ended).toEqual(['flood']);
  });

  it('a shutdown lets nobody in, not even who was being looked at', async () => {
    let release = () => {};
    let isRequested = false;
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    const closing = await startServer({
      authenticate: async ({ token }) => {
        isRequested = true;
        await answered;
        return principalOf(token);
      },
    });
    const status = upgradeStatus(`${closing.url.replace('http', 'ws')}/signalr-instant?access_token=u1`);
    await until(() => isRequested);
    const stopped = closing.signalr.close();
    release();
    expect(await status).toBe(503);
    await stopped;
    await closing.stop();
  });

  it('a shutdown asks everyone to come back', async () => {
    const client = await openClient(server);
    const stopped = server.stop();
    await expect(client.next()).resolves.toEqual({ type: 7, allowReconnect: true });
    await expect(client.closed).resolves.toBe(1000);
    await stopped;
    expect(ended).toEqual(['server']);
  });
});
