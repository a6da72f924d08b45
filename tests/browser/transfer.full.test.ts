import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** Export and import through the server; each step is in tests/component/engine/transfer.test.tsx. */

const list = '/baseManage/flyType';
let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
});
afterAll(async () => {
  await product?.close();
});

async function tool(name: string): Promise<void> {
  await page.goto(product.address + list);
  // Until the rows are there, what is above them may move.
  await page.locator('.cw-list tr.ant-table-row').first().waitFor();
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.locator('.ant-drawer-title', { hasText: `${name}任务性质` }).waitFor();
}

// A code begins with a letter.
const stamp = `T${Date.now().toString(36).toUpperCase().slice(-4)}`;

/** Twelve new ones; one has no name, and one repeats another. */
const csv = [
  '代码,名称,英文名称,内部备注',
  ...Array.from({ length: 10 }, (_, n) => `${stamp}${n},巡查 ${stamp}${n},Patrol ${n},x`),
  `${stamp}A,,No name,x`,
  `${stamp}0,又一次,Twice,x`,
].join('\r\n');

test('the list is exported with the columns it shows', async () => {
  await tool('导出');
  await page.getByText('CSV', { exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载' }).click();
  const got = await download;
  expect(got.suggestedFilename()).toMatch(/^任务性质-\d{8}-\d{4}\.csv$/);
  const text = await readFile(await got.path(), 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const [heads = '', ...lines] = text.slice(1).trim().split('\r\n');
  const shown = (await settled(() => page.locator('.ant-table-thead th').allTextContents())).filter(
    (head) => head !== '' && head !== '操作',
  );
  expect(heads.split(',')).toEqual(shown);
  const { body } = await product.api('admin', 'GET', '/api/records/missionType?_end=1000');
  expect(lines).toHaveLength(body.length);
});

test('a file is mapped, checked and told of row by row', async () => {
  await tool('导入');
  await page
    .locator('.ant-upload input[type=file]')
    .setInputFiles({ name: '任务.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('有 1 列不会导入：内部备注').waitFor();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '检查文件' }).click();
  await page.getByRole('button', { name: '开始导入' }).waitFor();
  const errors = page.getByRole('region', { name: '错误' });
  await expect.poll(() => errors.locator('tbody tr.ant-table-row').count()).toBe(2);
  await expect.poll(() => errors.textContent()).toContain('与文件中第 2 行重复');
  await expect.poll(() => page.locator('.cw-import-figures').textContent()).toMatch(/12.*10.*2/);
  // Looking writes nothing.
  const { body } = await product.api('admin', 'GET', `/api/records/missionType?code_startswith=${stamp}`);
  expect(body).toEqual([]);
});

test('it is left, found again and finished; the wrong rows come back as a file', async () => {
  await page.locator('.ant-drawer-close').first().click();
  await tool('导入');
  await page.getByRole('region', { name: '我的导入' }).getByRole('button', { name: '继续' }).first().click();
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.locator('.ant-popconfirm').getByRole('button', { name: '开始导入' }).click();
  await page.getByText(/导入完成/).waitFor();
  await expect.poll(() => page.locator('.cw-import-figures').textContent()).toMatch(/新建10/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /下载有错误的 2 行/ }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain('内部备注,原因');

  await page.getByRole('button', { name: '查看导入的记录' }).click();
  await page.waitForURL(/f\.updatedAt\.between/);
  await page.getByText(`巡查 ${stamp}3`).waitFor();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
