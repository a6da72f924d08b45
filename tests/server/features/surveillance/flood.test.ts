import { createServer } from 'node:http';
import { type AddressInfo, createServer as createLine, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setParameter } from '#tests/support/parameters.ts';
import type { Row } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Messages that are legal in size and heavy to read, and more tracks than there is place for: the server goes on, and says what it shed. */

let sky: Sky;
const made: Row[] = [];
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  sky = await startSky({ webhookPrivate: true });
});
afterEach(async () => {
  for (const { id } of made.splice(0)) await sky.change(id, { enabled: false });
  for (const end of ends.splice(0)) await end();
});
afterAll(() => sky?.close());

const mapping = JSON.stringify({
  reports: '/a',
  fields: { latitude: '/la', longitude: '/lo', icao24: '/h', pressureAltitude: '/z' },
});
/** 500,000 items in one megabyte. */
const items = `{"a":[${'1,'.repeat(500_000)}1]}`;
const hexOf = (number: number) => (0x100000 + number).toString(16);
/** So many targets, each alone within twenty kilometres. */
const positions = (count: number, from = 0) =>
  JSON.stringify({
    a: Array.from({ length: count }, (_, i) => ({
      la: 20 + Math.floor(i / 200) / 5,
      lo: 75 + (i % 200) / 5,
      h: hexOf(from + i),
    })),
  });

async function source(values: object): Promise<Row> {
  const own = await sky.makeSource({
    name: `洪水 ${made.length} ${Math.random()}`,
    edition: null,
    mapping,
    type: 'json',
    ...values,
  });
  made.push(own);
  await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
  return own;
}
const reasons = (id: number) => sky.map.feed(id)?.errorReasons ?? {};

/** A source that takes what is pushed, and how it is pushed. */
async function pushed(): Promise<{ id: number; push(body: string): Promise<Answer> }> {
  const { id } = await source({ transport: 'httpPush' });
  const { token } = (await sky.server.service('admin', 'SurveillanceSource/RenewToken', { id })) as {
    token: string;
  };
  const push = async (body: string) => {
    const response = await fetch(`${sky.server.address}/api/surveillance/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      body,
    });
    return { status: response.status, ...((await response.json()) as { result: Answer['result'] }) };
  };
  // The new token opens the source once its record was read again.
  await eventually(async () => (await push('{"a":[]}')).status === 200, 'the token');
  return { id, push };
}
interface Answer {
  status: number;
  result: { records: number; reports: number; errors: { reason: string; count: number }[] };
}

/** Turns of the event loop while something is under way: in each of them other requests have their turn. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await work.finally(() => clearImmediate(next));
  return turns;
}

/** How many requests were answered before the work was done. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let answered = 0;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { status } = await fetch(`${sky.server.address}/healthz`);
    if (status === 200 && !isDone) answered++;
  }
  await end;
  return answered;
}

describe('a push of one megabyte', () => {
  test('of 500,000 items is answered, and others have their turn', async () => {
    const { id, push } = await pushed();
    const pushing = push(items);
    // Twenty thousand items are read, five hundred in one slice at most.
    expect(await turnsDuring(pushing)).toBeGreaterThanOrEqual(40);
    const { status, result } = await pushing;
    expect(status).toBe(200);
    // Numbers are no rows of a report.
    expect(result).toMatchObject({ records: 0, reports: 0 });
    expect(Math.max(...result.errors.map(({ count }) => count))).toBe(20_000);
    expect(result.errors).toContainEqual({
      reason: 'A message has more than 20,000 items; the rest was not read',
      count: 1,
    });
    await eventually(() => reasons(id)['track.read.tooMany'] === 1, 'the reason in the monitor');
  });

  test('of 25,000 targets is answered, and other requests meanwhile', async () => {
    const { id, push } = await pushed();
    const pushing = push(positions(25_000));
    expect(await answeredDuring(pushing)).toBeGreaterThan(0);
    const { result } = await pushing;
    expect(result).toMatchObject({ records: 20_000, reports: 20_000 });
    // Of new tracks no more than ten seconds bring.
    await eventually(() => (reasons(id)['track.shed.newTracks'] ?? 0) >= 9_000, 'the reason in the monitor');
    const { sources } = (await sky.server.service('admin', 'SurveillanceSource/GetStates', {}, 'GET')) as {
      sources: { sourceId: number; errorReasons: { reason: string }[] }[];
    };
    const shown = sources.find(({ sourceId }) => sourceId === id)?.errorReasons.map(({ reason }) => reason);
    expect(shown).toContain('航迹未建立：每秒新建航迹数超过参数上限');
  });

  test('is read in its order, before what comes after it', async () => {
    const { id, push } = await pushed();
    const row = (h: string, z: number) => ({ la: 31, lo: 104.1, h, z });
    const long = push(JSON.stringify({ a: [...Array(15_000).fill(1), row('780e01', 900)] }));
    const short = push(JSON.stringify({ a: [row('780e01', 950)] }));
    const ended: string[] = [];
    await Promise.all([long.then(() => ended.push('long')), short.then(() => ended.push('short'))]);
    expect(ended).toEqual(['long', 'short']);
    expect(reasons(id)['track.read.failed']).toBeUndefined();
  });
});

describe('the same by other transports', () => {
  test('the answer to a poll', async () => {
    const site = createServer((_request, response) => void response.end(items));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      site.closeAllConnections();
      site.close();
    });
    const { port } = site.address() as AddressInfo;
    const { id } = await source({
      transport: 'httpPoll',
      url: `http://127.0.0.1:${port}`,
      intervalS: 1,
      timeoutS: 10,
    });
    await eventually(() => (reasons(id)['track.read.tooMany'] ?? 0) > 0, 'the reason in the monitor');
    expect((await fetch(`${sky.server.address}/healthz`)).status).toBe(200);
  });

  test('a message of MQTT', async ({ skip }) => {
    const broker = 'mqtt://127.0.0.1:1883';
    const publisher = await mqtt
      .connectAsync(broker, { reconnectPeriod: 0, connectTimeout: 1_000 })
      .catch(() => null);
    if (!publisher) return skip('no MQTT broker on loopback 1883');
    ends.push(() => publisher.endAsync(true));
    const topic = `clearway-flood-${process.pid}`;
    const { id } = await source({ transport: 'mqtt', url: broker, topics: [topic], qos: 1 });
    await eventually(async () => {
      await publisher.publishAsync(topic, items, { qos: 1 });
      return (reasons(id)['track.read.tooMany'] ?? 0) > 0;
    }, 'the reason in the monitor');
  });
});

