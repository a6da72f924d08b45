import { createSocket } from 'node:dgram';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRecording, readRecordedText, readRecording } from '#tests/support/recordings.ts';
import { eventually } from '#tests/support/server.ts';
import { everywhere, type Sky, startSky } from '#tests/support/sky.ts';
import { cat021, createSender, freeUdpPort, pcapOf, watch } from '#tests/support/traffic.ts';

/** The records of sources: a change of one is felt at once, and a recording flies as if it were now. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

describe('the record of a source', () => {
  test('switches it off and on, moves it to another port, and takes it away', async () => {
    const first = await freeUdpPort();
    const own = await sky.makeSource({ name: '可切换站', port: first });
    const arrives = (icao24: string, to: number) =>
      sky.flyUntil(
        () => [sky.over(icao24, { latitude: 31 })],
        () => sky.map.targets.has(icao24),
        icao24,
        to,
      );
    await arrives('780ad1', first);

    await sky.change(own.id, { enabled: false });
    await eventually(() => sky.map.feed(own.id) === undefined, 'the feed to be gone');
    for (let i = 0; i < 3; i++) await sky.sender.send(cat021(sky.over('780ad2')), first).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(sky.map.targets.has('780ad2')).toBe(false);

    await sky.change(own.id, { enabled: true });
    await arrives('780ad2', first);
    const second = await freeUdpPort();
    await sky.change(own.id, { port: second });
    await arrives('780ad3', second);

    expect(
      (await sky.server.call('admin', 'DELETE', `/api/records/surveillanceSource/${own.id}`)).status,
    ).toBe(200);
    await eventually(() => sky.map.feed(own.id) === undefined, 'the feed to be gone');
    const rebound = createSocket('udp4');
    await new Promise<void>((resolve, reject) => {
      rebound.once('error', reject);
      rebound.bind(second, '127.0.0.1', resolve);
    });
    rebound.close();
  });

  test('takes the reports of its own sensor only', async () => {
    const own = await freeUdpPort();
    await sky.makeSource({ name: '单站', port: own, sac: 25, sic: 9 });
    await sky.flyUntil(
      () => [
        sky.over('780ae1', { sic: 9 }),
        sky.over('780ae2', { sic: 8 }),
        sky.over('780ae3', { sac: 125, sic: 9 }),
      ],
      () => sky.map.targets.has('780ae1'),
      'its own',
      own,
    );
    expect([sky.map.targets.has('780ae2'), sky.map.targets.has('780ae3')]).toEqual([false, false]);
  });

  test('whose port is taken is told as an error, and hurts no other', async () => {
    const taken = createSocket('udp4');
    await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
    const broken = await sky.makeSource({ name: '端口冲突站', port: taken.address().port });
    await eventually(() => (sky.map.feed(broken.id)?.errors ?? 0) > 0, 'the error');
    expect(sky.map.feed(broken.id)?.lastAt).toBeNull();
    await sky.flyUntil(
      () => [sky.over('780ae4')],
      () => sky.map.targets.has('780ae4'),
      'the other source',
    );
    taken.close();
    await sky.change(broken.id, { enabled: false });
  });

  test('joins a multicast group', async ({ skip }) => {
    const group = '239.7.8.9';
    const own = await freeUdpPort();
    if (!(await multicastWorks(group, own))) skip('no multicast on the loopback interface here');
    await sky.makeSource({
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
      await multicast.send(cat021(sky.over('780af1', { latitude: 31.2 })), own, group);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return sky.map.targets.has('780af1');
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
  async function inRecordings(name: string): Promise<string> {
    const folder = path.join(sky.server.dataFolder, 'recordings');
    await mkdir(folder, { recursive: true });
    return path.join(folder, name);
  }

  const ids = (sourceId: number, of = sky.map) =>
    [...of.targets.keys()].filter((id) => id.startsWith(`r${sourceId}:`));

  test.each(['pcap', 'raw'])('of a %s file flies what it holds, apart from the living', async (kind) => {
    const start = Date.UTC(2025, 0, 1, 3);
    const icao24 = kind === 'pcap' ? '780ba1' : '780ba2';
    const datagrams = Array.from({ length: 12 }, (_, i) => ({
      atMs: start + i * 1000,
      payload: cat021(sky.over(icao24, { at: start + i * 1000, longitude: 104 + i * 0.001, latitude: 30.2 })),
    }));
    const file = `replay.${kind}`;
    await writeFile(
      await inRecordings(file),
      kind === 'pcap' ? pcapOf(datagrams) : Buffer.concat(datagrams.map(({ payload }) => payload)),
    );
    const own = await sky.makeSource({
      name: `回放${kind}`,
      transport: 'replay',
      file,
      speed: 4,
      loop: true,
    });
    await eventually(() => ids(own.id).length > 0, 'the recorded aircraft');
    const [id = ''] = ids(own.id);
    expect(sky.map.targets.get(id)).toMatchObject({ icao24, sourceId: own.id });
    const from = sky.map.targets.get(id)?.longitude ?? 0;
    await eventually(() => (sky.map.targets.get(id)?.longitude ?? 0) > from, 'its movement');
    // Its age is that of a living one, though it flew long ago.
    expect(Math.abs(sky.now() - (sky.map.targets.get(id)?.at ?? 0))).toBeLessThan(70_000);
    await sky.change(own.id, { enabled: false });
    await eventually(() => ids(own.id).length === 0, 'its end with the source');
  });

  test('of a file that is not there is an error of the source', async () => {
    const own = await sky.makeSource({ name: '缺失文件', transport: 'replay', file: 'nowhere/at.pcap' });
    await eventually(() => (sky.map.feed(own.id)?.errors ?? 0) > 0, 'the error');
    await sky.change(own.id, { enabled: false });
  });

  test.skipIf(!hasRecording('adsb/switzerland.json.gz'))('of Switzerland at 20× is on the map', async () => {
    // Of its day, ten minutes with aircraft in the air: the whole is 28 MB to read.
    const day: { timestamp: number }[] = JSON.parse(readRecordedText('adsb/switzerland.json.gz'));
    const begin = day.reduce((first, { timestamp }) => Math.min(first, timestamp), Infinity) + 2_400_000;
    const part = day.filter(({ timestamp }) => timestamp >= begin && timestamp < begin + 600_000);
    const file = 'switzerland.json.gz';
    await writeFile(await inRecordings(file), gzipSync(JSON.stringify(part)));
    // The areas of airspace watch end before the Alps.
    const alps = watch(await sky.server.hub('admin', '/signalr-instant'));
    await alps.look([5, 45, 11.5, 48.5]);
    const own = await sky.makeSource({
      name: '瑞士回放',
      type: 'adsbJson',
      edition: null,
      transport: 'replay',
      file,
      speed: 20,
    });
    await eventually(() => ids(own.id, alps).length >= 5, 'five aircraft');
    const seen = ids(own.id, alps).map((id) => alps.targets.get(id));
    for (const target of seen) {
      expect(target?.icao24).toMatch(/^[0-9a-f]{6}$/);
      expect(target?.longitude).toBeGreaterThan(5);
    }
    const moved = () =>
      seen.filter((one) => (alps.targets.get(one?.id ?? '')?.longitude ?? 0) !== (one?.longitude ?? 0))
        .length;
    await eventually(() => moved() >= 2, 'two of them to move');
    await sky.change(own.id, { enabled: false });
  });

  test.skipIf(!hasRecording('asterix/cat_034_048.pcap'))(
    'of a radar’s capture places its plots',
    async () => {
      const all = watch(await sky.server.hub('admin', '/signalr-instant'));
      await all.look(everywhere);
      await writeFile(await inRecordings('cat_034_048.pcap'), readRecording('asterix/cat_034_048.pcap'));
      const own = await sky.makeSource({
        name: '雷达回放',
        type: 'Cat48',
        edition: '1.x',
        transport: 'replay',
        file: 'cat_034_048.pcap',
        speed: 20,
        loop: true,
        position: { type: 'Point', coordinates: [8.5, 47.4] },
        // Of the seven radars in it, the one that stands there.
        sac: 25,
        sic: 201,
      });
      await eventually(() => ids(own.id, all).length > 0, 'a plot');
      await sky.change(own.id, { enabled: false });
    },
  );
});
