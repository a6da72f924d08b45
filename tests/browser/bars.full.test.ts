import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** What an administrator sets for the pages of others, as these follow it. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

test('an open page follows the time zone that an administrator sets, its summer time included', async () => {
  const set = async (value: string) => {
    const { body } = await product.api('admin', 'GET', '/api/records/parameter?key=deadline.timeZone');
    const [{ id, version }] = body;
    const answer = await product.api('admin', 'PATCH', `/api/records/parameter/${id}`, { version, value });
    expect(answer.status).toBe(200);
  };
  const page = await product.as('operator', { at: '/navigation/TodayIndex' });
  const clock = page.getByRole('timer', { name: '时钟' });
  await expect.poll(() => clock.textContent()).toContain('CST');
  try {
    await page.getByText('已连接', { exact: true }).waitFor();
    await set('America/New_York');
    await expect.poll(() => clock.textContent()).toMatch(/E[SD]T/);
    const text = (await settled(() => clock.textContent())) ?? '';
    const [, hour, utcHour] = /(\d\d):\d\d:\d\d E[SD]T(\d\d):\d\d:\d\dZ/.exec(text) ?? [];
    const behind = text.includes('EST') ? 5 : 4;
    expect((Number(utcHour) - Number(hour) + 24) % 24).toBe(behind);
    // And a page that is opened now.
    const later = await product.as('admin', { at: '/permission/param' });
    await expect.poll(() => later.getByRole('timer', { name: '时钟' }).textContent()).toMatch(/E[SD]T/);
    await later.close();
  } finally {
    await set('Asia/Shanghai');
  }
  await expect.poll(() => clock.textContent()).toContain('CST');
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
