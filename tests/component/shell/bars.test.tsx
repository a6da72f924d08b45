import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutputOf } from '#contract/services.ts';
import type { Actor } from '#domain/identity/access.ts';
import { connect, fakeHub } from '#tests/component/support/fake-hub.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, resize, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import { css, number, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';
import { serviceSettings } from '#web/client/clock.ts';
import { tagStore } from '#web/ui/tag-store.ts';

/** The top, the tags and the bottom bar, which are on every page. */

type LoginInformations = OutputOf<'Session', 'GetCurrentLoginInformations'>;

/** A page of little content that every role opens. */
const quiet = '/permission/updateLog';
const at = '2026-06-10T02:00:00.000Z';

const application: LoginInformations['application'] = {
  version: '0',
  releaseDate: '',
  features: {},
  timeZone: 'Asia/Shanghai',
  dimAfterS: 60,
  dropAfterS: 300,
};

/** The user as the bottom bar reads it, with the state of their company. */
const loginUser = ({ userId, userName, name }: Actor, examineState: number): LoginInformations['user'] => ({
  id: userId,
  userId,
  userName,
  name,
  surname: '',
  emailAddress: null,
  examineState,
  IsAuth: examineState === 1,
});

beforeEach(() => {
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
});

const fontSize = () => getComputedStyle(document.documentElement).fontSize;
const bar = () => page.getByRole('contentinfo');
const clockOfBar = () => page.getByRole('timer', { name: '时钟' });

test('the title of the window is that of the page; the clock shows the local time and UTC', async () => {
  const screen = await open('/permission/role', { shell: true });
  await expect.poll(() => document.title).toBe('角色 - 通用航空保障系统');
  await screen.go('/permission/param');
  await expect.poll(() => document.title).toBe('运行参数 - 通用航空保障系统');
  const shown = clockOfBar().element().textContent ?? '';
  const [, day, local, utc] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) CST(\d\d:\d\d:\d\d)Z$/.exec(shown) ?? [];
  const moment = new Date(`${day}T${local}+08:00`);
  expect(moment.toISOString().slice(11, 19)).toBe(utc);
  expect(Math.abs(moment.getTime() - Date.now())).toBeLessThan(60_000);
});

test('an open page follows the time zone that an administrator sets, with its summer time', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  const before = serviceSettings.get();
  onTestFinished(() => serviceSettings.set(before));
  let timeZone = 'Asia/Shanghai';
  server().call('Session', 'GetCurrentLoginInformations', () => ({
    application: { ...application, timeZone },
    user: null,
    tenant: null,
  }));
  await open(quiet, { shell: true });
  await expect.element(clockOfBar()).toHaveTextContent('CST');
  await connect(clock);
  timeZone = 'America/New_York';
  hub.send('recordChanged', { resource: 'parameter', id: 1, by: null, at });
  await expect.element(clockOfBar()).toHaveTextContent(/E[SD]T/);
  const shown = clockOfBar().element().textContent ?? '';
  const [, hour, zone, utcHour] = /(\d\d):\d\d:\d\d (E[SD]T)(\d\d):\d\d:\d\dZ/.exec(shown) ?? [];
  expect((Number(utcHour) - Number(hour) + 24) % 24).toBe(zone === 'EST' ? 5 : 4);
  timeZone = 'Asia/Shanghai';
  hub.send('recordChanged', { resource: 'parameter', id: 1, by: null, at });
  await expect.element(clockOfBar()).toHaveTextContent('CST');
});

test('a message appears where the browser has no full screen', async () => {
  const enabled = vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  onTestFinished(() => enabled.mockRestore());
  await open(quiet, { shell: true });
  await page.getByRole('button', { name: '全屏' }).click();
  await seen(css('.ant-message-warning').filter({ hasText: '当前浏览器不支持全屏' }));
});

test('letters are smaller below 1680 px, 300 ms after the window has changed', async () => {
  await open(quiet, { shell: true });
  await resize({ width: 1680, height: 900 });
  await expect.poll(fontSize).toBe('16px');
  const clock = slowClock({ creeps: false });
  const resized = async (width: number) => {
    const heard = new Promise((resolve) => window.addEventListener('resize', resolve, { once: true }));
    await page.viewport(width, 768);
    await heard;
    await expect.poll(() => window.innerWidth).toBe(width);
    await new Promise(requestAnimationFrame);
  };
  await resized(1366);
  await clock.pass(299);
  await new Promise(requestAnimationFrame);
  expect(fontSize()).toBe('16px');
  await clock.pass(1);
  await expect.poll(fontSize).toBe('14px');
  await resized(991);
  await clock.pass(300);
  await expect.poll(() => css('.cw-frame').element().getAttribute('data-device')).toBe('mobile');
  await expect.poll(fontSize).toBe('16px');
});

