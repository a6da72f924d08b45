import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './support/axe.ts';
import { type Look, type Product, startProduct } from './support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.close();
});

/** Screens with what must be there before they are judged. */
const screens = [
  ['list', 'admin', '/baseManage/aircraftManage', 'tbody tr.ant-table-row, .cw-cards li'],
  ['form', 'admin', '/baseManage/pilotManage/create', '#field_name'],
  ['map', 'admin', '/home', '.leaflet-tile-loaded'],
  ['quick add', 'operator', '/navigation/addNavPlan?view=form', '#field_tasks_0_etd'],
  ['desk', 'atmb', '/situation/dynamic', '.plan-queue button'],
  ['plan', 'atmb', '/navigation/details?id=1', '.plan-state-line'],
] as const;

const looks: [string, Look][] = [
  ['light', {}],
  ['dark', { dark: true }],
  ['phone', { phone: true }],
];

test.each(looks)('axe finds nothing serious: %s', async (name, look) => {
  const serious: string[] = [];
  const note = async (where: string, page: Page) => {
    for (const { id, impact, nodes } of await violationsOf(page)) {
      const [first] = nodes;
      const line = `${where}, ${name}: ${impact} ${id} ×${nodes.length} ${first?.html.slice(0, 160)}`;
      console.log(line);
      if (impact === 'serious' || impact === 'critical') serious.push(line);
    }
  };
  const outsider = await product.visit(look);
  await outsider.goto(`${product.address}/login`);
  await outsider.locator('#login-name').waitFor();
  await note('sign-in', outsider);
  await outsider.close();

  const pages = new Map<string, Page>();
  for (const [where, user, path, ready] of screens) {
    const page = pages.get(user) ?? (await product.as(user, look));
    pages.set(user, page);
    await page.goto(product.address + path);
    await page.locator(ready).first().waitFor();
    await note(where, page);
    if (where === 'quick add') {
      await page.click('#field_missionType');
      await page.locator('.ant-select-item-option').nth(12).waitFor();
      await note('open picker', page);
    }
    if (where !== 'list') continue;
    const { body } = await product.api('admin', 'GET', '/api/records/aircraft?_end=1');
    await page.goto(`${product.address}${path}/${body[0].id}`);
    await page.locator('.cw-fields').first().waitFor();
    await note('record', page);
  }
  for (const page of pages.values()) await page.close();
  expect(serious).toEqual([]);
});

test.each(looks)('axe finds nothing serious in what the shell opens: %s', async (name, look) => {
  const page = await product.as('operator', { ...look, at: '/permission/updateLog' });
  await page.locator('main#content h1').waitFor();
  const serious: string[] = [];
  const note = async (where: string) => {
    for (const { id, impact, nodes } of await violationsOf(page)) {
      const line = `${where}, ${name}: ${impact} ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 160)}`;
      console.log(line);
      if (impact === 'serious' || impact === 'critical') serious.push(line);
    }
  };
  await note('frame');
  for (const button of [/^管制通告/, /^站内提醒/]) {
    await page.getByRole('button', { name: button }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await note(String(button));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).waitFor();
  await note('user menu');
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  await page.getByRole('dialog', { name: '界面设置' }).waitFor();
  await note('settings');
  await page.close();
  expect(serious).toEqual([]);
});

/** Goes there as a link does; the page is another one then, or the same one under another name. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('main#content :is(h1, .leaflet-container, [role=tab])'))
      one.setAttribute('data-last', '');
    document.documentElement.setAttribute('data-last', document.title);
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(
    () =>
      document.title !== document.documentElement.getAttribute('data-last') ||
      document.querySelector('main#content :is(h1, .leaflet-container, [role=tab]):not([data-last])'),
  );
}

test.each(['admin', 'operator', 'agent', 'atmb', 'aiw'])(
  'every entry of the menu of %s opens',
  async (user) => {
    const page = await product.as(user, { phone: true, at: '/permission/updateLog' });
    await page.getByRole('button', { name: '主菜单' }).click();
    const menu = page.getByRole('dialog').getByRole('menu').first();
    await menu.waitFor();
    for (const group of await menu.locator('> .ant-menu-submenu > .ant-menu-submenu-title').all()) {
      if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
    }
    const paths = new Set(
      await menu.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
    );
    expect(paths.size).toBeGreaterThan(5);
    await page.setViewportSize({ width: 1600, height: 900 });
    for (const path of paths) {
      if (new URL(page.url()).pathname !== path) await follow(page, path);
      await page.locator('main#content').locator('h1, .leaflet-container, [role=tab]').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => page.locator('main#content .ant-skeleton-active').count()).toBe(0);
      const alerts = page.locator('main#content .ant-alert-error, main#content [role=alert]');
      expect([path, await alerts.allTextContents()]).toEqual([path, []]);
    }
    await page.close();
  },
);

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
