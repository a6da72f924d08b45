import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { sizes } from './support/looks.ts';
import {
  button,
  drawer,
  itemList,
  itemRecords,
  makeOwnItems,
  marks,
  type OwnItems,
  openList,
  query,
  rows,
} from './support/own-items.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let page: Page;
let own: OwnItems;

beforeAll(async () => {
  product = await startProduct();
  own = await makeOwnItems(product);
  page = await product.as('admin', { at: '/permission/updateLog' });
});

afterAll(async () => {
  await product?.close();
});

test('columns are chosen, ordered by keyboard, and kept for the user on the server', async () => {
  await openList(page, `${itemList}?${own.mine}`);
  await rows(page).first().waitFor();
  await button(page, '列设置').click();
  await drawer(page).getByLabel('更新时间', { exact: true }).check();
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor();
  await drawer(page).getByLabel('代码', { exact: true }).press('Alt+ArrowUp');
  await expect.poll(() => query(page).get('cols')?.split(',')[0]).toBe('code');
  await drawer(page).getByText('宽松').click();
  await page.keyboard.press('Escape');
  const key = 'list.dictionaryItem';
  await expect
    .poll(async () => {
      const stored = await product.api('admin', 'GET', `/api/services/app/Preference/Get?key=${key}`);
      return stored.body.result.value;
    })
    .toMatchObject({ columns: query(page).get('cols')?.split(','), layouts: { none: { density: 'large' } } });

  // The menu's bare address shows them again.
  await openList(page, itemList);
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor();
  expect(query(page).get('cols')).toContain('updatedAt');
  await button(page, '列设置').click();
  await drawer(page).getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => query(page).get('cols')).toBeNull();
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor({ state: 'detached' });
});

test('a column is as wide as its edge is moved', async () => {
  await openList(page, `${itemList}?${own.mine}`);
  const edge = page.getByRole('separator', { name: /^名称 的列宽/ });
  await edge.waitFor();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  await edge.press('ArrowRight');
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 32);
  await edge.press('Enter');
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before);
});

test('conditions are built as a tree, stand in the address, and are taken away one by one', async () => {
  await openList(page, `${itemList}?${own.mine}`);
  await rows(page).first().waitFor();
  await button(page, /筛选$/).first().click();
  await drawer(page).getByRole('button', { name: '添加条件组' }).click();
  const group = drawer(page).locator('.cw-group');
  const pick = async (select: number, text: string) => {
    await group.locator('.ant-select').nth(select).click();
    if (select === 0 || select === 2) await page.keyboard.type(text);
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text })
      .filter({ hasText: new RegExp(`^${text}$`) })
      .first()
      .click();
  };
  await pick(0, '排序');
  await pick(1, '不大于');
  await group.getByRole('spinbutton').first().fill('2');
  await group.getByRole('button', { name: '添加条件' }).first().click();
  await pick(2, '更新时间');
  await pick(3, '属于');
  await pick(4, '昨天');
  await drawer(page)
    .getByRole('button', { name: /应\s*用/ })
    .click();
  await expect.poll(() => query(page).get('filter')).not.toBeNull();
  expect(JSON.parse(query(page).get('filter') ?? '')).toEqual({
    operator: 'or',
    value: [
      { field: 'order', operator: 'lte', value: '2' },
      { field: 'updatedAt', operator: 'relative', value: 'yesterday' },
    ],
  });
  const two = [`条目 ${own.stamp}_01`, `条目 ${own.stamp}_02`];
  await expect.poll(() => marks(page)).toEqual(two);
  await page.reload();
  await expect.poll(() => marks(page)).toEqual(two);
  const chips = page.getByRole('list', { name: '当前条件' });
  expect(await chips.textContent()).toContain('排序 不大于 2 或 更新时间 属于 昨天');

  await chips.locator('.ant-tag', { hasText: '昨天' }).getByRole('button', { name: '移除此条件' }).click();
  await expect.poll(() => rows(page).count()).toBe(20);
  await chips.getByRole('button', { name: '全部清除' }).click();
  await expect.poll(() => query(page).get('f.dictionary.in')).toBeNull();
  await page.goBack();
  await expect.poll(() => query(page).get('f.dictionary.in')).toBe(String(own.dictionary));
});

