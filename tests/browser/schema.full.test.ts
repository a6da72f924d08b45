import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** An administrator adds a field and a record type in the browser; others find both without reloading. */

let product: Product;
let page: Page;
const screen = '/permission/schema';
const stamp = Date.now().toString(36);
const typeTitle = `无人机 ${stamp}`;
const typeName = `drone${stamp.replaceAll(/[0-9]/g, 'x')}`;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
});

afterAll(async () => {
  // A demo that runs on keeps nothing of this.
  const { body } = await product.api('admin', 'GET', '/api/services/app/SchemaOverlay/GetList');
  for (const { id, version, state, resource } of body?.result?.items ?? []) {
    if (resource !== typeName && resource !== 'feedback') continue;
    const call = state === 'published' ? 'Withdraw' : state === 'draft' ? 'Discard' : null;
    if (call) await product.api('admin', 'POST', `/api/services/app/SchemaOverlay/${call}`, { id, version });
  }
  await product?.close();
});

const line = (label: string) => page.getByLabel(label, { exact: true });

async function choose(label: string, option: string): Promise<void> {
  // What is chosen lies over the input.
  await line(label).click({ force: true });
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .first()
    .click();
}

async function publish(): Promise<void> {
  await page
    .getByRole('button', { name: /^(发布|重新发布)$/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').first().waitFor();
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('a field is added with a live preview, published, and used in the form and the list', async () => {
  await page.goto(product.address + screen);
  await page
    .getByRole('main')
    .getByRole('link', { name: /问题反馈/ })
    .click();
  await page.getByRole('navigation', { name: '字段' }).getByRole('heading').first().waitFor();
  const bringBack = page.getByRole('button', { name: /^恢\s?复$/ });
  if (
    (await settled(() => bringBack.count())) === 0 &&
    (await settled(() => page.getByText('紧急程度').count())) === 0
  ) {
    await page.getByRole('button', { name: '增加字段' }).click();
    await line('字段名称（中文）').fill('紧急程度');
    await line('字段名称（英文）').fill('Urgency of it');
    await line('技术名称').click();
    await expect.poll(() => line('技术名称').inputValue()).toBe('urgencyOfIt');
    await choose('类型', '单选');
    for (const [code, zh, en] of [
      ['high', '高', 'High'],
      ['low', '低', 'Low'],
    ]) {
      await page.getByRole('button', { name: '增加选项' }).click();
      const number = code === 'high' ? 1 : 2;
      await page.getByLabel(`选项 ${number} 的代码`).fill(code ?? '');
      await page.getByLabel(`选项 ${number} 的中文名称`).fill(zh ?? '');
      await page.getByLabel(`选项 ${number} 的英文名称`).fill(en ?? '');
    }
  }
  const preview = page.getByRole('region', { name: '预览', exact: true });
  await preview.getByRole('columnheader', { name: '紧急程度' }).waitFor();
  await preview.locator('label', { hasText: '紧急程度' }).waitFor();
  await publish();
  await page.getByText('已发布', { exact: true }).waitFor();

  await page.goto(`${product.address}/permission/question/create`);
  await page.fill('#field_question', 'is it urgent?');
  await page.click('#field_urgencyOfIt');
  await page.locator('.ant-select-item-option', { hasText: '高' }).first().click();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/question\/\d+$/);
  await page.getByText('紧急程度').first().waitFor();
  await page.goto(`${product.address}/permission/question`);
  await page.getByRole('columnheader', { name: '紧急程度' }).first().waitFor();
});

test('a record type that is published comes to a page that is open, without a reload', async () => {
  const other = await product.as('operator', { at: '/permission/updateLog' });
  await other.getByText('已连接').first().waitFor();
  await page.goto(`${product.address}${screen}`);
  await page.getByRole('button', { name: '新建资料类型' }).click();
  await line('资料类型名称（中文）').fill(typeTitle);
  await line('资料类型名称（英文）').fill('Drone');
  await line('技术名称').click();
  await expect.poll(() => line('技术名称').inputValue()).toBe('drone');
  await line('技术名称').fill(typeName);
  await page.getByRole('button', { name: '增加字段' }).click();
  await line('字段名称（中文）').fill('起飞重量');
  await line('字段名称（英文）').fill('Mass');
  await choose('类型', '小数');
  await line('小数位数').fill('1');
  await line('最大值').fill('25');
  await line('单位').fill('kg');
  await publish();
  await page.waitForURL(new RegExp(`${typeName}$`));

  await other.getByRole('menuitem', { name: '基础资料' }).first().hover();
  await other.getByRole('menuitem', { name: typeTitle }).first().click();
  await other.waitForURL(new RegExp(`/records/${typeName}`));
  await other.waitForFunction((title) => document.title.includes(title), typeTitle);
});

test('what the form refuses it refuses by the published rules, before anything is sent', async () => {
  await page.goto(`${product.address}/records/${typeName}/create`);
  await page.fill('#field_name', 'M1');
  await page.fill('#field_mass', '26');
  await page.keyboard.press('Control+s');
  await page
    .getByText(/不能大于.*25|不得大于.*25|25/)
    .first()
    .waitFor();
  expect(page.url()).toContain('/create');
  await page.fill('#field_mass', '24.5');
  await page.keyboard.press('Control+s');
  await page.waitForURL(new RegExp(`${typeName}/\\d+$`));
  await page.getByText('24.5').first().waitFor();
});

test('withdrawing says what is kept, and the type is gone until it is published again', async () => {
  const fresh = await product.as('admin');
  await fresh.goto(`${product.address}${screen}/${typeName}`);
  await fresh.getByRole('button', { name: '更多操作' }).click();
  await fresh.getByRole('menuitem', { name: '撤回' }).click();
  const dialog = fresh.getByRole('dialog');
  await dialog.getByText(/1 条资料保留但不再显示/).waitFor();
  await dialog.getByRole('button', { name: /^撤\s?回$/ }).click();
  await fresh.getByText('已撤回', { exact: true }).waitFor();
  const { status } = await product.api('admin', 'GET', `/api/records/${typeName}`);
  expect(status).toBe(404);
});

test('nothing went wrong on the way', () => {
  expect(product.errors).toEqual([]);
});