test('of more tags than there is room for, the open one is in view, and the one with the focus', async () => {
  tagStore.set(
    Array.from({ length: 14 }, (_, index) => ({
      path: `/permission/page${index}`,
      search: '',
      title: `访问过的页面 ${index}`,
    })),
  );
  onTestFinished(() => tagStore.set([]));
  const screen = await open(quiet, { shell: true });
  await resize({ width: 1100, height: 800 });
  await screen.go('/permission/aboutUs');
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const list = css('.cw-tags ul').element();
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth + 40);
  const inView = (name: string) => {
    const { left, right } = tags.getByRole('link', { name, exact: true }).element().getBoundingClientRect();
    const room = list.getBoundingClientRect();
    return left >= room.left && right <= room.right;
  };
  await expect.poll(() => inView('关于我们')).toBe(true);
  expect(inView('访问过的页面 0')).toBe(false);
  const first = tags.getByRole('link', { name: '访问过的页面 0', exact: true }).element();
  if (first instanceof HTMLElement) first.focus();
  await expect.poll(() => inView('访问过的页面 0')).toBe(true);
});

test('the theme colour is taken when it is a whole colour, the logo can be hidden, and both are stored', async () => {
  await open(quiet, { shell: true });
  const accent = () => document.documentElement.style.getPropertyValue('--cw-accent');
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  const panel = page.getByRole('dialog', { name: '界面设置' });
  const written = panel.getByRole('textbox', { name: '主题颜色', exact: true });
  await expect.poll(() => typedIn(written)).toBe('#1890ff');
  await written.fill('#722ed');
  await expect.element(written).toHaveAttribute('aria-invalid', 'true');
  expect(accent()).toBe('#1890ff');
  await written.fill('#722ed1');
  await expect.poll(accent).toBe('#722ed1');
  await panel.getByLabelText('选择颜色：主题颜色').fill('#13c2c2');
  await expect.poll(() => typedIn(written)).toBe('#13c2c2');
  await number(css('.cw-top .cw-brand'), 1);
  await panel.getByRole('switch', { name: '显示标志' }).click();
  await number(css('.cw-top .cw-brand'), 0);
  const stored = () => server().asked.findLast(({ path }) => path.endsWith('/Preference/Set'))?.body;
  await expect
    .poll(stored)
    .toMatchObject({ key: 'shell.settings', value: { accent: '#13c2c2', logo: false } });
  await panel.getByRole('switch', { name: '显示标志' }).click();
  await number(css('.cw-top .cw-brand'), 1);
});

test('the password is changed from the bar: missing entries, different entries, no answer, and the way back', async () => {
  fakeHub();
  server().on('/api/TokenAuth/LogOut', () => json({ success: true, result: null, error: null }));
  server().call('MyAccount', 'GetPasswordRules', () => ({
    minLength: 10,
    maxLength: 128,
    classes: 3,
    notUserName: true,
    history: 5,
    maxAgeDays: 0,
  }));
  const changing = '/api/services/app/User/ChangePassword';
  const sent = () => server().asked.filter(({ path }) => path === changing);
  const screen = await open(quiet, { shell: true });
  await page.getByRole('button', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  const submit = dialog.getByRole('button', { name: '确定' });
  await submit.click();
  for (const text of ['请输入原密码', '请输入新密码', '请再次输入新密码']) await seen(dialog.getByText(text));

  await dialog.getByLabelText('原密码').fill('My-own-one-2');
  await dialog.getByLabelText('新密码', { exact: true }).fill('Another-one-3');
  await dialog.getByLabelText('重复新密码').fill('Another-one-4');
  await submit.click();
  await seen(dialog.getByText('两次输入的密码应一致！'));
  expect(sent()).toEqual([]);
  await dialog.getByLabelText('重复新密码').fill('Another-one-3');

  // The time for an answer is over at once.
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 10_000 ? AbortSignal.abort() : new AbortController().signal));
  onTestFinished(() => timeout.mockRestore());
  server().on(changing, () => {
    throw new DOMException('timed out', 'TimeoutError');
  });
  await submit.click();
  await seen(dialog.getByRole('alert').filter({ hasText: '10 秒内没有应答' }));
  await unchanged(() => typedIn(dialog.getByLabelText('新密码', { exact: true })), 'Another-one-3');
  timeout.mockRestore();

  server().on(changing, () => json({ success: true, result: null, error: null }));
  await submit.click();
  await expect.poll(() => screen.at().pathname).toBe('/login');
  expect(screen.at().searchParams.get('redirect')).toBe(quiet);
  expect(sent().at(-1)?.body).toEqual({ currentPassword: 'My-own-one-2', newPassword: 'Another-one-3' });
  await seen(page.getByText('修改密码成功！'));
});

test.each([
  [1, '企业已认证'],
  [2, '企业认证被驳回'],
])('certification state %i shows as %s', async (examineState, text) => {
  const user = person('OM', { companyId: 7 });
  server().call('Session', 'GetCurrentLoginInformations', () => ({
    application,
    user: loginUser(user, examineState),
    tenant: null,
  }));
  const screen = await open(quiet, { shell: true, user });
  await seen(bar().getByText(text));
  if (examineState === 1) return;
  await bar().getByText(text).click();
  await expect.poll(() => screen.at().pathname).toBe('/baseManage/qualificationManagement');
});