test('a broker whose message has no end is cut off, and the source says so', async () => {
  const broker = createLine((socket) => {
    const megabyte = Buffer.alloc(1024 * 1024, 0x20);
    const sendOn = () => {
      while (socket.writable && socket.write(megabyte));
    };
    socket.on('error', () => {}).on('drain', sendOn);
    socket.on('data', (bytes: Buffer) => {
      // CONNECT is answered by CONNACK, SUBSCRIBE by SUBACK and by a message of 256 MiB (MQTT 3.1.1 §2.2, §3).
      if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]));
      if (bytes[0] !== 0x82) return;
      socket.write(Buffer.from([0x90, 3, bytes[2] ?? 0, bytes[3] ?? 0, 0]));
      socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x61]));
      sendOn();
    });
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  broker.on('connection', (socket) => sockets.add(socket));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    broker.close();
  });
  const { port } = broker.address() as AddressInfo;
  const { id } = await source({ transport: 'mqtt', url: `mqtt://127.0.0.1:${port}`, topics: ['a'] });
  await eventually(() => reasons(id)['track.line.tooLarge'] === 1, 'the reason in the monitor');
});

test('a flood of small messages waits at the broker, and each is read', async () => {
  const count = 20_000;
  const payload = Buffer.from(JSON.stringify({ a: [{ h: '7b0001' }] }));
  const message = Buffer.concat([Buffer.from([0x30, payload.length + 3, 0, 1, 0x61]), payload]);
  const broker = createLine((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      // CONNACK, then SUBACK and all messages at once (MQTT 3.1.1 §3).
      if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]));
      if (bytes[0] !== 0x82) return;
      socket.write(Buffer.from([0x90, 3, bytes[2] ?? 0, bytes[3] ?? 0, 0]));
      socket.write(Buffer.alloc(message.length * count, message));
    });
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  broker.on('connection', (socket) => sockets.add(socket));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    broker.close();
  });
  const { port } = broker.address() as AddressInfo;
  const { id } = await source({ transport: 'mqtt', url: `mqtt://127.0.0.1:${port}`, topics: ['a'] });
  const records = async () => {
    const { sources } = (await sky.server.service('admin', 'SurveillanceSource/GetStates', {}, 'GET')) as {
      sources: { sourceId: number; records: number; errors: number }[];
    };
    const state = sources.find(({ sourceId }) => sourceId === id);
    return [state?.records, state?.errors];
  };
  await expect.poll(records, { timeout: 60_000, interval: 100 }).toEqual([count, 0]);
});

describe('the limits of the parameters', () => {
  test('reports beyond those of a second are shed, and the source says so', async () => {
    await setParameter(sky.server, 'surveillance.sourceReportsPerS', '100');
    ends.push(() => setParameter(sky.server, 'surveillance.sourceReportsPerS', '5000'));
    const { id, push } = await pushed();
    await eventually(async () => {
      const { result } = await push(positions(2_000));
      return (
        result.reports < 2_000 &&
        result.errors.some(({ reason }) => reason.startsWith('A report was not taken'))
      );
    }, 'the shedding');
    await eventually(() => (reasons(id)['track.shed.reports'] ?? 0) > 0, 'the reason in the monitor');
  });

  test('a full table drops tracks without a height first, and the source says so', async () => {
    await setParameter(sky.server, 'surveillance.sourceTracks', '100');
    ends.push(() => setParameter(sky.server, 'surveillance.sourceTracks', '20000'));
    const { id, push } = await pushed();
    const row = (number: number, z?: number) => ({
      la: 30 + (number % 50) / 50,
      lo: 103 + number / 500,
      h: hexOf(0x40000 + number),
      z,
    });
    const rows = (from: number, count: number, z?: number) =>
      JSON.stringify({ a: Array.from({ length: count }, (_, i) => row(from + i, z)) });
    const isSeen = (number: number) =>
      [...sky.map.targets.values()].some(({ icao24 }) => icao24 === hexOf(0x40000 + number));
    await push(rows(0, 50, 900));
    await eventually(async () => {
      await push(rows(100, 200));
      return (reasons(id)['track.shed.dropped'] ?? 0) > 0;
    }, 'the reason in the monitor');
    await expect
      .poll(() => [299, 0, 49, 100].map(isSeen), { timeout: 5_000 })
      .toEqual([true, true, true, false]);
  });
});

test('a document that is nested more deeply than any reader goes is no report, and the next is read', async () => {
  const { push } = await pushed();
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const { status, result } = await push(deep);
  expect([status, result.reports]).toEqual([200, 0]);
  expect((await push(positions(1, 0x60000))).result.reports).toBe(1);
});
