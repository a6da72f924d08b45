import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { countRecords, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports/values.ts';
import { reportsOf } from '#domain/surveillance/asterix/reports.ts';
import { hasRecording, readPcap, readRecording } from '#tests/support/recordings.ts';

describe.runIf(hasRecording('asterix/cat021.ast'))('recorded CAT021', () => {
  // Read in the tests: the body of a describe runs even where it is skipped.
  const bytes = () => readRecording('asterix/cat021.ast');

  it('is of edition 2.x', () => {
    const decoded = decodeBlocks(bytes(), { editions: { 21: '2.x' } });
    expect(decoded.ok).toBe(true);
    const [first, second] = decoded.blocks.flatMap((block) => block.records);
    expect(first).toMatchObject({
      source: { sac: 0, sic: 1 },
      descriptor: { addressType: 0, groundBit: true },
      targetAddress: '000001',
      timeOfPositionReceptionS: 28_802.921875,
      mops: { version: 0, linkTechnology: 2 },
      reportPeriodS: 4,
      messageAmplitudeDbm: -53,
    });
    expect(first?.position).toEqual({
      latitudeDeg: (0x2bb73e * 180) / 2 ** 23,
      longitudeDeg: ((0xfa65ba - 2 ** 24) * 180) / 2 ** 23,
    });
    expect(second).toMatchObject({
      targetAddress: '000002',
      emitterCategory: 21,
      dataAges: { targetIdentificationS: 25.5 },
    });
    expect(reportsOf(decoded.blocks, { receivedAtMs: Date.UTC(2020, 0, 1, 8) }).reports).toMatchObject([
      { icao24: '000001', onGround: true, at: Date.UTC(2020, 0, 1, 8, 0, 2, 922) },
      { icao24: '000002', onGround: true },
    ]);
  });

  it('is refused as edition 0.26, at its first record', () => {
    expect(decodeBlocks(bytes(), { editions: { 21: '0.26' } })).toMatchObject({
      ok: false,
      offset: 3,
      blocks: [],
    });
  });
});

describe.runIf(hasRecording('asterix/cat_034_048.pcap'))('recorded CAT034 and CAT048', () => {
  const recorded = () => readPcap(readRecording('asterix/cat_034_048.pcap'));

  it('decode whole', () => {
    const read = recorded();
    expect(read).toMatchObject({ ok: true, skipped: 0 });
    expect(read.packets).toHaveLength(100);
    const records: Record<number, number> = {};
    for (const { payload } of read.packets) {
      const decoded = decodeBlocks(payload);
      expect(decoded.ok).toBe(true);
      for (const block of decoded.blocks)
        records[block.category] = (records[block.category] ?? 0) + block.records.length;
      expect(countRecords(payload)).toEqual({
        ok: true,
        records: decoded.blocks.reduce((sum, block) => sum + block.records.length, 0),
      });
    }
    expect(records).toEqual({ 34: 34, 48: 128 });
  });

  it('begin with a Lufthansa at flight level 330', () => {
    const [packet] = recorded().packets;
    expect(new Date(packet?.atMs ?? 0).toISOString()).toBe('2016-05-05T07:35:56.508Z');
    expect(packet && decodeBlocks(packet.payload).blocks[0]).toMatchObject({
      category: 48,
      records: [
        {
          source: { sac: 25, sic: 201 },
          timeOfDayS: 27_354.6015625,
          polar: { rangeNm: 197.68359375, azimuthDeg: 340.13671875 },
          mode3A: { code: '1000' },
          flightLevel: { flightLevelFl: 330 },
          targetAddress: '3c660c',
          targetIdentification: 'DLH65A',
          track: { trackNumber: 3563 },
        },
      ],
    });
  });

  it('give positions where polar and Cartesian agree', () => {
    const site: RadarSite = { latitude: 45.74, longitude: 16.07, heightM: 120 };
    let compared = 0;
    for (const { payload, atMs } of recorded().packets) {
      for (const block of decodeBlocks(payload).blocks) {
        for (const record of block.records) {
          const { cartesian } = record;
          if (
            typeof cartesian !== 'object' ||
            !('xNm' in cartesian) ||
            typeof cartesian.xNm !== 'number' ||
            typeof cartesian.yNm !== 'number'
          )
            continue;
          const [report] = reportsOf([{ ...block, records: [record] }], {
            receivedAtMs: atMs,
            radarSite: () => site,
          }).reports;
          if (!report) continue;
          const distance = inverse(site, report).distanceM / 1852;
          expect(Math.abs(distance - Math.hypot(cartesian.xNm, cartesian.yNm))).toBeLessThan(1);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe.runIf(hasRecording('asterix/cat_062_065.pcap'))('recorded CAT062 and CAT065', () => {
  it('decode whole', () => {
    const read = readPcap(readRecording('asterix/cat_062_065.pcap'));
    expect(read).toMatchObject({ ok: true, skipped: 0 });
    const [packet] = read.packets;
    const decoded = packet ? decodeBlocks(packet.payload) : undefined;
    expect(decoded).toMatchObject({
      ok: true,
      blocks: [
        {
          category: 62,
          records: [
            {
              trackNumber: 4713,
              measuredFlightLevelFl: 390,
              aircraft: { targetAddress: '4ca7a8', targetIdentification: 'RYR174C' },
            },
            {
              trackNumber: 6831,
              measuredFlightLevelFl: 380,
              aircraft: { targetAddress: '4cac7f', targetIdentification: 'ISS2007' },
            },
          ],
        },
        {
          category: 65,
          records: [{ source: { sac: 25, sic: 100 }, messageType: 2, timeOfDayS: 45_827.3984375 }],
        },
      ],
    });
    const [report] = reportsOf(decoded?.blocks ?? [], { receivedAtMs: packet?.atMs ?? 0 }).reports;
    expect(report).toMatchObject({
      icao24: '4ca7a8',
      callsign: 'RYR174C',
      mode3A: '1275',
      onGround: false,
      trackNumber: '4713',
    });
    expect(report?.latitude).toBeCloseTo(41.167123, 6);
    expect(report?.groundSpeedMps).toBeCloseTo(Math.hypot(228.75, 47.25), 9);
    expect((packet?.atMs ?? 0) - (report?.at ?? 0)).toBeCloseTo(3.4, -1);
  });
});

describe.runIf(hasRecording('asterix/cat_034_048.pcap') && hasRecording('asterix/cat_062_065.pcap'))(
  'every recorded block',
  () => {
    it('reads the same when written again', () => {
      for (const file of ['asterix/cat_034_048.pcap', 'asterix/cat_062_065.pcap']) {
        for (const { payload } of readPcap(readRecording(file)).packets) {
          for (const { category, edition, records } of decodeBlocks(payload).blocks) {
            const again = encodeBlock(category, edition ?? undefined, records);
            expect(again.ok && decodeBlocks(again.bytes)).toEqual({
              ok: true,
              blocks: [{ category, edition, records }],
            });
          }
        }
      }
    });
  },
);
