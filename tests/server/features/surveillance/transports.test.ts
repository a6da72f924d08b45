import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createLine, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SourceState } from '#contract/surveillance-source.ts';
import type { Row } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import { cat021 } from '#tests/support/traffic.ts';

/** Each transport of a source: what comes by it is a target on the map, and what fails is said at the source. */

let sky: Sky;
const made: Row[] = [];
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  // The other ends of these tests are on this machine.
  sky = await startSky({ webhookPrivate: true });
});
afterEach(async () => {
  for (const { id } of made.splice(0)) await sky.change(id, { enabled: false });
  for (const end of ends.splice(0)) await end();
});
afterAll(() => sky?.close());

const mapping = JSON.stringify({
  reports: '/aircraft',
  fields: { latitude: '/lat', longitude: '/lon', icao24: '/hex' },
});
const json = (hex: string) => JSON.stringify({ aircraft: [{ lat: 30.6, lon: 104.1, hex }] });
const line = (hex: string) =>
  `MSG,3,1,1,${hex.toUpperCase()},1,,,,,,3000,90,270,30.6,104.1,64,7000,0,0,0,0\n`;

async function source(values: object): Promise<Row> {
  const own = await sky.makeSource({ name: `站 ${made.length} ${Math.random()}`, edition: null, ...values });
  made.push(own);
  return own;
}
const isSeen = (icao24: string) => [...sky.map.targets.values()].some((one) => one.icao24 === icao24);
const reasons = (id: number) => sky.map.feed(id)?.errorReasons ?? {};

/** A server on a free port of this machine. */
async function listening(
  server: ReturnType<typeof createLine> | ReturnType<typeof createServer>,
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function freeTcpPort(): Promise<number> {
  const server = createLine();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a TCP client', () => {
  test('reads a stream cut anywhere, and connects again where the line breaks', async () => {
    const sockets = new Set<Socket>();
    let dialled = 0;
    let hex = '780d01';
    const receiver = createLine((socket) => {
      dialled++;
      sockets.add(socket);
      const bytes = () => cat021(sky.over(hex));
      const timer = setInterval(() => {
        // Halves of a data block, each by itself.
        const all = bytes();
        socket.write(all.subarray(0, 9));
        setTimeout(() => socket.write(all.subarray(9)), 20);
      }, 100);
      socket.on('error', () => {}).on('close', () => clearInterval(timer));
    });
    const port = await listening(receiver);
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      receiver.close();
    });
    const own = await source({ type: 'Cat21', transport: 'tcpClient', remoteHost: '127.0.0.1', port });
    await eventually(() => isSeen('780d01'), 'the aircraft');
    hex = '780d02';
    for (const socket of sockets) socket.destroy();
    await eventually(() => isSeen('780d02'), 'the aircraft behind the second connection', 12_000);
    expect(dialled).toBeGreaterThan(1);
    expect(Object.keys(reasons(own.id))).toEqual(['track.line.closed']);
    expect(sky.map.feed(own.id)?.fault).toBeUndefined();
  });

  test('says why nobody answers', async () => {
    const port = await freeTcpPort();
    const own = await source({ type: 'beast', transport: 'tcpClient', remoteHost: '127.0.0.1', port });
    await eventually(() => sky.map.feed(own.id)?.fault !== undefined, 'the reason');
    expect(sky.map.feed(own.id)?.fault).toEqual({ key: 'track.line.refused' });
  });
});

