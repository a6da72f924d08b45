import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '#tests/support/breadth.ts';
import { serious } from './support/axe.ts';
import { sizes } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';
import { follow, visitScreen } from './support/walk.ts';

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

test.each(sizes)('axe finds nothing serious in either theme, %s', async (_, look) => {
  const found: string[] = [];
  const note = async (where: string, page: Page) => void found.push(...(await serious(page, where)));
  const outsider = await product.visit(look);
  await outsider.goto(`${product.address}/login`);
  await outsider.locator('#login-name').waitFor();
  await note('sign-in', outsider);
  await outsider.close();

  const pages = new Map<string, Page>();
  for (const [where, user, path, ready] of screens) {
    const page = pages.get(user) ?? (await product.as(user, { ...look, at: '/permission/updateLog' }));
    if (!pages.has(user)) await page.locator('main#content h1').waitFor();
    pages.set(user, page);
    await visitScreen(page, path, ready);
    await note(where, page);
    if (where === 'quick add') {
      await page.click('#field_missionType');
      await page.locator('.ant-select-item-option').nth(12).waitFor();
      await note('open picker', page);
    }
    if (where !== 'list') continue;
    const { body } = await product.api('admin', 'GET', '/api/records/aircraft?_end=1');
    await visitScreen(page, `${path}/${body[0].id}`, '.cw-fields');
    await note('record', page);
  }
  for (const page of pages.values()) await page.close();
  expect(found).toEqual([]);
});

test.each(sizes)('axe finds nothing serious in what the shell opens, %s', async (_, look) => {
  const page = await product.as('operator', { ...look, at: '/permission/updateLog' });
  await page.locator('main#content h1').waitFor();
  const found: string[] = [];
  const note = async (where: string) => void found.push(...(await serious(page, where)));
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
  expect(found).toEqual([]);
});

/** What tells one screen of the menu from another. */
const sign = 'main#content :is(h1, .leaflet-container, [role=tab])';

/** Those with most entries; the others in the full run. */
const roles = ['admin', 'operator', 'atmb', ...(isFull ? ['agent', 'aiw'] : [])];

test.each(roles)('every entry of the menu of %s opens', async (user) => {
  const page = await product.as(user, { phone: true, at: '/permission/updateLog' });
  await page.getByRole('button', { name: '主菜单' }).click();
  const menu = page.getByRole('dialog').getByRole('menu').first();
  await menu.waitFor();
  for (const group of await menu.locator('> .ant-menu-submenu > .ant-menu-submenu-title').all()) {
    if ((await settled(() => group.getAttribute('aria-expanded'))) !== 'true') await group.click();
  }
  const paths = new Set(
    await settled(() =>
      menu.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
    ),
  );
  expect(paths.size).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const path of paths) {
    if (new URL(page.url()).pathname !== path) await follow(page, path, sign);
    await page.locator('main#content').locator('h1, .leaflet-container, [role=tab]').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect.poll(() => page.locator('main#content .ant-skeleton-active').count()).toBe(0);
    const alerts = page.locator('main#content .ant-alert-error, main#content [role=alert]');
    expect([path, await settled(() => alerts.allTextContents())]).toEqual([path, []]);
  }
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
