import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SourceState } from '#contract/surveillance-source.ts';
import { writeJt808, writeJt808Batch } from '#domain/surveillance/terminals/jt808.ts';
import {
  createMarkedFramer,
  type Jt808Message,
  readMessage,
  writeMessage,
} from '#domain/surveillance/terminals/jt808-message.ts';
import type { Row } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Sources whose other end expects to be spoken to: a server of APRS-IS, and terminals of JT/T 808. */

let sky: Sky;
const made: Row[] = [];
const ends: (() => void)[] = [];

beforeAll(async () => {
  sky = await startSky({ webhookPrivate: true });
});
afterEach(async () => {
  for (const { id } of made.splice(0)) await sky.change(id, { enabled: false });
  for (const end of ends.splice(0)) end();
});
afterAll(() => sky?.close());

async function source(values: object): Promise<Row> {
  const own = await sky.makeSource({ name: `站 ${Math.random()}`, edition: null, ...values });
  made.push(own);
  return own;
}
const targets = (sourceId: number) =>
  [...sky.map.targets.values()].filter((one) => one.sourceId === sourceId);
const reasons = (id: number) => sky.map.feed(id)?.errorReasons ?? {};

/** A server of APRS-IS: it lets in by `mayLogIn`, and sends beacons to those who are in and asked for the place. */
async function aprsServer(mayLogIn: (line: string) => string) {
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('# aprsc 2.1.15-gc67551b\r\n');
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    socket
      .on('data', (bytes) => {
        text += bytes;
        const end = text.indexOf('\r\n');
        if (end < 0 || timer) return;
        const login = text.slice(0, end);
        logins.push(login);
        const answer = mayLogIn(login);
        socket.write(`${answer}\r\n`);
        if (!/ (un)?verified/.test(answer)) {
          socket.end();
          return;
        }
        timer = setInterval(() => {
          const at = new Date(sky.now()).toISOString().slice(11, 19).replaceAll(':', '');
          socket.write(
            `FLRDDE700>APRS,qAS,X:/${at}h3036.00N/10406.00E'086/060/A=003937 id06DDE700 +000fpm\r\n`,
          );
        }, 100);
      })
      .on('error', () => {})
      .on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, logins, sockets };
}

