import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { sampled } from '#tests/component/support/sampled.ts';
import {
  control,
  css,
  escapeFrom,
  field,
  gone,
  number,
  seen,
  texts,
  typedIn,
  validated,
} from '#tests/component/support/ui.ts';

/** The command palette and the list of keys: pages, records and actions by the keyboard alone. */

const quiet = '/permission/updateLog';

beforeEach(() => {
  server().call('Search', 'Find', ({ words }) => ({
    items: words.includes('B-10')
      ? [{ resource: 'aircraft', label: '航空器', items: [{ id: 7, title: 'B-10QA', subtitle: null }] }]
      : [],
  }));
});

const palette = () => page.getByRole('combobox', { name: '命令面板' });
const options = () => page.getByRole('listbox', { name: '命令面板' }).getByRole('option');
const active = () => css('[role=option][aria-selected=true]');

/** Opens the palette by its key, types, and takes what is then active. */
async function take(words: string, wanted: string): Promise<void> {
  await control('k');
  await palette().fill(words);
  await seen(active().filter({ hasText: wanted }));
  await userEvent.keyboard('{Enter}');
  await gone(palette());
}

test('leads to a page, to a record and to an action', async () => {
  const screen = await open(quiet, { shell: true });
  await seen(css('main#content h1'));
  await take('字典', '字典');
  await expect.poll(() => screen.at().pathname).toBe('/permission/dictionary');
  await take('B-10QA', 'B-10QA');
  await expect.poll(() => screen.at().pathname).toBe('/baseManage/aircraftManage/7');
  await take('新建航空器', '新建航空器');
  await expect.poll(() => screen.at().pathname).toBe('/baseManage/aircraftManage/create');
});

test('what was used last comes first, and the arrows move the active line', async () => {
  await open(quiet, { shell: true });
  await seen(css('main#content h1'));
  await take('关于我们', '关于我们');
  await take('深色', '深色');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await control('k');
  await seen(page.getByRole('listbox', { name: '命令面板' }).getByText('最近使用'));
  await expect
    .poll(() => texts(options()).slice(0, 2))
    .toEqual([expect.stringContaining('浅色'), expect.stringContaining('关于我们')]);
  const named = () => palette().element().getAttribute('aria-activedescendant');
  const first = named();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(named).not.toBe(first);
  await expect.poll(() => active().element().id).toBe(named());
  await userEvent.keyboard('{Escape}');
  await gone(palette());
});

test('offers nobody what they may not open', async () => {
  await open(quiet, { shell: true, user: person('OM') });
  await seen(css('main#content h1'));
  await control('k');
  // It is there for who may open it: an operator has this page, and not that one.
  await palette().fill('飞行员');
  await seen(options().filter({ hasText: '飞行员' }));
  await palette().fill('角色');
  await seen(page.getByText('没有找到'));
  await number(options(), 0);
});

test('a question mark shows the keys, and in a field it is a character', async () => {
  const screen = await open(quiet, { shell: true, user: person('OM') });
  await seen(css('main#content h1'));
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  await seen(keys.getByText('打开命令面板'));
  for (const place of ['任何页面', '列表', '表单', '记录', '审批台', '计划表格', '次日计划', '地图绘制'])
    await seen(keys.getByRole('region', { name: place, exact: true }));
  await escapeFrom(keys);
  await screen.go('/baseManage/pilotManage/create');
  await field('name').click();
  await userEvent.keyboard('Who?');
  await expect.poll(() => typedIn(field('name'))).toBe('Who?');
  expect(keys.elements()).toEqual([]);
});

test.each(sampled([false, true]))(
  'axe finds nothing in the palette and the keys (phone: %s)',
  async (phone) => {
    await open(quiet, { shell: true, phone });
    await page.getByRole('button', { name: '命令面板' }).click();
    await palette().fill('航空器');
    await seen(options().filter({ hasText: '新建航空器' }));
    expect(await validated('palette')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await gone(palette());
    await userEvent.keyboard('?');
    await seen(page.getByRole('dialog', { name: '键盘快捷键' }).getByText('打开命令面板'));
    expect(await validated('keys')).toEqual([]);
  },
);
