import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { sizes } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';

/** The command palette and the list of keys: pages, records and actions by the keyboard alone. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const palette = (page: Page) => page.getByRole('combobox', { name: '命令面板' });
const options = (page: Page) => page.getByRole('listbox', { name: '命令面板' }).getByRole('option');

async function begin(user: string): Promise<Page> {
  const page = await product.as(user);
  await page.goto(`${product.address}/permission/updateLog`);
  await page.locator('main#content h1').waitFor();
  return page;
}

/** Opened by its key, with these words in it. */
async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await page.keyboard.type(words);
}

test('leads to a page, a record and an action; what was used last stands first', async () => {
  const page = await begin('admin');
  await ask(page, '字典');
  await options(page).filter({ hasText: '字典' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.address}/permission/dictionary`);
  await palette(page).waitFor({ state: 'hidden' });

  await ask(page, 'B-10QA');
  await options(page).filter({ hasText: 'B-10QA' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\w+\/\w+(\/|\?id=)\d+/);
  await page.locator('main#content').getByText('B-10QA').first().waitFor();

  await ask(page, '新建航空器');
  await options(page).filter({ hasText: '新建航空器' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/create$/);

  const theme = () => page.getAttribute('html', 'data-theme');
  await ask(page, '深色');
  await page.keyboard.press('Enter');
  await expect.poll(theme).toBe('dark');
  await ask(page, '浅色');
  await page.keyboard.press('Enter');
  await expect.poll(theme).toBe('light');

  // Nothing typed: what was used last.
  await page.keyboard.press('Control+k');
  await page.getByRole('listbox', { name: '命令面板' }).getByText('最近使用').waitFor();
  expect(await options(page).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('字典')]),
  );
  // The arrows move what the field says is active.
  const active = () => palette(page).getAttribute('aria-activedescendant');
  const first = await active();
  await page.keyboard.press('ArrowDown');
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'hidden' });
  await page.close();
});

test('offers nobody what they may not open', async () => {
  const page = await begin('operator');
  await ask(page, '角色');
  await page.getByText('没有找到').waitFor();
  expect(await options(page).count()).toBe(0);
  await page.close();
});

test('a question mark shows the keys, and is a letter where one types', async () => {
  const page = await begin('operator');
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  await keys.getByText('打开命令面板').waitFor();
  for (const place of ['任何页面', '列表', '表单', '记录', '审批台', '计划表格', '次日计划', '地图绘制'])
    await keys.getByRole('region', { name: place }).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.goto(`${product.address}/baseManage/pilotManage/create`);
  const name = page.locator('#field_name');
  await name.focus();
  await page.keyboard.type('谁?');
  expect(await name.inputValue()).toBe('谁?');
  expect(await keys.count()).toBe(0);
  await page.close();
});

test.each(sizes)('axe finds nothing in them: %s', async (_, look) => {
  // The theme is the system's again, after what was tried of it.
  const setting = { key: 'shell.settings', value: null };
  await product.api('admin', 'POST', '/api/services/app/Preference/Set', setting);
  const page = await product.as('admin', look);
  await page.goto(`${product.address}/permission/updateLog`);
  await page.getByRole('button', { name: '命令面板' }).click();
  await palette(page).fill('航空');
  await options(page).nth(3).waitFor();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('打开命令面板').waitFor();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
