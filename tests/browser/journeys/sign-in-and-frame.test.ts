import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { fillSignIn } from '../support/own-account.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { makeOperator, type OwnOperator } from './support/own-operator.ts';

let product: Product;
let own: OwnOperator;

beforeAll(async () => {
  product = await sharedProduct();
  own = await makeOperator(product, '01');
});

afterAll(async () => {
  await product?.close();
});

test('a user signs in, finds their way by menu, sidebar and tags, changes language and theme, and signs out', async () => {
  const page = await product.visit();
  await page.goto(`${product.address}/baseManage/pilotManage`);
  await page.locator('#login-name').waitFor();

  // A wrong password: the name stays, and the next try goes on to the page that was wanted.
  await fillSignIn(page, own.user, 'not-this-one');
  await page.getByRole('alert').filter({ hasText: '用户名或密码无效' }).waitFor();
  await expect.poll(() => page.inputValue('#login-name')).toBe(own.user);
  await page.fill('#login-password', demoPassword);
  await page.click('button[type=submit]');
  await page.waitForURL(`${product.address}/baseManage/pilotManage`);
  await page.locator('tbody tr.ant-table-row', { hasText: own.pilotName }).waitFor();

  await page.getByRole('complementary').first().getByRole('link', { name: '航空器', exact: true }).click();
  await page.waitForURL(`${product.address}/baseManage/aircraftManage`);
  await page.locator('tbody tr.ant-table-row', { hasText: own.registration }).waitFor();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('menuitem', { name: '情报信息' }).hover();
  await page.getByRole('menu').getByRole('link', { name: '航路点', exact: true }).click();
  await page.waitForURL(`${product.address}/information/navigationPoint`);

  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const names = () => tags.getByRole('link').allInnerTexts();
  await expect.poll(names).toEqual(['空域态势', '飞行员', '航空器', '航路点']);
  await tags.getByRole('link', { name: '飞行员' }).click();
  await page.waitForURL(`${product.address}/baseManage/pilotManage`);
  await tags.getByRole('button', { name: '关闭 航空器' }).click();
  await expect.poll(names).toEqual(['空域态势', '飞行员', '航路点']);
  await page.reload();
  await expect.poll(names).toEqual(['空域态势', '飞行员', '航路点']);

  // In place: the page that is marked here is not loaded again.
  await page.evaluate(() => document.body.setAttribute('data-same-page', '1'));
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '语言' }).hover();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/Preference/Set'));
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pilot' }).waitFor();
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en');
  await saved;
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).hover();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark');
  await expect.poll(paper).not.toBe(light);
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
  expect(product.errors).toEqual([]);
});
