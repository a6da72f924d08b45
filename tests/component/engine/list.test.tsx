import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adminPermission } from '#domain/identity/access.ts';
import { resources } from '#resources';
import { example } from '#tests/component/support/example.ts';
import { admin, mount, open, type Screen, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { choose, css, gone, number, seen, tooWide, validated } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';
import { SearchBox } from '#web/engine/list/search-box.tsx';
import { noteLeaving } from '#web/ui/leaving.ts';
import {
  button,
  drawer,
  focus,
  itemList,
  itemRecords,
  itemsFrom,
  makeItems,
  marks,
  mine,
  pickOption,
  rows,
  storeViews,
} from './list-sample.ts';

/** A list by itself: its columns, conditions, views and address, and how its rows behave. */

const query = (screen: Screen) => screen.at().searchParams;

/** The list at this address, with its rows. */
async function list(address: string, look: Parameters<typeof open>[1] = {}): Promise<Screen> {
  const screen = await open(address, look);
  await seen(rows());
  return screen;
}

/** What the page has stored for its user about this list, as the server has it. */
const storedLayout = () =>
  server()
    .asked.filter(({ path }) => path.endsWith('/Preference/Set'))
    .at(-1)?.body;

test('columns are chosen, ordered by keyboard, and stored for the user', async () => {
  makeItems();
  const screen = await list(`${itemList}?${mine}`);
  await button('列设置').click();
  await drawer().getByLabelText('更新时间', { exact: true }).click();
  const added = page.getByRole('columnheader', { name: '更新时间' });
  await seen(added);
  await focus(drawer().getByLabelText('代码', { exact: true }));
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => query(screen).get('cols')?.split(',')[0]).toBe('code');
  await drawer().getByText('宽松').click();
  const columns = query(screen).get('cols')?.split(',');
  expect(columns).toContain('updatedAt');
  await expect.poll(storedLayout).toMatchObject({
    key: 'list.dictionaryItem',
    value: { columns, layouts: { none: { density: 'large' } } },
  });
});

