import {
  HttpTransportType,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import * as signalr8 from 'signalr-8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createReplay } from '#server/signalr/replay.ts';
import { defaultLimits } from '#server/signalr/settings.ts';
import {
  createManualClock,
  type ManualClock,
  separator,
  startServer,
  type TestServer,
  until,
  upgradeStatus,
} from './support.ts';

/** Stateful reconnect: a socket breaks, and no message is lost or handled twice. */

let server: TestServer;
let ended: string[];
let sockets: WebSocket[];

class SeenSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    sockets.push(this);
  }
}

const builders = {
  'client 10, JSON': () => new HubConnectionBuilder(),
  'client 10, MessagePack': () => new HubConnectionBuilder().withHubProtocol(new MessagePackHubProtocol()),
  'client 8, JSON': () => new signalr8.HubConnectionBuilder() as unknown as HubConnectionBuilder,
};

describe('with the real clients', () => {
  beforeEach(async () => {
    ended = [];
    sockets = [];
    server = await startServer({ metrics: { ended: (_hub, reason) => ended.push(reason) } });
  });
  afterEach(() => server.stop());

  it.each(Object.entries(builders))('%s: nothing is lost, nothing twice', async (_name, builder) => {
    const options: IHttpConnectionOptions = { transport: HttpTransportType.WebSockets };
    Object.assign(options, { WebSocket: SeenSocket });
    const client = builder()
      .withUrl(`${server.url}/signalr-instant?enc_auth_token=enc-u1`, options)
      .withStatefulReconnect()
      .configureLogging(LogLevel.None)
      .build();
    const texts: string[] = [];
    client.on('getText', (text: string) => texts.push(text));
    let reconnecting = 0;
    client.onreconnecting(() => reconnecting++);
    await client.start();
    const { connectionId } = client;
    const expected: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      server.hub.all.send('getText', `before ${turn}`);
      const asked = client.invoke('Echo', `asked ${turn}`);
      sockets.at(-1)?.terminate();
      // Together in one frame, each counted by itself.
      server.hub.users([1]).sendAll('getText', [[`while away ${turn}`], [`with it ${turn}`]]);
      await expect(asked).resolves.toBe(`asked ${turn}`);
      expected.push(`before ${turn}`, `while away ${turn}`, `with it ${turn}`);
      await until(() => texts.length === expected.length);
    }
    expect(texts).toEqual(expected);
    expect(server.calls).toEqual(['asked 0', 'asked 1', 'asked 2']);
    expect(client.connectionId).toBe(connectionId);
    expect([reconnecting, ended, sockets.length]).toEqual([0, [], 4]);
    await client.stop();
    await until(() => ended.length > 0);
    expect(ended).toEqual(['client']);
  });
});