test('what the address asks and the list does not know is told', async () => {
  for (const requested of [
    'filter={"field":"nothing","operator":"eq","value":"1"}',
    'cols=nothing',
    'view=987654321',
  ]) {
    await openList(page, `${itemList}?${requested}`);
    await page.getByText(requested).waitFor();
    expect(await rows(page).count()).toBe(0);
  }
});

test('a view is saved, changed, reset, and begun with', async () => {
  const name = `视图 ${own.stamp}`;
  await openList(page, `${itemList}?${own.mine}&sort=-order&size=10`);
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_25`);
  await button(page, /^视图：/).click();
  await page.getByRole('menuitem', { name: '另存为新视图' }).click();
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill(name);
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await expect.poll(() => [...query(page).keys()]).toEqual(['view']);
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_25`);

  // Changed, it says so, and the address says what is different.
  await page.goto(`${page.url()}&sort=order`);
  await page.getByText('已改动').waitFor();
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_01`);
  await button(page, '重置').click();
  await expect.poll(() => query(page).get('sort')).toBeNull();
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_25`);
  await page.goto(`${page.url()}&sort=order`);
  await page.getByText('已改动').waitFor();
  await button(page, /^保\s*存$/).click();
  await page.getByText('已改动').waitFor({ state: 'detached' });
  await expect.poll(async () => (await marks(page))[0]).toBe(`条目 ${own.stamp}_01`);

  const view = query(page).get('view');
  await button(page, /^视图：/).click();
  await page.getByRole('menuitem', { name: '设为我的默认视图' }).click();
  await page.getByText('默认视图已设置').waitFor();
  await openList(page, itemList);
  await expect.poll(() => query(page).get('view')).toBe(view);
  await button(page, /^视图：/).click();
  await page.getByRole('menuitem', { name: '标准列表', exact: true }).click();
  await expect.poll(() => query(page).get('view')).toBe('none');
  await button(page, /^视图：/).click();
  await page.getByRole('menuitem', { name: new RegExp(name) }).click();
  await expect.poll(() => query(page).get('view')).toBe(view);
  await button(page, /^视图：/).click();
  await page.getByRole('menuitem', { name: '删除视图' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn-dangerous').click();
  await expect.poll(() => query(page).get('view')).toBe('none');
});

test('rows do not move under the pointer: updates are counted and wait', async () => {
  await openList(page, `${itemList}?${own.mine}&sort=order&size=10`);
  await page.getByText('已连接').waitFor();
  await rows(page).nth(3).hover();
  const before = await marks(page);
  for (const id of own.items.slice(20, 23)) {
    const { body } = await product.api('atmb', 'GET', `${itemRecords}/${id}`);
    const by = await product.api('admin', 'PATCH', `${itemRecords}/${id}`, {
      version: body.version,
      order: 0,
    });
    expect(by).toMatchObject({ status: 200 });
  }
  await page.getByText(/有 \d+ 条更新/).waitFor();
  expect(await marks(page)).toEqual(before);
  await button(page, /^刷\s*新$/)
    .last()
    .click();
  await expect.poll(() => marks(page)).not.toEqual(before);
});

