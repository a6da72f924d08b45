import { describe, expect, it } from 'vitest';
import { createConnection } from '#server/signalr/connection.ts';
import { messagePackProtocol } from '#server/signalr/message-pack.ts';
import {
  type HubMessage,
  type HubProtocol,
  jsonProtocol,
  type OutgoingMessage,
  prepareMessage,
} from '#server/signalr/protocol.ts';
import { defaultLimits, type EndReason, type SignalRLimits } from '#server/signalr/settings.ts';
import { createStuckTransport, quietLogger } from './support.ts';

/** A client that sends far more than it should, or acknowledges nothing: what it costs, in messages and bytes. */

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Until nothing more is read. */
async function turns(count = 50): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn();
}

function openConnection(
  protocol: HubProtocol,
  { stateful = false, ...changed }: Partial<SignalRLimits> & { stateful?: boolean } = {},
) {
  const stuck = createStuckTransport();
  const ends: EndReason[] = [];
  const calls: string[] = [];
  let parsed = 0;
  let bytesSent = 0;
  const counting: HubProtocol = {
    ...protocol,
    parse(frame) {
      parsed += 1;
      return protocol.parse(frame);
    },
  };
  const connection = createConnection({
    id: 'c',
    transport: stuck.transport,
    stateful,
    protocols: [counting],
    limits: { ...defaultLimits, ...changed },
    clock: stuck.clock,
    logger: quietLogger,
    received() {},
    sent: (bytes) => {
      bytesSent += bytes;
    },
    superseded() {},
  });
  connection.start({
    opened: async () => {},
    async invoke({ target }) {
      calls.push(target);
      return { result: target };
    },
    ended: (reason) => ends.push(reason),
  });
  stuck.receive(`{"protocol":"${protocol.name}","version":${stateful ? 2 : 1}}\x1e`);
  stuck.drain();
  const written = (message: HubMessage) => protocol.write(message);
  return {
    ...stuck,
    connection,
    ends,
    calls,
    parsed: () => parsed,
    bytesSent: () => bytesSent,
    write: (...messages: HubMessage[]) => stuck.receive(Buffer.concat(messages.map(written))),
    many: (message: HubMessage, count: number) => Buffer.concat(Array(count).fill(written(message))),
  };
}

const call = (target: string): HubMessage => ({ type: 1, invocationId: '1', target, arguments: [] });
const ack = (sequenceId: number): HubMessage => ({ type: 8, sequenceId });
const event = (): OutgoingMessage => prepareMessage({ type: 1, target: 'e', arguments: [] });

const protocols: [string, HubProtocol][] = [
  ['JSON', jsonProtocol],
  ['MessagePack', messagePackProtocol],
];

describe.each(protocols)('%s', (_name, protocol) => {
  it.each<[string, HubMessage]>([
    ['pings', { type: 6 }],
    ['stream items', { type: 2, invocationId: 'x', item: 1 }],
    ['acknowledgements', ack(0)],
  ])('of a frame full of %s no more is parsed than the rate allows', async (_what, message) => {
    const { receive, many, parsed, ends } = openConnection(protocol);
    receive(many(message, 20_000));
    await turns();
    // The handshake was one.
    expect(parsed()).toBe(defaultLimits.messageBurst - 1);
    expect(ends).toEqual(['flood']);
  });

  it('other work has its turn between the messages of one frame', async () => {
    const { receive, many, parsed, ends, isPaused } = openConnection(protocol);
    receive(many({ type: 6 }, 900));
    let most = parsed();
    expect(isPaused()).toBe(true);
    for (let before = parsed(); before < 900; before = parsed()) {
      await turn();
      most = Math.max(most, parsed() - before);
    }
    expect(most).toBe(defaultLimits.messagesPerTurn);
    await turns(2);
    expect([isPaused(), ends]).toEqual([false, []]);
  });

  it('many clients at once take no more of a turn than one', async () => {
    const clients = Array.from({ length: 10 }, () => openConnection(protocol));
    for (const { receive, many } of clients) receive(many({ type: 6 }, 900));
    const all = () => clients.reduce((sum, { parsed }) => sum + parsed(), 0);
    let most = 0;
    for (let before = all(); before < 9_000; before = all()) {
      await turn();
      most = Math.max(most, all() - before);
    }
    expect(most).toBe(defaultLimits.messagesPerTurn);
  });

  it('messages keep their order, however many arrive together', async () => {
    const { write, calls, ends } = openConnection(protocol);
    const targets = Array.from({ length: 700 }, (_, index) => `m${index}`);
    for (let at = 0; at < targets.length; at += 50) write(...targets.slice(at, at + 50).map(call));
    await turns();
    expect(calls).toEqual(targets);
    expect(ends).toEqual([]);
  });

  it('large messages count by their size', async () => {
    const { receive, many, parsed, ends, isPaused } = openConnection(protocol);
    const large = many({ type: 2, invocationId: 'x', item: 'x'.repeat(30_000) }, 7);
    for (let left = 1_000; left > 0 && ends.length === 0; left -= 1) {
      if (!isPaused()) receive(large);
      await turn();
    }
    // One for the message, and one for each 2 KiB that it fills.
    expect(parsed()).toBe(Math.floor((defaultLimits.messageBurst - 1) / 15));
    expect(ends).toEqual(['flood']);
  });

  it('a busy client that keeps to its rates is left alone for an hour', async () => {
    const { write, clock, connection, drain, ends } = openConnection(protocol, { stateful: true });
    let answered = 0;
    for (let second = 0; second < 3_600; second += 1) {
      write(...Array.from({ length: 20 }, () => call('m')), { type: 6 }, ack(answered));
      answered += 20;
      await turn();
      drain();
      clock.advance(1_000);
      connection.tick();
    }
    expect(ends).toEqual([]);
  });

  it('a peer that acknowledges nothing is answered up to its limit, and on when it does', async () => {
    const { write, calls, bytesSent, drain, ends, connection } = openConnection(protocol, {
      stateful: true,
      statefulBufferBytes: 10_000,
    });
    const target = 'x'.repeat(990);
    for (let turn = 0; turn < 10; turn += 1) write(...Array(20).fill(call(target)));
    await turns();
    drain();
    const handled = calls.length;
    expect(handled).toBeLessThanOrEqual(10);
    expect(bytesSent()).toBeLessThan(12_000);
    expect(connection.bufferedBytes).toBeLessThan(12_000);
    write({ type: 6 });
    expect(ends).toEqual([]);
    for (let acked = handled; calls.length < 200; acked = calls.length) {
      write(ack(acked));
      await turns(3);
      expect(calls.length - acked).toBeLessThanOrEqual(10);
    }
    expect(ends).toEqual([]);
  });

  it('the number of unacknowledged frames has a limit of its own', async () => {
    const { receive, many, calls, connection, ends, write } = openConnection(protocol, {
      stateful: true,
      statefulBufferFrames: 30,
      maxBufferedFrames: 100,
    });
    receive(many(call('m'), 90));
    await turns();
    expect(calls).toHaveLength(30);
    expect(connection.isWritable()).toBe(false);
    write(ack(30));
    await turns();
    expect(calls).toHaveLength(60);
    for (let sent = 0; sent < 200; sent += 1) connection.send(event());
    expect(ends).toEqual(['slow']);
  });
});

