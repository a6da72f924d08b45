import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRecording } from '#tests/support/recordings.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

const recording = 'adsb/switzerland.json.gz';
const there = hasRecording(recording);
let product: Product;

beforeAll(async () => {
  if (there) product = await startProduct();
});

afterAll(async () => {
  await product?.close();
});

test.runIf(there)('a recording of real traffic, replayed at 20×, is seen on the map', async () => {
  const page = await product.as('admin', { dark: true, at: '/permission/updateLog' });
  // Where the map was left last time: over the Alps, far from the demo.
  await page.evaluate(() =>
    localStorage.setItem('cw.map', JSON.stringify({ view: { latitude: 46.8, longitude: 8.2, zoom: 7 } })),
  );
  await page.goto(`${product.address}/home`);
  await page.locator('.leaflet-tile-loaded').first().waitFor();
  const inView = async () =>
    Number(
      /\d+/.exec((await settled(() => page.locator('.cw-flights-count').textContent())) ?? '')?.[0] ?? 0,
    );
  expect(await inView()).toBe(0);

  const made = await product.api('admin', 'POST', '/api/records/surveillanceSource', {
    name: '瑞士回放',
    type: 'adsbJson',
    transport: 'replay',
    file: recording,
    speed: 20,
    loop: true,
    enabled: true,
  });
  expect(made.status).toBe(201);
  // The recording begins at night: 6 aircraft at once at first, 10 after eight of its minutes, 13 after ten.
  await expect.poll(inView, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);

  // One of them, by its line in the list: its card says what was received, and goes on being told.
  await page.locator('.cw-flight b').first().click();
  const card = page.locator('.cw-card');
  await card.waitFor();
  const first = await settled(() => card.textContent());
  await expect.poll(() => card.textContent()).not.toBe(first);
  // The feed says that it lives, with its age.
  await page.getByText('瑞士回放').first().waitFor();
  expect(product.errors).toEqual([]);
});
