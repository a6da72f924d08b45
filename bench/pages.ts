import type { Browser, BrowserContext } from 'playwright-core';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withBuiltProduct } from './built-product.ts';
import { percentile } from './served-page.ts';

interface Screen {
  name: string;
  path: string;
  /** What is there once the screen can be used. */
  ready: string;
  signedIn: boolean;
  goals: { coldMs: number; warmMs?: number; requests?: number; kB?: number };
}

const screens: Screen[] = [
  { name: 'sign-in', path: '/login', ready: '#login-name', signedIn: false, goals: { coldMs: 600, kB: 200 } },
  {
    name: 'list',
    path: '/baseManage/aircraftManage',
    ready: '.cw-list tbody tr.ant-table-row',
    signedIn: true,
    goals: { coldMs: 1_200, warmMs: 600, requests: 30 },
  },
  { name: 'map', path: '/home', ready: '.leaflet-tile-loaded', signedIn: true, goals: { coldMs: 1_500 } },
];

const times = 5;

/** From an address to a screen that can be used: with an empty cache, and once more with what that left; medians. */
export async function run(): Promise<BenchRow[]> {
  return withBuiltProduct(async ({ address }, browser) => {
    const rows: BenchRow[] = [];
    const signedIn = await sessionOf(browser, address);
    for (const screen of screens) {
      const { cold, warm } = await open(browser, address, screen, screen.signedIn ? signedIn : undefined);
      const { coldMs, warmMs, requests, kB } = screen.goals;
      const row = (what: string, value: number, unit: string, goal: number | undefined): BenchRow => ({
        name: `${screen.name}: ${what}`,
        value,
        unit,
        ...(goal === undefined ? {} : { goal, goalIs: 'atMost' as const }),
      });
      rows.push(
        row('cold', cold.ms, 'ms', coldMs),
        row('warm', warm.ms, 'ms', warmMs),
        row('requests until then, cold', cold.requests, '', requests),
        row('over the wire until then, cold', cold.kB, 'kB', kB),
      );
    }
    return rows;
  });
}

interface Opened {
  ms: number;
  requests: number;
  kB: number;
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function sessionOf(browser: Browser, address: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}/login?redirect=/401`);
  await page.fill('#login-name', 'admin');
  await page.fill('#login-password', demoPassword);
  await page.click('button[type=submit]');
  await page.waitForURL((url) => url.pathname === '/401');
  const session = await context.storageState();
  await context.close();
  return session;
}

async function open(
  browser: Browser,
  address: string,
  { path, ready }: Screen,
  session: Session | undefined,
): Promise<{ cold: Opened; warm: Opened }> {
  const cold: Opened[] = [];
  const warm: Opened[] = [];
  for (let n = 0; n < times; n += 1) {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      ...(session ? { storageState: session } : {}),
    });
    for (const seen of [cold, warm]) {
      const page = await context.newPage();
      const startMs = performance.now();
      await page.goto(`${address}${path}`, { waitUntil: 'commit' });
      await page.waitForSelector(ready);
      const ms = performance.now() - startMs;
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
      );
      seen.push({ ms, requests: loaded.length, kB: loaded.reduce((sum, bytes) => sum + bytes, 0) / 1_000 });
      await page.close();
    }
    await context.close();
  }
  return { cold: medianOf(cold), warm: medianOf(warm) };
}

function medianOf(opened: readonly Opened[]): Opened {
  const of = (pick: (one: Opened) => number) => percentile(opened.map(pick), 0.5);
  return { ms: of(({ ms }) => ms), requests: of(({ requests }) => requests), kB: of(({ kB }) => kB) };
}

if (process.argv[1] === import.meta.filename) printRows(await run());