it('acknowledgements are read behind a queue that was full, and let it go on', async () => {
  const { receive, write, many, calls, ends } = openConnection(jsonProtocol, {
    stateful: true,
    statefulBufferFrames: 10,
    maxQueuedMessages: 8,
  });
  receive(many(call('m'), 60));
  for (let acked = 10; acked <= 60; acked += 10) {
    await turns(5);
    write(ack(acked));
  }
  await turns();
  expect(calls).toHaveLength(60);
  expect(ends).toEqual([]);
});

it('calls that wait for an acknowledgement have a limit too', async () => {
  const { receive, many, clock, calls, ends, parsed } = openConnection(jsonProtocol, {
    stateful: true,
    statefulBufferFrames: 10,
    maxWaitingBytes: 100_000,
  });
  const block = many(call('m'), 50);
  for (let second = 0; second < 100 && ends.length === 0; second += 1) {
    receive(block);
    await turns(3);
    clock.advance(1_000);
  }
  expect(calls).toHaveLength(10);
  expect(ends).toEqual(['flood']);
  expect(parsed()).toBeLessThan(500);
});

it('who acknowledges nothing for a minute is aborted, who acknowledges a little is not', async () => {
  const limits = { stateful: true, statefulBufferFrames: 10 };
  const silent = openConnection(jsonProtocol, limits);
  const slow = openConnection(jsonProtocol, limits);
  for (const { receive, many } of [silent, slow]) receive(many(call('m'), 100));
  await turns();
  for (let second = 0; second < 70; second += 1) {
    for (const { clock, connection, drain, write } of [silent, slow]) {
      drain();
      write({ type: 6 });
      clock.advance(1_000);
      connection.tick();
    }
    if (second % 30 === 0) slow.write(ack(1 + second / 30));
    await turn();
  }
  expect(silent.ends).toEqual(['slow']);
  expect(slow.ends).toEqual([]);
});

it('what is sent again leaves in writes of a limited size, in order and whole', async () => {
  const { connection, sent, comeBack } = openConnection(jsonProtocol, { stateful: true });
  const text = 'x'.repeat(900);
  for (let id = 0; id < 500; id += 1) {
    connection.send(prepareMessage({ type: 1, target: `e${id}`, arguments: [text] }));
  }
  sent.length = 0;
  comeBack();
  expect(sent.length).toBeLessThan(12);
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
  const messages = Buffer.concat(sent).toString().split('\x1e').slice(0, -1);
  const parsed: { target?: string }[] = messages.map((json) => JSON.parse(json));
  expect(parsed.map(({ target }) => target)).toEqual([
    undefined,
    ...Array.from({ length: 500 }, (_, id) => `e${id}`),
  ]);
});
