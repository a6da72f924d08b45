import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#domain/time/wall-clock.ts';
import { type Product, sharedProduct } from '../support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await sharedProduct();
});

afterAll(async () => {
  await product?.close();
});

const dayMs = 86_400_000;
const beijingDay = (at: number) => dayOf(at, 'Asia/Shanghai');

/** The demo was flown from 10:00 to 13:00 on the day before the product was made, which may be before midnight. */
async function dayFlown(): Promise<string> {
  const span = `from=${beijingDay(Date.now() - 3 * dayMs)}&to=${beijingDay(Date.now())}`;
  const { body } = await product.api('atmb', 'GET', `/api/services/app/Playback/GetDays?${span}`);
  return body.result.items[0].day;
}

test('a recorded day is played at a chosen speed, a track is exported, and a day without recordings says so', async () => {
  const day = await dayFlown();
  const page = await product.as('atmb', { at: `/flightWatch/trackPlayback?day=${day}` });
  const flight = page.locator('.cw-flight', { hasText: 'DEMO1' });
  await flight.waitFor();
  const moment = async () => Number(await page.getByRole('slider', { name: '时刻' }).inputValue());
  await page.locator('.playback-speed').click();
  await page.getByTitle('2×', { exact: true }).click();
  const began = await moment();
  await page.getByRole('button', { name: '前进 10 秒' }).click();
  await expect.poll(moment).toBe(began + 10_000);
  await page.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(moment).toBeGreaterThan(began + 13_000);
  await page.getByRole('button', { name: '暂停', exact: true }).click();

  await flight.click();
  await page.getByText('位置点').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'GPX', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`DEMO1-${day}.gpx`);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/<trkpt lat="[\d.]+" lon="[\d.]+">/);

  await page.goto(`${product.address}/flightWatch/trackPlayback?day=2020-01-01`);
  await page.getByText('所选日期没有航迹记录').waitFor();
  expect(product.errors).toEqual([]);
});