describe('on the wire', () => {
  let clock: ManualClock;
  beforeEach(async () => {
    ended = [];
    clock = createManualClock();
    server = await startServer({ clock, metrics: { ended: (_hub, reason) => ended.push(reason) } });
  });
  afterEach(() => server.stop());

  const echo = (id: string) =>
    `{"type":1,"invocationId":"${id}","target":"Echo","arguments":["${id}"]}${separator}`;
  const sequence = (id: number) => `{"type":9,"sequenceId":${id}}${separator}`;

  async function negotiate() {
    const query = 'access_token=u1&negotiateVersion=1&useStatefulReconnect=true';
    const answer = await fetch(`${server.url}/signalr-instant/negotiate?${query}`, { method: 'POST' });
    return String((await answer.json()).connectionToken);
  }
  const address = (token: string, user = 'u1') =>
    `${server.url.replace('http', 'ws')}/signalr-instant?access_token=${user}&id=${token}`;

  async function open(token: string) {
    const socket = new WebSocket(address(token));
    const heard: Record<string, unknown>[] = [];
    const sizes: number[] = [];
    socket.on('message', (data) => {
      sizes.push(String(data).length);
      for (const part of String(data).split(separator).slice(0, -1)) heard.push(JSON.parse(part));
    });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.on('open', resolve));
    return { socket, heard, sizes };
  }

  async function begun() {
    const token = await negotiate();
    const client = await open(token);
    client.socket.send(`{"protocol":"json","version":2}${separator}`);
    await until(() => client.heard.length === 1);
    return { token, ...client };
  }

  it('a new socket takes the place of one that still seems open; ids that came before are not handled again', async () => {
    const { token, socket, heard } = await begun();
    socket.send(echo('1') + echo('2'));
    await until(() => heard.length === 3);
    const again = await open(token);
    again.socket.send(echo('before the sequence') + sequence(1) + echo('1') + echo('2') + echo('3'));
    await until(() => again.heard.length === 4);
    expect(again.heard[0]).toEqual({ type: 9, sequenceId: 1 });
    expect(again.heard.slice(1).map(({ invocationId }) => invocationId)).toEqual(['1', '2', '3']);
    expect(server.calls).toEqual(['1', '2', '3']);
    clock.advance(1000);
    await until(() => again.heard.length === 5);
    expect(again.heard[4]).toEqual({ type: 8, sequenceId: 3 });
    again.socket.send(`{"type":8,"sequenceId":2}${separator}`);
    again.socket.send(echo('4'));
    await until(() => again.heard.length === 6);
    const third = await open(token);
    await until(() => third.heard.length === 3);
    expect(third.heard[0]).toEqual({ type: 9, sequenceId: 3 });
    third.socket.terminate();
  });

  it('a sequence id that was never sent ends the connection', async () => {
    const { token } = await begun();
    const again = await open(token);
    again.socket.send(sequence(99));
    await until(() => ended.length > 0);
    expect(ended).toEqual(['protocol']);
  });

  it('half a message of the old socket is forgotten', async () => {
    const { token, socket } = await begun();
    socket.send(echo('1').slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const again = await open(token);
    again.socket.send(sequence(1) + echo('1'));
    await until(() => again.heard.length === 2);
    expect(server.calls).toEqual(['1']);
    again.socket.terminate();
  });

  it('is nobody else to take up, and is waited for 15 s', async () => {
    const { token, socket } = await begun();
    expect(await upgradeStatus(address(token, 'u2'))).toBe(403);
    expect(await upgradeStatus(address(token, ''))).toBe(401);
    socket.terminate();
    await new Promise((resolve) => setTimeout(resolve, 50));
    clock.advance(14_000);
    expect(ended).toEqual([]);
    clock.advance(2_000);
    expect(ended).toEqual(['lost']);
    expect(await upgradeStatus(address(token))).toBe(404);
  });

  it('a client that comes back too often is refused and keeps its connection', async () => {
    const { token } = await begun();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => upgradeStatus(address(token))));
    const taken = statuses.filter((status) => status === 101).length;
    expect(taken).toBe(defaultLimits.reattachBurst);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - taken);
    expect(ended).toEqual([]);
    clock.advance(4_000);
    const again = await open(token);
    again.socket.send(sequence(1) + echo('1'));
    await until(() => again.heard.length === 2);
    expect(server.calls).toEqual(['1']);
    again.socket.terminate();
  });

  it('what is sent again is joined into few frames', async () => {
    const { token, socket, heard } = await begun();
    for (let id = 1; id <= 500; id += 1) server.hub.all.send('getText', `text ${id}`);
    await until(() => heard.length === 501);
    socket.terminate();
    const again = await open(token);
    await until(() => again.heard.length === 501);
    expect(again.heard[0]).toEqual({ type: 9, sequenceId: 1 });
    expect(again.heard[500]).toMatchObject({ arguments: ['text 500'] });
    expect(again.sizes).toHaveLength(2);
    again.socket.terminate();
  });

  it('a user who is signed out while away does not come back', async () => {
    const { token, socket } = await begun();
    socket.terminate();
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.signalr.disconnectUser(1);
    expect(ended).toEqual(['server']);
    expect(await upgradeStatus(address(token))).toBe(404);
  });
});

it('counts what is acknowledged, whatever the peer says', () => {
  const replay = createReplay();
  for (const size of [1, 2, 3]) replay.sent(new Uint8Array(size));
  expect([replay.unacknowledgedBytes, replay.firstId]).toEqual([6, 1]);
  for (const id of [-5, 0, 2, 1]) replay.acknowledged(id);
  expect([replay.unacknowledgedBytes, replay.firstId]).toEqual([3, 3]);
  replay.acknowledged(1e9);
  expect([replay.unacknowledgedBytes, replay.firstId, replay.unacknowledged()]).toEqual([0, 4, []]);
  expect([replay.sequence(0), replay.sequence(2), replay.sequence(1)]).toEqual([false, false, true]);
});

it('an acknowledgement costs no more than the frames that it releases', () => {
  const replay = createReplay();
  const frames = 30_000;
  for (let id = 1; id <= frames; id += 1) replay.sent(new Uint8Array(1));
  const { slice, splice } = Array.prototype;
  let moved = 0;
  Object.assign(Array.prototype, {
    slice(this: unknown[], ...args: [number, number]) {
      const copy = slice.apply(this, args);
      moved += copy.length;
      return copy;
    },
    splice(this: unknown[], ...args: [number, number]) {
      moved += this.length;
      return splice.apply(this, args);
    },
  });
  try {
    for (let ack = 0; ack < 1_000; ack += 1) replay.acknowledged(0);
    expect(moved).toBe(0);
    for (let id = 1; id <= frames; id += 1) {
      replay.acknowledged(id);
      replay.acknowledged(id);
    }
  } finally {
    Object.assign(Array.prototype, { slice, splice });
  }
  expect(moved).toBeLessThanOrEqual(2 * frames);
  expect([replay.unacknowledgedBytes, replay.unacknowledgedFrames, replay.firstId]).toEqual([
    0,
    0,
    frames + 1,
  ]);
});

it('counts the frames that are left', () => {
  const replay = createReplay();
  for (let id = 1; id <= 10; id += 1) replay.sent(Uint8Array.of(id));
  expect([replay.acknowledged(3), replay.acknowledged(3), replay.acknowledged(0)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(replay.unacknowledgedFrames).toBe(7);
  replay.sent(Uint8Array.of(11));
  expect(replay.acknowledged(9)).toBe(true);
  expect(replay.unacknowledged()).toEqual([Uint8Array.of(10), Uint8Array.of(11)]);
});
