import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { AlertList } from '#contract/alerts.ts';
import { type FlyData, hubPaths } from '#contract/hub.ts';
import { buildIfChanged } from '#scripts/build.ts';
import { startBuilt } from '#tests/browser/support/running.ts';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';
import { productAt, pushedSource } from './running-product.ts';

/** Screens of a watch at two servers behind one address, and the traffic that all of them show. */
const screens = 20;
const targets = 2_000;
/** As pages do (web/client/hub.ts): a try every 5 s. */
const retryMs = 5_000;
/** Before the kill everything has to stand; after it, what does not come within this does not come. */
const settledMs = 25_000;
const patienceMs = 60_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const address = (i: number) => (0x500000 + i).toString(16);

/** One address for several servers, each connection to the next of those that take it. */
async function balance(servers: readonly string[]) {
  const ports = servers.map((one) => Number(new URL(one).port));
  let next = 0;
  function pass(client: Socket, first: number, tries: number): void {
    const server = connect({ host: '127.0.0.1', port: ports[first % ports.length] ?? 0 });
    let isTaken = false;
    server.once('connect', () => {
      isTaken = true;
      client.pipe(server).pipe(client);
    });
    server.on('error', () => undefined);
    server.once('close', () => {
      if (!isTaken && tries > 1) pass(client, first + 1, tries - 1);
      else client.destroy();
    });
    client.once('close', () => {
      isTaken = true;
      server.destroy();
    });
  }
  const front = createServer((client) => {
    client.on('error', () => undefined);
    pass(client, next++, ports.length);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  return { address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close: () => front.close() };
}

/** A screen as a page keeps it: when each target of the traffic was there last, by the server's time. */
function screenAt(url: string) {
  const shown = new Map<string, number>();
  let wasCut = false;
  let heardAt = performance.now();
  let longestSilenceMs = 0;
  let wholeAt: number | null = null;
  let since = Number.POSITIVE_INFINITY;
  const connection = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.WebSockets })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => retryMs })
    .withServerTimeout(retryMs)
    .configureLogging(LogLevel.None)
    .build();
  const look = () => connection.invoke('SetViewport', [101, 28, 107, 33]);
  connection.on('getFlyData', ({ kind, targets: changed, removed }: FlyData) => {
    if (kind === 'picture') shown.clear();
    for (const { id, at } of changed) shown.set(id, at);
    for (const id of removed) shown.delete(id);
    longestSilenceMs = Math.max(longestSilenceMs, performance.now() - heardAt);
    heardAt = performance.now();
    if (wholeAt !== null || !Number.isFinite(since)) return;
    for (let i = 0; i < targets; i += 1) if (!((shown.get(address(i)) ?? 0) >= since)) return;
    wholeAt = performance.now();
  });
  connection.onreconnecting(() => {
    wasCut = true;
  });
  connection.onreconnected(() => void look());
  return {
    async open() {
      await connection.start();
      await look();
    },
    /** From now on it is whole once all it shows was heard after this, UTC ms. */
    expect(at: number) {
      since = at;
      longestSilenceMs = 0;
    },
    count: () => shown.size,
    result: () => ({ wasCut, wholeAt, longestSilenceMs }),
    close: () => connection.stop(),
  };
}

/**
 * Two servers over NATS with one database; the one that evaluates the safety nets is killed: when the screens of those who
 * were there are whole again, when a conflict that begins at this moment is an alert, and what the others notice.
 */
