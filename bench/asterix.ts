import { countRecords, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { type BenchRow, printRows } from './bench-row.ts';

/** A CAT021 2.x record as a busy ground station sends it: 20 items, no two aircraft alike. */
function sample(n: number): AsterixRecord {
  return {
    source: { sac: 70, sic: 1 + (n % 3) },
    descriptor: { addressType: 0, altitudeCapability: 1, groundBit: n % 10 === 0, confidence: 0 },
    track: { trackNumber: n % 4096 },
    position: { latitudeDeg: 30 + ((n * 7) % 1000) / 500, longitudeDeg: 104 + ((n * 13) % 1000) / 300 },
    positionHighResolution: {
      latitudeDeg: 30 + ((n * 7) % 1000) / 500,
      longitudeDeg: 104 + ((n * 13) % 1000) / 300,
    },
    targetAddress: (0x780000 + n * 37).toString(16),
    timeOfPositionReceptionS: 30000 + n / 128,
    timeOfVelocityReceptionS: 30000 + n / 128,
    geometricHeightFt: 6.25 * (n % 5000),
    quality: {
      nucrOrNacv: 2,
      nucpOrNic: 8,
      nicBaro: 1,
      sil: 3,
      nacp: 10,
      silPerSample: false,
      sda: 2,
      gva: 2,
    },
    mops: { version: 2, linkTechnology: 2 },
    mode3A: { code: ((n * 11) % 4096).toString(8).padStart(4, '0') },
    flightLevelFl: (n % 1200) / 4,
    status: { priority: 0, surveillance: n % 4 },
    barometricVerticalRate: { verticalRateFtMin: 6.25 * ((n % 400) - 200) },
    groundVector: { groundSpeedKt: (n % 2000) / 5, trackDeg: (n % 720) / 2 },
    timeOfTransmissionS: 30000.5 + n / 128,
    targetIdentification: `CSN${1000 + (n % 9000)}`,
    emitterCategory: 1 + (n % 5),
    trackAngleRate: { rateDegS: ((n % 64) - 32) / 32 },
  };
}

function datagrams(): { bytes: Uint8Array; records: number }[] {
  const perBlock = 12;
  return Array.from({ length: 500 }, (_, block) => {
    const records = Array.from({ length: perBlock }, (_, i) => sample(block * perBlock + i));
    const encoded = encodeBlock(21, '2.x', records);
    if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
    return { bytes: encoded.bytes, records: perBlock };
  });
}

/** Records per second of the fastest of several rounds: the others measured something else that ran. */
function fastest(rounds: number, records: number, work: () => void): number {
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    work();
    best = Math.max(best, (records * 1000) / (performance.now() - begun));
  }
  return best;
}

export async function run(): Promise<BenchRow[]> {
  const feed = datagrams();
  const records = feed.reduce((sum, datagram) => sum + datagram.records, 0);
  const octets = feed.reduce((sum, datagram) => sum + datagram.bytes.length, 0);
  let seen = 0;
  const decode = () => {
    for (const { bytes } of feed) {
      const decoded = decodeBlocks(bytes);
      if (decoded.ok) seen += decoded.blocks[0]?.records.length ?? 0;
    }
  };
  const walk = () => {
    for (const { bytes } of feed) seen += countRecords(bytes).records;
  };
  fastest(20, records, decode);
  fastest(20, records, walk);
  const full = fastest(40, records, decode);
  const bare = fastest(40, records, walk);
  const first = feed[0];
  const back = first ? decodeBlocks(first.bytes) : undefined;
  const list = back?.ok ? (back.blocks[0]?.records ?? []) : [];
  const encode = () => {
    for (let i = 0; i < 100; i++) seen += encodeBlock(21, '2.x', list).ok ? list.length : 0;
  };
  fastest(5, 100 * list.length, encode);
  const written = fastest(10, 100 * list.length, encode);
  if (seen === 0) throw new Error('nothing was decoded');
  return [
    {
      name: 'ASTERIX CAT021 decode, one thread',
      value: full,
      unit: 'records/s',
      goal: 400_000,
      note: `20 items, ${Math.round(octets / records)} octets a record`,
    },
    { name: 'ASTERIX CAT021 walk without values', value: bare, unit: 'records/s' },
    { name: 'decode as a share of the bare walk', value: full / bare, unit: '×' },
    { name: 'ASTERIX CAT021 encode, one thread', value: written, unit: 'records/s' },
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
