import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** The desk of plans, with the counts of the frame around it. */

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await product.picture(page, task.name);
  await page?.close();
});

test('the counts of the bar are those of the lists that they lead to', async () => {
  page = await product.as('atmb', { at: '/situation/dynamic' });
  await page.locator('.plan-queue').waitFor();
  await page.locator('button[aria-label^="待办消息"]').click();
  const figure = page.locator('.ant-popover li', { hasText: '飞行计划与放飞' }).locator('.cw-figures');
  const tab = page.getByRole('tab', { name: /待我审批/ });
  await expect
    .poll(async () => (await tab.textContent())?.match(/\d+/)?.[0])
    .toBe(await settled(() => figure.textContent()));
  await expect
    .poll(() => page.locator('.plan-queue button[data-plan]').count())
    .toBe(Number(await settled(() => figure.textContent())));
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
