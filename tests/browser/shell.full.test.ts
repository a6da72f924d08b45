import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { publicPaths } from '#web/client/guard.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.close();
});

const pathOf = (url: string) => new URL(url).pathname;

test('without a token the public paths open, and nothing else does', async () => {
  const page = await product.visit();
  for (const path of publicPaths.filter((one) => one !== '/auth-redirect')) {
    await page.goto(product.address + path);
    await page.locator('h1').first().waitFor();
    expect(pathOf(page.url())).toBe(path);
  }
  for (const path of [
    '/',
    '/home',
    '/auth-redirect',
    '/redirect/home',
    '/navigation/TodayIndex?day=1',
    '/permission/user',
    '/nowhere',
  ]) {
    await page.goto(product.address + path);
    await page.locator('#login-name').waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe('/login');
    const wanted = { '/auth-redirect': '/', '/redirect/home': '/home' }[path] ?? path;
    expect([path, wanted]).toContain(searchParams.get('redirect'));
  }
  await page.close();
});

test('a visit to another page while the application is still loading arrives there', async () => {
  const page = await product.as('admin');
  let arrived = () => {};
  const held = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
    arrived();
    await until;
    await route.continue();
  });
  await page.goto(`${product.address}/permission/updateLog`, { waitUntil: 'commit' });
  await held;
  await page.evaluate(() => {
    window.history.pushState(null, '', '/permission/company');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  release();
  await page.locator('main#content').getByRole('heading', { name: '企业', exact: true }).first().waitFor();
  expect(pathOf(page.url())).toBe('/permission/company');
  await page.close();
});

test('signing in leads to the page that was asked for; with a token /login is the root; unknown paths are /404', async () => {
  const page = await product.visit();
  await page.goto(`${product.address}/baseManage/aircraftManage?q=B-10`);
  await page.fill('#login-name', 'admin');
  await page.fill('#login-password', demoPassword);
  await page.click('button[type=submit]');
  await page.waitForURL(`${product.address}/baseManage/aircraftManage?q=B-10`);

  await page.goto(`${product.address}/login`);
  await page.waitForURL(`${product.address}/home`);
  await page.goto(`${product.address}/redirect/baseManage/pilotManage`);
  await page.waitForURL(`${product.address}/baseManage/pilotManage`);
  await page.goto(`${product.address}/nowhere/at/all`);
  await page.waitForURL(`${product.address}/404`);
  await page.getByRole('heading', { name: '页面不存在' }).waitFor();
  await page.close();
});

test('language and theme change in place, in other windows and browsers too; signing out ends the session', async () => {
  const page = await product.as('agent');
  await page.goto(`${product.address}/baseManage/aircraftManage`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same-page', '1'));
  const beside = await page.context().newPage();
  await beside.goto(`${product.address}/baseManage/pilotManage`);
  await beside.getByRole('heading', { level: 1 }).waitFor();

  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '语言' }).hover();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/Preference/Set'));
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Aircraft' }).waitFor();
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en');
  await beside.getByRole('heading', { level: 1, name: 'Pilot' }).waitFor();
  await beside.close();
  await saved;
  const elsewhere = await product.as('agent', { at: '/baseManage/pilotManage' });
  await elsewhere.getByRole('heading', { level: 1, name: 'Pilot' }).waitFor();
  await elsewhere.close();

  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).hover();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect.poll(paper).not.toBe(light);
  // All this without a reload.
  await expect.poll(() => page.getAttribute('body', 'data-same-page')).toBe('1');

  const token = (await page.context().cookies()).find(({ name }) => name === 'Abp.AuthToken')?.value;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.locator('#login-name').waitFor();
  const answer = await fetch(`${product.address}/api/records/aircraft`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
  await page.goto(`${product.address}/home`);
  await page.waitForURL(/\/login\?redirect=%2Fhome/);
  await page.close();
});

test('tags and a folded sidebar outlive a reload; closing all tags leads home', async () => {
  const page = await product.as('admin', { at: '/permission/role' });
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const names = () => tags.getByRole('link').allInnerTexts();
  await expect.poll(names).toEqual(['空域态势', '角色']);
  await page.getByRole('button', { name: '侧边栏' }).click();
  const width = async () => (await page.locator('#sidebar').boundingBox())?.width;
  await expect.poll(width).toBe(0);
  await page.reload();
  await expect.poll(names).toEqual(['空域态势', '角色']);
  expect(await settled(width)).toBe(0);
  await page.getByRole('button', { name: '侧边栏' }).click();
  await expect.poll(width).toBe(210);
  await tags.getByRole('button', { name: '标签操作' }).click();
  await page.getByRole('menuitem', { name: /关闭所有$/ }).click();
  await page.waitForURL(`${product.address}/home`);
  await expect.poll(names).toEqual(['空域态势']);
  await page.close();
});

test('settings follow their user to another browser', async () => {
  const page = await product.as('operator2', { at: '/permission/updateLog' });
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  const panel = page.getByRole('dialog', { name: '界面设置' });
  await panel.getByRole('radio', { name: '深色' }).click();
  await panel.getByRole('switch', { name: '显示标签栏' }).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/Preference/Set'));
  await panel.getByRole('radio', { name: '大' }).click();
  await saved;
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'size')?.value).toBe('large');
  await page.close();

  const other = await product.as('operator2', { at: '/permission/updateLog' });
  await expect.poll(() => other.getAttribute('html', 'data-theme')).toBe('dark');
  await expect.poll(() => other.locator('.cw-tags').count()).toBe(0);
  await other.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
