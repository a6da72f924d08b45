import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubOf } from './support/hub.ts';
import { named, own, ownAccounts } from './support/own-account.ts';
import { type Product, startProduct } from './support/product.ts';

/** What the top, the tags and the bottom bar say and do on every page. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const app = '/api/services/app';

async function at(user: string, path = '/permission/updateLog'): Promise<Page> {
  const page = await product.as(user);
  await page.goto(product.address + path);
  await page.locator('main#content h1').waitFor();
  return page;
}

test('the title of the page is that of its route; the clock says both times', async () => {
  const page = await at('admin', '/permission/role');
  await expect.poll(() => page.title()).toBe('角色 - 通用航空保障系统');
  await page.goto(`${product.address}/permission/param`);
  await expect.poll(() => page.title()).toBe('运行参数 - 通用航空保障系统');
  const clock = await page.getByRole('timer', { name: '时钟' }).textContent();
  const [, hour, utcHour] = /\d{4}-\d\d-\d\d (\d\d):\d\d:\d\d CST(\d\d):\d\d:\d\dZ/.exec(clock ?? '') ?? [];
  expect((Number(hour) - Number(utcHour) + 24) % 24).toBe(8);
  await page.close();
});

test('an open page follows the time zone that an administrator sets, its summer time included', async () => {
  const set = async (value: string) => {
    const { body } = await product.api('admin', 'GET', '/api/records/parameter?key=deadline.timeZone');
    const [{ id, version }] = body;
    const answer = await product.api('admin', 'PATCH', `/api/records/parameter/${id}`, { version, value });
    expect(answer.status).toBe(200);
  };
  const page = await at('operator', '/navigation/TodayIndex');
  const clock = page.getByRole('timer', { name: '时钟' });
  await expect.poll(() => clock.textContent()).toContain('CST');
  try {
    await page.getByText('已连接', { exact: true }).waitFor();
    await set('America/New_York');
    await expect.poll(() => clock.textContent()).toMatch(/E[SD]T/);
    const text = (await clock.textContent()) ?? '';
    const [, hour, utcHour] = /(\d\d):\d\d:\d\d E[SD]T(\d\d):\d\d:\d\dZ/.exec(text) ?? [];
    const behind = text.includes('EST') ? 5 : 4;
    expect((Number(utcHour) - Number(hour) + 24) % 24).toBe(behind);
    // And a page that is opened now.
    const later = await at('admin', '/permission/param');
    await expect.poll(() => later.getByRole('timer', { name: '时钟' }).textContent()).toMatch(/E[SD]T/);
    await later.close();
  } finally {
    await set('Asia/Shanghai');
  }
  await expect.poll(() => clock.textContent()).toContain('CST');
  await page.close();
});

test('a browser without full screen says so', async () => {
  const page = await product.as('operator');
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }),
  );
  await page.goto(`${product.address}/permission/updateLog`);
  await page.getByRole('button', { name: '全屏' }).click();
  await page.locator('.ant-message-warning').getByText('当前浏览器不支持全屏').waitFor();
  await page.close();
});

test('letters and controls are smaller below 1680 px, 300 ms after the window changed', async () => {
  const page = await at('operator');
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(await size()).toBe('16px');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(size).toBe('14px');
  await page.setViewportSize({ width: 991, height: 768 });
  await expect.poll(() => page.locator('.cw-frame').getAttribute('data-device')).toBe('mobile');
  expect(await size()).toBe('16px');
  await page.close();
});

test('more tags than there is room for are scrolled to the one that is open', async () => {
  const page = await at('admin');
  await page.setViewportSize({ width: 1100, height: 800 });
  for (const name of [
    'user',
    'role',
    'dictionary',
    'param',
    'company',
    'loginLog',
    'errorLog',
    'question',
    'static',
    'flowConfig',
    'holiday',
    'webhook',
    'aboutUs',
  ]) {
    await page.goto(`${product.address}/permission/${name}`);
    await page.locator('main#content h1').first().waitFor();
  }
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  await expect
    .poll(() =>
      tags.evaluate((bar) =>
        [bar, ...bar.querySelectorAll('*')].some((box) => box.scrollWidth > box.clientWidth + 40),
      ),
    )
    .toBe(true);
  const inSight = async (name: string) => {
    const box = await tags.getByRole('link', { name }).boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 1100;
  };
  await expect.poll(() => inSight('关于我们')).toBe(true);
  await tags.getByRole('link', { name: '用户', exact: true }).focus();
  await expect.poll(() => inSight('用户')).toBe(true);
  await page.close();
});

test('the colour of the theme is #1890ff until another is chosen; the logo goes and comes', async () => {
  const page = await at('aiw');
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--cw-accent').trim());
  const before = await accent();
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  const panel = page.getByRole('dialog', { name: '界面设置' });
  const written = panel.getByRole('textbox', { name: '主题颜色', exact: true });
  expect(await written.inputValue()).toBe('#1890ff');
  await written.fill('#722ed');
  expect([await accent(), await written.getAttribute('aria-invalid')]).toEqual([before, 'true']);
  await written.fill('#722ed1');
  await expect.poll(accent).not.toBe(before);
  await panel.getByLabel('选择颜色：主题颜色').fill('#13c2c2');
  await expect.poll(() => written.inputValue()).toBe('#13c2c2');
  const brand = page.locator('.cw-top .cw-brand');
  expect(await brand.count()).toBe(1);
  await panel.getByRole('switch', { name: '显示标志' }).click();
  await expect.poll(() => brand.count()).toBe(0);
  const back = page.waitForResponse((answer) => answer.url().endsWith('/Preference/Set'));
  await panel.getByRole('switch', { name: '显示标志' }).click();
  await back;
  await product.api('aiw', 'POST', `${app}/Preference/Set`, {
    key: 'shell.settings',
    value: { accent: '#1890ff', logo: true },
  });
  await page.close();
});

test('a password is changed from the bar: three messages, the warning, no answer, and the way back', async () => {
  const userName = named('bar');
  const accounts = ownAccounts(product);
  await accounts.makeSettled(userName, ['AIW']);
  const page = await product.visit();
  await accounts.signIn(page, userName, '/permission/updateLog');
  await page.getByRole('button', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  const submit = dialog.getByRole('button', { name: /^确\s?定$/ });
  await submit.click();
  for (const text of ['请输入原密码', '请输入新密码', '请再次输入新密码'])
    await dialog.getByText(text).waitFor();

  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/User/ChangePassword')) sent += 1;
  });
  await dialog.getByLabel('原密码').fill(own);
  await dialog.getByLabel('新密码', { exact: true }).fill('Another-one-3');
  await dialog.getByLabel('重复新密码').fill('Another-one-4');
  await submit.click();
  await dialog.getByText('两次输入的密码应一致！').waitFor();
  expect(sent).toBe(0);
  await dialog.getByLabel('重复新密码').fill('Another-one-3');

  // Nobody answers: after ten seconds that is said, and what was typed is still there.
  await page.route('**/User/ChangePassword', () => undefined);
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // Half a second stands for ten, and for nothing else; the next one is as long as it says.
    AbortSignal.timeout = (ms) => {
      AbortSignal.timeout = timeout;
      return timeout(ms === 10_000 ? 500 : 60_000);
    };
  });
  await submit.click();
  await dialog.getByRole('alert').filter({ hasText: '10 秒内没有应答' }).waitFor();
  expect(await dialog.getByLabel('新密码', { exact: true }).inputValue()).toBe('Another-one-3');
  await page.unroute('**/User/ChangePassword');
  await submit.click();
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/permission\/updateLog/);
  await page.getByText('修改密码成功！').waitFor();
  await page.close();
});