test('a column is as wide as the name that the reader sees', async () => {
  server().add('dictionary', { id: 900, code: 'surface', name: '道面', nameEn: 'Surface' });
  const labelEn = 'Rescue and relief work';
  server().add('dictionaryItem', {
    dictionary: 900,
    code: 'f',
    label: '救援',
    labelEn,
    order: 1,
    isActive: true,
  });
  await list(
    `${itemList}?${mine}&cols=code,label,order,dictionary,colour,isActive,createdAt,updatedAt,createdBy,updatedBy`,
    { locale: 'en' },
  );
  const { clientWidth, scrollWidth } = page.getByRole('cell', { name: labelEn, exact: true }).element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('the bare address of the menu shows the stored columns, until they are put back', async () => {
  makeItems();
  const value = { columns: ['code', 'label', 'updatedAt'] };
  server().call('Preference', 'Get', ({ key }) => ({ key, value }));
  const screen = await list(itemList);
  const stored = page.getByRole('columnheader', { name: '更新时间' });
  await seen(stored);
  await expect.poll(() => query(screen).get('cols')?.split(',')).toEqual(value.columns);
  await number(page.getByRole('columnheader', { name: '颜色' }), 0);
  await button('列设置').click();
  await drawer().getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => query(screen).get('cols')).toBeNull();
  await gone(stored);
  await seen(page.getByRole('columnheader', { name: '颜色' }));
});

test.each([
  ['zh-Hans', '英文名称', '条目 01'],
  ['en', 'English label', 'Item 01'],
] as const)(
  'in %s a name is shown in one language, the other is a column to choose',
  async (locale, twin, name) => {
    makeItems();
    await list(`${itemList}?${mine}`, { locale });
    await expect.element(rows().first()).toHaveTextContent(name);
    await number(page.getByRole('columnheader', { name: twin }), 0);
    await list(`${itemList}?${mine}&cols=label,labelEn`, { locale });
    await expect.element(rows().first()).toHaveTextContent(/条目 01.*Item 01/);
  },
);

test('a column is as wide as its edge is moved', async () => {
  makeItems();
  await list(`${itemList}?${mine}`);
  const edge = page.getByRole('separator', { name: /^名称 的列宽/ }).first();
  const width = () => Number(edge.element().getAttribute('aria-valuenow'));
  await focus(edge);
  const before = width();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(width).toBe(before + 32);
  await expect
    .poll(storedLayout)
    .toMatchObject({ value: { layouts: { none: { widths: { label: before + 32 } } } } });
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(width).toBe(before + 16);
  await userEvent.keyboard('{Enter}');
  await expect.poll(width).toBe(before);
});

test('conditions are built as a tree, and are in the address', async () => {
  const ids = makeItems();
  // At this hour of the day before: yesterday in every zone.
  server().row('dictionaryItem', ids[19] ?? 0).updatedAt = new Date(Date.now() - 86_400_000).toISOString();
  const screen = await list(`${itemList}?${mine}`);
  await button(/筛选$/).first().click();
  await drawer().getByRole('button', { name: '添加条件组' }).click();
  const group = drawer().css('.cw-group');
  const fields = group.getByRole('combobox', { name: '字段', exact: true });
  await choose(fields.first(), '排序');
  await pickOption(group.getByRole('combobox', { name: '排序 的条件' }), '不大于');
  await group.getByRole('spinbutton').fill('2');
  await group.getByRole('button', { name: '添加条件' }).first().click();
  await choose(fields.nth(1), '更新时间');
  await pickOption(group.getByRole('combobox', { name: '更新时间 的条件' }), '属于');
  await pickOption(group.getByRole('combobox', { name: '更新时间', exact: true }), '昨天');
  await drawer()
    .getByRole('button', { name: /应\s*用/ })
    .click();
  await expect
    .poll(() => JSON.parse(query(screen).get('filter') ?? 'null'))
    .toEqual({
      operator: 'or',
      value: [
        { field: 'order', operator: 'lte', value: '2' },
        { field: 'updatedAt', operator: 'relative', value: 'yesterday' },
      ],
    });
  await expect.poll(marks).toEqual(['条目 01', '条目 02', '条目 20']);
});

test('the conditions of an address are in words, and are removed one by one', async () => {
  const ids = makeItems();
  server().row('dictionaryItem', ids[19] ?? 0).updatedAt = new Date(Date.now() - 86_400_000).toISOString();
  const filter = {
    operator: 'or',
    value: [
      { field: 'order', operator: 'lte', value: '2' },
      { field: 'updatedAt', operator: 'relative', value: 'yesterday' },
    ],
  };
  const again = await list(`${itemList}?${mine}&filter=${JSON.stringify(filter)}`);
  await expect.poll(marks).toEqual(['条目 01', '条目 02', '条目 20']);
  const chips = page.getByRole('list', { name: '当前条件' });
  await expect.element(chips).toHaveTextContent('排序 不大于 2 或 更新时间 属于 昨天');
  await chips.css('.ant-tag').filter({ hasText: '昨天' }).getByRole('button', { name: '移除此条件' }).click();
  await expect.poll(marks).toEqual(itemsFrom(1, 20));
  expect(query(again).get('filter')).toBeNull();
  await chips.getByRole('button', { name: '全部清除' }).click();
  await expect.poll(() => query(again).get('f.dictionary.in')).toBeNull();
  await again.go(-1);
  await expect.poll(() => query(again).get('f.dictionary.in')).toBe('900');
});

test.each([
  'filter={"field":"nothing","operator":"eq","value":"1"}',
  'f.noSuchField.eq=1',
  'cols=nothing',
  'view=987654321',
])('a part of the address that the list does not know is reported and removed: %s', async (unknown) => {
  makeItems();
  const screen = await open(`${itemList}?${unknown}`);
  await seen(page.getByText(unknown));
  await number(rows(), 0);
  expect(server().asked.some(({ path }) => path === itemRecords)).toBe(false);
  await button('清除条件').click();
  await number(rows(), 20);
  await gone(page.getByText(unknown));
  expect(screen.at().search).not.toContain('nothing');
});

async function menu(item: string | RegExp): Promise<void> {
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a view is saved, changed, reset, and saved as it was changed', async () => {
  makeItems();
  const views = storeViews();
  const screen = await list(`${itemList}?${mine}&sort=-order&size=10`);
  await expect.poll(marks).toEqual(itemsFrom(25, 16));
  await menu('另存为新视图');
  const named = page.getByRole('dialog');
  await css('.ant-modal-footer .ant-btn-primary').click();
  await seen(named.getByText('请填写视图名称'));
  await named.getByLabelText('名称', { exact: true }).fill('倒序');
  await css('.ant-modal-footer .ant-btn-primary').click();
  await expect.poll(() => [...query(screen).keys()]).toEqual(['view']);
  const view = query(screen).get('view');
  await expect.poll(marks).toEqual(itemsFrom(25, 16));

  // What differs from the view is in the address, and the view is marked as changed.
  const changed = page.getByText('已改动');
  await screen.go(`${itemList}?view=${view}&sort=order`);
  await seen(changed);
  await expect.poll(marks).toEqual(itemsFrom(1, 10));
  await button('重置').click();
  await expect.poll(() => query(screen).get('sort')).toBeNull();
  await expect.poll(marks).toEqual(itemsFrom(25, 16));
  await gone(changed);
  await screen.go(`${itemList}?view=${view}&sort=order`);
  await seen(changed);
  await button(/^保\s*存$/).click();
  await gone(changed);
  await expect.poll(() => query(screen).get('sort')).toBeNull();
  await expect.poll(marks).toEqual(itemsFrom(1, 10));
  expect(views).toMatchObject([{ name: '倒序', version: 2 }]);
});

