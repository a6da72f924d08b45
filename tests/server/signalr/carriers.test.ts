import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createManualClock,
  type ManualClock,
  separator,
  startServer,
  type TestServer,
  until,
} from './support.ts';

/** Server-sent events and long polling, by requests that no well-behaved client makes. */

let server: TestServer;
let clock: ManualClock;
let ended: string[];
beforeEach(async () => {
  clock = createManualClock();
  ended = [];
  server = await startServer({ clock, metrics: { ended: (_hub, reason) => ended.push(reason) } });
});
afterEach(async () => {
  const stopped = server.stop();
  // Who polls no more is waited for by the server's clock.
  clock.advance(6_000);
  await stopped;
});

const handshake = `{"protocol":"json","version":1}${separator}`;
const echo = (id: string, text: string) =>
  `{"type":1,"invocationId":"${id}","target":"Echo","arguments":["${text}"]}${separator}`;
const completion = (id: string, text: string) =>
  `{"type":3,"invocationId":"${id}","result":"${text}"}${separator}`;
const textOf = async (response: Response) => [response.status, await response.text()];
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

async function negotiated(user = 'u1') {
  const answer = await fetch(
    `${server.url}/signalr-instant/negotiate?access_token=${user}&negotiateVersion=1`,
    { method: 'POST' },
  );
  const { connectionToken } = await answer.json();
  const request = (method: string, init: RequestInit = {}, token = user) =>
    fetch(`${server.url}/signalr-instant?access_token=${token}&id=${connectionToken}`, { method, ...init });
  return {
    request,
    token: String(connectionToken),
    post: (body: string | Uint8Array<ArrayBuffer>, as = user) => request('POST', { body }, as),
    poll: (as = user) => request('GET', {}, as),
    events: (as = user) => request('GET', { headers: { accept: 'text/event-stream' } }, as),
  };
}

async function polling() {
  const client = await negotiated();
  expect(await textOf(await client.poll())).toEqual([200, '']);
  const answered = client.poll();
  await client.post(handshake);
  expect(await textOf(await answered)).toEqual([200, `{}${separator}`]);
  return client;
}

it('the first poll is answered empty, the next with data, and no cache keeps it', async () => {
  const client = await polling();
  const answer = client.poll();
  expect(await textOf(await client.post(echo('1', 'x')))).toEqual([200, '']);
  const response = await answer;
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await response.text()).toBe(completion('1', 'x'));
});

it('half messages are posted, and whole ones wait for the next poll', async () => {
  const client = await polling();
  const bytes = new TextEncoder().encode(echo('1', '高') + echo('2', 'b'));
  for (let at = 0; at < bytes.length; at += 7) await client.post(bytes.slice(at, at + 7));
  await settle();
  expect(await (await client.poll()).text()).toBe(completion('1', '高') + completion('2', 'b'));
});

it('of two polls at once the earlier one ends without data', async () => {
  const client = await polling();
  const first = client.poll();
  await settle();
  const second = client.poll();
  expect((await first).status).toBe(204);
  await client.post(echo('1', 'x'));
  expect(await textOf(await second)).toEqual([200, completion('1', 'x')]);
});

it('a poll is answered empty after 90 s, and nobody is pinged', async () => {
  const client = await polling();
  const answer = client.poll();
  await settle();
  clock.advance(90_000);
  expect(await textOf(await answer)).toEqual([200, '']);
  expect(ended).toEqual([]);
});

it('who polls no more for 15 s is gone', async () => {
  const client = await polling();
  clock.advance(14_000);
  expect(ended).toEqual([]);
  clock.advance(2_000);
  expect(ended).toEqual(['lost']);
  expect(await textOf(await client.poll())).toEqual([404, 'No Connection with that ID']);
});

it('DELETE ends a poll and its connection', async () => {
  const client = await polling();
  const answer = client.poll();
  await settle();
  expect((await client.request('DELETE')).status).toBe(202);
  expect((await answer).status).toBe(204);
  expect(ended).toEqual(['client']);
  expect((await client.post(echo('1', 'x'))).status).toBe(404);
});

