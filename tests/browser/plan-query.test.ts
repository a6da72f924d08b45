import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serious } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('atmb');
});

afterAll(async () => {
  await product?.close();
});

test('the table is narrowed by a state with its count, and the address holds it', async () => {
  await page.goto(`${product.address}/navigation/navigation`);
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  const flying = page.locator('.query-states button[data-state="9"]');
  const count = Number((await flying.locator('.cw-figures').textContent()) ?? 0);
  await flying.click();
  await page.waitForURL(/states=9/);
  await expect.poll(() => page.locator('tbody tr.ant-table-row').count()).toBe(count);
  await page.reload();
  await expect.poll(() => page.locator('tbody tr.ant-table-row').count()).toBe(count);
  expect(await serious(page, 'table')).toEqual([]);
});

test('the time line has a bar a sortie, goes by arrows, and opens its plan', async () => {
  await page.goto(`${product.address}/navigation/navigation?show=timeline`);
  await page.locator('.time-line-bar').first().waitFor();
  await page.locator('.time-line-now').waitFor();
  expect(await serious(page, 'time line')).toEqual([]);
  await page.locator('.time-line-bar[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  const bar = await page.evaluate(() => document.activeElement?.getAttribute('data-bar'));
  await page.keyboard.press('-');
  await page.waitForURL(/scale=week/);
  await page.keyboard.press('+');
  await page.locator(`.time-line-bar[data-bar="${bar}"]`).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('id') === bar?.split(' ')[0]);
});

test('the map shows where they fly, and what is seen of it becomes a filter', async () => {
  await page.goto(`${product.address}/navigation/navigation?show=map`);
  await page.locator('.query-map-list li').first().waitFor();
  await page.getByRole('button', { name: '在此范围内查询' }).click();
  await page.waitForURL(/box=/);
  await page.locator('[data-chip=box]').waitFor();
  expect(await serious(page, 'map')).toEqual([]);
  await page.locator('[data-chip=box] button').click();
  await page.waitForURL((url) => !url.searchParams.has('box'));
});

test('links in the words of the generated list lead to it', async () => {
  await page.goto(`${product.address}/navigation/navigation?f.state.in=9`);
  await page.waitForURL(/\/navigation\/navigation\/table\?f\.state\.in=9/);
});

test('on a phone the plans are cards', async () => {
  const phone = await product.as('atmb', { phone: true });
  await phone.goto(`${product.address}/navigation/navigation`);
  await phone.locator('.plan-rows li').first().waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await phone.close();
});

test('on a phone the time line begins shortly before now, beside the names of its lanes', async () => {
  const phone = await product.as('atmb', { phone: true });
  await phone.goto(`${product.address}/navigation/navigation?show=timeline`);
  await phone.locator('.time-line-now').waitFor();
  const places = () =>
    phone.evaluate(() => {
      const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [box, name, now] = [of('.time-line-box'), of('.time-line-lane > strong'), of('.time-line-now')];
      return (
        box &&
        name &&
        now && { box: box.left, name: name.left, from: name.right, to: box.right, now: now.left }
      );
    });
  const first = await places();
  expect(first && (first.now - first.from) / (first.to - first.from)).toBeCloseTo(0.25, 1);
  // Scrolled elsewhere, the names stay; a touch on "now" leads back.
  await phone.locator('.time-line-box').evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  const away = await places();
  expect(away?.now).toBeLessThan(away?.from ?? 0);
  expect(away && away.name - away.box).toBeLessThan(2);
  await phone.getByRole('button', { name: '现在' }).click();
  await expect.poll(async () => (await places())?.now).toBeCloseTo(first?.now ?? 0, 0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await phone.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