test('a view is made the default, left for the plain list, opened again, and deleted', async () => {
  makeItems();
  const views = storeViews({ name: '倒序', query: `${mine}&sort=-order&size=10` });
  const view = String(views[0]?.id);
  const screen = await list(`${itemList}?view=${view}`);
  await expect.poll(marks).toEqual(itemsFrom(25, 16));
  await menu('设为我的默认视图');
  await seen(page.getByText('默认视图已设置'));
  await screen.go(itemList);
  await expect.poll(() => query(screen).get('view')).toBe(view);
  await menu(/^标准列表$/);
  await expect.poll(() => query(screen).get('view')).toBe('none');
  await menu(/倒序/);
  await expect.poll(() => query(screen).get('view')).toBe(view);
  await menu('删除视图');
  await css('.ant-modal-confirm-btns .ant-btn-dangerous').click();
  await expect.poll(() => query(screen).get('view')).toBe('none');
  await expect.poll(() => views).toEqual([]);
});

test('search, sort and filter are in the address, and the address alone shows the same', async () => {
  makeItems();
  const screen = await list(itemList);
  const search = css('.cw-search input');
  await search.fill('s_1');
  await expect.poll(() => query(screen).get('q')).toBe('s_1');
  await expect.poll(marks).toEqual(itemsFrom(10, 19));
  const heading = page.getByRole('columnheader', { name: '代码' }).first();
  await heading.click();
  await expect.poll(() => query(screen).get('sort')).toBe('code');
  // The heading follows the address a moment later, and the next click turns what it shows.
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.click();
  await expect.poll(() => query(screen).get('sort')).toBe('-code');
  await expect.poll(marks).toEqual(itemsFrom(19, 10));

  const again = await list(`${itemList}?q=条目&f.code.contains=_2&sort=-order&size=10`);
  await expect.poll(marks).toEqual(itemsFrom(25, 20));
  await seen(page.getByRole('list', { name: '当前条件' }));
  await button('全部清除').click();
  await expect.poll(() => [query(again).get('q'), query(again).get('f.code.contains')]).toEqual([null, null]);
  await expect.poll(() => marks()[0]).toBe('别的条目');
  await expect.element(css('.cw-search input')).toHaveValue('');
});

test('rows do not move under the pointer: what is new waits until it is wanted', async () => {
  const ids = makeItems();
  await list(`${itemList}?${mine}&sort=order&size=10&cols=label,labelEn,order`);
  await expect.poll(marks).toEqual(itemsFrom(1, 10));
  // From outside of the list: it has to see the pointer come in.
  await page.getByRole('heading', { level: 1 }).hover();
  await rows().nth(3).hover();
  // Somebody else moves one to the top, and renames one that stays where it is.
  server().change('dictionaryItem', ids[20] ?? 0, { order: 0 });
  server().change('dictionaryItem', ids[4] ?? 0, { labelEn: 'renamed' });
  void queryClient.invalidateQueries();
  await seen(page.getByText('有 1 条更新'));
  expect(marks()).toEqual(itemsFrom(1, 10));
  await button(/^刷\s*新$/)
    .last()
    .click();
  await expect.poll(marks).toEqual(['条目 21', ...itemsFrom(1, 9)]);
  await seen(page.getByText('renamed'));
  await gone(page.getByText('有 1 条更新'));
  // With the pointer elsewhere they move at once.
  await page.getByRole('heading', { level: 1 }).hover();
  server().change('dictionaryItem', ids[20] ?? 0, { order: 21 });
  void queryClient.invalidateQueries();
  await expect.poll(marks).toEqual(itemsFrom(1, 10));
});

