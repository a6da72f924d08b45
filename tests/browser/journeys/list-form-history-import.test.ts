import { afterAll, beforeAll, expect, test } from 'vitest';
import { marks, query, rows } from '../support/own-items.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { firstOf } from './support/own-operator.ts';

let product: Product;

beforeAll(async () => {
  product = await sharedProduct();
});

afterAll(async () => {
  await product?.close();
});

const list = '/baseManage/flyType';
/** What this journey's mission types have in their code and name, and no other has. */
const mark = 'JR04';

/** Three rows; the last has no name. */
const file = [
  '代码,名称,英文名称',
  `${mark}-1,航线巡查 ${mark},Route patrol`,
  `${mark}-2,边界巡查 ${mark},Border patrol`,
  `${mark}-3,,No name`,
].join('\r\n');

test('a record is made, found, changed and restored, others come from a file, and one is deleted and taken back', async () => {
  const page = await product.as('admin', { at: `${list}/create` });
  const error = (field: string) =>
    page.locator('.cw-field', { has: page.locator(`#field_${field}`) }).locator('.cw-error');
  const [first, second] = [`林区巡查 ${mark}`, `林区防火巡查 ${mark}`];
  await page.fill('#field_code', '4R');
  await page.keyboard.press('Control+s');
  await error('code').waitFor();
  await error('name').waitFor();
  await expect.poll(() => page.locator('#field_code').getAttribute('aria-invalid')).toBe('true');
  await page.fill('#field_code', mark);
  await page.fill('#field_name', first);
  await page.fill('#field_nameEn', 'Forest patrol');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/flyType\/\d+$/);
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  await page.getByRole('heading', { level: 1, name: first }).waitFor();

  // Found by a search that is in the address, and opened from the list.
  await page.goto(product.address + list);
  await rows(page).first().waitFor();
  await page.getByRole('searchbox').or(page.locator('.ant-input-search input')).first().fill(mark);
  await expect.poll(() => marks(page)).toEqual([first]);
  await expect.poll(() => query(page).get('q')).toBe(mark);
  await rows(page).first().getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: first }).waitFor();

  await page.goto(`${product.address}${list}/${id}/edit`);
  await page.fill('#field_name', second);
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: second }).waitFor();
  await page.getByRole('tab', { name: '历史' }).click();
  const newest = page.locator('.cw-entry').first();
  await newest.getByText(second).waitFor();
  await newest.getByText(first).waitFor();
  await newest.getByRole('button', { name: '恢复“名称”的原值' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复 1 个字段' }).click();
  await page.locator('.cw-entry').first().getByText('还原').first().waitFor();
  expect(await firstOf(product, 'missionType', `id=${id}`)).toMatchObject({ code: mark, name: first });

  await page.goto(product.address + list);
  // Until the rows are there, what is above them may move.
  await page.locator('.cw-list tr.ant-table-row').first().waitFor();
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '导入' }).click();
  await page
    .locator('.ant-upload input[type=file]')
    .setInputFiles({ name: '任务.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '检查文件' }).click();
  await page.getByRole('button', { name: '开始导入' }).waitFor();
  const wrong = page.getByRole('region', { name: '错误' }).locator('tbody tr.ant-table-row');
  await expect.poll(() => wrong.count()).toBe(1);
  await page.getByRole('button', { name: '开始导入' }).click();
  await page.locator('.ant-popconfirm').getByRole('button', { name: '开始导入' }).click();
  await page.getByText(/导入完成/).waitFor();
  await expect.poll(() => page.locator('.cw-import-figures').textContent()).toMatch(/新建2/);
  await page.getByRole('button', { name: '查看导入的记录' }).click();
  await page.waitForURL(/f\.updatedAt\.between/);
  await page.locator('.ant-table-row', { hasText: `航线巡查 ${mark}` }).waitFor();

  await page.goto(`${product.address}${list}?q=${mark}`);
  const all = [first, `航线巡查 ${mark}`, `边界巡查 ${mark}`].sort();
  await expect.poll(async () => (await marks(page)).sort()).toEqual(all);
  await page.goto(`${product.address}${list}/${id}`);
  await page.getByRole('button', { name: '删除' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn').last().click();
  await page.waitForURL(product.address + list);
  await page.goto(`${product.address}${list}?trash=1`);
  await page.getByRole('button', { name: `还原 ${first}` }).click();
  await expect.poll(() => marks(page)).not.toContain(first);
  await page.goto(`${product.address}${list}?q=${mark}`);
  await expect.poll(async () => (await marks(page)).sort()).toEqual(all);
  expect(product.errors).toEqual([]);
});
