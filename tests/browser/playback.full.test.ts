import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** What surveillance saw is played once more. */

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('atmb', { at: '/flightWatch/trackPlayback' });
});

afterAll(async () => {
  await product?.close();
});

const flights = () => page.locator('.cw-flight');
const moment = async () => Number(await page.getByRole('slider', { name: '时刻' }).inputValue());

test('the day shows what was recorded, steps back and runs at the speed that is chosen', async () => {
  await flights().first().waitFor({ timeout: 90_000 });
  await page.locator('.playback-speed').click();
  await page.getByTitle('2×', { exact: true }).click();
  const began = await moment();
  for (let k = 0; k < 3; k++) await page.getByRole('button', { name: '后退 10 秒' }).click();
  const before = await moment();
  expect(before).toBeLessThan(began);
  await page.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(moment).toBeGreaterThan(before + 3_000);
});

test('a track is chosen, has its figures, and is handed on as a file', async () => {
  await flights().first().waitFor();
  await flights().first().click();
  await page.getByText('位置点').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'GPX', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[\w-]+-\d{4}-\d{2}-\d{2}\.gpx$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/<trkpt lat="[\d.]+" lon="[\d.]+">/);
});

test('axe finds nothing in either theme, and a day without recordings says so', async () => {
  // A button under the pointer is on its way to another colour.
  await page.mouse.move(700, 600);
  await product.picture(page, 'playback');
  expect(await violationsInBoth(page)).toEqual([]);
  await page.goto(`${product.address}/flightWatch/trackPlayback?day=2020-01-01`);
  await page.getByText('所选日期没有航迹记录').waitFor();
  const phone = await product.as('atmb', { phone: true, dark: true, at: '/flightWatch/trackPlayback' });
  await phone.getByRole('slider', { name: '时刻' }).waitFor();
  await product.picture(phone, 'playback on a phone');
  const wider = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(product.errors).toEqual([]);
});
