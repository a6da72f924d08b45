import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemFields } from '#domain/record/resource.ts';
import {
  button,
  drawer,
  itemList,
  itemRecords,
  makeOwnItems,
  marks,
  type OwnItems,
  openList,
  rows,
} from './support/own-items.ts';
import { type Product, startProduct } from './support/product.ts';

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

test('a cell is changed where it stands; what is wrong is told there, and so is a change in between', async () => {
  await openList(page, `${itemList}?${own.mine}&size=10`);
  const first = rows(page).first();
  await first.waitFor();
  // After the box to pick it: dictionary, code, name, English name, order.
  const order = () => rows(page).first().locator('td').nth(5);
  await order().locator('.cw-inline-cell').dblclick();
  await order().getByRole('spinbutton').fill('7');
  await page.keyboard.press('Escape');
  expect(await order().textContent()).toContain('1');

  await order().locator('.cw-inline-cell').press('F2');
  await first.getByRole('spinbutton').fill('0');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await product.api('admin', 'GET', `${itemRecords}/${own.items[0]}`)).body.order)
    .toBe(0);

  await order().locator('.cw-inline-cell').press('Enter');
  await first.getByRole('spinbutton').fill('3');
  const { body: now } = await product.api('admin', 'GET', `${itemRecords}/${own.items[0]}`);
  await product.api('admin', 'PATCH', `${itemRecords}/${own.items[0]}`, { version: now.version, order: 90 });
  await page.keyboard.press('Enter');
  await page.getByText('此值刚被他人修改，现为“90”').waitFor();
  await first.getByRole('spinbutton').press('Enter');
  await expect
    .poll(async () => (await product.api('admin', 'GET', `${itemRecords}/${own.items[0]}`)).body.order)
    .toBe(3);
});

test('what is picked survives paging, and all that match are changed in one request', async () => {
  await openList(page, `${itemList}?${own.mine}&size=10&sort=code`);
  await rows(page).first().getByRole('checkbox').check();
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('已选 3 条').waitFor();
  await page.getByTitle('2', { exact: true }).click();
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_11`);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByText('已选 4 条').waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByText('已选 13 条').waitFor();
  await button(page, '选择全部 25 条符合条件的记录').click();
  await page.getByText('已选 25 条').waitFor();
  await rows(page).first().getByRole('checkbox').uncheck();
  await page.getByText('已选 24 条').waitFor();

  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/bulk'))
      requested.push(request.postData() ?? '');
  });
  await button(page, '批量修改').click();
  await drawer(page).getByText('将修改 24 条记录').waitFor();
  const field = drawer(page).locator('.cw-bulk li', { hasText: '英文名称' });
  await field.getByText('设为').click();
  await field.getByRole('textbox').fill('changed together');
  await drawer(page).getByRole('button', { name: '修改 24 条记录' }).click();
  await page.getByText('已修改 24 条记录').waitFor();
  const changes = requested.map((body) => JSON.parse(body)).filter(({ preview }) => !preview);
  expect(changes).toEqual([
    { action: 'update', where: expect.stringContaining('id_nin='), set: { labelEn: 'changed together' } },
  ]);
  const { body } = await product.api('admin', 'GET', `${itemRecords}?dictionary=${own.dictionary}&_end=100`);
  const changed = body.filter(({ labelEn }: { labelEn: string | null }) => labelEn === 'changed together');
  expect(changed).toHaveLength(24);
  await page.getByText(/^已选/).waitFor({ state: 'detached' });
});

test('many are deleted with their names, undone, and what cannot be is told record by record', async () => {
  await openList(page, `${itemList}?${own.mine}&q=${own.stamp}_2`);
  await expect.poll(() => rows(page).count()).toBe(6);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.locator('.cw-selection').getByRole('button', { name: '删除' }).click();
  const asking = page.locator('.ant-modal-confirm');
  await asking.locator('.ant-modal-confirm-title', { hasText: '删除 6 条' }).waitFor();
  expect(await asking.textContent()).toContain(`条目 ${own.stamp}_20`);
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
