import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { violationsInBoth } from './support/axe.ts';
import { looks } from './support/looks.ts';
import { fillSignIn, given, named, own, ownAccounts, rulesFound } from './support/own-account.ts';
import { type Product, startProduct } from './support/product.ts';

/**
 * The own account on the screen: first change of a password, devices, and being signed out for doing nothing.
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

test('who has no roles is told so in the words of the specification', async () => {
  const userName = named('bare');
  await accounts.makeSettled(userName, []);
  const page = await product.visit();
  await page.goto(`${product.address}/login`);
  await fillSignIn(page, userName, own);
  await page.getByRole('alert').filter({ hasText: '用户角色为空!' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await fillSignIn(page, userName, own);
  await page.getByRole('alert').filter({ hasText: 'This account has no role' }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('enc_auth_token');
  await page.close();
});

test('whose user cannot be loaded signs in anew: the user is told why, and goes on to the page that they wanted', async () => {
  const page = await product.as('operator');
  const answer = (result: null, error: object | null) => ({ result, success: !error, error, __abp: true });
  const refusal = { code: 0, message: '用户资料暂时读不出来', details: null, validationErrors: null };
  for (const [status, body, text] of [
    [500, answer(null, refusal), '用户资料暂时读不出来'],
    [200, answer(null, null), '验证失败，请重新登录。'],
  ] as const) {
    await page.route('**/Session/GetCurrentUserInfo*', (route) => route.fulfill({ status, json: body }));
    await page.goto(`${product.address}/baseManage/aircraftManage?q=B-10`);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText(text).waitFor();
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies).not.toContain('Abp.AuthToken');
    await page.unroute('**/Session/GetCurrentUserInfo*');
    await fillSignIn(page, 'operator', demoPassword);
    await page.waitForURL(`${product.address}/baseManage/aircraftManage?q=B-10`);
  }
  await page.close();
});

test('remember-me keeps the token for as long as the server says, else for the browser’s session', async () => {
  const userName = named('kept');
  await accounts.makeSettled(userName, ['OM']);
  for (const remember of [true, false]) {
    const page = await product.visit();
    await page.goto(`${product.address}/login?redirect=%2Faccount`);
    if (remember) await page.getByLabel('记住我').check();
    await fillSignIn(page, userName, own);
    await page.waitForURL(`${product.address}/account`);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'enc_auth_token');
    const leftS = (cookie?.expires ?? 0) - Date.now() / 1000;
    if (remember) expect(Math.abs(leftS - 86_400)).toBeLessThan(120);
    else expect(cookie?.expires).toBe(-1);
    await page.close();
  }
});

test('signing out clears both storages and the token; what was set for the device stays', async () => {
  const userName = named('leaver');
  await accounts.makeSettled(userName, ['OM']);
  const page = await product.visit({ locale: 'en' });
  const sockets: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void sockets.push(String(payload))),
  );
  await accounts.signIn(page, userName);
  await page.evaluate(() => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
  });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.locator('#login-name').waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left')])).toEqual([
    null,
    null,
  ]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies).not.toContain('enc_auth_token');
  expect(cookies).not.toContain('Abp.AuthToken');
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  expect(sockets.some((text) => text.includes('"target":"OffConnect"') && text.includes('["2"]'))).toBe(true);
  await page.close();
});

describe('the page of the account', () => {
  const userName = named('anna');
  let userId: number;
  beforeAll(async () => {
    userId = await accounts.makeSettled(userName, ['OM']);
  });

  test('changes the profile, with errors at their fields', async () => {
    const page = await product.visit();
    await accounts.signIn(page, userName);
    await page.getByRole('heading', { level: 1, name: '我的账户' }).waitFor();
    const name = page.getByLabel('姓名');
    await expect.poll(() => name.inputValue()).toBe(userName);
    await page.getByLabel('手机号').fill('12');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.locator('.ant-form-item-has-error').filter({ hasText: '手机号' }).waitFor();
    await page.getByLabel('手机号').fill('');
    await name.fill('安娜');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').waitFor();
    expect((await product.api('admin', 'GET', `/api/records/user/${userId}`)).body.name).toBe('安娜');
    await page.close();
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
    const before = await others.count();
    expect(before).toBeGreaterThan(0);
    // The one that was used last stands first.
    await others.first().click();
    await expect.poll(() => others.count()).toBe(before - 1);
    await there.getByRole('dialog').filter({ hasText: '登录已失效' }).waitFor({ timeout: 60_000 });
    await there.close();
    await here.close();
  });

  test.each(looks)('has nothing that axe objects to: %s', async (name, look) => {
    const page = await product.visit(look);
    await accounts.signIn(page, userName);
    await page.getByRole('list', { name: /登录设备|Devices/ }).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await product.picture(page, `account ${name}`);
    await page.close();
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

describe('who does nothing', () => {
  /** In a session of its own: what is set may have ended the one that other tests share. */
  const setParameter = async (key: string, value: string) => {
    const headers = {
      authorization: `Bearer ${await accounts.tokenOf('admin', demoPassword)}`,
      'content-type': 'application/json',
    };
    const records = `${product.address}/api/records/parameter`;
    const [{ id, version }] = await (await fetch(`${records}?key=${key}`, { headers })).json();
    const body = JSON.stringify({ version, value });
    const { status } = await fetch(`${records}/${id}`, { method: 'PATCH', headers, body });
    expect(status).toBe(200);
  };
  afterAll(async () => {
    await setParameter('session.idleMinutes', '120');
    await setParameter('session.warnSeconds', '120');
  });

  test('is warned before the user is signed out, and may stay', async () => {
    const userName = named('idle');
    await accounts.makeSettled(userName, ['OM']);
    await setParameter('session.idleMinutes', '1');
    await setParameter('session.warnSeconds', '55');
    const page = await product.visit();
    await accounts.signIn(page, userName);
    const dialog = page.getByRole('dialog').filter({ hasText: '即将退出登录' });
    await dialog.waitFor();
    await dialog
      .getByRole('timer')
      .filter({ hasText: /在 0:\d\d 后退出登录/ })
      .waitFor();
    expect(await rulesFound(page)).toEqual([]);
    await dialog.getByRole('button', { name: '继续使用' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Then nothing more is done, and the page asks for the password in place. The minute passes in the
    // database.
    const ended = page.getByRole('dialog').filter({ hasText: '登录已失效' });
    const passed = `update session set last_seen_at = last_seen_at - interval '2 minutes'
      where ended_at is null and "user" = (select id from "user" where user_name = $1)`;
    const look = async () => {
      await product.query?.(passed, [userName]);
      return ended.count();
    };
    await expect.poll(look, { timeout: 90_000, interval: 1_000 }).toBe(1);
    await page.close();
  });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
