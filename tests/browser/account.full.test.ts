import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillSignIn, given, named, own, ownAccounts, rulesFound } from './support/own-account.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/**
 * The own account on the screen: the first change of a password, and devices that are signed out.
 */

let product: Product;
let accounts: ReturnType<typeof ownAccounts>;

beforeAll(async () => {
  product = await startProduct();
  accounts = ownAccounts(product);
});
afterAll(async () => {
  await product?.close();
});

test('a password that was given is changed before anything else, then one signs in with it', async () => {
  const userName = named('fresh');
  await accounts.makeUser(userName, ['OM']);
  const page = await product.visit();
  await page.goto(`${product.address}/baseManage/pilotManage`);
  await fillSignIn(page, userName, given);
  await page.waitForURL((url) => url.pathname === '/account/duty');
  await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
  await page.getByText('不同于最近使用过的 5 个密码').waitFor();
  expect(await rulesFound(page)).toEqual([]);
  // Any other page leads back here.
  await page.goto(`${product.address}/home`);
  await page.waitForURL((url) => url.pathname === '/account/duty');
  await page.goto(`${product.address}/account/duty?redirect=%2FbaseManage%2FpilotManage`);

  const submit = page.getByRole('button', { name: '修改密码' });
  await submit.click();
  for (const text of ['请输入原密码', '请输入新密码', '请再次输入新密码'])
    await page.getByText(text).waitFor();
  await page.getByLabel('原密码').fill(given);
  await page.getByLabel('新密码', { exact: true }).fill(own);
  await page.getByLabel('重复新密码').fill('Another-one-3');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/User/ChangePassword')) sent += 1;
  });
  await submit.click();
  await page.getByText('两次输入的密码应一致！').waitFor();
  expect(sent).toBe(0);
  await page.getByLabel('新密码', { exact: true }).fill(userName);
  await page.getByLabel('重复新密码').fill(userName);
  await submit.click();
  await page.getByText('密码不能包含用户名').waitFor();
  await page.getByLabel('新密码', { exact: true }).fill(own);
  await page.getByLabel('重复新密码').fill(own);
  await submit.click();
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/baseManage/pilotManage');
  await page.getByText('修改密码成功！').waitFor();
  await fillSignIn(page, userName, own);
  await page.waitForURL(`${product.address}/baseManage/pilotManage`);
  await page.close();
});

describe('the page of the account', () => {
  const userName = named('anna');
  let userId: number;
  beforeAll(async () => {
    userId = await accounts.makeSettled(userName, ['OM']);
  });

  test('lists the devices; one is signed out there, at once', async () => {
    const here = await product.visit();
    const there = await product.visit({ phone: true });
    await accounts.signIn(there, userName);
    await there.getByRole('heading', { level: 1, name: '我的账户' }).waitFor();
    await accounts.signIn(here, userName);
    const list = here.getByRole('list', { name: '登录设备' });
    await list.getByText('本设备').waitFor();
    const others = list.getByRole('button', { name: /^退出该设备/ });
    const before = await settled(() => others.count());
    expect(before).toBeGreaterThan(0);
    // The one that was used last comes first.
    await others.first().click();
    await expect.poll(() => others.count()).toBe(before - 1);
    await there.getByRole('dialog').filter({ hasText: '登录已失效' }).waitFor({ timeout: 60_000 });
    await there.close();
    await here.close();
  });

  test('an administrator sees where a user is signed in, and signs them out', async () => {
    const token = await accounts.tokenOf(userName, own);
    const page = await product.as('admin');
    await page.goto(`${product.address}/permission/user/${userId}`);
    await page.getByRole('tab', { name: '登录设备' }).click();
    await page.getByRole('button', { name: '退出所有设备' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出所有设备' }).click();
    await page.getByText('该用户没有在任何设备上登录').waitFor();
    const answer = await fetch(`${product.address}/api/services/app/User/GetRoles`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
    await page.close();
  });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
