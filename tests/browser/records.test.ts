import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let page: Page;
const list = '/baseManage/aircraftManage';
const rows = () => page.locator('tbody tr.ant-table-row');
const marks = async () =>
  (await rows().evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))).sort();

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

test('search, filter and sort stand in the address, and a reload shows the same', async () => {
  await page.goto(product.address + list);
  await rows().first().waitFor();
  const all = await rows().count();

  await page.getByRole('searchbox').or(page.locator('.ant-input-search input')).first().fill('B-10');
  await page.waitForURL(/q=B-10/);
  await expect.poll(marks).toEqual(['B-10QA', 'B-10SX', 'B-10SY', 'B-10SZ']);

  await page.getByRole('columnheader', { name: '国籍和登记标志' }).first().click();
  await page.goto(`${product.address}${list}?q=B-10&f.registration.contains=S&sort=-registration&size=10`);
  const shown = ['B-10SZ', 'B-10SY', 'B-10SX'];
  const ordered = () =>
    rows().evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? ''));
  await expect.poll(ordered).toEqual(shown);
  await page.reload();
  await expect.poll(ordered).toEqual(shown);
  await page.getByText('当前条件').or(page.getByLabel('当前条件')).first().waitFor();
  await page.getByRole('button', { name: '全部清除' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('f.registration.contains')).toBeNull();

  await page.goto(`${product.address}${list}?f.noSuchField.eq=1`);
  await page.getByText('f.noSuchField.eq=1').waitFor();
  await page.getByRole('button', { name: '清除条件' }).click();
  await expect.poll(() => rows().count()).toBe(all);
});

test('what is wrong is said at its field, in the language of the screen', async () => {
  await page.goto(`${product.address}${list}/create`);
  await page.fill('#field_icao24', 'XYZ');
  await page.keyboard.press('Control+s');
  const error = page.locator('.cw-field', { has: page.locator('#field_icao24') }).locator('.cw-error');
  await error.filter({ hasText: '24 位地址码应为 6 位十六进制数' }).waitFor();
  expect(await page.locator('#field_icao24').getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('.cw-error').count()).toBeGreaterThan(4);

  const english = await product.as('admin', { locale: 'en', at: `${list}/create` });
  await english.fill('#field_icao24', 'XYZ');
  await english.keyboard.press('Control+s');
  await english
    .locator('.cw-field', { has: english.locator('#field_icao24') })
    .locator('.cw-error')
    .filter({ hasText: 'A 24-bit address is 6 hexadecimal digits' })
    .waitFor();
  await english.close();
});

test('leaving with something typed asks first', async () => {
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByText('离开此页？').waitFor();
  await page.getByRole('button', { name: '留在此页' }).click();
  expect(await page.inputValue('#field_icao24')).toBe('XYZ');
});

test('a record is made with pickers that search, and shown', async () => {
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
  expect(await sides.textContent()).toContain('THEIRS-1');
  await sides.getByText('保留我的').click();
  await page.getByRole('button', { name: '按选择保存' }).click();
  await page.waitForURL(new RegExp(`aircraftManage/${id}$`));
  const { body: after } = await product.api('admin', 'GET', `/api/records/aircraft/${id}`);
  expect(after).toMatchObject({ serialNumber: 'MINE-1', version: before.version + 2 });

  await page.getByRole('tab', { name: '历史' }).click();
  const newest = page.locator('.cw-entry').first();
  await newest.getByText('THEIRS-1').waitFor();
  await newest.getByText('MINE-1').waitFor();
  expect(await page.locator('.cw-entry').last().textContent()).toContain('新建');
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

test('an airspace opens with its shape on a map', async () => {
  const { body } = await product.api('admin', 'GET', '/api/records/airspace?_end=1');
  const { resources } = await import('#resources');
  const path = resources.find(({ name }) => name === 'airspace')?.path;
  await page.goto(`${product.address}${path}/${body[0].id}/edit`);
  await page.locator('.leaflet-container').first().waitFor();
  await page.getByRole('button', { name: '保存' }).waitFor();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