test('a message of the hub about the user’s company changes what the user is, at once', async () => {
  const page = await at('operator');
  let examineState = 2;
  await page.route('**/Session/GetCurrentLoginInformations*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.result.user) body.result.user.examineState = examineState;
    await route.fulfill({ response: answer, json: body });
  });
  const say = await hubOf(page);
  const bar = page.getByRole('contentinfo');
  await bar.getByText('企业认证被驳回').waitFor();
  await bar.getByText('已连接', { exact: true }).waitFor();
  const { body } = await product.api('operator', 'GET', `${app}/Session/GetCurrentUserInfo`);
  examineState = 1;
  const request = page.waitForRequest(/Session\/GetCurrentUserInfo/);
  say({ type: 'company.approved', resource: 'company', id: body.result.actor.companyId });
  await request;
  await bar.getByText('企业已认证').waitFor();
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});

test('a pulled cable shows at once, a server that falls silent within seconds; both come back by themselves', async () => {
  const page = await product.as('admin');
  let isSilent = false;
  await page.routeWebSocket(/\/signalr-chat/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isSilent) socket.send(message);
    });
  });
  await page.goto(`${product.address}/permission/updateLog`);
  const state = page.locator('.cw-bottom output').first();
  const says = (word: string) => state.filter({ hasText: word }).waitFor();
  await says('已连接');
  await page.context().setOffline(true);
  await says('重新连接中');
  await page.context().setOffline(false);
  await says('已连接');
  isSilent = true;
  await says('重新连接中');
  isSilent = false;
  await says('已连接');
  await page.close();
});
