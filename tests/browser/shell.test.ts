import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { publicPaths } from '#web/client/guard.ts';
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
  await page.close();
});

test('whoever goes elsewhere while the application is still on its way arrives there', async () => {
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
  await page.close();
});

test.each([
  ['/permission/updateLog', '/permission/updateLog'],
  ['//evil.example/', '/home'],
  ['https://evil.example/', '/home'],
  [null, '/home'],
])('the sign-in page follows the redirect %s of the answer to %s', async (redirect, path) => {
  const page = await product.visit();
  await page.route('**/api/TokenAuth/Authenticate', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, redirect } } });
  });
  await page.goto(`${product.address}/login`);
  await page.fill('#login-name', 'admin');
  await page.fill('#login-password', demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(product.address + path);
  await page.close();
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
  await page.close();
});

test('a page that the role does not open says so', async () => {
  const page = await product.as('operator');
  await page.goto(`${product.address}/permission/user`);
  await page.waitForURL((url) => url.pathname === '/401');
  await page.getByRole('heading', { name: '没有权限' }).waitFor();
  // And on asking, by which rule: the permission that opens it.
  await page.getByRole('button', { name: '为什么' }).click();
  await page.getByRole('status').getByText('Pages.Users').first().waitFor();
  await page.close();
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
  expect(await page.getAttribute('html', 'lang')).toBe('en');
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
  await page.close();
});

test('on a phone the menu is a drawer', async () => {
  const page = await product.as('operator', { phone: true, at: '/permission/updateLog' });
  await page.getByRole('button', { name: '主菜单' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('menuitem', { name: '基础资料' }).click();
  await drawer.getByRole('link', { name: '航空器', exact: true }).click();
  await page.waitForURL(`${product.address}/baseManage/aircraftManage`);
  await drawer.waitFor({ state: 'hidden' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.close();
});

test('tags are opened, kept over a reload, refreshed and closed, and the keyboard reaches them', async () => {
  const page = await product.as('admin', { at: '/home' });
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const names = () => tags.getByRole('link').allInnerTexts();
  for (const path of ['/baseManage/flyType', '/permission/role', '/permission/dictionary']) {
    await page.goto(product.address + path);
    await page.locator('main#content h1').waitFor();
  }
  await expect.poll(names).toEqual(['空域态势', '任务性质', '角色', '字典']);
  await page.reload();
  await expect.poll(names).toEqual(['空域态势', '任务性质', '角色', '字典']);
  expect(await tags.getByRole('button', { name: '关闭 空域态势' }).count()).toBe(0);

  // By the keyboard: to a page, and away with another.
  await tags.getByRole('link', { name: '角色' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.address}/permission/role`);
  await tags.getByRole('button', { name: '关闭 任务性质' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['空域态势', '角色', '字典']);

  const act = async (name: string) => {
    await tags.getByRole('button', { name: '标签操作' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`(^|\\s)${name}$`) }).click();
  };
  const requested = page.waitForRequest((request) => request.url().includes('/api/records/role'));
  await act('刷新');
  await requested;
  await act('关闭其他');
  await expect.poll(names).toEqual(['空域态势', '角色']);
  await act('关闭');
  await page.waitForURL(`${product.address}/home`);
  await expect.poll(names).toEqual(['空域态势']);
  await page.goto(`${product.address}/permission/role`);
  await page.locator('main#content h1').waitFor();
  await act('关闭所有');
  await page.waitForURL(`${product.address}/home`);
  await expect.poll(names).toEqual(['空域态势']);
  await page.close();
});

test('settings follow their user to another browser; menu, tabs and sidebar stay in sight on a long page', async () => {
  const page = await product.as('operator2');
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${product.address}/baseManage/pilotManage/create`);
  await page.locator('#field_name').waitFor();
  const settings = async () => {
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '界面设置' }).click();
    return page.getByRole('dialog', { name: '界面设置' });
  };
  const header = page.getByRole('banner');
  const toTheEnd = () =>
    page.evaluate(() => {
      for (const box of document.querySelectorAll('main#content, .cw-scroll')) box.scrollTo({ top: 1e9 });
    });
  const sidebar = page.locator('#sidebar');
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const tops = async (...bars: Locator[]) =>
    Promise.all(bars.map(async (bar) => Math.round((await bar.boundingBox())?.y ?? -1)));
  const before = await tops(header, tags, sidebar);
  expect(before[0]).toBe(0);
  const heading = page.locator('main#content h1');
  const [begin = 0] = await tops(heading);
  await toTheEnd();
  await expect.poll(async () => (await tops(heading))[0]).toBeLessThan(begin - 100);
  expect(await tops(header, tags, sidebar)).toEqual(before);
  const panel = await settings();
  await panel.getByRole('switch', { name: '固定页头' }).click();
  await panel.getByRole('radio', { name: '深色' }).click();
  await panel.getByRole('switch', { name: '显示标签栏' }).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/Preference/Set'));
  await panel.getByRole('radio', { name: '大' }).click();
  await saved;
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await toTheEnd();
  await expect.poll(async () => (await tops(header))[0]).toBe(0);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'size')?.value).toBe('large');
  await page.close();

  const other = await product.as('operator2', { at: '/permission/updateLog' });
  await expect.poll(() => other.getAttribute('html', 'data-theme')).toBe('dark');
  await expect.poll(() => other.locator('.cw-tags').count()).toBe(0);
  const back = { theme: 'system', size: 'middle', tagsView: true, fixedHeader: false };
  await product.api('operator2', 'POST', '/api/services/app/Preference/Set', {
    key: 'shell.settings',
    value: back,
  });
  await other.close();
});