it('a Close is read before the end is', async () => {
  const client = await polling();
  server.hub.disconnectUser(1);
  expect(await (await client.poll()).text()).toBe(`{"type":7}${separator}`);
  expect((await client.poll()).status).toBe(204);
  expect(ended).toEqual(['server']);
});

it.each([
  ['oversized', echo('1', 'x'.repeat(33 * 1024))],
  ['broken', `{"type":1,${separator}`],
])('%s messages end the connection with an error', async (_what, body) => {
  const client = await polling();
  await client.post(body);
  await settle();
  expect(await (await client.poll()).text()).toContain('Connection closed with an error.');
  expect((await client.poll()).status).toBe(204);
  expect(ended).toEqual(['protocol']);
});

it('a body far beyond any message is not read', async () => {
  const client = await polling();
  expect((await client.post('x'.repeat(1_000_000))).status).toBe(413);
  expect(server.calls).toEqual([]);
});

it.each(['poll', 'events'] as const)('each request needs the session that negotiated: %s', async (open) => {
  const client = await negotiated();
  expect((await client[open]('')).status).toBe(401);
  expect((await client[open]('u2')).status).toBe(403);
  expect((await client[open]('u1.other')).status).toBe(403);
  const answer = await client[open]();
  expect(answer.status).toBe(200);
  for (const foreign of ['u2', 'u1.other']) expect((await client.post(handshake, foreign)).status).toBe(403);
  expect((await client.post(handshake, '')).status).toBe(401);
  expect((await client.request('DELETE', {}, 'u2')).status).toBe(403);
  await answer.body?.cancel();
});

it('requests far above any rate are refused', async () => {
  const client = await polling();
  const statuses: number[] = [];
  for (let request = 0; request < 210; request += 1) statuses.push((await client.post('')).status);
  expect(statuses.at(-1)).toBe(429);
});

it('events: the head, what is said, and what cannot be asked of them', async () => {
  const client = await negotiated();
  const response = await client.events();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-cache, no-store');
  expect(response.headers.get('content-encoding')).toBe('identity');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hear = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? '';
  };
  await hear(':\r\n');
  await client.post(handshake);
  await hear(`data: {}${separator}\r\n\r\n`);
  await client.post(echo('1', '高'));
  await hear(`data: ${completion('1', '高')}\r\n\r\n`);
  expect((await client.events()).status).toBe(409);
  expect(await textOf(await client.poll())).toEqual([400, 'Cannot change transports mid-connection']);
  expect((await client.request('DELETE')).status).toBe(400);
  clock.advance(15_000);
  await hear(`data: {"type":6}${separator}\r\n\r\n`);
  await reader?.cancel();
  await until(() => ended.length > 0);
  expect(ended).toEqual(['lost']);
});

it.each(['polling', 'events'])('a flood of pings ends the connection: %s', async (how) => {
  const client = how === 'polling' ? await polling() : await negotiated();
  if (how === 'events') {
    await client.events();
    await client.post(handshake);
  }
  expect((await client.post(`{"type":6}${separator}`.repeat(20_000))).status).toBe(200);
  if (how === 'polling') {
    expect(await (await client.poll()).text()).toContain('Connection closed with an error.');
    expect((await client.poll()).status).toBe(204);
  }
  await until(() => ended.length > 0);
  expect(ended).toEqual(['flood']);
});

it('a POST that breaks off half-way says nothing', async () => {
  const client = await polling();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = `POST /signalr-instant?access_token=u1&id=${client.token} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n`;
  socket.write(head + echo('1', 'half').slice(0, 20));
  await settle();
  socket.resetAndDestroy();
  await settle();
  await client.post(echo('2', 'whole'));
  expect(await (await client.poll()).text()).toBe(completion('2', 'whole'));
});
