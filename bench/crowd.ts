import { loadavg } from 'node:os';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { AlertList } from '#contract/alerts.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { pushedSource, withRunningProduct } from './running-product.ts';

/** A drone show beside the traffic of a region, and head-on pairs that begin one after the other. */
const inShow = 3_000;
const traffic = 7_000;
const pairs = 10;
const perMessage = 1_000;
const apartMs = 3_000;
/** At a closing speed of 120 m/s a pair that begins 12 km apart meets within 100 s. */
const speedMps = 60;
const degreeM = 111_320;

const hex = (number: number) => (0x700000 + number).toString(16);
interface Flown {
  la: number;
  lo: number;
  h: string;
  z: number;
  v: number;
  t: number;
}

/** Within 5 km of one place, 90 m apart. */
const show = Array.from({ length: inShow }, (_, i): Flown => {
  const [row, column] = [Math.floor(i / 55), i % 55];
  return { la: 30.6 + row * 0.0008, lo: 104 + column * 0.00095, h: hex(i), z: 620, v: 3, t: 90 };
});
/** Far enough from each other that none of them meets another. */
const region = Array.from({ length: traffic }, (_, i): Flown => {
  const [row, column] = [Math.floor(i / 84), i % 84];
  return {
    la: 22 + row * 0.09,
    lo: 106 + column * 0.11,
    h: hex(10_000 + i),
    z: 900 + (i % 5) * 300,
    v: 1,
    t: 90,
  };
});

/** Of a pair: west and east of a place of its own, towards each other. */
function pairAt(index: number, sinceMs: number): Flown[] {
  const [la, lo] = [31.5 + index * 0.25, 103];
  const metre = 1 / (degreeM * Math.cos((la * Math.PI) / 180));
  const flown = (speedMps * sinceMs) / 1_000;
  return [
    { la, lo: lo - (6_000 - flown) * metre, h: hex(20_000 + index * 2), z: 1_500, v: speedMps, t: 90 },
    { la, lo: lo + (6_000 - flown) * metre, h: hex(20_001 + index * 2), z: 1_500, v: speedMps, t: 270 },
  ];
}

/** From the second fix of a head-on pair to its alert at a client, through the whole server in a process of its own. */
export async function run(): Promise<BenchRow[]> {
  return withRunningProduct(async (product) => {
    const sources = await Promise.all(
      ['show', 'region 1', 'region 2', 'pairs'].map((name) => pushedSource(product, `bench ${name}`)),
    );
    const token = (await product.signIn('admin')).encryptedAccessToken;
    const hub = new HubConnectionBuilder()
      .withUrl(`${product.address}/signalr-chat?enc_auth_token=${encodeURIComponent(token)}`, {
        transport: HttpTransportType.WebSockets,
      })
      .configureLogging(LogLevel.None)
      .build();
    const heardAt = new Map<string, number>();
    let mostAlerts = 0;
    hub.on('getAlerts', ({ alerts }: AlertList) => {
      mostAlerts = Math.max(mostAlerts, alerts.length);
      const now = performance.now();
      for (const { targets } of alerts)
        for (const { id } of targets) if (!heardAt.has(id)) heardAt.set(id, now);
    });
    await hub.start();

    const refused: number[] = [];
    const send = async (source: number, items: readonly object[]) => {
      for (let from = 0; from < items.length; from += perMessage) {
        const status = await sources[source]?.push(items.slice(from, from + perMessage));
        if (status !== 200) refused.push(status ?? 0);
      }
    };
    const began = new Map<number, number>();
    const secondAt = new Map<number, number>();
    const flyPairs = async () => {
      const now = performance.now();
      const flown = [...began].flatMap(([index, at]) => pairAt(index, now - at));
      if (flown.length > 0) await send(3, flown);
      for (const [index, at] of began) if (now > at && !secondAt.has(index)) secondAt.set(index, now);
    };
    let answers: number[] = [];
    const timers = [
      setInterval(() => void send(0, show).catch(() => refused.push(0)), 1_000),
      setInterval(() => void send(1, region.slice(0, traffic / 2)).catch(() => refused.push(0)), 1_000),
      setInterval(() => void send(2, region.slice(traffic / 2)).catch(() => refused.push(0)), 1_000),
      setInterval(() => void flyPairs().catch(() => refused.push(0)), 1_000),
      setInterval(async () => {
        const at = performance.now();
        if (await product.isUp()) answers.push(performance.now() - at);
      }, 200),
    ];
    try {
      // New tracks come at the pace that the parameters allow.
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      answers = [];
      for (let index = 0; index < pairs; index++) {
        began.set(index, performance.now());
        await flyPairs();
        await new Promise((resolve) => setTimeout(resolve, apartMs));
      }
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    } finally {
      for (const timer of timers) clearInterval(timer);
      await hub.stop();
    }
    const taken = [...secondAt].map(([index, at]) => {
      const heard = heardAt.get(hex(20_000 + index * 2)) ?? heardAt.get(hex(20_001 + index * 2));
      return heard === undefined ? Number.POSITIVE_INFINITY : heard - at;
    });
    const sorted = taken.sort((a, b) => a - b);
    answers.sort((a, b) => a - b);
    const note = `beside ${inShow + traffic} targets, ${inShow} of them within 5 km; ${pairs} pairs; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}; ${refused.length} messages refused; ${mostAlerts} alerts at most`;
    return [
      {
        name: 'from the second fix of a head-on pair to its alert at a client, worst',
        value: sorted.at(-1) ?? Number.POSITIVE_INFINITY,
        unit: 'ms',
        goal: 2_000,
        goalIs: 'atMost',
        note,
      },
      { name: 'the same, p50', value: sorted[Math.floor(sorted.length / 2)] ?? 0, unit: 'ms' },
      { name: '/healthz meanwhile, p99', value: answers[Math.floor(answers.length * 0.99)] ?? 0, unit: 'ms' },
      {
        name: '/healthz meanwhile, worst',
        value: answers.at(-1) ?? 0,
        unit: 'ms',
        goal: 200,
        goalIs: 'atMost',
      },
    ];
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