test('the sidebar has the pages of the section; its flag is kept', async () => {
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/role`);
  const sidebar = page.getByRole('complementary').first();
  await sidebar.getByRole('link', { name: '字典', exact: true }).click();
  await page.waitForURL(`${product.address}/permission/dictionary`);
  expect((await sidebar.boundingBox())?.width).toBe(210);
  await page.getByRole('button', { name: '侧边栏' }).click();
  await expect.poll(async () => (await page.locator('#sidebar').boundingBox())?.width).toBe(0);
  const flag = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
  expect(await flag()).toBe('0');
  await page.reload();
  await page.locator('main#content h1').waitFor();
  expect((await page.locator('#sidebar').boundingBox())?.width).toBe(0);
  await page.getByRole('button', { name: '侧边栏' }).click();
  await expect.poll(flag).toBe('1');
  // A map has the whole width.
  await page.goto(`${product.address}/home`);
  await page.locator('.leaflet-container').waitFor();
  expect(await page.locator('#sidebar').count()).toBe(0);
  await page.close();
});

test('the menu is compact at 1400 px, and nothing of it is hidden', async () => {
  const page = await product.as('admin');
  await page.setViewportSize({ width: 1401, height: 900 });
  await page.goto(`${product.address}/permission/updateLog`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect.poll(() => menu.locator('.anticon:not(.anticon-ellipsis)').count()).toBeGreaterThan(6);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect.poll(() => menu.locator('.anticon:not(.anticon-ellipsis)').count()).toBe(0);
  // What does not fit would be gathered behind an ellipsis.
  const rest = menu.locator('.ant-menu-overflow-item-rest');
  await expect.poll(() => rest.evaluate((node) => getComputedStyle(node).opacity)).toBe('0');
  await page.close();
});

test('a failure is said as the error catalogue has it', async () => {
  const page = await product.as('admin');
  const notice = {
    id: 7,
    title: '停止活动',
    content: '立即停止',
    level: 1,
    levelText: '一级',
    kind: 'stopActivity',
    creatorUserName: null,
    source: null,
    startTime: '2026-01-01T00:00:00Z',
    endTime: '2030-01-01T00:00:00Z',
    mustAcknowledge: true,
    acknowledgedAt: null,
  };
  const envelope = (error: object | null, result: unknown = null) => ({
    result,
    targetUrl: null,
    success: error === null,
    error,
    unAuthorizedRequest: false,
    __abp: true,
  });
  await page.route('**/Notice/GetControlList*', (route) => route.fulfill({ json: envelope(null, [notice]) }));
  const failing = (error: object, extra: object = {}) =>
    page.route('**/Notice/AcknowledgeStopActivity', (route) =>
      route.fulfill({ status: 500, json: { ...envelope({ code: 0, details: null, ...error }), ...extra } }),
    );
  await page.goto(`${product.address}/permission/role`);
  await page.getByRole('button', { name: '管制通告，1 条生效' }).click();
  const acknowledge = async () => {
    await page.getByRole('dialog', { name: '管制通告' }).getByRole('button', { name: '确认收到' }).click();
    const confirm = page.getByRole('dialog').filter({ hasText: '确认已收到并执行' });
    await confirm.getByRole('button', { name: '确认收到' }).click();
    await confirm.waitFor({ state: 'hidden' });
  };

  await failing({ message: '只有一句话' });
  await acknowledge();
  await page.locator('.ant-message').getByText('只有一句话').waitFor();
  await page.locator('.ant-message').getByText('只有一句话').waitFor({ state: 'hidden' });

  await failing({ message: '一句话', details: '和它的详情' });
  await acknowledge();
  await page.locator('.ant-notification').getByText('和它的详情').waitFor();

  await page.route('**/Notice/AcknowledgeStopActivity', (route) => route.abort('connectionrefused'));
  await acknowledge();
  await page.locator('.ant-notification').getByText('Failed to fetch').waitFor();

  await failing({ message: 'x' }, { code: 50014 });
  await acknowledge();
  const prompt = page.getByRole('dialog', { name: '登录已失效' });
  await prompt.getByText('您已退出登录').waitFor();
  await prompt.getByRole('button', { name: /^取\s?消$/ }).click();
  await prompt.waitFor({ state: 'hidden' });

  await failing({ message: 'NotFinish' });
  await acknowledge();
  await page.getByRole('button', { name: '去未完成计划列表' }).click();
  await page.waitForURL(`${product.address}/navigation/NotFinish`);
  await page.close();
});

test.each([
  [1, '企业已认证'],
  [2, '企业认证被驳回'],
])('certification state %i shows as %s', async (examineState, text) => {
  const page = await product.visit();
  await page.route('**/Session/GetCurrentLoginInformations*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.result.user) body.result.user.examineState = examineState;
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`${product.address}/login`);
  await page.fill('#login-name', 'operator');
  await page.fill('#login-password', demoPassword);
  await page.keyboard.press('Enter');
  const state = page.getByRole('contentinfo').getByText(text);
  await state.waitFor();
  if (examineState === 2) {
    await state.click();
    await page.waitForURL(`${product.address}/baseManage/qualificationManagement`);
  }
  await page.close();
});

test('the keyboard alone reaches the page, the menu and the bottom bar', async () => {
  const page = await product.as('operator');
  await page.goto(`${product.address}/permission/updateLog`);
  await page.locator('main#content h1').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: '跳到主要内容' });
  await expect.poll(() => skip.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  const reached = new Set<string>();
  await page.evaluate(() => document.body.focus());
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(() => {
        const node = document.activeElement;
        return node?.getAttribute('aria-label') ?? node?.textContent?.trim() ?? '';
      }),
    );
  }
  for (const name of ['侧边栏', '标签操作', '全屏', '修改密码']) expect([...reached]).toContain(name);
  expect([...reached].some((name) => name.startsWith('用户菜单'))).toBe(true);
  expect([...reached].some((name) => name.startsWith('管制通告'))).toBe(true);
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
