import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open, resize, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { css, gone, number, seen, texts } from '#tests/component/support/ui.ts';
import { readCookie } from '#web/client/cookies.ts';
import { tagStore } from '#web/ui/tag-store.ts';
import { parseTags } from '#web/ui/tags.ts';

/** The ways from page to page: landing, menu, sidebar, drawer, tags, and a page that is closed to the role. */

const quiet = '/permission/updateLog';

beforeEach(() => {
  tagStore.set([]);
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
});

test.each([
  ['OM', '/situation/dynamic'],
  ['AGENT', '/situation/dynamic'],
  ['ATMB', '/situation/dynamic'],
  ['AIW', '/situation/situationmap'],
  ['Admin', '/home'],
])('%s lands on %s', async (role, path) => {
  const screen = await open('/', { user: person(role) });
  await expect.poll(() => screen.at().pathname).toBe(path);
  await seen(css('main#content'));
});

test('a page that the role may not open shows that, and on request the reason', async () => {
  const reason = '需要 Pages.Users';
  server().call('Permission', 'Explain', ({ resource, action }) => ({
    allowed: false,
    never: true,
    name: '某人',
    title: `${resource} ${action}`,
    steps: [{ rule: 'permission', outcome: 'no' as const, text: reason }],
  }));
  const screen = await open('/permission/user', { shell: true, user: person('OM') });
  await expect.poll(() => screen.at().pathname).toBe('/401');
  await seen(page.getByRole('heading', { name: '没有权限' }));
  await page.getByRole('button', { name: '为什么' }).click();
  await seen(page.getByRole('status').getByText(reason));
  // The menu is still there, to go on from here.
  await seen(page.getByRole('navigation', { name: '主菜单' }));
});

test('an unknown path has its page', async () => {
  const screen = await open('/records/nothing', { shell: true });
  await expect.poll(() => screen.at().pathname).toBe('/404');
  await seen(page.getByRole('heading', { name: '页面不存在' }));
});

test('the sidebar has the pages of the section, and remembers that it is folded', async () => {
  const screen = await open('/permission/role', { shell: true });
  const sidebar = css('#sidebar');
  const width = () => sidebar.element().getBoundingClientRect().width;
  await sidebar.getByRole('link', { name: '字典', exact: true }).click();
  await expect.poll(() => screen.at().pathname).toBe('/permission/dictionary');
  await expect.poll(width).toBe(210);
  await page.getByRole('button', { name: '侧边栏' }).click();
  await expect.poll(width).toBe(0);
  expect(readCookie('sidebarStatus')).toBe('0');
  await page.getByRole('button', { name: '侧边栏' }).click();
  await expect.poll(width).toBe(210);
  expect(readCookie('sidebarStatus')).toBe('1');
  // A map has the whole width.
  await screen.go('/home');
  await number(sidebar, 0);
});

test('the entry of the page is in sight in a section that is longer than the window', async () => {
  const screen = await open('/permission/user', { shell: true });
  await resize({ width: 1366, height: 420 });
  const last = css('#sidebar a').elements().at(-1);
  if (!(last instanceof HTMLAnchorElement)) throw new Error('the section has no entries');
  await screen.go(new URL(last.href).pathname);
  const item = css('#sidebar .ant-menu-item-selected');
  await expect.poll(() => item.element().contains(last)).toBe(true);
  const room = css('#sidebar').element().getBoundingClientRect();
  await expect.poll(() => item.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(room.bottom);
});

test('the menu is compact at 1400 px, and none of it is hidden', async () => {
  await open(quiet, { shell: true });
  await resize({ width: 1401, height: 900 });
  const icons = css('nav[aria-label="主菜单"] .anticon:not(.anticon-ellipsis)');
  await expect.poll(() => icons.elements().length).toBeGreaterThan(6);
  await resize({ width: 1400, height: 900 });
  await number(icons, 0);
  // What does not fit would be gathered behind an ellipsis.
  const rest = css('nav[aria-label="主菜单"] .ant-menu-overflow-item-rest');
  await expect.poll(() => getComputedStyle(rest.first().element()).opacity).toBe('0');
});

test('on a phone the menu is a drawer, and the page is no wider than the window', async () => {
  const screen = await open(quiet, { shell: true, phone: true, user: person('OM') });
  await page.getByRole('button', { name: '主菜单' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('menuitem', { name: '基础资料' }).click();
  await drawer.getByRole('link', { name: '航空器', exact: true }).click();
  await expect.poll(() => screen.at().pathname).toBe('/baseManage/aircraftManage');
  await gone(drawer);
  await seen(css('main#content h1'));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('tags are opened, stored for a reload, reached by keyboard, refreshed and closed', async () => {
  const screen = await open('/baseManage/flyType', { shell: true });
  const tags = page.getByRole('navigation', { name: '已访问页面' });
  const names = () => texts(tags.getByRole('link'));
  // Each has its tag before the next is opened: a page that is left before it came has none.
  await expect.poll(names).toEqual(['空域态势', '任务性质']);
  await screen.go('/permission/role');
  await expect.poll(names).toEqual(['空域态势', '任务性质', '角色']);
  await screen.go('/permission/dictionary');
  await expect.poll(names).toEqual(['空域态势', '任务性质', '角色', '字典']);
  expect(parseTags(sessionStorage.getItem('tags'))).toEqual(tagStore.get());
  expect(tags.getByRole('button', { name: '关闭 空域态势' }).elements()).toEqual([]);

  const focus = (element: Element) => element instanceof HTMLElement && element.focus();
  focus(tags.getByRole('link', { name: '角色' }).element());
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.at().pathname).toBe('/permission/role');
  focus(tags.getByRole('button', { name: '关闭 任务性质' }).element());
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toEqual(['空域态势', '角色', '字典']);

  const act = async (name: string) => {
    await tags.getByRole('button', { name: '标签操作' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`(^|\\s)${name}$`) }).click();
  };
  const reads = () => server().asked.filter(({ path }) => path === '/api/records/role').length;
  await expect.poll(reads).toBeGreaterThan(0);
  const before = reads();
  await act('刷新');
  await expect.poll(reads).toBeGreaterThan(before);
  await act('关闭');
  await expect.poll(() => screen.at().pathname).toBe('/permission/dictionary');
  await expect.poll(names).toEqual(['空域态势', '字典']);
  await seen(page.getByRole('heading', { level: 1, name: '字典', exact: true }));
  await screen.go('/permission/role');
  await expect.poll(names).toEqual(['空域态势', '字典', '角色']);
  await act('关闭其他');
  await expect.poll(names).toEqual(['空域态势', '角色']);
});