describe('a server of APRS-IS', () => {
  test('sends gliders once we have signed in with the filter of the record, again after each loss', async () => {
    const { port, logins, sockets } = await aprsServer(() => '# logresp CLWTEST unverified, server GLIDERN1');
    const own = await source({
      type: 'flarm',
      transport: 'tcpClient',
      remoteHost: '127.0.0.1',
      port,
      userName: 'CLWTEST',
      position: { type: 'Point', coordinates: [104.1, 30.6] },
      rangeKm: 150,
    });
    await eventually(() => targets(own.id).length > 0, 'the glider');
    expect(logins).toEqual(['user CLWTEST pass -1 vers Clearway 1.0 filter r/30.6000/104.1000/150']);
    // The altitude of a beacon is above mean sea level.
    expect(targets(own.id)[0]).toMatchObject({
      amslAltitudeM: expect.closeTo(1_200, 0),
      geometricAltitudeM: null,
      pressureAltitudeM: null,
    });
    expect(sky.map.feed(own.id)?.fault).toBeUndefined();
    for (const socket of sockets) socket.destroy();
    await eventually(() => logins.length === 2, 'the second login', 12_000);
  });

  test('has the name, the code and the filter that the record says', async () => {
    const { port, logins } = await aprsServer(() => '# logresp CLWTEST verified, server GLIDERN1');
    const own = await source({
      type: 'flarm',
      transport: 'tcpClient',
      remoteHost: '127.0.0.1',
      port,
      userName: 'CLWTEST',
      aprsFilter: 'a/31/103/30/105 t/po',
    });
    await sky.server.service('admin', 'SurveillanceSource/SetPassword', { id: own.id, password: '12345' });
    await eventually(
      () => logins.at(-1) === 'user CLWTEST pass 12345 vers Clearway 1.0 filter a/31/103/30/105 t/po',
      'the login',
      12_000,
    );
  });

  test('that refuses us is told of in its own words, and is not asked every second', async () => {
    const { port, logins } = await aprsServer(() => '# Port full');
    const own = await source({
      type: 'flarm',
      transport: 'tcpClient',
      remoteHost: '127.0.0.1',
      port,
      userName: 'CLWTEST',
    });
    await eventually(() => logins.length >= 3, 'the third login', 15_000);
    await expect
      .poll(() => sky.map.feed(own.id)?.fault)
      .toEqual({ key: 'track.line.login', values: { reason: 'Port full' } });
    expect(reasons(own.id)['track.line.closed']).toBeUndefined();
  });

  test.each([
    [{ userName: 'ab' }, 'userName'],
    [{ userName: 'A B' }, 'userName'],
    [{ userName: 'CLW1', aprsFilter: 'r/1/2/3\r\nuser x' }, 'aprsFilter'],
  ])('is not told %j', async (values, field) => {
    const answer = await sky.server.call('admin', 'POST', '/api/records/surveillanceSource', {
      name: '登录站',
      type: 'flarm',
      transport: 'tcpClient',
      remoteHost: '127.0.0.1',
      port: 14_580,
      ...values,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(field);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const phone = '13912345678';
/** `YYMMDDhhmmss` in Beijing. */
const beijing = (atMs: number) =>
  new Date(atMs + 8 * 3_600_000).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
const position = (atMs: number) => ({
  positioned: true,
  latitudeDeg: 30.6,
  longitudeDeg: 104.1,
  heightM: 512,
  speedKmh: 90,
  time: beijing(atMs),
});

/** A terminal that says one thing after the other and waits for each answer. */
async function terminal(port: number) {
  const framer = createMarkedFramer(true);
  const heard: Jt808Message[] = [];
  const socket = await new Promise<Socket>((resolve, reject) => {
    const dialled = connect(port, '127.0.0.1', () => resolve(dialled)).on('error', reject);
  });
  socket
    .on('error', () => {})
    .on('data', (bytes: Buffer) => {
      for (const frame of framer.take(bytes)) {
        const message = 'error' in frame ? frame.error : readMessage(frame);
        if (typeof message === 'string') throw new Error(message);
        heard.push(message);
      }
    });
  ends.push(() => socket.destroy());
  let serial = 0;
  return {
    socket,
    /** What the platform answers to one message. */
    async ask(message: number, body: Uint8Array): Promise<Jt808Message> {
      const before = heard.length;
      socket.write(writeMessage({ message, phone, serial: ++serial, body }) ?? new Uint8Array());
      await eventually(() => heard.length > before, `an answer to ${message.toString(16)}`);
      return heard[before] as Jt808Message;
    },
    async send(octets: Uint8Array): Promise<Jt808Message> {
      const before = heard.length;
      // Cut in the middle, as a network does.
      socket.write(octets.subarray(0, 20));
      socket.write(octets.subarray(20));
      await eventually(() => heard.length > before, 'an answer');
      return heard[before] as Jt808Message;
    },
  };
}

describe('a terminal of JT/T 808', () => {
  const resultOf = ({ body }: Jt808Message) => body[4];
  const codeIn = ({ body }: Jt808Message) => body.subarray(3);

  test('registers, signs in with its code, lives by heartbeats, and is on the map with what it kept', async () => {
    const port = await freePort();
    const own = await source({ type: 'jt808', transport: 'tcpServer', port });
    await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
    const first = await terminal(port);
    // What comes before the code is refused, and said so.
    expect(resultOf(await first.send(writeJt808(phone, position(sky.now())) ?? new Uint8Array()))).toBe(1);
    await eventually(() => reasons(own.id)['track.terminal.notSignedIn'] === 1, 'the refusal');
    const registered = await first.ask(0x0100, new Uint8Array(44));
    expect(registered.message).toBe(0x8100);
    expect(registered.body[2]).toBe(0);
    const code = codeIn(registered);
    expect(Buffer.from(code).toString()).toMatch(/^[0-9a-f]{16}$/);
    expect(resultOf(await first.ask(0x0102, Buffer.from('nonsense')))).toBe(1);
    expect(resultOf(await first.ask(0x0102, code))).toBe(0);
    expect(resultOf(await first.ask(0x0002, new Uint8Array()))).toBe(0);
    expect(targets(own.id)).toEqual([]);
    await eventually(async () => {
      await first.send(writeJt808(phone, position(sky.now())) ?? new Uint8Array());
      return targets(own.id).length === 1;
    }, 'the terminal on the map');
    expect(targets(own.id)[0]).toMatchObject({ amslAltitudeM: 512, geometricAltitudeM: null });
    const kept = [-3_000, -2_000, -1_000].map((agoMs) => position(sky.now() + agoMs));
    expect(resultOf(await first.send(writeJt808Batch(phone, kept) ?? new Uint8Array()))).toBe(0);
    expect(Object.keys(reasons(own.id)).sort()).toEqual([
      'track.terminal.code',
      'track.terminal.notSignedIn',
    ]);

    // It comes back by another connection with the code that it has, without registering anew.
    first.socket.destroy();
    const second = await terminal(port);
    expect(resultOf(await second.ask(0x0102, code))).toBe(0);
    expect(resultOf(await second.send(writeJt808(phone, position(sky.now())) ?? new Uint8Array()))).toBe(0);
  });

  test('that is not listed does not get in', async () => {
    const port = await freePort();
    const own = await source({ type: 'jt808', transport: 'tcpServer', port, terminals: ['13900000000'] });
    await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
    const stranger = await terminal(port);
    const answer = await stranger.ask(0x0100, new Uint8Array(44));
    expect([answer.message, answer.body[2], codeIn(answer).length]).toEqual([0x8100, 4, 0]);
    await eventually(() => (reasons(own.id)['track.terminal.unknown'] ?? 0) > 0, 'the count');
    expect(targets(own.id)).toEqual([]);
  });

  /** As a terminal sends them: it registers, and it is there. */
  const registration =
    '7E0100002C013900000017000100330064434C525759544553542D424F580000000000000000000000003030303030313700423130544553540A7E';
  const heartbeat = '7E0002000001390000001700022F7E';

  test('is answered octet by octet as the standard asks, and counted by what it said', async () => {
    const port = await freePort();
    const own = await source({ type: 'jt808', transport: 'tcpServer', port });
    await eventually(() => sky.map.feed(own.id) !== undefined, 'the source');
    const one = await terminal(port);
    const registered = await one.send(Buffer.from(registration, 'hex'));
    expect([registered.message, registered.phone, registered.body[2]]).toEqual([0x8100, '013900000017', 0]);
    const alive = await one.send(Buffer.from(heartbeat, 'hex'));
    expect([alive.message, Buffer.from(alive.body).toString('hex')]).toEqual([0x8001, '0002000200']);
    await eventually(async () => {
      const state = await stateOf(own.id);
      return state?.records === 2 && state.understood === 0 && state.others.length === 2;
    }, 'the counts');
    expect(await stateOf(own.id)).toMatchObject({
      fault: null,
      errors: 0,
      others: [
        { name: 'Registration of a terminal, answered', count: 1, example: '13900000017' },
        { name: 'Heartbeat of a terminal', count: 1, example: '0x0002 13900000017' },
      ],
    });
  });

  test('that we dial is answered too', async () => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      ends.push(() => void socket.destroy());
      socket.on('error', () => {}).on('data', (bytes: Buffer) => heard.push(bytes));
      socket.write(Buffer.from(registration, 'hex'));
      socket.write(writeJt808(phone, position(sky.now())) ?? new Uint8Array());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const own = await source({ type: 'jt808', transport: 'tcpClient', remoteHost: '127.0.0.1', port });
    await eventually(() => targets(own.id).length === 1, 'the terminal on the map');
    await eventually(() => {
      const all = Buffer.concat(heard).toString('hex');
      return /7e8100/.test(all) && /7e8001/.test(all);
    }, 'both answers');
  });

  test('that sends by HTTP waits in vain, which the answer and the monitor say', async () => {
    const own = await source({ type: 'jt808', transport: 'httpPush' });
    const made = await sky.server.service('admin', 'SurveillanceSource/RenewToken', { id: own.id });
    const push = (body: Buffer) =>
      fetch(`${sky.server.address}/api/surveillance/${own.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${(made as { token: string }).token}`, 'accept-language': 'en' },
        body: Uint8Array.from(body),
      });
    let answer: unknown;
    await eventually(async () => {
      const response = await push(Buffer.from(registration, 'hex'));
      answer = await response.json();
      return response.status === 200;
    }, 'an answer');
    const unanswered = "A terminal registers and is not answered: this transport can't answer";
    expect(answer).toMatchObject({
      result: { records: 1, reports: 0, others: [{ name: unanswered, count: 1 }], unusable: [] },
    });
    const state = await stateOf(own.id);
    expect(state).toMatchObject({ understood: 0, others: [{ name: unanswered }] });
    expect(state?.fault).toBe(
      'Terminal 13900000017 registers or signs in and is not answered: terminals that need an answer connect by TCP',
    );
  });
});

async function stateOf(id: number): Promise<SourceState | undefined> {
  const answer = await sky.server.call(
    'admin',
    'GET',
    '/api/services/app/SurveillanceSource/GetStates',
    undefined,
    new Headers({ 'accept-language': 'en' }),
  );
  const { result } = answer.body as { result: { sources: SourceState[] } };
  return result.sources.find(({ sourceId }) => sourceId === id);
}
