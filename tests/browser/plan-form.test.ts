import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.close();
});

/** What the browser keeps of a form that is being filled. */
const kept = (page: Page, form: string) =>
  page.evaluate(
    (name) =>
      Object.entries(localStorage).find(
        ([key]) => key.startsWith('draft:') && key.endsWith(`${name}:new`),
      )?.[1] ?? '',
    form,
  );

test('a plan that is being filled in survives its page, says so, and can be discarded', async () => {
  let page = await product.as('operator', { at: '/navigation/addNavPlan?view=form' });
  const callsign = '#field_tasks_0_callsign';
  await page.locator(callsign).fill('B10KEPT');
  await expect.poll(() => kept(page, 'planForm')).toContain('B10KEPT');
  // No goodbye: the page is gone as when the browser is killed.
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  page = await context.newPage();
  await page.goto(`${product.address}/navigation/addNavPlan?view=form`);
  await page.getByText(/未保存的草稿/).waitFor();
  await page.getByRole('button', { name: /恢\s?复/ }).click();
  await expect.poll(() => page.inputValue(callsign)).toBe('B10KEPT');
  await page.reload();
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await expect.poll(() => kept(page, 'planForm')).toBe('');
  expect(await page.inputValue(callsign)).toBe('');
  expect(product.errors).toEqual([]);
});
