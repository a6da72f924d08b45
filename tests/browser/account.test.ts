import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../src/server/seed/seed-demo.ts';
import { codeAt } from '../support/authenticator.ts';
import { judged } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** The own account on the screen: first change of a password, two steps, devices, and a session that ends in a form. */

let product: Product;
const stamp = Date.now().toString(36);
/** Users of this run alone: a look at a running product leaves them there. */
const named = (name: string) => `${name}_${stamp}`;
const given = 'Given-by-1-admin';
const own = 'My-own-one-2';

beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

async function idOf(
  resource: string,
  field: string,
  value: string,
): Promise<{ id: number; version: number }> {
  const { body } = await product.api('admin', 'GET', `/api/records/${resource}?${field}=${value}`);
  return body[0];
}

async function makeUser(userName: string, roles: string[]): Promise<number> {
  const ids = await Promise.all(roles.map(async (role) => (await idOf('role', 'name', role)).id));
  const company = roles.includes('OM') ? (await idOf('user', 'userName', 'operator')).id : null;
  const made = await product.api('admin', 'POST', '/api/records/user', {
    userName,
    name: userName,
    isActive: true,
    roles: ids,
    ...(company === null ? {} : { company: await companyOf(company) }),
  });
  await reset(made.body.id);
  return made.body.id;
}

async function companyOf(userId: number): Promise<number> {
  return (await product.api('admin', 'GET', `/api/records/user/${userId}`)).body.company;
}

const reset = (userId: number) =>
  product.api('admin', 'POST', '/api/services/app/User/ResetPassword', {
    adminPassword: demoPassword,
    userId,
    newPassword: given,
  });

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(product.address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()).result;
}

const tokenOf = async (userNameOrEmailAddress: string, password: string): Promise<string> =>
  (await post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password })).accessToken;

/** A user whose password is his own. */
async function makeSettled(userName: string, roles: string[]): Promise<number> {
  const id = await makeUser(userName, roles);
  const token = await tokenOf(userName, given);
  await post('/api/services/app/User/ChangePassword', { currentPassword: given, newPassword: own }, token);
  return id;
}

async function fillSignIn(page: Page, userName: string, password: string): Promise<void> {
  await page.fill('#login-name', userName);
  await page.fill('#login-password', password);
  await page.keyboard.press('Enter');
}

async function signIn(page: Page, userName: string, path = '/account'): Promise<void> {
  await page.goto(`${product.address}/login?redirect=${encodeURIComponent(path)}`);
  await fillSignIn(page, userName, own);
  await page.waitForURL(product.address + path);
}

const rulesFound = async (page: Page) =>
  (await judged(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

test('a password that was given is changed before anything else, then one signs in with it', async () => {
  const userName = named('fresh');
  await makeUser(userName, ['OM']);
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
  await page.context().close();
});

test('who has no roles is told so in the words of the specification', async () => {
  const userName = named('bare');
  await makeSettled(userName, []);
  const page = await product.visit();
  await page.goto(`${product.address}/login`);
  await fillSignIn(page, userName, own);
  await page.getByRole('alert').filter({ hasText: '用户角色为空!' }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('enc_auth_token');
  await page.context().close();
});

test('remember-me keeps the token for as long as the server says, else for the browser’s session', async () => {
  const userName = named('kept');
  await makeSettled(userName, ['OM']);
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
    await page.context().close();
  }
});

test('signing out clears both storages and the token; what was set for the device stays', async () => {
  const userName = named('leaver');
  await makeSettled(userName, ['OM']);
  const page = await product.visit({ locale: 'en' });
  const sockets: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void sockets.push(String(payload))),
  );
  await signIn(page, userName);
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
  await page.context().close();
});

