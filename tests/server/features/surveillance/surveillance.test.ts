import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainTarget } from '#domain/surveillance/track/target.ts';
import { filePlan, rowsOf } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { chengdu, everywhere, type Sky, startSky } from '#tests/support/sky.ts';
import { cat021, freeUdpPort, watch } from '#tests/support/traffic.ts';

/** From the datagram of a ground station to the map of a signed-in user, through the whole server. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

test('a picture of the viewport, then what changed, once a second', async () => {
  await sky.fly(
    sky.over('780aa1', { callsign: 'CWT900', flightLevel: 60, groundSpeedKt: 100, trackDeg: 45 }),
  );
  await eventually(() => sky.map.targets.has('780aa1'), 'the aircraft');
  const begun = sky.map.messages.length;
  await sky.map.look(chengdu);
  await eventually(() => sky.map.messages.slice(begun).some(({ kind }) => kind === 'picture'), 'a picture');
  const picture = sky.map.messages.slice(begun).find(({ kind }) => kind === 'picture');
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
      sourceId: sky.source.id,
      planId: null,
      ...plainTarget,
      addressType: 'icao',
    },
  ]);
  expect(Math.abs(sky.now() - Number(picture?.at))).toBeLessThan(5_000);

  await sky.fly(sky.over('780aa1', { longitude: 104.102, callsign: 'CWT900' }));
  await eventually(() => (sky.map.targets.get('780aa1')?.longitude ?? 0) > 104.101, 'its next position');
  const last = sky.map.messages.at(-1);
  expect([last?.kind, last?.targets.map(({ id }) => id)]).toEqual(['changes', ['780aa1']]);
  // What does not move is not sent again.
  const moved = sky.map.messages.length;
  await eventually(() => sky.map.messages.length >= moved + 4, 'what is said of it while nothing moves');
  const quiet = sky.map.messages.slice(moved, moved + 4);
  expect(quiet.map(({ kind, targets }) => [kind, targets.length])).toEqual(Array(4).fill(['changes', 0]));
  // A machine with other work is late once, and early after that.
  const spacing = (Number(quiet.at(-1)?.at) - Number(quiet[0]?.at)) / 3;
  expect(spacing).toBeGreaterThan(700);
  expect(spacing).toBeLessThan(3_000);
});

test('a source is named in Chinese and in English', async () => {
  expect(sky.map.feed(sky.source.id)).toMatchObject({ name: '试验站', nameEn: 'Test station' });
  const plain = await sky.makeSource({ name: '无英文名站', port: await freeUdpPort() });
  await eventually(() => sky.map.feed(plain.id) !== undefined, 'the source without an English name');
  expect(sky.map.feed(plain.id)).not.toHaveProperty('nameEn');
  const named = async (culture: string) => {
    const { body } = await sky.server.call(
      'admin',
      'GET',
      '/api/services/app/SurveillanceSource/GetStates',
      undefined,
      new Headers({ '.AspNetCore.Culture': `c=${culture}|uic=${culture}` }),
    );
    const { sources } = (body as { result: { sources: { sourceId: number; name: string }[] } }).result;
    return [sky.source.id, plain.id].map((id) => sources.find(({ sourceId }) => sourceId === id)?.name);
  };
  expect(await named('en')).toEqual(['Test station', '无英文名站']);
  expect(await named('zh-Hans')).toEqual(['试验站', '无英文名站']);
});

test('wrong bytes are counted, and nothing stops', async () => {
  const before = sky.map.feed(sky.source.id)?.errors ?? 0;
  const good = cat021(sky.over('780aa2'));
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
  for (const bytes of bad) await sky.sender.send(bytes, sky.port);
  await sky.sender.send(new Uint8Array(), sky.port);
  await sky.flyUntil(
    () => [sky.over('780aa2')],
    () => sky.map.targets.has('780aa2'),
    'the good one after the bad',
  );
  await eventually(
    () => (sky.map.feed(sky.source.id)?.errors ?? 0) >= before + bad.length - 1,
    'the count of errors',
  );
  expect((await fetch(`${sky.server.address}/readyz`)).status).toBe(200);
});

test('a good block before a bad one in the same datagram counts', async () => {
  const both = Buffer.concat([cat021(sky.over('780aa3')), Buffer.from([21, 0, 9, 1])]);
  await sky.sender.send(both, sky.port);
  await eventually(() => sky.map.targets.has('780aa3'), 'the good half');
});

describe('the viewport', () => {
  test('holds what is in it, and tells what leaves it', async () => {
    // A part of a town: a viewport is shown as the cells that it touches, of some 600 m here.
    const town = watch(await sky.server.hub('admin', '/signalr-instant'));
    await town.look([103.97, 30.58, 104, 30.62]);
    await sky.fly(
      sky.over('780ab1', { longitude: 100, latitude: 20 }),
      sky.over('780ab2', { longitude: 103.99 }),
    );
    await eventually(() => town.targets.has('780ab2'), 'the one inside');
    expect(town.targets.has('780ab1')).toBe(false);
    // 0.02° east is two kilometres: within what an aircraft may fly meanwhile, given some seconds.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await sky.flyUntil(
      () => [sky.over('780ab2', { longitude: 104.01 })],
      () => !town.targets.has('780ab2'),
      'its leaving',
    );
    expect(town.messages.some(({ removed }) => removed.includes('780ab2'))).toBe(true);
  });

  test('may cross the date line', async () => {
    const pacific = watch(await sky.server.hub('operator', '/signalr-instant'));
    await sky.fly(
      sky.over('c81001', { longitude: 179.5, latitude: -40 }),
      sky.over('c81002', { longitude: -179.5, latitude: -40 }),
      sky.over('c81003', { longitude: 0, latitude: -40 }),
    );
    await pacific.look([178, -45, -178, -35]);
    await eventually(() => pacific.targets.size >= 2, 'both sides');
    expect([...pacific.targets.keys()].sort()).toEqual(['c81001', 'c81002']);
  });

  test('null stops the flow', async () => {
    const other = watch(await sky.server.hub('admin', '/signalr-instant'));
    await other.look(everywhere);
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
    const connection = await sky.server.hub('atmb', '/signalr-instant');
    await expect(connection.invoke('SetViewport', wrong)).rejects.toThrow(/SetViewport/);
    await connection.stop();
  });
});

test("a plan's aircraft carries the plan, by its 24-bit address and by its callsign", async () => {
  const { rows } = await rowsOf(sky.server, 'admin', 'aircraft', 'registration=B-10QA');
  const address = String(rows[0]?.icao24).toLowerCase();
  const filed = await filePlan(sky.server, 'operator', {
    registration: 'B-10QA',
    task: { callsign: 'CWT123' },
  });
  const { pool } = sky.server.database.database;
  await pool.query('update plan set state = 8 where id = $1', [filed.id]);
  // Another plan's change makes the server look again, as its own would.
  await filePlan(sky.server, 'operator', { registration: 'B-10QA' });
  await sky.flyUntil(
    () => [
      sky.over(address, { callsign: 'OTHER1' }),
      sky.over('780acc', { callsign: 'CWT123', latitude: 30.7 }),
      sky.over('780acd', { callsign: 'CWT124', latitude: 30.8 }),
    ],
    () =>
      sky.map.targets.get(address)?.planId === filed.id && sky.map.targets.get('780acc')?.planId === filed.id,
    'the plan',
  );
  expect(sky.map.targets.get('780acd')?.planId).toBeNull();
  await pool.query('update plan set state = 10 where id = $1', [filed.id]);
  await filePlan(sky.server, 'operator', { registration: 'B-10QA' });
  await eventually(() => sky.map.targets.get(address)?.planId === null, 'the end of the plan');
});

test('a feed that dies is told by its age, and its aircraft are dropped after 60 s', async () => {
  await sky.flyUntil(
    () => [sky.over('780bb1')],
    () => sky.map.targets.has('780bb1'),
    'the aircraft',
  );
  const lastAt = sky.map.feed(sky.source.id)?.lastAt ?? 0;
  expect(sky.now() - lastAt).toBeLessThan(10_000);
  expect(sky.map.feed(sky.source.id)?.deadAfterS).toBe(60);

  sky.later(40_000);
  await eventually(() => (sky.map.messages.at(-1)?.at ?? 0) > lastAt + 40_000, 'a later message');
  expect(sky.map.targets.has('780bb1')).toBe(true);
  sky.later(25_000);
  await eventually(() => !sky.map.targets.has('780bb1'), 'the drop');
  const feed = sky.map.feed(sky.source.id);
  expect((sky.map.messages.at(-1)?.at ?? 0) - (feed?.lastAt ?? 0)).toBeGreaterThan(
    (feed?.deadAfterS ?? 0) * 1000,
  );

  await sky.flyUntil(
    () => [sky.over('780bb1')],
    () => sky.map.targets.has('780bb1'),
    'its return',
  );
  expect(sky.map.feed(sky.source.id)?.lastAt).toBeGreaterThan(lastAt + 60_000);
});
