import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

/** A flow of this test alone, which no document fits. */
async function flow(name: string): Promise<number> {
  const made = await product.api('admin', 'POST', '/api/records/flowConfig', {
    name: `${name} ${Date.now()}`,
    documentKind: 'pilot',
    priority: 900,
    condition: { remark: 'nothing fits' },
    steps: [
      { name: '初审', roles: ['ATMB'] },
      { name: '复审', roles: ['ATMB'] },
      { name: '终审', roles: ['ATMB'] },
    ],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}
const stepNames = (page: Page) =>
  page
    .locator('.flow-list button[data-step]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent));

async function open(id: number): Promise<Page> {
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/flowConfig/${id}/design`);
  await page.locator('.flow-list button[data-step]').first().waitFor();
  return page;
}

test('dragging a node moves its step', async () => {
  const id = await flow('拖动');
  const page = await open(id);
  await expect.poll(() => stepNames(page)).toEqual(['1. 初审', '2. 复审', '3. 终审']);
  const node = page.locator('.flow-node').first();
  const from = await settled(() => node.boundingBox());
  const to = await settled(() => page.locator('.flow-node').nth(2).boundingBox());
  if (!from || !to) throw new Error('the nodes are not there');
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y + 24, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => stepNames(page)).toEqual(['1. 复审', '2. 终审', '3. 初审']);
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
