import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { looks } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';

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
const stored = async (id: number) =>
  (await product.api('admin', 'GET', `/api/records/flowConfig/${id}`)).body;
const stepNames = (page: Page) =>
  page
    .locator('.flow-list button[data-step]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent));

async function open(id: number, look = {}): Promise<Page> {
  const page = await product.as('admin', look);
  await page.goto(`${product.address}/permission/flowConfig/${id}/design`);
  await page.locator('.flow-list button[data-step]').first().waitFor();
  return page;
}

test('a flow is drawn, mended, saved and published; its versions are compared', async () => {
  const id = await flow('设计');
  const page = await open(id);
  await page.locator('.flow-node').nth(2).waitFor();
  await page.getByRole('button', { name: '添加步骤' }).click();
  await expect.poll(() => page.locator('.flow-node').count()).toBe(4);
  // A step that names nobody is told at the node, and not published.
  await page.locator('.flow-node[data-problem=error]').waitFor();
  expect(await page.getByRole('button', { name: '发布' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  const panel = page.locator('.flow-panel');
  await panel.getByLabel('步骤名称').fill('会签');
  await panel.getByLabel('角色').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item', { hasText: 'AIW' }).click();
  await page.keyboard.press('Escape');
  await panel.getByText('全体').click();
  await page.getByText('流程共 4 步，没有问题').waitFor();
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await stored(id)).steps.map(({ name }: { name: string }) => name))
    .toEqual(['初审', '会签', '复审', '终审']);
  await page.getByRole('button', { name: '发布' }).click();
  await page.locator('.ant-modal textarea').fill('第一次发布');
  await page.locator('.ant-modal .ant-btn-primary').click();
  await page.getByText('已发布 v1').first().waitFor();
  expect((await stored(id)).publishedVersion).toBe(1);

  await page.getByRole('button', { name: '删除 复审' }).click();
  await page.getByRole('button', { name: '历史版本' }).click();
  await page.getByRole('button', { name: '与当前图比较' }).click();
  await page.locator('.ant-drawer').getByText('删除：复审').waitFor();
  await page.getByRole('button', { name: '载入到图上' }).click();
  await expect.poll(() => stepNames(page)).toHaveLength(4);
  await page.close();
});

test('keyboard alone moves, duplicates and undoes; dragging a node does the same', async () => {
  const id = await flow('键盘');
  const page = await open(id);
  await page.locator('.flow-list button[data-step="0"]').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => stepNames(page)).toEqual(['1. 复审', '2. 初审', '3. 终审']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => stepNames(page)).toEqual(['1. 初审', '2. 复审', '3. 终审']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => stepNames(page)).toEqual(['1. 复审', '2. 初审', '3. 终审']);
  const node = page.locator('.flow-node').first();
  const [from, to] = [await node.boundingBox(), await page.locator('.flow-node').nth(2).boundingBox()];
  if (!from || !to) throw new Error('the nodes are not there');
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y + 24, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => stepNames(page)).toEqual(['1. 初审', '2. 终审', '3. 复审']);
  await page.close();
});

test('what is drawn is not lost to a change by somebody else', async () => {
  const id = await flow('同时');
  const page = await open(id);
  await page.locator('.flow-panel').getByLabel('步骤名称').fill('我的');
  const { version } = await stored(id);
  const other = await product.api('admin', 'PATCH', `/api/records/flowConfig/${id}`, {
    version,
    remarks: '别人',
  });
  expect(other.status).toBe(200);
  await page.keyboard.press('Control+s');
  await page.getByText('流程已被他人修改').waitFor();
  expect(await page.locator('.flow-panel').getByLabel('步骤名称').inputValue()).toBe('我的');
  await page.close();
});

test.each(looks)('axe finds nothing on the drawing board: %s', async (_, look) => {
  const page = await open(await flow('axe'), look);
  await page.waitForLoadState('networkidle');
  expect(await violationsInBoth(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  await page.close();
  expect(product.errors).toEqual([]);
});
