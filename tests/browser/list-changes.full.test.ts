import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemFields } from '#domain/record/resource.ts';
import { button, itemList, makeOwnItems, type OwnItems, openList, rows } from './support/own-items.ts';
import { type Product, startProduct } from './support/product.ts';

/** Many records at once through the server; the rest is in tests/component/engine/list-changes.test.tsx. */

let product: Product;
let page: Page;
let own: OwnItems;

beforeAll(async () => {
  product = await startProduct();
  own = await makeOwnItems(product);
  page = await product.as('admin', { at: '/permission/updateLog' });
});

afterAll(async () => {
  await product?.close();
});

test('many are deleted with their names, undone, and what cannot be is told record by record', async () => {
  await openList(page, `${itemList}?${own.mine}&q=${own.stamp}_2`);
  await expect.poll(() => rows(page).count()).toBe(6);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.locator('.cw-selection').getByRole('button', { name: '删除' }).click();
  const asking = page.locator('.ant-modal-confirm');
  await asking.locator('.ant-modal-confirm-title', { hasText: '删除 6 条' }).waitFor();
  await expect.poll(() => asking.textContent()).toContain(`条目 ${own.stamp}_20`);
  await asking.locator('.ant-btn-dangerous').click();
  await page.getByText('没有符合条件的记录').waitFor();
  await button(page, '撤 销').or(button(page, '撤销')).first().click();
  await expect.poll(() => rows(page).count()).toBe(6);

  // A type that aircraft fly as stays, and the report says why.
  const designator = `Z${own.stamp.slice(-3).toUpperCase()}`;
  const { body: used } = await product.api(
    'admin',
    'GET',
    '/api/records/aircraftType?model=172S%20Skyhawk%20SP',
  );
  const { body: like } = await product.api('admin', 'GET', `/api/records/aircraftType/${used[0].id}`);
  const copy = { ...like, designator };
  for (const system of [...systemFields, '_labels']) delete copy[system];
  const made = await product.api('admin', 'POST', '/api/records/aircraftType', copy);
  expect(made).toMatchObject({ status: 201 });
  await openList(
    page,
    `/baseManage/aircraftTypeManage?filter=${encodeURIComponent(
      JSON.stringify({
        operator: 'or',
        value: [used[0].id, made.body.id].map((value) => ({ field: 'id', operator: 'eq', value })),
      }),
    )}`,
  );
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.locator('.cw-selection').getByRole('button', { name: '删除' }).click();
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  const report = page.getByRole('dialog', { name: '部分记录未能删除' });
  await report.getByText('成功 1 条，失败 1 条').waitFor();
  await report.getByRole('link', { name: 'C172' }).waitFor();
  await report.getByRole('button', { name: '重试失败的 1 条' }).click();
  await report.getByText('成功 0 条，失败 1 条').waitFor();
  await report.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('已选 1 条').waitFor();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
