import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewport } from '../../../src/domain/hub.ts';
import { filePlan, type Row, rowsOf } from '../../support/people.ts';
import { hasRecording } from '../../support/recordings.ts';
import { eventually, type RunningTestServer, startTestServer } from '../../support/server.ts';
import {
  cat021,
  createSender,
  freeUdpPort,
  pcapOf,
  type Seen,
  type Watch,
  watch,
} from '../../support/traffic.ts';

/** From the datagram of a ground station to the map of a signed-in user, through the whole server. */

const chengdu: Viewport = [102, 29, 106, 33];
const world: Viewport = [-180, -90, 180, 90];

let server: RunningTestServer;
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const sender = createSender();
let port: number;
let source: Row;
let map: Watch;

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now()) });
  port = await freeUdpPort();
  // Its own sensor only: the demo's traffic goes to whatever source listens for CAT021.
  source = await makeSource({ name: '试验站', port, sac: 25 });
  map = watch(await server.hub('atmb', '/signalr-instant'));
  await map.look(chengdu);
  await eventually(() => map.feed(source.id) !== undefined, 'the feed');
});
afterAll(async () => {
  sender.close();
  await server?.close();
});

async function makeSource(values: object): Promise<Row> {
  const answer = await server.call('admin', 'POST', '/api/records/surveillanceSource', {
    type: 'Cat21',
    edition: '2.x',
    transport: 'udpUnicast',
    host: '127.0.0.1',
    ...values,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Row;
}

async function change(id: number, values: object): Promise<void> {
  const { rows } = await rowsOf(server, 'admin', 'surveillanceSource', `id=${id}`);
  const body = { version: rows[0]?.version, ...values };
  const answer = await server.call('admin', 'PATCH', `/api/records/surveillanceSource/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const over = (icao24: string, change: Partial<Seen> = {}): Seen => ({
  icao24,
  longitude: 104.1,
  latitude: 30.6,
  at: now(),
  ...change,
});
const fly = (...seen: Seen[]) => sender.send(cat021(...seen), port);
/** Sends again and again, each time with the time of now, until it is so. */
async function flyUntil(seen: () => Seen[], is: () => boolean, wanted: string, to = port): Promise<void> {
  await eventually(
    async () => {
      await sender.send(cat021(...seen()), to);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return is();
    },
    wanted,
    12_000,
  );
}

test('a picture of the viewport, then what changed, once a second', async () => {
  await fly(over('780aa1', { callsign: 'CWT900', flightLevel: 60, groundSpeedKt: 100, trackDeg: 45 }));
  await eventually(() => map.targets.has('780aa1'), 'the aircraft');
  const begun = map.messages.length;
  await map.look(chengdu);
  await eventually(() => map.messages.slice(begun).some(({ kind }) => kind === 'picture'), 'a picture');
  const picture = map.messages.slice(begun).find(({ kind }) => kind === 'picture');
  expect(picture?.targets).toEqual([
    {
      id: '780aa1',
      icao24: '780aa1',
      callsign: 'CWT900',
      latitude: expect.closeTo(30.6, 4),
      longitude: expect.closeTo(104.1, 4),
      pressureAltitudeM: expect.closeTo(1828.8, 0),
      geometricAltitudeM: expect.closeTo(1889.8, 0),
      groundSpeedMps: expect.closeTo(51.44, 1),
      trackDeg: expect.closeTo(45, 1),
      verticalRateMps: null,
      onGround: false,
      at: expect.any(Number),
      sourceId: source.id,
      planId: null,
    },
  ]);
  expect(Math.abs(now() - Number(picture?.at))).toBeLessThan(5_000);

  await fly(over('780aa1', { longitude: 104.102, callsign: 'CWT900' }));
  await eventually(() => (map.targets.get('780aa1')?.longitude ?? 0) > 104.101, 'its next position');
  const last = map.messages.at(-1);
  expect([last?.kind, last?.targets.map(({ id }) => id)]).toEqual(['changes', ['780aa1']]);
  // What does not move is not sent again.
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  const quiet = map.messages.slice(-2);
  expect(quiet.map(({ kind, targets }) => [kind, targets.length])).toEqual([
    ['changes', 0],
    ['changes', 0],
  ]);
  const spacing = Number(quiet[1]?.at) - Number(quiet[0]?.at);
  expect(spacing).toBeGreaterThan(700);
  expect(spacing).toBeLessThan(1_600);
});

test('wrong bytes are counted, and nothing stops', async () => {
  const before = map.feed(source.id)?.errors ?? 0;
  const good = cat021(over('780aa2'));
  const lying = Uint8Array.from(good);
  lying[2] = 255;
  const bad = [
    new Uint8Array([21]),
    new Uint8Array([21, 0, 0]),
    new Uint8Array([21, 0, 5, 0xff, 0xff]),
    good.subarray(0, good.length - 4),
    lying,
    randomBytes(1400),
    new Uint8Array(60_000).fill(0xff),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ];
  for (const bytes of bad) await sender.send(bytes, port);
  await sender.send(new Uint8Array(), port);
  await flyUntil(
    () => [over('780aa2')],
    () => map.targets.has('780aa2'),
    'the good one after the bad',
  );
  await eventually(
    () => (map.feed(source.id)?.errors ?? 0) >= before + bad.length - 1,
    'the count of errors',
  );
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
});

test('a good block before a bad one in the same datagram counts', async () => {
  const both = Buffer.concat([cat021(over('780aa3')), Buffer.from([21, 0, 9, 1])]);
  await sender.send(both, port);
  await eventually(() => map.targets.has('780aa3'), 'the good half');
});

describe('the viewport', () => {
  test('holds what is in it, and tells what leaves it', async () => {
    await fly(over('780ab1', { longitude: 100, latitude: 20 }), over('780ab2', { longitude: 105.99 }));
    await eventually(() => map.targets.has('780ab2'), 'the one inside');
    expect(map.targets.has('780ab1')).toBe(false);
    // 0.02° east is two kilometres: within what an aircraft may fly meanwhile, given some seconds.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await flyUntil(
      () => [over('780ab2', { longitude: 106.005 })],
      () => !map.targets.has('780ab2'),
      'its leaving',
    );
    expect(map.messages.some(({ removed }) => removed.includes('780ab2'))).toBe(true);
  });

  test('may cross the date line', async () => {
    const pacific = watch(await server.hub('aiw', '/signalr-instant'));
    await fly(
      over('c81001', { longitude: 179.5, latitude: -40 }),
      over('c81002', { longitude: -179.5, latitude: -40 }),
      over('c81003', { longitude: 0, latitude: -40 }),
    );
    await pacific.look([178, -45, -178, -35]);
    await eventually(() => pacific.targets.size >= 2, 'both sides');
    expect([...pacific.targets.keys()].sort()).toEqual(['c81001', 'c81002']);
  });

  test('null stops the flow', async () => {
    const other = watch(await server.hub('admin', '/signalr-instant'));
    await other.look(world);
    await eventually(() => other.messages.length > 1, 'messages');
    await other.look(null);
    const count = other.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    expect(other.messages.length).toBe(count);
  });

  test.each([
    [[1, 2, 3]],
    [[0, 95, 10, 96]],
    [[200, 0, 201, 1]],
    ['all'],
    [[Number.MAX_VALUE, 0, 1, 1]],
    [{}],
  ])('%j is none', async (wrong) => {
    const connection = await server.hub('atmb', '/signalr-instant');
    await expect(connection.invoke('SetViewport', wrong)).rejects.toThrow(/SetViewport/);
    await connection.stop();
  });
});

test("a plan's aircraft carries the plan, by its 24-bit address and by its callsign", async () => {
  const { rows } = await rowsOf(server, 'admin', 'aircraft', 'registration=B-10QA');
  const address = String(rows[0]?.icao24).toLowerCase();
  const filed = await filePlan(server, 'operator', { registration: 'B-10QA', task: { callsign: 'CWT123' } });
  // Others may fly it in the demo; this is the only one that is released.
  const { pool } = server.database.database;
  await pool.query('update plan set state = 10 where state in (8, 9)');
  await pool.query('update plan set state = 8 where id = $1', [filed.id]);
  // Another plan's change makes the server look again, as its own would.
  await filePlan(server, 'operator', { registration: 'B-10QA' });
  await flyUntil(
    () => [
      over(address, { callsign: 'OTHER1' }),
      over('780acc', { callsign: 'CWT123', latitude: 30.7 }),
      over('780acd', { callsign: 'CWT124', latitude: 30.8 }),
    ],
    () => map.targets.get(address)?.planId === filed.id && map.targets.get('780acc')?.planId === filed.id,
    'the plan',
  );
  expect(map.targets.get('780acd')?.planId).toBeNull();
  await pool.query('update plan set state = 10 where id = $1', [filed.id]);
  await filePlan(server, 'operator', { registration: 'B-10QA' });
  await eventually(() => map.targets.get(address)?.planId === null, 'the end of the plan');
});

describe('the record of a source', () => {
  test('switches it off and on, moves it to another port, and takes it away', async () => {
    const first = await freeUdpPort();
    const own = await makeSource({ name: '可切换站', port: first });
    const arrives = (icao24: string, to: number) =>
      flyUntil(
        () => [over(icao24, { latitude: 31 })],
        () => map.targets.has(icao24),
        icao24,
        to,
      );
    await arrives('780ad1', first);

    await change(own.id, { enabled: false });
    await eventually(() => map.feed(own.id) === undefined, 'the feed to be gone');
    for (let i = 0; i < 3; i++) await sender.send(cat021(over('780ad2')), first).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(map.targets.has('780ad2')).toBe(false);

    await change(own.id, { enabled: true });
    await arrives('780ad2', first);
    const second = await freeUdpPort();
    await change(own.id, { port: second });
    await arrives('780ad3', second);

    expect((await server.call('admin', 'DELETE', `/api/records/surveillanceSource/${own.id}`)).status).toBe(
      200,
    );
    await eventually(() => map.feed(own.id) === undefined, 'the feed to be gone');
    const rebound = createSocket('udp4');
    await new Promise<void>((resolve, reject) => {
      rebound.once('error', reject);
      rebound.bind(second, '127.0.0.1', resolve);
    });
    rebound.close();
  });

  test('takes the reports of its own sensor only', async () => {
    const own = await freeUdpPort();
    await makeSource({ name: '单站', port: own, sac: 25, sic: 9 });
    await flyUntil(
      () => [over('780ae1', { sic: 9 }), over('780ae2', { sic: 8 }), over('780ae3', { sac: 125, sic: 9 })],
      () => map.targets.has('780ae1'),
      'its own',
      own,
    );
    expect([map.targets.has('780ae2'), map.targets.has('780ae3')]).toEqual([false, false]);
  });

  test('whose port is taken is told as an error, and hurts no other', async () => {
    const taken = createSocket('udp4');
    await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
    const broken = await makeSource({ name: '端口冲突站', port: taken.address().port });
    await eventually(() => (map.feed(broken.id)?.errors ?? 0) > 0, 'the error');
    expect(map.feed(broken.id)?.lastAt).toBeNull();
    await flyUntil(
      () => [over('780ae4')],
      () => map.targets.has('780ae4'),
      'the other source',
    );
    taken.close();
    await change(broken.id, { enabled: false });
  });

  test('joins a multicast group', async () => {
    const group = '239.7.8.9';
    const own = await freeUdpPort();
    if (!(await multicastWorks(group, own))) {
      console.log('skipped: no multicast on the loopback interface here');
      return;
    }
    await makeSource({
      name: '组播站',
      transport: 'udpMulticast',
      multicastGroup: group,
      multicastInterface: '127.0.0.1',
      port: own,
    });
    const multicast = createSender();
    await new Promise<void>((resolve) => multicast.socket.bind(0, resolve));
    multicast.socket.setMulticastInterface('127.0.0.1');
    await eventually(async () => {
      await multicast.send(cat021(over('780af1', { latitude: 31.2 })), own, group);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return map.targets.has('780af1');
    }, 'the group');
    multicast.close();
  });
});

async function multicastWorks(group: string, port: number): Promise<boolean> {
  const [a, b] = [createSocket({ type: 'udp4', reuseAddr: true }), createSocket('udp4')];
  try {
    await new Promise<void>((resolve) => a.bind(port, resolve));
    a.addMembership(group, '127.0.0.1');
    await new Promise<void>((resolve) => b.bind(0, resolve));
    b.setMulticastInterface('127.0.0.1');
    const heard = new Promise<boolean>((resolve) => {
      a.once('message', () => resolve(true));
      setTimeout(() => resolve(false), 500);
    });
    b.send('x', port, group);
    return await heard;
  } catch {
    return false;
  } finally {
    a.close();
    b.close();
  }
}

describe('a replay', () => {
  const ids = (sourceId: number, of = map) =>
    [...of.targets.keys()].filter((id) => id.startsWith(`r${sourceId}:`));

  test.each(['pcap', 'raw'])('of a %s file flies what it holds, apart from the living', async (kind) => {
    const start = Date.UTC(2025, 0, 1, 3);
    const icao24 = kind === 'pcap' ? '780ba1' : '780ba2';
    const datagrams = Array.from({ length: 12 }, (_, i) => ({
      atMs: start + i * 1000,
      payload: cat021(over(icao24, { at: start + i * 1000, longitude: 104 + i * 0.001, latitude: 30.2 })),
    }));
    const file = path.join(server.dataFolder, `replay.${kind}`);
    await writeFile(
      file,
      kind === 'pcap' ? pcapOf(datagrams) : Buffer.concat(datagrams.map(({ payload }) => payload)),
    );
    const own = await makeSource({ name: `回放${kind}`, transport: 'replay', file, speed: 4, loop: true });
    await eventually(() => ids(own.id).length > 0, 'the recorded aircraft');
    const [id = ''] = ids(own.id);
    expect(map.targets.get(id)).toMatchObject({ icao24, sourceId: own.id });
    const from = map.targets.get(id)?.longitude ?? 0;
    await eventually(() => (map.targets.get(id)?.longitude ?? 0) > from, 'its movement');
    // Its age is that of a living one, though it flew long ago.
    expect(Math.abs(now() - (map.targets.get(id)?.at ?? 0))).toBeLessThan(70_000);
    await change(own.id, { enabled: false });
    await eventually(() => ids(own.id).length === 0, 'its end with the source');
  });

  test('of a file that is not there is an error of the source', async () => {
    const own = await makeSource({ name: '缺失文件', transport: 'replay', file: '/nowhere/at.pcap' });
    await eventually(() => (map.feed(own.id)?.errors ?? 0) > 0, 'the error');
    await change(own.id, { enabled: false });
  });

  const recorded = (name: string) =>
    fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));

  test.skipIf(!hasRecording('adsb/switzerland.json.gz'))(
    'of Switzerland at 20× is on the map',
    async () => {
      const file = recorded('adsb/switzerland.json.gz');
      const alps = watch(await server.hub('aiw', '/signalr-instant'));
      await alps.look([5, 45, 11.5, 48.5]);
      const own = await makeSource({
        name: '瑞士回放',
        type: 'adsbJson',
        edition: null,
        transport: 'replay',
        file,
        speed: 20,
      });
      // The recording begins at seven in the morning, with few in the air.
      await eventually(() => ids(own.id, alps).length >= 5, 'five aircraft', 25_000);
      const seen = ids(own.id, alps).map((id) => alps.targets.get(id));
      for (const target of seen) {
        expect(target?.icao24).toMatch(/^[0-9a-f]{6}$/);
        expect(target?.longitude).toBeGreaterThan(5);
      }
      const moved = () =>
        seen.filter((one) => (alps.targets.get(one?.id ?? '')?.longitude ?? 0) !== (one?.longitude ?? 0))
          .length;
      await eventually(() => moved() >= 2, 'two of them to move');
      await change(own.id, { enabled: false });
    },
    60_000,
  );

  test.skipIf(!hasRecording('asterix/cat_034_048.pcap'))(
    'of a radar’s capture places its plots',
    async () => {
      const all = watch(await server.hub('aiw', '/signalr-instant'));
      await all.look(world);
      const own = await makeSource({
        name: '雷达回放',
        type: 'Cat48',
        edition: '1.x',
        transport: 'replay',
        file: recorded('asterix/cat_034_048.pcap'),
        speed: 20,
        loop: true,
        position: { type: 'Point', coordinates: [8.5, 47.4] },
      });
      await eventually(() => ids(own.id, all).length > 0, 'a plot');
      await change(own.id, { enabled: false });
    },
  );
});

test('a feed that dies is told by its age, and its aircraft are dropped after 60 s', async () => {
  await flyUntil(
    () => [over('780bb1')],
    () => map.targets.has('780bb1'),
    'the aircraft',
  );
  const lastAt = map.feed(source.id)?.lastAt ?? 0;
  expect(now() - lastAt).toBeLessThan(10_000);
  expect(map.feed(source.id)?.deadAfterS).toBe(60);

  aheadMs += 40_000;
  await eventually(() => (map.messages.at(-1)?.at ?? 0) > lastAt + 40_000, 'a later message');
  expect(map.targets.has('780bb1')).toBe(true);
  aheadMs += 25_000;
  await eventually(() => !map.targets.has('780bb1'), 'the drop');
  const feed = map.feed(source.id);
  expect((map.messages.at(-1)?.at ?? 0) - (feed?.lastAt ?? 0)).toBeGreaterThan(
    (feed?.deadAfterS ?? 0) * 1000,
  );

  await flyUntil(
    () => [over('780bb1')],
    () => map.targets.has('780bb1'),
    'its return',
  );
  expect(map.feed(source.id)?.lastAt).toBeGreaterThan(lastAt + 60_000);
});