test('a list requests its rows once, also where it begins with the columns that its user stored', async () => {
  makeItems();
  const stored = { columns: ['code', 'label', 'updatedAt'] };
  server().call('Preference', 'Get', ({ key }) => ({ key, value: stored }));
  const screen = await list(itemList);
  await expect.poll(() => query(screen).get('cols')).toBe('code,label,updatedAt');
  await seen(page.getByRole('columnheader', { name: '更新时间' }));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const requests = server()
    // Of the application itself, which finds none here.
    .asked.filter(({ path }) => path !== '/api/catalogue')
    .map(({ method, path, query: asked }) => `${method} ${path}?${asked}`);
  const repeated = requests.filter((one, index) => requests.indexOf(one) !== index);
  expect(repeated).toEqual([]);
  expect(server().asked.filter(({ path }) => path === itemRecords)).toHaveLength(1);
});

test('on a phone the list is cards that can be picked, and conditions come in a drawer', async () => {
  makeItems();
  await open(`${itemList}?${mine}`, { phone: true });
  await number(css('.cw-cards > li'), 20);
  await number(rows(), 0);
  await css('.cw-cards').getByRole('checkbox', { name: '选择 条目 01' }).click();
  await seen(page.getByText('已选 1 条'));
  await button(/筛选$/).first().click();
  const apply = drawer().getByRole('button', { name: /应\s*用/ });
  await seen(apply);
  await expect.poll(() => apply.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844);
  await expect.poll(() => tooWide('.cw-list')).toBe(0);
});

const parts: Record<string, (() => Promise<void>) | undefined> = {
  list: undefined,
  conditions: async () => {
    await button(/筛选$/).first().click();
    await drawer().getByRole('button', { name: '添加条件组' }).click();
  },
  columns: () => button('列设置').click(),
  'bulk change': async () => {
    await button('批量修改').click();
    await seen(
      drawer()
        .getByText(/将修改/)
        .first(),
    );
  },
};

const looks = Object.keys(parts).flatMap((part) => [false, true].map((phone) => [part, phone] as const));

test.each(sampled(looks, 2))('axe finds nothing on a list: %s (phone: %s)', async (part, phone) => {
  makeItems();
  await open(`${itemList}?${mine}&f.order.gte=3&size=10`, { phone });
  await page
    .getByRole('checkbox', { name: /^选择 条目/ })
    .first()
    .click();
  await parts[part]?.();
  if (parts[part]) await seen(drawer());
  expect(await validated(part, parts[part] ? '.ant-drawer-open' : 'html')).toEqual([]);
});

test.each([
  ['who may change records picks and makes them', [adminPermission], 1],
  ['who may only read has nothing to pick or make', [], 0],
] as const)('%s', async (_, permissions, offered) => {
  await example('airport', { name: '广汉机场', kind: 'ga' });
  await list('/information/airport', { user: { ...admin, permissions: [...permissions] } });
  await number(page.getByRole('checkbox', { name: '选择 广汉机场' }), offered);
  await number(page.getByRole('link', { name: '编辑 广汉机场' }), offered);
  await number(page.getByRole('link', { name: '新建' }), offered);
});

test('typed words are not written into the address while another page is on its way', async () => {
  const items = resources.find(({ name }) => name === 'dictionaryItem');
  if (!items) throw new Error('dictionaryItem is no resource');
  const written: string[] = [];
  await mount(<SearchBox resource={items} value="" onChange={(q) => written.push(q)} />);
  const box = page.getByRole('searchbox').or(css('.cw-search input')).first();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    noteLeaving(true);
    await box.fill('C172');
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(2_000);
    expect(written).toEqual([]);
    noteLeaving(false);
    await box.fill('C182');
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(2_000);
    expect(written).toEqual(['C182']);
  } finally {
    noteLeaving(false);
    vi.useRealTimers();
  }
});