export async function run(): Promise<BenchRow[]> {
  if (!hasNats) return [];
  await buildIfChanged();
  return withEmbeddedPostgres(async (url, folder) => {
    const settings = {
      DATABASE_URL: url,
      NATS_URL: natsUrl,
      CLEARWAY_DATA: path.join(folder, 'files'),
      CLEARWAY_SECRET: 'a secret of two servers of a measurement',
      LOG_LEVEL: 'fatal',
    };
    // The first to start is the one that evaluates.
    const goes = await startBuilt(settings);
    const stays = await startBuilt(settings);
    const front = await balance([goes.address, stays.address]);
    const timers: NodeJS.Timeout[] = [];
    const open: { close(): Promise<void> }[] = [];
    try {
      const product = productAt(front.address, folder);
      await setParameter(product, 'session.hubConnections', '300');
      const source = await pushedSource(product, 'bench traffic');
      const { encryptedAccessToken } = await product.signIn('admin');
      const hub = `${front.address}${hubPaths.instant}?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`;
      let conflictAt: number | null = null;
      const flown = () =>
        Array.from({ length: targets }, (_, i) => ({
          la: 29 + Math.floor(i / 50) * 0.08,
          lo: 102 + (i % 50) * 0.08 + (Date.now() % 60_000) / 6e6,
          h: address(i),
          z: 600 + (i % 9) * 300,
          v: 20,
          t: 90,
        }));
      // Towards each other from 12 km, 60 m/s each.
      const headOn = (at: number) => {
        const gone = (60 * (performance.now() - at)) / 1_000 / 96_000;
        return [
          { la: 26, lo: 103 + gone, h: '600001', z: 1_500, v: 60, t: 90 },
          { la: 26, lo: 103.125 - gone, h: '600002', z: 1_500, v: 60, t: 270 },
        ];
      };
      timers.push(
        setInterval(() => {
          const more = conflictAt === null ? [] : headOn(conflictAt);
          void source.push([...flown(), ...more]).catch(() => undefined);
        }, 1_000),
      );
      const all = Array.from({ length: screens }, () => screenAt(hub));
      open.push(...all);
      for (const screen of all) await screen.open();
      await wait(settledMs);
      const before = all.map((screen) => screen.count());

      const killedAt = performance.now();
      conflictAt = killedAt;
      for (const screen of all) screen.expect(Date.now());
      await goes.kill();
      let alertAt: number | null = null;
      while (performance.now() - killedAt < patienceMs) {
        await wait(250);
        const list = await product
          .service('admin', 'Alert/GetList', {}, 'GET')
          .then((answer) => answer as AlertList)
          .catch(() => null);
        if (list?.alerts.some(({ targets: two }) => two.some(({ id }) => id === '600001')))
          alertAt ??= performance.now();
        if (alertAt !== null && all.every((screen) => screen.result().wholeAt !== null)) break;
      }
      const seconds = (at: number | null) =>
        at === null ? Number.POSITIVE_INFINITY : (at - killedAt) / 1_000;
      const results = all.map((screen) => screen.result());
      const cut = results.filter(({ wasCut }) => wasCut);
      const rest = results.filter(({ wasCut }) => !wasCut);
      const worst = (of: typeof results) => Math.max(0, ...of.map(({ wholeAt }) => seconds(wholeAt)));
      return [
        {
          name: 'one of two servers killed: its screens whole again, worst',
          value: worst(cut),
          unit: 's',
          goal: 10,
          goalIs: 'atMost',
          note: `${cut.length} of ${screens} screens, ${targets} targets; at least ${Math.min(...before)} shown before; a page tries again after 5 s`,
        },
        {
          name: 'screens at the other server, all targets heard after the kill, worst',
          value: worst(rest),
          unit: 's',
          goal: 10,
          goalIs: 'atMost',
          note: `${rest.length} screens; longest silence ${Math.round(Math.max(0, ...rest.map(({ longestSilenceMs }) => longestSilenceMs)))} ms`,
        },
        {
          name: 'a conflict that begins as the evaluating server is killed, to its alert',
          value: seconds(alertAt),
          unit: 's',
          goal: 10,
          goalIs: 'atMost',
        },
      ];
    } finally {
      for (const timer of timers) clearInterval(timer);
      for (const one of open) await one.close();
      front.close();
      await goes.end();
      await stays.end();
    }
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