describe('a TCP server', () => {
  test('reads each of several receivers by itself, and refuses one too many', async () => {
    const port = await freeTcpPort();
    const own = await source({ type: 'sbs', transport: 'tcpServer', port, maxClients: 2 });
    await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
    const dial = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      ends.push(() => void socket.destroy());
      return socket;
    };
    const [first, second] = [dial(), dial()];
    await eventually(() => sky.map.feed(own.id)?.clients === 2, 'both');
    // Two lines, woven into each other: of one decoder they would be noise.
    const [one, two] = [line('780d11'), line('780d12')];
    await eventually(async () => {
      first.write(one.slice(0, 20));
      second.write(two.slice(0, 30));
      await new Promise((resolve) => setTimeout(resolve, 50));
      first.write(one.slice(20));
      second.write(two.slice(30));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isSeen('780d11') && isSeen('780d12');
    }, 'both aircraft');
    expect(reasons(own.id)).toEqual({});
    const third = dial();
    await new Promise((resolve) => third.on('close', resolve));
    await eventually(() => reasons(own.id)['track.line.full'] === 1, 'the refusal');
    const answer = await sky.server.call('admin', 'GET', '/api/services/app/SurveillanceSource/GetStates');
    const { sources } = (answer.body as { result: { sources: SourceState[] } }).result;
    expect(sources.find(({ sourceId }) => sourceId === own.id)?.errorReasons).toEqual([
      { reason: '已有 2 个接收机连接，拒绝了新的连接', count: 1, example: '' },
    ]);
    first.destroy();
    await eventually(() => sky.map.feed(own.id)?.clients === 1, 'its leaving');
  });
});

test('one address takes no more places of a TCP server than it may', async () => {
  const port = await freeTcpPort();
  const limits = { maxClients: 8, maxClientsPerAddress: 2 };
  const own = await source({ type: 'sbs', transport: 'tcpServer', port, ...limits });
  await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
  const dial = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    ends.push(() => void socket.destroy());
    return socket;
  };
  for (const _ of [1, 2]) dial('127.0.0.1');
  await eventually(() => sky.map.feed(own.id)?.clients === 2, 'both');
  const third = dial('127.0.0.1');
  await new Promise((resolve) => third.on('close', resolve));
  await eventually(() => reasons(own.id)['track.line.fullOfAddress'] === 1, 'the refusal');
  dial('127.0.0.2');
  await eventually(() => sky.map.feed(own.id)?.clients === 3, 'that of another address');
});

describe('MQTT', () => {
  const broker = 'mqtt://127.0.0.1:1883';
  const client = async () => {
    const connected = await mqtt
      .connectAsync(broker, { reconnectPeriod: 0, connectTimeout: 1_000 })
      .catch(() => null);
    if (connected) ends.push(() => connected.endAsync(true));
    return connected;
  };

  test('hears the topics of a pattern', async ({ skip }) => {
    const publisher = await client();
    if (!publisher) return skip('no MQTT broker on loopback 1883');
    const own = await source({
      type: 'json',
      transport: 'mqtt',
      url: broker,
      topics: [`clearway-test-${process.pid}/+/reports`],
      qos: 1,
      mapping,
    });
    await eventually(async () => {
      await publisher.publishAsync(`clearway-test-${process.pid}/a/reports`, json('780d21'), { qos: 1 });
      await publisher.publishAsync(`clearway-test-${process.pid}/a/other`, json('780d22'), { qos: 1 });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isSeen('780d21');
    }, 'the aircraft');
    expect(isSeen('780d22')).toBe(false);
    expect(sky.map.feed(own.id)?.fault).toBeUndefined();
  });

  test('has a password that is never told again', async () => {
    const own = await source({
      type: 'json',
      transport: 'mqtt',
      url: 'mqtt://127.0.0.1:9',
      topics: ['a'],
      mapping,
      userName: 'u',
    });
    const password = 'correct horse battery';
    await sky.server.service('admin', 'SurveillanceSource/SetPassword', { id: own.id, password });
    const path = `/api/records/surveillanceSource/${own.id}`;
    const told = [
      await sky.server.call('admin', 'GET', path),
      await sky.server.call('admin', 'GET', `${path}/history`),
    ];
    expect(told[0]?.body).toMatchObject({ hasPassword: true });
    const { rows } = await sky.server.database.database.pool.query(
      'select sealed_password from surveillance_source where id = $1',
      [own.id],
    );
    expect(rows[0].sealed_password).toMatch(/^[\w-]{40,}$/);
    for (const answer of told) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(password);
      expect(JSON.stringify(answer.body)).not.toContain(rows[0].sealed_password);
    }
    for (const user of ['operator', 'aiw', 'atmb']) {
      const body = { id: own.id, password: 'x' };
      const answer = await sky.server.call(
        user,
        'POST',
        '/api/services/app/SurveillanceSource/SetPassword',
        body,
      );
      expect([user, answer.status]).toEqual([user, 403]);
    }
  });
});

