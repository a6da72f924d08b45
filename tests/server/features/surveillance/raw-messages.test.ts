import { createSocket } from 'node:dgram';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPcapReader } from '#domain/surveillance/asterix/pcap.ts';
import { pcapHead, pcapPacket } from '#domain/surveillance/asterix/pcap-write.ts';
import { createRawRecorder } from '#server/features/surveillance/raw-recorder.ts';
import { silentLog } from '#tests/support/database.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import { cat021 } from '#tests/support/traffic.ts';

/** Messages of a source as they arrived: kept, bounded, downloaded, replayed; and who may send them. */

test('a capture is read back datagram by datagram, at its time', () => {
  const reader = createPcapReader();
  const payloads = [new Uint8Array([1, 2, 3]), new Uint8Array(2_000).fill(7)];
  const packets = payloads.map((payload, index) => pcapPacket(1_700_000_000_123 + index, payload, 8_600));
  const found = [pcapHead(), ...packets].flatMap((piece) => (piece ? reader.read(piece) : []));
  reader.end();
  expect([reader.error(), reader.skipped()]).toEqual([null, 0]);
  expect(found.map(({ payload }) => [...payload])).toEqual(payloads.map((payload) => [...payload]));
  expect(found[0]?.atMs).toBe(1_700_000_000_123);
  // Who sent it tells senders apart, where the recorder knows it.
  expect(found[0]?.sender).toBe('00000000 8600');
  const sent = pcapPacket(0, new Uint8Array([1]), 8_600, { address: '127.0.0.2', port: 50_001 });
  expect(createPcapReader().read(Buffer.concat([pcapHead(), sent ?? new Uint8Array()]))[0]).toMatchObject({
    sender: '7f000002 50001',
    destinationPort: 8_600,
  });
  expect(found[0]?.destinationPort).toBe(8_600);
  expect(pcapPacket(0, new Uint8Array(65_508), 1)).toBeNull();
});

test('captures begin anew each hour, stay within their megabytes, and go with their days', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'raw-'));
  let now = Date.UTC(2026, 10, 20);
  const figures: Record<string, number> = { 'retention.rawMegabytes': 1, 'retention.rawDays': 7 };
  const parameters = { number: async (key: string) => figures[key] ?? 0 };
  const raw = createRawRecorder({
    folder,
    parameters,
    memory: { isOver: false },
    now: () => now,
    log: silentLog,
  });
  const tap = raw.tap(7, 8_600);
  try {
    for (let hour = 0; hour < 4; hour++) {
      for (let k = 0; k < 10; k++) tap.datagram(new Uint8Array(40_000), now);
      await tap.close();
      now += 3_600_000;
    }
    // 400 kB each: two are within a megabyte, and the one that is written always stays.
    expect((await raw.list(7)).map(({ from }) => from)).toEqual([
      '2026-11-20T03:00:00.000Z',
      '2026-11-20T02:00:00.000Z',
    ]);
    await writeFile(path.join(folder, '7', 'notes.txt'), 'not ours');
    now += 8 * 86_400_000;
    await raw.dropOld();
    expect(await readdir(path.join(folder, '7'))).toEqual(['notes.txt']);
    await expect(raw.open(7, '../7/notes.txt')).rejects.toThrow('track.raw.gone');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

test('a source that keeps its messages gives them as a file that holds what was sent', async () => {
  await sky.change(sky.source.id, { recordRaw: true });
  await sky.flyUntil(
    () => [sky.over('780d01')],
    () => sky.map.targets.has('780d01'),
    '780d01',
  );
  const list = async () =>
    (await sky.server.service('admin', 'SurveillanceSource/GetRaw', { id: sky.source.id }, 'GET')) as {
      items: { name: string; octets: number }[];
    };
  await eventually(async () => (await list()).items.length > 0, 'a capture', 10_000);
  const [file] = (await list()).items;
  const answer = await fetch(
    `${sky.server.address}/api/services/app/SurveillanceSource/ExportRaw?id=${sky.source.id}&name=${file?.name}`,
    { headers: { authorization: `Bearer ${(await sky.server.signIn('admin')).accessToken}` } },
  );
  expect(answer.status).toBe(200);
  const reader = createPcapReader();
  const packets = reader.read(new Uint8Array(await answer.arrayBuffer()));
  expect(packets.length).toBeGreaterThan(0);
  const bare = cat021(sky.over('780d01'));
  // The same message but for the time in it.
  expect(packets[0]?.payload.length).toBe(bare.length);
  expect(packets[0]?.payload[0]).toBe(21);
  const refused = await sky.server.call(
    'atmb',
    'GET',
    `/api/services/app/SurveillanceSource/GetRaw?id=${sky.source.id}`,
  );
  expect(refused.status).toBe(403);
});

test('datagrams of a sender that is not listed are counted and not read', async () => {
  await sky.change(sky.source.id, { senders: '127.0.0.2' });
  const feed = () => sky.map.feed(sky.source.id);
  const refusals = () => feed()?.errorReasons?.['track.feed.sender'] ?? 0;
  // The source is opened anew: until then the old one hears.
  await sky.flyUntil(
    () => [sky.over('780d04')],
    () => refusals() > 0,
    'the first refusal',
  );
  const before = refusals();
  await sky.flyUntil(
    () => [sky.over('780d02')],
    () => refusals() > before + 2,
    'further refusals',
  );
  expect(sky.map.targets.has('780d02')).toBe(false);
  const listed = createSocket('udp4');
  await new Promise<void>((bound) => listed.bind(0, '127.0.0.2', bound));
  try {
    await eventually(() => {
      listed.send(cat021(sky.over('780d03')), sky.port, '127.0.0.1');
      return sky.map.targets.has('780d03');
    }, 'what the listed sender sends');
  } finally {
    await new Promise<void>((closed) => listed.close(() => closed()));
  }
  const wrong = await sky.server.call('admin', 'POST', '/api/records/surveillanceSource', {
    name: '错误发送方',
    type: 'Cat21',
    transport: 'udpUnicast',
    port: 9_999,
    senders: '10.0.0.1, nobody',
  });
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('nobody')]);
});
