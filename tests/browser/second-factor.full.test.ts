import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { codeAt } from '#tests/support/authenticator.ts';
import { fillSignIn, named, own, ownAccounts, rulesFound } from './support/own-account.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** Two steps on the screen: set up, asked for, in the middle of a form, taken away, and asked of a role. */

let product: Product;
let accounts: ReturnType<typeof ownAccounts>;

beforeAll(async () => {
  product = await startProduct();
  accounts = ownAccounts(product);
});
afterAll(async () => {
  await product?.close();
});

describe('two steps', () => {
  const userName = named('bella');
  let secret = '';
  let codes: string[] = [];
  beforeAll(async () => {
    await accounts.makeSettled(userName, ['OM']);
  });

  const enterCode = async (page: Page, code: string) => {
    await page.fill('#login-code', code);
    await page.keyboard.press('Enter');
  };

  test('are set up with a QR code, a first code and recovery codes that are shown once', async () => {
    const page = await product.visit({ phone: true });
    await accounts.signIn(page, userName);
    await page.getByRole('button', { name: '启用两步验证' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('登录密码').fill('Not-the-one-1');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByText('密码错误.').waitFor();
    await dialog.getByLabel('登录密码').fill(own);
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByRole('img', { name: /^两步验证二维码/ }).waitFor();
    expect(await rulesFound(page)).toEqual([]);
    secret = ((await settled(() => dialog.locator('.cw-secret').textContent())) ?? '').replaceAll(' ', '');
    await dialog.getByLabel('验证码').fill('12345');
    await dialog.getByRole('button', { name: '确认启用' }).click();
    await dialog.getByText('验证码无效或已使用过.').waitFor();
    await dialog.getByLabel('验证码').fill(codeAt(secret, new Date()));
    await dialog.getByRole('button', { name: '确认启用' }).click();
    await dialog.getByRole('list', { name: '恢复码' }).waitFor();
    codes = await settled(() => dialog.locator('.cw-codes code').allTextContents());
    expect(codes).toHaveLength(10);
    // The pointer still stands where the last button was.
    await page.mouse.move(0, 0);
    expect(await rulesFound(page)).toEqual([]);
    const done = dialog.getByRole('button', { name: '完成' });
    await expect.poll(() => done.isDisabled()).toBe(true);
    await dialog.getByLabel('我已妥善保存恢复码').check();
    await done.click();
    await page.getByText('剩余 10 个恢复码').waitFor();
    await page.close();
  });

  test('sign-in asks for the code, and says what is wrong with it', async () => {
    const page = await product.visit({ dark: true });
    await page.goto(`${product.address}/login?redirect=%2Faccount`);
    await fillSignIn(page, userName, own);
    await page.locator('#login-code').waitFor();
    expect(await rulesFound(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('请输入验证码', { exact: true }).waitFor();
    await enterCode(page, '12345');
    await page.getByRole('alert').filter({ hasText: '验证码无效或已使用过' }).waitFor();
    // The step after this one: the code of the enrolment has been used.
    await enterCode(page, codeAt(secret, new Date(Date.now() + 30_000)));
    await page.waitForURL(`${product.address}/account`);
    await page.close();
  });

  test('a session that ends in the middle of a form is begun again in place, and nothing typed is lost', async () => {
    const page = await product.visit();
    await page.goto(`${product.address}/login?redirect=%2FbaseManage%2FpilotManage%2Fcreate`);
    await fillSignIn(page, userName, own);
    await page.getByRole('button', { name: '设备不在身边？使用恢复码' }).click();
    await enterCode(page, codes[0] ?? '');
    await page.waitForURL(`${product.address}/baseManage/pilotManage/create`);
    const name = page.getByLabel('姓名').first();
    await name.fill('魏飞');
    const userId = (await accounts.idOf('user', 'userName', userName)).id;
    await product.api('admin', 'POST', '/api/services/app/MyAccount/EndUserSessions', { userId });
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog').filter({ hasText: '登录已失效' });
    await dialog.waitFor({ timeout: 60_000 });
    expect(await rulesFound(page)).toEqual([]);
    await dialog.getByLabel('密码').fill(own);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('验证码').fill('12345');
    await page.keyboard.press('Enter');
    await dialog.getByText('验证码无效或已使用过').waitFor();
    await dialog.getByLabel('验证码').fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => name.inputValue()).toBe('魏飞');
    expect(new URL(page.url()).pathname).toBe('/baseManage/pilotManage/create');
    await page.close();
  });

  test('an administrator takes them from who has lost their device; where the role asks, they are set up first', async () => {
    const admin = await product.as('admin');
    const { id } = await accounts.idOf('user', 'userName', userName);
    await admin.goto(`${product.address}/permission/user/${id}`);
    await admin.getByRole('button', { name: /更多/ }).click();
    await admin.getByRole('menuitem', { name: '重置两步验证' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(demoPassword);
    await dialog.getByRole('button', { name: '重置两步验证' }).click();
    await admin.getByText(/^已重置 .* 的两步验证$/).waitFor();
    await admin.close();
    const role = await product.api('admin', 'POST', '/api/records/role', {
      name: named('Guarded'),
      displayName: named('Guarded'),
      permissions: ['Pages.Navigation'],
      requireSecondFactor: true,
    });
    const { version } = await accounts.idOf('user', 'userName', userName);
    await product.api('admin', 'PATCH', `/api/records/user/${id}`, { version, roles: [role.body.id] });
    const page = await product.visit();
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, userName, own);
    await page.waitForURL((url) => url.pathname === '/account/duty');
    await page.getByRole('heading', { name: '请先启用两步验证' }).waitFor();
    expect(await rulesFound(page)).toEqual([]);
    await page.getByLabel('登录密码').fill(own);
    await page.getByRole('button', { name: '下一步' }).click();
    const key = ((await settled(() => page.locator('.cw-secret').textContent())) ?? '').replaceAll(' ', '');
    await page.getByLabel('验证码').fill(codeAt(key, new Date()));
    await page.getByRole('button', { name: '确认启用' }).click();
    await page.getByLabel('我已妥善保存恢复码').check();
    await page.getByRole('button', { name: '完成' }).click();
    await page.waitForURL(`${product.address}/home`);
    await page.close();
  });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
