import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { altitudeCode12 } from '#domain/surveillance/modes/codes.ts';
import { airborneSpan, cprFrame } from '#domain/surveillance/modes/cpr.ts';
import { writeFrame, writeSquitter } from '#domain/surveillance/modes/frames.ts';
import { writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { writeJt808 } from '#domain/surveillance/terminals/jt808.ts';
import { writeRemoteId } from '#domain/surveillance/terminals/remote-id.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import { freeUdpPort, pcapOf } from '#tests/support/traffic.ts';

/** Each format that a source may speak: a datagram in it is a target on the map. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

const place = { latitude: 30.6, longitude: 104.1 };
const text = (line: string) => Uint8Array.from(Buffer.from(line));

/** An even and an odd position of an aircraft, as a receiver of Mode S sends them. */
function positions(address: string): Uint8Array[] {
  return [false, true].map((odd) => {
    const cpr = cprFrame(place, odd, airborneSpan);
    const message = writeSquitter('airborne', {
      type: 11,
      altitudeCode: altitudeCode12(3_000) ?? 0,
      odd,
      cprLatitude: cpr.latitude,
      cprLongitude: cpr.longitude,
    });
    const hex = Buffer.from(message ?? []).toString('hex');
    return writeFrame({ format: 17, capability: 5, address, message: hex }, address) ?? new Uint8Array();
  });
}

const asterix = (category: number, record: Parameters<typeof encodeBlock>[2][number]): Uint8Array => {
  const encoded = encodeBlock(category, '1.x', [record]);
  if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
  return encoded.bytes;
};

const timeOfDay = (atMs: number) => new Date(atMs).toISOString().slice(11, 19).replaceAll(':', '');
/** `YYMMDDhhmmss` in Beijing. */
const beijing = (atMs: number) =>
  new Date(atMs + 8 * 3_600_000).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);

const seconds = (atMs: number) => (atMs % 86_400_000) / 1_000;
const wgs84 = { latitudeDeg: place.latitude, longitudeDeg: place.longitude };
const mapping = JSON.stringify({ fields: { latitude: '/lat', longitude: '/lon', icao24: '/hex' } });

const formats: [type: string, values: object, datagram: (atMs: number) => Uint8Array, target: object][] = [
  [
    'beast',
    {},
    () => Uint8Array.from(positions('780c01').flatMap((frame) => [...writeBeast(frame)])),
    { icao24: '780c01' },
  ],
  [
    'avr',
    {},
    () =>
      text(
        positions('780c02')
          .map((frame) => `*${Buffer.from(frame).toString('hex')};`)
          .join('\n'),
      ),
    { icao24: '780c02' },
  ],
  [
    'sbs',
    // Left from when it was a source of ASTERIX.
    { sac: 1, sic: 2 },
    () => text('MSG,3,1,1,780C03,1,,,,,,3000,90,270,30.6,104.1,64,7000,0,0,0,0\n'),
    { icao24: '780c03' },
  ],
  [
    'flarm',
    {},
    (at) => text(`FLRDDE626>APRS,qAS,X:/${timeOfDay(at)}h3036.00N/10406.00E'086/060/A=001607 id06DDE626\n`),
    { icao24: null, latitude: expect.closeTo(30.6, 4) },
  ],
  [
    'remoteId',
    {},
    (at) =>
      writeRemoteId('1581F5FKD229400F', { ...wgs84, speed: 40, secondOfHour: (at % 3_600_000) / 1_000 }) ??
      new Uint8Array(),
    { icao24: null, groundSpeedMps: 10 },
  ],
  [
    'jt808',
    {},
    (at) =>
      writeJt808('13912345678', { ...wgs84, positioned: true, speedKmh: 90, time: beijing(at) }) ??
      new Uint8Array(),
    { icao24: null, groundSpeedMps: 25 },
  ],
  ['json', { mapping }, () => text('{"lat":30.6,"lon":104.1,"hex":"780c04"}'), { icao24: '780c04' }],
  [
    'Cat20',
    {},
    (at) => asterix(20, { position: wgs84, targetAddress: '780c05', timeOfDayS: seconds(at) }),
    { icao24: '780c05' },
  ],
  [
    'Cat01',
    { position: { type: 'Point', coordinates: [104, 30.6] } },
    (at) =>
      asterix(1, {
        source: { sac: 1, sic: 2 },
        descriptor: { track: true },
        trackNumber: 9,
        polar: { rangeNm: 5, azimuthDeg: 90 },
        truncatedTimeOfDayS: seconds(at) % 512,
      }),
    { latitude: expect.closeTo(30.6, 2) },
  ],
];

