import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** The life of a record through the server: made, changed by two people at once, deleted and restored. */

let product: Product;
let page: Page;
const list = '/baseManage/aircraftManage';
const rows = () => page.locator('tbody tr.ant-table-row');
const marks = async () =>
  (
    await settled(() => rows().evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? '')))
  ).sort();

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
});

afterAll(async () => {
  await product?.close();
});

async function pick(field: string, typed: string, label: string): Promise<void> {
  await page.click(`#field_${field}`);
  await page.keyboard.type(typed);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: label })
    .first()
    .click();
}

test('a record is made with pickers that search, and shown', async () => {
  await page.goto(`${product.address}${list}/create`);
  await page.fill('#field_registration', 'B-10ZZ');
  await page.fill('#field_icao24', '780CFF');
  await pick('type', 'C172', 'C172');
  await page.fill('#field_serialNumber', '172S99999');
  await pick('company', '云', '云');
  await page.fill('#field_airworthinessNumber', 'AC-99999');
  await page.fill('#field_airworthinessExpiry', '2030-01-31');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/aircraftManage\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /B-10ZZ/ }).waitFor();
  await page.getByText('780cff').waitFor();
});

test('a stale save shows both sides, and keeps what is chosen', async () => {
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const { body: before } = await product.api('admin', 'GET', `/api/records/aircraft/${id}`);
  await page.goto(`${product.address}${list}/${id}/edit`);
  await page.fill('#field_serialNumber', 'MINE-1');
  // Live: what happens from now on reaches this form.
  await page.getByText('已连接').waitFor();
  const other = await product.api('admin', 'PATCH', `/api/records/aircraft/${id}`, {
    version: before.version,
    serialNumber: 'THEIRS-1',
  });
  expect(other.status).toBe(200);
  await page.getByText('此记录刚被他人修改').waitFor();
  await page.keyboard.press('Control+s');
  const sides = page.locator('.cw-changes tr', { hasText: 'MINE-1' });
  await sides.waitFor();
  await expect.poll(() => sides.textContent()).toContain('THEIRS-1');
  await sides.getByText('保留我的').click();
  await page.getByRole('button', { name: '按选择保存' }).click();
  await page.waitForURL(new RegExp(`aircraftManage/${id}$`));
  const { body: after } = await product.api('admin', 'GET', `/api/records/aircraft/${id}`);
  expect(after).toMatchObject({ serialNumber: 'MINE-1', version: before.version + 2 });

  await page.getByRole('tab', { name: '历史' }).click();
  const newest = page.locator('.cw-entry').first();
  await newest.getByText('THEIRS-1').waitFor();
  await newest.getByText('MINE-1').waitFor();
  await expect.poll(() => page.locator('.cw-entry').last().textContent()).toContain('新建');
});

test('deleting is the trash, and the trash gives back', async () => {
  await page.getByRole('button', { name: '删除' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn').last().click();
  await page.waitForURL(product.address + list);
  await page.goto(`${product.address}${list}?trash=1`);
  await expect.poll(marks).toContain('B-10ZZ');
  await page.getByRole('button', { name: '还原 B-10ZZ' }).click();
  await expect.poll(marks).not.toContain('B-10ZZ');
  await page.goto(`${product.address}${list}?q=B-10ZZ`);
  await expect.poll(marks).toEqual(['B-10ZZ']);
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
