import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backplane, createInProcessBackplane } from '#server/signalr/backplane.ts';
import { readHubSignal, readPresenceSignal } from '#server/signalr/hub-signals.ts';
import { createNatsBackplane, natsOptions } from '#server/signalr/nats-backplane.ts';
import {
  clientOf,
  createManualClock,
  type ManualClock,
  quietLogger,
  startServer,
  type TestServer,
  until,
} from './support.ts';

const nats = { host: '127.0.0.1', port: 4222 };
const natsAnswers = await new Promise<boolean>((resolve) => {
  const socket = connect(nats.port, nats.host, () => {
    resolve(true);
    socket.destroy();
  });
  socket.on('error', () => resolve(false));
});
if (!natsAnswers)
  console.warn(`skipped: 6 tests of the NATS backplane, for no server answers on ${nats.host}:${nats.port}`);

/** `open` gives one end for each server process of an installation of its own. */
interface Adapter {
  name: string;
  runs: boolean;
  installation(): () => Promise<Backplane>;
}

const adapters: Adapter[] = [
  {
    name: 'in one process',
    runs: true,
    installation() {
      const shared = createInProcessBackplane();
      return async () => ({ ...shared, close: async () => {} });
    },
  },
  {
    name: 'NATS',
    runs: natsAnswers,
    installation() {
      const prefix = `test-${randomBytes(6).toString('hex')}`;
      return () => createNatsBackplane(`nats://${nats.host}:${nats.port}`, quietLogger, prefix);
    },
  },
];

const running = adapters.filter(({ runs }) => runs);

describe.each(running)('the port, $name', ({ installation }) => {
  let left: Backplane;
  let right: Backplane;
  beforeEach(async () => {
    const open = installation();
    [left, right] = await Promise.all([open(), open()]);
  });
  afterEach(async () => {
    await Promise.all([left.close(), right.close()]);
  });

  it('brings a subject to all its subscribers, in order, and to nobody else', async () => {
    const got: unknown[] = [];
    const other: unknown[] = [];
    right.subscribe('a', (message) => got.push(message));
    right.subscribe('b', (message) => other.push(message));
    await right.flush();
    const sent = Array.from({ length: 50 }, (_, index) => ({ index, text: '云', nothing: null }));
    for (const message of sent) left.publish('a', message);
    left.publish('b', 'end');
    await until(() => other.length > 0 && got.length === 50);
    expect(got).toEqual(sent);
  });

  it('ends a subscription', async () => {
    const got: unknown[] = [];
    const still: unknown[] = [];
    const end = right.subscribe('a', (message) => got.push(message));
    right.subscribe('a', (message) => still.push(message));
    end();
    await right.flush();
    left.publish('a', 1);
    await until(() => still.length > 0);
    expect(got).toEqual([]);
  });
});

