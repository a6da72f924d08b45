import type { AlertList } from '#contract/alerts.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createSender, freeUdpPort } from '#tests/support/traffic.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

/** Aircraft that fly on, and those among them that declare an emergency one after the other. */
const traffic = 200;
const emergencies = 100;
/** A show beside them: so many fly side by side, 60 m apart, and each pair of them is an alert. */
const crowd = 50;
/** Between two declarations: every phase of the scan's second is met. */
const apartMs = 370;

interface Flown {
  address: string;
  latitudeDeg: number;
  longitudeDeg: number;
  flightLevelFl: number;
  groundSpeedKt: number;
  mode3A: string;
}

function block(aircraft: Flown[], at: number): Uint8Array {
  const seconds = (at % 86_400_000) / 1_000;
  const encoded = encodeBlock(
    21,
    '2.x',
    aircraft.map(({ address, latitudeDeg, longitudeDeg, flightLevelFl, groundSpeedKt, mode3A }) => ({
      source: { sac: 25, sic: 7 },
      descriptor: { addressType: 0, altitudeCapability: 0, groundBit: false, simulated: false },
      position: { latitudeDeg, longitudeDeg },
      targetAddress: address,
      timeOfPositionReceptionS: seconds,
      timeOfTransmissionS: seconds,
      flightLevelFl,
      mode3A: { code: mode3A },
      groundVector: { groundSpeedKt, trackDeg: 90 },
    })),
  );
  if (!encoded.ok) throw new Error(`the traffic does not fit CAT021: ${encoded.reason}`);
  return encoded.bytes;
}

const addressOf = (index: number) => (0x7a0000 + index).toString(16);

/** Degrees of longitude that 120 kt are in a second at 30° north. */
const degreesPerS = 0.00064;

const show = Array.from({ length: crowd }, (_, i) => ({
  address: (0x7b0000 + i).toString(16),
  latitudeDeg: 30.02 + Math.floor(i / 10) * 0.00054,
  longitudeDeg: 104 + (i % 10) * 0.00063,
  flightLevelFl: 20,
  groundSpeedKt: 1,
  mode3A: '2000',
}));

/**
 * From the first datagram of an emergency, which a second of the next second confirms, through UDP, tracker, nets and
 * /signalr-instant, to a client that knows of it.
 */
async function delays(url: string, beside: Flown[]): Promise<number[]> {
  const server = await startTestServer({
    on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
  });
  const sender = createSender();
  try {
    const port = await freeUdpPort();
    await server.call('admin', 'POST', '/api/records/surveillanceSource', {
      name: 'bench',
      type: 'Cat21',
      edition: '2.x',
      transport: 'udpUnicast',
      host: '127.0.0.1',
      port,
    });
    const hub = await server.hub('aiw', '/signalr-instant');
    const heardAt = new Map<string, number>();
    hub.on('getAlerts', ({ alerts }: AlertList) => {
      for (const { kind, targets } of alerts)
        for (const { id } of kind === 'emergency' ? targets : [])
          if (!heardAt.has(id)) heardAt.set(id, performance.now());
    });
    const began = performance.now();
    const declared = new Map<string, number>();
    const seen = (index: number) => ({
      address: addressOf(index),
      // In the area of the listener: alerts elsewhere are none of theirs.
      latitudeDeg: 29.3 + Math.floor(index / 10) * 0.1,
      // It has moved since its last datagram, which it would repeat otherwise.
      longitudeDeg: 103.05 + (index % 10) * 0.25 + (degreesPerS * (performance.now() - began)) / 1_000,
      flightLevelFl: 50 + (index % 9) * 10,
      groundSpeedKt: 120,
      mode3A: declared.has(addressOf(index)) ? '7700' : '2000',
    });
    const all = Array.from({ length: traffic }, (_, index) => index);
    const fly = async () => {
      for (let from = 0; from < traffic; from += 10)
        await sender.send(block(all.slice(from, from + 10).map(seen), Date.now()), port);
      if (beside.length > 0) await sender.send(block(beside, Date.now()), port);
    };
    const timer = setInterval(() => void fly(), 1_000);
    try {
      await new Promise((flown) => setTimeout(flown, 25_000));
      for (let index = 0; index < emergencies; index++) {
        const address = addressOf(index);
        declared.set(address, performance.now());
        await sender.send(block([seen(index)], Date.now()), port);
        await new Promise((apart) => setTimeout(apart, apartMs));
      }
      await new Promise((settled) => setTimeout(settled, 5_000));
    } finally {
      clearInterval(timer);
    }
    return [...declared].map(([address, at]) => (heardAt.get(address) ?? Number.POSITIVE_INFINITY) - at);
  } finally {
    sender.close();
    await server.close();
  }
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [beside, note] of [
    [[], `of ${emergencies} among ${traffic} aircraft at 1 Hz`],
    [show, `the same beside ${crowd} in formation, ${(crowd * (crowd - 1)) / 2} pairs`],
  ] as const) {
    const taken = (await withEmbeddedPostgres((url) => delays(url, [...beside]))).sort((a, b) => a - b);
    const at = (share: number) =>
      taken[Math.min(taken.length - 1, Math.floor(share * taken.length))] ?? Number.POSITIVE_INFINITY;
    rows.push(
      {
        name: 'from the first datagram of an emergency, which a second confirms, to the alert at a client, p99',
        value: at(0.99),
        unit: 'ms',
        goal: 2_000,
        goalIs: 'atMost',
        note,
      },
      { name: 'the same, p50', value: at(0.5), unit: 'ms' },
    );
  }
  return rows;
}

if (process.argv[1] === import.meta.filename) printRows(await run());