describe('HTTP polling', () => {
  async function website(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const server = createServer(answer);
    const port = await listening(server);
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${port}`;
  }
  const polled = (url: string, values: object = {}) =>
    source({ type: 'json', transport: 'httpPoll', url, intervalS: 1, timeoutS: 1, mapping, ...values });

  test('asks again and again, and takes what is new', async () => {
    const asked: (string | undefined)[] = [];
    const signed: (string | undefined)[] = [];
    const url = await website((request, response) => {
      asked.push(request.headers['if-none-match']);
      signed.push(request.headers.authorization);
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(json('780d31'));
    });
    const own = await polled(`${url}/a`, { userName: 'watch' });
    await sky.server.service('admin', 'SurveillanceSource/SetPassword', { id: own.id, password: 'p:ä' });
    await eventually(() => isSeen('780d31') && asked.includes('"1"'), 'two answers', 10_000);
    const pair = Buffer.from('watch:p:ä').toString('base64');
    await eventually(() => signed.includes(`Basic ${pair}`), 'the credentials');
    expect(reasons(own.id)).toEqual({});
  });

  test.each([
    ['track.line.answered', (response: ServerResponse) => response.writeHead(500).end()],
    ['track.line.credentials', (response: ServerResponse) => response.writeHead(401).end()],
    [
      'track.line.redirected',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://localhost:1/' }).end(),
    ],
    ['track.line.timeout', () => {}],
    [
      'track.line.tooLarge',
      (response: ServerResponse) => {
        response.on('error', () => {});
        response.end(Buffer.alloc(9 * 1024 * 1024, 32));
      },
    ],
    ['track.read.syntax', (response: ServerResponse) => response.end('<html>')],
  ])('counts %s', async (reason, answer) => {
    const url = await website((_request, response) => void answer(response));
    const own = await polled(url);
    await eventually(() => (reasons(own.id)[reason] ?? 0) > 0, reason, 8_000);
  });

  test('follows a redirect on the same host only', async () => {
    const url = await website((request, response) => {
      if (request.url === '/a') response.writeHead(301, { location: '/b' }).end();
      else response.end(json('780d32'));
    });
    await polled(`${url}/a`);
    await eventually(() => isSeen('780d32'), 'the aircraft');
  });
});

describe('HTTP push', () => {
  const push = (id: number, token: string, body: string, headers: object = {}, query = '') =>
    fetch(`${sky.server.address}/api/surveillance/${id}${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-language': 'en',
        ...headers,
      },
      body,
    });
  const tokenOf = async (id: number) => {
    const made = await sky.server.service('admin', 'SurveillanceSource/RenewToken', { id });
    return (made as { token: string }).token;
  };

  test('takes what comes with its own token, and with no other', async () => {
    const own = await source({ type: 'json', transport: 'httpPush', mapping });
    const other = await source({ type: 'json', transport: 'httpPush', mapping });
    await eventually(() => sky.map.feed(own.id)?.fault?.key === 'track.push.noToken', 'the want of a token');
    const [token, ofOther] = [await tokenOf(own.id), await tokenOf(other.id)];
    let answer: unknown;
    await eventually(async () => {
      const response = await push(own.id, token, json('780d41'));
      answer = await response.json();
      return response.status === 200 && isSeen('780d41');
    }, 'the aircraft');
    expect(answer).toMatchObject({ result: { records: 1, reports: 1, errors: [] }, success: true });

    const admin = (await sky.server.signIn('admin')).accessToken;
    for (const wrong of [ofOther, `${token}x`, '', admin, 'x'.repeat(5_000)]) {
      expect((await push(own.id, wrong, json('780d42'))).status).toBe(401);
    }
    for (const id of [987_654, sky.source.id, 0])
      expect((await push(id, token, json('780d42'))).status).toBe(401);
    const renewed = await tokenOf(own.id);
    await eventually(
      async () => (await push(own.id, renewed, json('780d41'))).status === 200,
      'the new token',
    );
    expect((await push(own.id, token, json('780d42'))).status).toBe(401);
    expect(isSeen('780d42')).toBe(false);
    const record = await sky.server.call('admin', 'GET', `/api/records/surveillanceSource/${own.id}`);
    expect(JSON.stringify(record.body)).not.toMatch(/cws_|pushTokenHash/);
  });

  test('says what was wrong with a body, and refuses one that is too large or packed', async () => {
    const own = await source({ type: 'json', transport: 'httpPush', mapping });
    const token = await tokenOf(own.id);
    let body: unknown;
    await eventually(async () => {
      const response = await push(own.id, token, '{"aircraft":[{"lat":99,"lon":1}]}', {
        'accept-language': 'en',
      });
      body = await response.json();
      return response.status === 200;
    }, 'an answer');
    expect(body).toMatchObject({
      result: { reports: 0, errors: [{ reason: 'A position that is not on earth', count: 1 }] },
    });
    const answered = async (row: object, query = '') => {
      const response = await push(own.id, token, JSON.stringify({ aircraft: [row] }), {}, query);
      return ((await response.json()) as { result: unknown }).result;
    };
    const row = { lat: 30.6, lon: 104.1 };
    const old = 'A position is too old to be shown: it was stored for the recording only';
    const tooOld = 'A report was not used: its position is too old to be shown';
    const ago = (hours: number) => `?at=${new Date(sky.now() - hours * 3_600_000).toISOString()}`;
    expect(await answered({ ...row, hex: '780d43' }, ago(1))).toMatchObject({
      reports: 0,
      errors: [{ reason: old, count: 1 }],
    });
    expect(await answered({ ...row, hex: '780d44' }, ago(30))).toMatchObject({
      reports: 0,
      errors: [{ reason: tooOld, count: 1 }],
    });
    expect(await answered({ ...row, hex: '780d45' }, ago(0))).toMatchObject({ reports: 1, errors: [] });
    expect((await push(own.id, token, 'x', {}, '?at=2026-13-45T99:99:99Z')).status).toBe(400);
    expect((await push(own.id, token, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await push(own.id, token, 'x', { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await push(own.id, token, '')).status).toBe(400);
  });
});

describe('the record of a source', () => {
  const refused = async (values: object) => {
    const answer = await sky.server.call('admin', 'POST', '/api/records/surveillanceSource', {
      name: '不成',
      type: 'Cat21',
      ...values,
    });
    expect(answer.status).toBe(400);
    return Object.keys((answer.body as { errors: Record<string, unknown> }).errors);
  };

  test.each([
    [{ transport: 'tcpClient', port: 1 }, 'remoteHost'],
    [{ transport: 'tcpServer' }, 'port'],
    [{ transport: 'mqtt', url: 'http://broker', topics: ['a'] }, 'url'],
    [{ transport: 'mqtt', url: 'mqtt://user:secret@broker', topics: ['a'] }, 'url'],
    [{ transport: 'mqtt', url: 'mqtt://broker' }, 'topics'],
    [{ transport: 'mqtt', url: 'mqtt://broker', topics: ['a/#/b'] }, 'topics'],
    [{ transport: 'httpPoll', url: 'mqtt://broker' }, 'url'],
    [{ transport: 'tcpClient', remoteHost: 'a', port: 1, type: 'remoteId' }, 'transport'],
    [{ transport: 'udpUnicast', port: 1, type: 'adsbJson' }, 'type'],
  ])('%j is told at %s', async (values, field) => {
    expect((await refused(values)).map((name) => name.split('.')[0])).toContain(field);
  });

  test('asks of a transport only what it needs', async () => {
    const own = await source({
      type: 'json',
      transport: 'httpPush',
      mapping,
      port: 99,
      url: 'http://x',
      topics: ['a'],
    });
    expect(own).toMatchObject({ port: null, url: null, topics: null });
  });
});

test('a report outside the coverage or out of range is counted and not shown, and one without accuracy gets that of its source', async () => {
  const values = {
    type: 'json',
    transport: 'httpPush',
    mapping,
    position: { type: 'Point', coordinates: [104, 30.6] },
  };
  const ring = [
    [104, 30.5],
    [104.2, 30.5],
    [104.2, 30.7],
    [104, 30.7],
    [104, 30.5],
  ];
  const own = await source({
    ...values,
    rangeKm: 15,
    accuracyM: 50,
    coverage: { type: 'Polygon', coordinates: [ring] },
  });
  const made = (await sky.server.service('admin', 'SurveillanceSource/RenewToken', { id: own.id })) as {
    token: string;
  };
  const rows = [
    { lat: 30.6, lon: 104.1, hex: '780d51' },
    { lat: 30.6, lon: 103.9, hex: '780d52' },
    { lat: 30.6, lon: 104.19, hex: '780d53' },
  ];
  await eventually(async () => {
    await fetch(`${sky.server.address}/api/surveillance/${own.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.token}` },
      body: JSON.stringify({ aircraft: rows }),
    });
    return isSeen('780d51') && (reasons(own.id)['track.range.coverage'] ?? 0) >= 2;
  }, 'one of three');
  expect([isSeen('780d52'), isSeen('780d53')]).toEqual([false, false]);
  const states = (await sky.server
    .service('aiw', 'SurveillanceSource/GetStates', {}, 'GET')
    .catch(String)) as unknown;
  expect(states).toContain('403');
});

