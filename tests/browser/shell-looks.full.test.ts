import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { addressOf, everyScreen } from './support/every-screen.ts';
import { looks } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';
import { visitScreen } from './support/walk.ts';

/** Every screen of the shell, and what it opens, as axe sees it: in both themes, on a desk and on a phone. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

/** What is wrong with the page in either theme; and whether it is wider than its window. */
async function violationsOf(page: Page, where: string): Promise<string[]> {
  const lines = (await violationsInBoth(page)).map((line) => `${where}, ${line}`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (over > 0) lines.push(`${where}: ${over} px wider than its window`);
  return lines;
}

/** Screens of the frame that are no record type's own (tests/browser/generated-looks.full.test.ts has those). */
const signedIn: readonly (readonly [path: string, ready: string])[] = [
  ['/404', 'h1'],
  ['/401', 'h1'],
  ['/account', '.cw-entry'],
  ['/permission/apiTokens', 'h1'],
  ['/permission/bindCode', 'h1'],
  ['/permission/QRCode', 'h1'],
  ['/permission/authProtocol', 'textarea'],
  ['/permission/static', 'h1'],
  ['/permission/session', '.ant-table-row, .cw-cards li'],
  ['/permission/loginLog', '.ant-table-row, .cw-cards li'],
  ['/permission/examine', 'h1'],
  ['/permission/organizationUnits', '.cw-unit-title:visible'],
  ['/permission/param', '.cw-parameter'],
  ['/permission/aboutUs', '.cw-fields'],
  ['/permission/matrix', 'h1'],
];

describe.each(looks)('%s', (_, look) => {
  test('the pages that are open to everyone', async () => {
    const page = await product.visit(look);
    const lines: string[] = [];
    for (const screen of everyScreen) {
      if (screen.user !== undefined) continue;
      await page.goto(`${product.address}${await addressOf(product, screen)}`);
      await page.locator('h1').first().waitFor();
      lines.push(...(await violationsOf(page, screen.path)));
    }
    await page.close();
    expect(lines).toEqual([]);
  });

  test('the screens of the frame', async () => {
    const page = await product.as('admin', { ...look, at: '/permission/updateLog' });
    await page.locator('main#content h1').waitFor();
    const lines: string[] = [];
    for (const [path, ready] of signedIn) {
      await visitScreen(page, path, ready);
      lines.push(...(await violationsOf(page, path)));
    }
    await page.close();
    expect(lines).toEqual([]);
  });

  test('an error that a browser reported, on its list and its page', async () => {
    const page = await product.as('admin', { ...look, at: '/permission/updateLog' });
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('an instrument went dark');
      });
    });
    const readStored = async () =>
      (await product.api('admin', 'GET', '/api/records/errorLog?_end=1&_sort=id&_order=desc')).body[0];
    await expect.poll(async () => (await readStored())?.message).toContain('an instrument went dark');
    const lines: string[] = [];
    await page.goto(`${product.address}/permission/errorLog`);
    await page.getByText('an instrument went dark').first().waitFor();
    lines.push(...(await violationsOf(page, 'error log')));
    await page.goto(`${product.address}/permission/errorLog/${(await readStored()).id}`);
    await page.locator('.cw-fields').first().waitFor();
    lines.push(...(await violationsOf(page, 'a fault')));
    await page.close();
    expect(lines).toEqual([]);
    // It was thrown on purpose.
    product.errors.splice(0, product.errors.length, ...product.errors.filter((one) => !one.includes('dark')));
  });
});

test('what the bars open', async () => {
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/updateLog`);
  await page.locator('main#content h1').waitFor();
  const lines: string[] = [];
  const look = async (where: string) => void lines.push(...(await violationsOf(page, where)));

  await page.getByRole('button', { name: /^待办消息/ }).click();
  await page.locator('.ant-popover:visible').waitFor();
  await look('what waits');
  await page.keyboard.press('Escape');
  await page.mouse.click(900, 500);

  await page.getByRole('button', { name: '标签操作' }).click();
  await page.getByRole('menuitem', { name: /关闭所有$/ }).waitFor();
  await look('actions of a tag');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '修改密码' }).click();
  const password = page.getByRole('dialog', { name: '修改密码' });
  await password.getByRole('button', { name: /^确\s?定$/ }).click();
  await password.getByText('请输入原密码').waitFor();
  await look('change of password');
  await page.keyboard.press('Escape');
  await password.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  const settings = page.getByRole('dialog', { name: '界面设置' });
  await settings.waitFor();
  await look('settings');
  await page.close();
  expect(lines).toEqual([]);
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