describe('the page of the account', () => {
  const userName = named('anna');
  let userId: number;
  beforeAll(async () => {
    userId = await makeSettled(userName, ['OM']);
  });

  test('changes the profile, with faults at their fields', async () => {
    const page = await product.visit();
    await signIn(page, userName);
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
    await page.context().close();
  });

  test('lists the devices; one is signed out there, at once', async () => {
    const here = await product.visit();
    const there = await product.visit({ phone: true });
    await signIn(there, userName);
    await there.getByRole('heading', { level: 1, name: '我的账户' }).waitFor();
    await signIn(here, userName);
    const list = here.getByRole('list', { name: '登录设备' });
    await list.getByText('本设备').waitFor();
    const others = list.getByRole('button', { name: /^退出该设备/ });
    const before = await others.count();
    expect(before).toBeGreaterThan(0);
    // The one that was used last stands first.
    await others.first().click();
    await expect.poll(() => others.count()).toBe(before - 1);
    await there.getByRole('dialog').filter({ hasText: '登录已失效' }).waitFor({ timeout: 60_000 });
    await there.context().close();
    await here.context().close();
  });

  test.each([
    [{}, 'light'],
    [{ dark: true }, 'dark'],
    [{ phone: true }, 'on a phone'],
    [{ phone: true, dark: true, locale: 'en' as const }, 'on a phone, dark, in English'],
  ])('has nothing that axe objects to, %j', async (look, name) => {
    const page = await product.visit(look);
    await signIn(page, userName);
    await page.getByRole('list', { name: /登录设备|Devices/ }).waitFor();
    expect(await rulesFound(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await product.picture(page, `account ${name}`);
    await page.context().close();
  });

  test('an administrator sees where a user is signed in, and signs him out', async () => {
    const token = await tokenOf(userName, own);
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
    await page.context().close();
  });
});

describe('two steps', () => {
  const userName = named('bella');
  let secret = '';
  let codes: string[] = [];
  beforeAll(async () => {
    await makeSettled(userName, ['OM']);
  });

  const enterCode = async (page: Page, code: string) => {
    await page.fill('#login-code', code);
    await page.keyboard.press('Enter');
  };

  test('are set up with a QR code, a first code and recovery codes that are shown once', async () => {
    const page = await product.visit({ phone: true });
    await signIn(page, userName);
    await page.getByRole('button', { name: '启用两步验证' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('登录密码').fill('Not-the-one-1');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByText('密码错误.').waitFor();
    await dialog.getByLabel('登录密码').fill(own);
    await dialog.getByRole('button', { name: '下一步' }).click();
    await dialog.getByRole('img', { name: /^两步验证二维码/ }).waitFor();
    expect(await rulesFound(page)).toEqual([]);
    secret = ((await dialog.locator('.cw-secret').textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByLabel('验证码').fill('12345');
    await dialog.getByRole('button', { name: '确认启用' }).click();
    await dialog.getByText('验证码无效或已使用过.').waitFor();
    await dialog.getByLabel('验证码').fill(codeAt(secret, new Date()));
    await dialog.getByRole('button', { name: '确认启用' }).click();
    await dialog.getByRole('list', { name: '恢复码' }).waitFor();
    codes = await dialog.locator('.cw-codes code').allTextContents();
    expect(codes).toHaveLength(10);
    // The pointer still stands where the last button was.
    await page.mouse.move(0, 0);
    expect(await rulesFound(page)).toEqual([]);
    const done = dialog.getByRole('button', { name: '完成' });
    expect(await done.isDisabled()).toBe(true);
    await dialog.getByLabel('我已妥善保存恢复码').check();
    await done.click();
    await page.getByText('剩余 10 个恢复码').waitFor();
    await page.context().close();
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
    await page.context().close();
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
    const userId = (await idOf('user', 'userName', userName)).id;
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
    expect(await name.inputValue()).toBe('魏飞');
    expect(new URL(page.url()).pathname).toBe('/baseManage/pilotManage/create');
    await page.context().close();
  });

  test('an administrator takes them from who has lost his device; where the role asks, they are set up first', async () => {
    const admin = await product.as('admin');
    const { id } = await idOf('user', 'userName', userName);
    await admin.goto(`${product.address}/permission/user/${id}`);
    await admin.getByRole('button', { name: /更多/ }).click();
    await admin.getByRole('menuitem', { name: '重置两步验证' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(demoPassword);
    await dialog.getByRole('button', { name: '重置两步验证' }).click();
    await admin.getByText(/^已重置 .* 的两步验证$/).waitFor();
    await admin.context().close();
    const role = await product.api('admin', 'POST', '/api/records/role', {
      name: `Guarded${stamp}`,
      displayName: `Guarded ${stamp}`,
      permissions: ['Pages.Navigation'],
      requireSecondFactor: true,
    });
    const { version } = await idOf('user', 'userName', userName);
    await product.api('admin', 'PATCH', `/api/records/user/${id}`, { version, roles: [role.body.id] });
    const page = await product.visit();
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, userName, own);
    await page.waitForURL((url) => url.pathname === '/account/duty');
    await page.getByRole('heading', { name: '请先启用两步验证' }).waitFor();
    expect(await rulesFound(page)).toEqual([]);
    await page.getByLabel('登录密码').fill(own);
    await page.getByRole('button', { name: '下一步' }).click();
    const key = ((await page.locator('.cw-secret').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('验证码').fill(codeAt(key, new Date()));
    await page.getByRole('button', { name: '确认启用' }).click();
    await page.getByLabel('我已妥善保存恢复码').check();
    await page.getByRole('button', { name: '完成' }).click();
    await page.waitForURL(`${product.address}/home`);
    await page.context().close();
  });
});

describe('who does nothing', () => {
  /** In a session of its own: what is set may have ended the one that other tests share. */
  const setParameter = async (key: string, value: string) => {
    const headers = {
      authorization: `Bearer ${await tokenOf('admin', demoPassword)}`,
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

  test('is warned before he is signed out, and may stay', async () => {
    const userName = named('idle');
    await makeSettled(userName, ['OM']);
    await setParameter('session.idleMinutes', '1');
    await setParameter('session.warnSeconds', '55');
    const page = await product.visit();
    await signIn(page, userName);
    const dialog = page.getByRole('dialog').filter({ hasText: '即将退出登录' });
    await dialog.waitFor({ timeout: 30_000 });
    await dialog
      .getByRole('timer')
      .filter({ hasText: /在 0:\d\d 后退出登录/ })
      .waitFor();
    expect(await rulesFound(page)).toEqual([]);
    await dialog.getByRole('button', { name: '继续使用' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Then nothing more is done, and the page asks for the password in place.
    await page.getByRole('dialog').filter({ hasText: '登录已失效' }).waitFor({ timeout: 90_000 });
    await page.context().close();
  });
});

test('no page broke on the way', () => {
  expect(product.faults).toEqual([]);
});