test('a source is listened to: its state and its last message in words and octets', async () => {
  await sky.flyUntil(
    () => [sky.over('780d61')],
    () => isSeen('780d61'),
    'the aircraft',
  );
  const get = async (path: string, locale = 'en') => {
    const answer = await sky.server.call(
      'admin',
      'GET',
      `/api/services/app/SurveillanceSource/${path}`,
      undefined,
      new Headers({ 'accept-language': locale }),
    );
    expect(answer.status).toBe(200);
    return (answer.body as { result: Record<string, unknown> }).result;
  };
  const { sources } = await get('GetStates');
  const states = sources as { sourceId: number; errors: number; clients: unknown }[];
  expect(states.find(({ sourceId }) => sourceId === sky.source.id)).toMatchObject({
    errors: 0,
    clients: null,
  });
  const heard = await get(`Listen?id=${sky.source.id}`);
  expect(heard.hex).toMatch(/^15 00 /);
  expect(heard).toMatchObject({ text: null, errors: [] });
  const { rows, title } = (heard.records as { title: string; rows: object[] }[])[0] ?? {
    rows: [],
    title: '',
  };
  expect(title).toBe('CAT021 2.x');
  expect(rows).toContainEqual({ item: 'I021/145', name: 'Flight level', value: '50', unit: 'FL' });
  expect(rows).toContainEqual({
    item: 'I021/130',
    name: 'Position (WGS-84) › latitude',
    value: expect.stringMatching(/^30\.(6|5999)/),
    unit: '°',
  });
  const { records: inChinese } = await get(`Listen?id=${sky.source.id}`, 'zh-Hans');
  expect((inChinese as { rows: object[] }[])[0]?.rows).toContainEqual({
    item: 'I021/145',
    name: '飞行高度层',
    value: '50',
    unit: 'FL',
  });
  expect((heard.reports as object[][])[0]).toContainEqual({
    item: null,
    name: '24-bit address',
    value: '780D61',
    unit: '',
  });
  for (const user of ['operator', 'aiw']) {
    const answer = await sky.server.call(
      user,
      'GET',
      `/api/services/app/SurveillanceSource/Listen?id=${sky.source.id}`,
    );
    expect([user, answer.status]).toEqual([user, 403]);
  }
});