describe('a source', () => {
  test.each(formats)('that speaks %s puts a target on the map', async (type, values, datagram, target) => {
    const port = await freeUdpPort();
    const own = await sky.makeSource({ name: `格式 ${type}`, type, edition: null, port, ...values });
    const seen = () => [...sky.map.targets.values()].find(({ sourceId }) => sourceId === own.id);
    await eventually(async () => {
      await sky.sender.send(datagram(sky.now()), port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return seen() !== undefined;
    }, 'the target');
    expect(seen()).toMatchObject(target);
    await sky.change(own.id, { enabled: false });
  });

  test('hears of a drone who and where in datagrams of their own', async () => {
    const port = await freeUdpPort();
    const own = await sky.makeSource({ name: '远程识别', type: 'remoteId', edition: null, port });
    const seen = () => [...sky.map.targets.values()].find(({ sourceId }) => sourceId === own.id);
    await eventually(async () => {
      const at = sky.now();
      const pack = writeRemoteId('1581F4CLEARWAY000001', {
        ...wgs84,
        speed: 40,
        secondOfHour: Math.floor((at % 3_600_000) / 100) / 10,
      });
      for (const from of [3, 28])
        await sky.sender.send(pack?.slice(from, from + 25) ?? new Uint8Array(), port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return seen() !== undefined;
    }, 'the drone');
    expect(seen()).toMatchObject({ groundSpeedMps: 10, latitude: expect.closeTo(30.6, 4) });
    await sky.change(own.id, { enabled: false });
  });

  test('replays a capture in its own format, and no file that says no times', async () => {
    const folder = path.join(sky.server.dataFolder, 'recordings');
    await mkdir(folder, { recursive: true });
    const line = (i: number) =>
      text(`MSG,3,1,1,780C07,1,,,,,,3000,90,270,30.6,${104 + i / 1000},64,7000,0,0,0,0\n`);
    const payloads = Array.from({ length: 60 }, (_, i) => ({ atMs: i * 1_000, payload: line(i) }));
    await writeFile(path.join(folder, 'lines.pcap'), pcapOf(payloads));
    await writeFile(path.join(folder, 'lines.txt'), Buffer.concat(payloads.map(({ payload }) => payload)));
    const replay = (file: string) =>
      sky.makeSource({
        name: `回放 ${file}`,
        type: 'sbs',
        edition: null,
        transport: 'replay',
        file,
        loop: true,
      });
    const capture = await replay('lines.pcap');
    await eventually(
      () =>
        [...sky.map.targets.values()].some((one) => one.sourceId === capture.id && one.icao24 === '780c07'),
      'the recorded aircraft',
    );
    const bare = await replay('lines.txt');
    await eventually(() => sky.map.feed(bare.id)?.fault !== undefined, 'the error');
    expect(sky.map.feed(bare.id)?.fault).toMatchObject({ key: 'track.recording.captureOnly' });
    for (const { id } of [capture, bare]) await sky.change(id, { enabled: false });
  });

  test('counts its bad bytes with the reason', async () => {
    const port = await freeUdpPort();
    const own = await sky.makeSource({ name: '坏字节站', type: 'sbs', edition: null, port });
    await eventually(async () => {
      await sky.sender.send(text('MSG,3,1,1,780C03,1,,,,,,3000,90,270,300,104.1,64,7000,0,0,0,0\n'), port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return (sky.map.feed(own.id)?.errorReasons?.['track.range.position'] ?? 0) > 0;
    }, 'the count');
    await sky.change(own.id, { enabled: false });
  });

  test('of JSON outlives a datagram whose figures are none', async () => {
    const port = await freeUdpPort();
    const own = await sky.makeSource({ name: '怪数据站', type: 'json', edition: null, port, mapping });
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    await eventually(async () => {
      await sky.sender.send(text('{"lat":{"toString":1,"valueOf":1},"lon":104.1,"hex":"780c08"}'), port);
      await sky.sender.send(text(`{"lat":${deep},"lon":104.1,"hex":"780c08"}`), port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return (sky.map.feed(own.id)?.errorReasons?.['track.range.position'] ?? 0) > 1;
    }, 'the count');
    await sky.change(own.id, { enabled: false });
  });

  test('whose edition is most likely wrong says so, with the one that fits', async () => {
    const port = await freeUdpPort();
    const own = await sky.makeSource({ name: '旧版本站', type: 'Cat21', edition: '2.x', port });
    await eventually(async () => {
      const encoded = encodeBlock(21, '0.26', [
        { descriptor: { addressType: 1 }, timeOfDayS: 10, position: wgs84, targetAddress: '780c06' },
      ]);
      if (encoded.ok) for (let i = 0; i < 10; i++) await sky.sender.send(encoded.bytes, port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return sky.map.feed(own.id)?.fault?.key === 'asterix.wrongEdition';
    }, 'the doubt');
    expect(sky.map.feed(own.id)?.fault?.values).toMatchObject({ candidates: '0.26' });
    await sky.change(own.id, { enabled: false });
  });

  test('with several radars places each plot from its own, and counts those of a radar it does not know', async () => {
    const port = await freeUdpPort();
    const site = (sic: number, latitude: number, longitude: number) => ({
      sac: 25,
      sic,
      latitude,
      longitude,
    });
    const own = await sky.makeSource({
      name: '多雷达站',
      type: 'Cat48',
      edition: null,
      port,
      sites: [site(7, 30.6, 104), { ...site(8, 31.4, 104.7), rangeDeviationM: 90, azimuthDeviationDeg: 0.1 }],
    });
    const plots = (at: number) =>
      [7, 8, 9].map((sic) =>
        asterix(48, {
          source: { sac: 25, sic },
          timeOfDayS: seconds(at),
          polar: { rangeNm: 10, azimuthDeg: 0 },
          targetAddress: `780e0${sic}`,
        }),
      );
    const seen = (icao24: string) => [...sky.map.targets.values()].find((one) => one.icao24 === icao24);
    await eventually(async () => {
      for (const one of plots(sky.now())) await sky.sender.send(one, port);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return Boolean(seen('780e07') && seen('780e08'));
    }, 'both aircraft');
    // Ten nautical miles north of each.
    expect(seen('780e07')).toMatchObject({
      latitude: expect.closeTo(30.767, 2),
      longitude: expect.closeTo(104, 2),
    });
    expect(seen('780e08')).toMatchObject({
      latitude: expect.closeTo(31.567, 2),
      longitude: expect.closeTo(104.7, 2),
    });
    expect(seen('780e09')).toBeUndefined();
    expect(sky.map.feed(own.id)?.errorReasons?.['track.read.site']).toBeGreaterThan(0);
    expect(sky.map.feed(own.id)?.fault).toEqual({
      key: 'track.site.unknown',
      values: { sensors: '25/9' },
    });
    await sky.change(own.id, { enabled: false });
  });

  test('of a radar says where it stands, and lists each of several once', async () => {
    const make = (given: object) =>
      sky.server.call('admin', 'POST', '/api/records/surveillanceSource', {
        name: '站点站',
        type: 'Cat48',
        transport: 'udpUnicast',
        port: 8701,
        ...given,
      });
    const without = await make({});
    expect(without.status).toBe(400);
    expect(JSON.stringify(without.body)).toContain('position');
    const site = { sac: 1, sic: 2, latitude: 30, longitude: 104 };
    const twice = await make({ sites: [site, { ...site, latitude: 31 }] });
    expect(twice.status).toBe(400);
    expect(JSON.stringify(twice.body)).toContain('sites.1.sic');
    expect((await make({ sites: [{ ...site, latitude: 91 }] })).status).toBe(400);
    const made = await make({ sites: [site], enabled: false });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ sites: [site] });
  });

  test('of JSON has a mapping that can be read', async () => {
    const make = (given: object) =>
      sky.server.call('admin', 'POST', '/api/records/surveillanceSource', {
        name: '映射站',
        type: 'json',
        transport: 'udpUnicast',
        port: 8700,
        ...given,
      });
    for (const given of [{}, { mapping: '{' }, { mapping: '{"fields":{"latitude":"/a"}}' }]) {
      const answer = await make(given);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain('mapping');
    }
  });
});