describe.each(running)('two servers, $name', ({ installation }) => {
  let open: () => Promise<Backplane>;
  let clock: ManualClock;
  let one: TestServer;
  let two: TestServer;
  const backplanes: Backplane[] = [];
  const clients: { stop(): Promise<void> }[] = [];

  async function start(): Promise<TestServer> {
    const backplane = await open();
    backplanes.push(backplane);
    const server = await startServer({ backplane, clock });
    await backplane.flush();
    return server;
  }

  async function join(server: TestServer, token: string) {
    const client = clientOf(server, token);
    client.serverTimeoutInMilliseconds = 600_000;
    clients.push(client);
    const texts: string[] = [];
    client.on('getText', (text: string) => texts.push(text));
    const closed = new Promise<void>((resolve) => client.onclose(() => resolve()));
    await client.start();
    return { client, texts, closed };
  }

  /** Ticks until a server counts exactly these users as online. */
  async function knows(server: TestServer, userIds: number[]): Promise<void> {
    const users = userIds.map((userId) => ({ userId, name: `User ${userId}` }));
    const known = () => server.signalr.onlineUsers().map(({ userId, name }) => ({ userId, name }));
    while (JSON.stringify(known()) !== JSON.stringify(users)) {
      clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(server.hub.onlineUsers()).toMatchObject(users);
  }

  beforeEach(async () => {
    open = installation();
    clock = createManualClock();
    one = await start();
    two = await start();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.stop()));
    await Promise.all([one.stop(), two.stop()]);
    await Promise.all(backplanes.splice(0).map((backplane) => backplane.close()));
  });

  it('send to all, users, groups and connections of each other, once', async () => {
    const here = await join(one, 'u1');
    const there = await join(two, 'u1');
    const other = await join(two, 'u2');
    await other.client.invoke('Join', 'zurich');
    one.hub.all.send('getText', 'all');
    one.hub.user(1).send('getText', 'user 1');
    one.hub.groups(['zurich', 'everyone']).send('getText', 'groups');
    one.hub.group('zurich').send('getText', 'zurich');
    one.hub.connection(other.client.connectionId ?? '').send('getText', 'connection');
    one.hub.allExcept([there.client.connectionId ?? '']).send('getText', 'except');
    one.hub.all.send('getText', 'end');
    await until(() => [here, there, other].every(({ texts }) => texts.at(-1) === 'end'));
    expect(here.texts).toEqual(['all', 'user 1', 'groups', 'except', 'end']);
    expect(there.texts).toEqual(['all', 'user 1', 'groups', 'end']);
    expect(other.texts).toEqual(['all', 'groups', 'zurich', 'connection', 'except', 'end']);
  });

  it('let a client catch up on what was sent before it came, from wherever', async () => {
    const early = await join(two, 'u1');
    one.hub.all.send('getText', 'long ago');
    await until(() => early.texts.at(-1) === 'long ago');
    clock.advance(10_000);
    one.hub.all.send('getText', 'all');
    one.hub.user(2).send('getText', 'user 2');
    one.hub.user(3).send('getText', 'user 3');
    one.hub.group('everyone').send('getText', 'everyone');
    one.hub.group('zurich').send('getText', 'zurich');
    one.hub.connection(early.client.connectionId ?? '').send('getText', 'connection');
    one.hub.all.send('getText', 'end');
    await until(() => early.texts.at(-1) === 'end');
    clock.advance(2_000);
    const late = await join(two, 'u2');
    one.hub.all.send('getText', 'now');
    await until(() => late.texts.at(-1) === 'now');
    await expect(late.client.invoke('CatchUp', 5_000)).resolves.toBe(true);
    // What it has heard already does not come again.
    expect(late.texts).toEqual(['now', 'all', 'user 2', 'everyone', 'end']);
    expect(early.texts.filter((text) => text === 'all')).toEqual(['all']);
  });

  it('say so where they do not know what was sent before a client came', async () => {
    clock.advance(5_000);
    const late = await join(two, 'u2');
    // It has not stood that long.
    await expect(late.client.invoke('CatchUp', 20_000)).resolves.toBe(false);
    await expect(late.client.invoke('CatchUp', -1)).rejects.toThrow('CatchUp');
    expect(late.texts).toEqual([]);
  });

  it('end the sessions of a user on each other', async () => {
    const here = await join(one, 'u1.desk');
    const there = await join(two, 'u1.desk');
    const other = await join(two, 'u2');
    await here.client.invoke('OffConnect', '2');
    await Promise.all([here.closed, there.closed]);
    await expect(other.client.invoke('Echo', 'here')).resolves.toBe('here');
  });

  it('know who is online on each other, and forget a server that stops', async () => {
    await join(one, 'u1');
    await join(two, 'u2');
    await knows(one, [1, 2]);
    await knows(two, [1, 2]);
    const three = await start();
    await knows(three, [1, 2]);
    await three.stop();
    await Promise.all(clients.splice(0).map((client) => client.stop()));
    await two.stop();
    await knows(one, []);
  });

  it('leave out who is on another hub, at whatever server', async () => {
    const here = await join(one, 'u1');
    const there = await join(two, 'u2');
    const elsewhere = clientOf(one, 'u2', '/signalr-chat');
    clients.push(elsewhere);
    await elsewhere.start();
    const notOnChat = { groups: ['everyone'], notOn: '/signalr-chat' };
    const hears = async (text: string) => {
      for (let i = 0; ; i++) {
        one.hub.to(notOnChat).send('getText', `${text} ${i}`);
        one.hub.all.send('getText', `end ${i}`);
        await until(() => [here, there].every(({ texts }) => texts.at(-1) === `end ${i}`));
        if (!there.texts.includes(`${text} ${i}`)) return;
        clock.advance(1000);
      }
    };
    // Known at the other server after its next list.
    await hears('both');
    expect(here.texts).toContain('both 0');
    await elsewhere.stop();
    await until(() => [...one.chat.callers()].length === 0);
    clock.advance(1000);
    await until(() => {
      one.hub.to(notOnChat).send('getText', 'alone');
      return there.texts.includes('alone');
    });
  });

  it('tell the list anew where somebody was told another one meanwhile', async () => {
    const received: number[][] = [];
    one.signalr.onOnlineUsersChange((users) => received.push(users.map(({ userId }) => userId)));
    await join(one, 'u1');
    clock.advance(1000);
    const passing = await join(one, 'u2');
    // As whoever connects now is told.
    expect(one.signalr.onlineUsers().map(({ userId }) => userId)).toEqual([1, 2]);
    await passing.client.stop();
    await until(() => [...one.hub.callers()].length === 1);
    clock.advance(1000);
    expect(received).toEqual([[1], [1]]);
  });

  it('forget a server that died', async () => {
    backplanes[0]?.publish('presence', {
      from: 'dead',
      kind: 'online',
      users: [{ userId: 7, name: 'User 7' }],
    });
    await knows(two, [7]);
    clock.advance(40_000);
    expect(two.signalr.onlineUsers()).toHaveLength(1);
    clock.advance(6000);
    expect(two.signalr.onlineUsers()).toEqual([]);
  });
});

describe('what comes over the backplane', () => {
  it.each([
    null,
    'text',
    [],
    {},
    { from: 'a', kind: 'send', to: { all: true }, target: 'x', arguments: {}, except: [] },
    { from: 'a', kind: 'send', to: { all: true }, target: 1, arguments: [], except: [] },
    { from: 'a', kind: 'send', to: { users: ['1'] }, target: 'x', arguments: [], except: [] },
    { from: 'a', kind: 'disconnect', to: {} },
    { kind: 'disconnect', to: { all: true } },
    { from: 'a', kind: 'other', to: { all: true } },
  ])('is dropped where it is none of ours: %j', (value) => {
    expect(readHubSignal(value)).toBeNull();
    expect(readPresenceSignal(value)).toBeNull();
  });

  it('reads the address of a NATS server', () => {
    expect(natsOptions('nats://127.0.0.1:4222')).toMatchObject({ servers: ['127.0.0.1:4222'] });
    expect(natsOptions('nats://me:p%40ss@host:4222')).toMatchObject({ user: 'me', pass: 'p@ss' });
    expect(natsOptions('nats://secret@host')).toMatchObject({ servers: ['host'], token: 'secret' });
    expect(natsOptions('tls://a:1, tls://b:2')).toMatchObject({ servers: ['a:1', 'b:2'], tls: {} });
  });
});