test('a message about the company of the user changes what the user is', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  const user = person('OM', { companyId: 7 });
  let examineState = 2;
  server().call('Session', 'GetCurrentLoginInformations', () => ({
    application,
    user: loginUser(user, examineState),
    tenant: null,
  }));
  await open(quiet, { shell: true, user });
  await seen(bar().getByText('企业认证被驳回'));
  await connect(clock);
  const askedCount = () =>
    server().asked.filter(({ path }) => path.endsWith('/Session/GetCurrentUserInfo')).length;
  const before = askedCount();
  examineState = 1;
  // Another company's message changes nothing.
  hub.send('recordChanged', { resource: 'company', id: 8, by: null, at });
  hub.send('recordChanged', { resource: 'company', id: 7, by: null, at });
  await seen(bar().getByText('企业已认证'));
  await expect.poll(askedCount).toBe(before + 1);
});

test('a lost connection shows at once, a silent server after five seconds; both return without a click', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  await open(quiet, { shell: true });
  await connect(clock);
  const state = css('.cw-bottom output');
  window.dispatchEvent(new Event('offline'));
  await expect.element(state).toHaveTextContent('重新连接中');
  window.dispatchEvent(new Event('online'));
  await expect.element(state).toHaveTextContent('已连接');
  hub.isSilent = true;
  await clock.pass(3_500);
  await expect.element(state).toHaveTextContent('已连接');
  await clock.pass(1_500);
  await expect.element(state).toHaveTextContent('重新连接中');
  hub.isSilent = false;
  await clock.pass(5_000);
  await expect.element(state).toHaveTextContent('已连接');
});

test('a refused connection is tried 20 times more, every five seconds, and then on request', async () => {
  const hub = fakeHub();
  hub.accepts = false;
  const clock = slowClock();
  let openedAt: number | undefined;
  server().call('Reminder', 'GetList', () => {
    openedAt ??= Date.now();
    return [];
  });
  await open(quiet, { shell: true });
  await seen(bar().getByText('连接中', { exact: true }));
  expect(hub.triedAt).toEqual([]);
  await clock.pass(2_000);
  await seen(bar().getByText('重新连接中', { exact: true }));
  const firstAfterMs = (hub.triedAt[0] ?? 0) - (openedAt ?? 0);
  expect(firstAfterMs).toBeGreaterThan(1_500);
  expect(firstAfterMs).toBeLessThan(2_500);
  const retry = bar().getByRole('button', { name: '重试' });
  await expect
    .poll(
      async () => {
        await clock.pass(1_000);
        return retry.elements().length;
      },
      { interval: 10, timeout: 40_000 },
    )
    .toBe(1);
  await seen(bar().getByText('连接已断开'));
  expect(hub.triedAt).toHaveLength(21);
  for (const [index, tried] of hub.triedAt.slice(1).entries()) {
    const pauseMs = tried - (hub.triedAt[index] ?? 0);
    expect(pauseMs).toBeGreaterThanOrEqual(5_000);
    expect(pauseMs).toBeLessThan(7_000);
  }
  hub.accepts = true;
  await retry.click();
  await seen(bar().getByText('已连接', { exact: true }));
});

test('signing out marks the user offline and clears both storages and the token, not the language', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  server().on('/api/TokenAuth/LogOut', () => json({ success: true, result: null, error: null }));
  const screen = await open(quiet, { shell: true, locale: 'en' });
  await connect(clock);
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seen(css('#login-name'));
  expect(screen.at().searchParams.get('redirect')).toBe(quiet);
  expect([localStorage.getItem('left'), sessionStorage.getItem('left')]).toEqual([null, null]);
  expect(document.cookie).not.toMatch(/(enc_auth_token|Abp\.AuthToken)=\w/);
  expect(document.documentElement.lang).toBe('en');
  expect(hub.called).toContainEqual({ target: 'OffConnect', arguments: ['2'] });
});

test('the keyboard reaches the page, the menu and the bottom bar', async () => {
  await open(quiet, { shell: true, user: person('OM') });
  await seen(css('main#content h1'));
  const nameOf = (node: Element | null) =>
    node?.getAttribute('aria-label') ?? node?.textContent?.trim() ?? '';
  // The first key goes on from here, wherever the pointer was before.
  const before = document.createElement('button');
  document.body.prepend(before);
  onTestFinished(() => before.remove());
  before.focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => nameOf(document.activeElement)).toBe('跳到主要内容');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.id).toBe('content');
  before.focus();
  let missing = ['侧边栏', '标签操作', '全屏', '修改密码', '用户菜单', '管制通告'];
  for (let step = 0; step < 120 && missing.length > 0; step++) {
    await userEvent.keyboard('{Tab}');
    const reached = nameOf(document.activeElement);
    missing = missing.filter((name) => !reached.startsWith(name));
  }
  expect(missing).toEqual([]);
});
