import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../src/server/seed/seed-demo.ts';
import { publicPaths } from '../../src/web/providers/guard.ts';
import { type Product, startProduct } from './support/product.ts';

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
  await page.context().close();
});

test.each([
  ['operator', '/situation/dynamic'],
  ['agent', '/situation/dynamic'],
  ['atmb', '/situation/dynamic'],
  ['aiw', '/situation/situationmap'],
  ['admin', '/home'],
])('%s lands on %s', async (user, path) => {
  const page = await product.signIn(user);
  await page.waitForURL(product.address + path);
  await page.locator('main#content').waitFor();
  await page.context().close();
});

test('signing in goes on to the wanted path; with a token /login is the root; unknown paths are /404', async () => {
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
  await page.context().close();
});

test('a page that the role does not open says so', async () => {
  const page = await product.as('operator');
  await page.goto(`${product.address}/permission/user`);
  await page.waitForURL((url) => url.pathname === '/401');
  await page.getByRole('heading', { name: '没有权限' }).waitFor();
  // And on asking, by which rule: the permission that opens it.
  await page.getByRole('button', { name: '为什么' }).click();
  await page.getByRole('status').getByText('Pages.Users').first().waitFor();
  await page.context().close();
});

test('a wrong password is said, and what was typed stays', async () => {
  const page = await product.visit();
  await page.goto(`${product.address}/login`);
  await page.click('button[type=submit]');
  await page.getByText('请输入用户名').waitFor();
  await page.fill('#login-name', 'operator');
  await page.fill('#login-password', 'not-this-one');
  await page.click('button[type=submit]');
  await page.getByRole('alert').filter({ hasText: '用户名或密码无效' }).waitFor();
  expect(await page.inputValue('#login-name')).toBe('operator');
  expect(pathOf(page.url())).toBe('/login');
  await page.context().close();
});

test('language and theme change in place; signing out ends the session', async () => {
  const page = await product.as('admin');
  await page.goto(`${product.address}/baseManage/aircraftManage`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.body.setAttribute('data-same-page', '1'));

  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '语言' }).hover();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Aircraft' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');

  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).hover();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect.poll(paper).not.toBe(light);
  // All this without a reload.
  expect(await page.getAttribute('body', 'data-same-page')).toBe('1');

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
  await page.context().close();
});

test('on a phone the menu is a drawer', async () => {
  const page = await product.as('operator', { phone: true });
  await page.getByRole('button', { name: '主菜单' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('menuitem', { name: '基础资料' }).click();
  await drawer.getByRole('link', { name: '航空器', exact: true }).click();
  await page.waitForURL(`${product.address}/baseManage/aircraftManage`);
  await drawer.waitFor({ state: 'hidden' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('no page broke on the way', () => {
  expect(product.faults).toEqual([]);
});
