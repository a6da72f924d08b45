import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withBuiltProduct } from './built-product.ts';

/** Bytes of script over the wire (compressed) and time until a page can be used, on a cold cache each. */
export async function run(): Promise<BenchRow[]> {
  return withBuiltProduct(async (server, browser) => {
    const signIn = await measure(browser, async (page) => {
      await page.goto(`${server.address}/login`);
      await page.waitForSelector('#login-name');
    });
    const map = await measure(browser, async (page) => {
      await openMap(page, server.address);
    });
    return [
      { name: 'sign-in page: script', value: signIn.kB, unit: 'kB gzip', goal: 250, goalIs: 'atMost' },
      { name: 'sign-in page: first useful paint', value: signIn.ms, unit: 'ms' },
      {
        name: 'map: script',
        value: map.kB,
        unit: 'kB gzip',
        goal: 900,
        goalIs: 'atMost',
        note: 'with sign-in',
      },
      { name: 'map: from the sign-in click to tiles', value: map.ms, unit: 'ms' },
    ];
  });
}

let startedAt = 0;

async function openMap(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login?redirect=/home`);
  await page.fill('#login-name', 'admin');
  await page.fill('#login-password', demoPassword);
  startedAt = performance.now();
  await page.click('button[type=submit]');
  await page.waitForSelector('.leaflet-tile-loaded');
}

async function measure(
  browser: Browser,
  open: (page: Page) => Promise<void>,
): Promise<{ kB: number; ms: number }> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  startedAt = performance.now();
  await open(page);
  const ms = performance.now() - startedAt;
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  await context.close();
  return { kB: bytes / 1000, ms };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