test('a list is not asked for again once its hub is there; what changed meanwhile comes', async () => {
  const fresh = await product.as('admin');
  const asked: string[] = [];
  fresh.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
  });
  const caughtUp = fresh
    .waitForEvent('websocket', (socket) => socket.url().includes('/signalr-chat'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /"type":3\b.*"result":true/.test(String(payload)),
      ),
    );
  await fresh.goto(`${product.address}${itemList}?${own.mine}`);
  await rows(fresh).first().waitFor();
  await caughtUp;
  await fresh.waitForTimeout(1_500);
  // What a slow machine asks for only now is no repetition; the frame and its mark of certification ask for one thing each.
  const repeated = asked.filter((one, index) => asked.indexOf(one) !== index);
  expect(repeated.filter((one) => !one.includes('/GetCurrentLoginInformations'))).toEqual([]);

  const [id = 0] = own.items;
  const answered = fresh.waitForResponse((response) => response.url().includes(itemRecords));
  await fresh.reload({ waitUntil: 'commit' });
  await answered;
  const { body } = await product.api('admin', 'GET', `${itemRecords}/${id}`);
  const change = { version: body.version, label: '刚刚改过的条目' };
  expect(await product.api('admin', 'PATCH', `${itemRecords}/${id}`, change)).toMatchObject({ status: 200 });
  await fresh.getByText('刚刚改过的条目').first().waitFor();
  await fresh.close();
});

test('on a phone the list is cards that can be picked, and conditions come in a drawer', async () => {
  const phone = await product.as('admin', { phone: true, at: `${itemList}?${own.mine}` });
  await phone.locator('.cw-cards li').first().waitFor();
  expect(await phone.locator('.cw-cards > li').count()).toBe(20);
  await phone.locator('.cw-cards').getByRole('checkbox').first().check();
  await phone.getByText('已选 1 条').waitFor();
  await button(phone, /筛选$/).first().click();
  await drawer(phone)
    .getByRole('button', { name: /应\s*用/ })
    .waitFor();
  const wide = await phone.locator('.cw-list').evaluate((list) => list.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await phone.close();
});

test.each(sizes)('axe finds nothing on a list with its drawers open, %s', async (_, look) => {
  const looking = await product.as('admin', { ...look, at: `${itemList}?${own.mine}&f.order.gte=3` });
  await looking
    .getByText(/^共 \d+ 条$/)
    .first()
    .waitFor();
  await looking
    .getByRole('checkbox', { name: /^选择 条目/ })
    .first()
    .check();
  expect(await violationsInBoth(looking)).toEqual([]);
  await button(looking, /筛选$/).first().click();
  await drawer(looking).getByRole('button', { name: '添加条件组' }).click();
  expect(await violationsInBoth(looking)).toEqual([]);
  await looking.keyboard.press('Escape');
  await drawer(looking).waitFor({ state: 'detached' });
  await button(looking, '列设置').click();
  await drawer(looking).waitFor();
  expect(await violationsInBoth(looking)).toEqual([]);
  await looking.keyboard.press('Escape');
  await drawer(looking).waitFor({ state: 'detached' });
  await button(looking, '批量修改').click();
  await drawer(looking)
    .getByText(/将修改/)
    .waitFor();
  expect(await violationsInBoth(looking)).toEqual([]);
  await looking.close();
});

test('who may change nothing picks nothing; a field that they may not see is no column and no filter', async () => {
  const watch = await product.as('aiw', { at: '/information/airport' });
  await rows(watch).first().waitFor();
  expect(await rows(watch).first().getByRole('checkbox').count()).toBe(0);
  await openList(watch, '/information/airport?f.passwordHash.eq=x');
  await watch.getByText('f.passwordHash.eq=x').waitFor();
  await watch.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});

test('words typed just before another page was chosen do not hold the user back', async () => {
  const leaving = await product.as('admin');
  await leaving.clock.install();
  await leaving.goto(product.address + itemList);
  await rows(leaving).first().waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  await leaving.route(/\.js$/, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await leaving.locator('.cw-search input').fill('C172');
  await leaving.evaluate(() => {
    window.history.pushState(null, '', '/flightWatch/trackPlayback');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => held).toBeGreaterThan(0);
  await leaving.clock.runFor(2_000);
  await leaving.clock.resume();
  release();
  await leaving.locator('main#content h1', { hasText: '航迹回放' }).waitFor();
  expect(new URL(leaving.url()).pathname).toBe('/flightWatch/trackPlayback');
  await leaving.close();
});
