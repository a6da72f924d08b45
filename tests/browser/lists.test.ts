import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemFields } from '../../src/domain/resource.ts';
import { judged } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** Machines that are busy with other things take their time. */
const soon = <T>(is: () => T | Promise<T>) => expect.poll(is, { timeout: 20_000 });

let product: Product;
let page: Page;
let dictionary: number;
const items: number[] = [];

const list = '/permission/dictionary/items';
const stamp = `l${Date.now().toString(36)}`;
const records = '/api/records/dictionaryItem';
/** The items of this run, and nothing else. */
const mine = () => `f.dictionary.in=${dictionary}`;

const rows = (on: Page = page) => on.locator('tbody tr.ant-table-row');
const marks = (on: Page = page) =>
  rows(on).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
const query = (on: Page = page) => new URL(on.url()).searchParams;
const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });
const drawer = (on: Page = page) => on.locator('.ant-drawer-content:visible');

async function go(address: string, on: Page = page): Promise<void> {
  await on.goto(product.address + address);
  await on.locator('.cw-list').waitFor();
}

beforeAll(async () => {
  product = await startProduct();
  const made = await product.api('admin', 'POST', '/api/records/dictionary', {
    code: stamp,
    name: `字典 ${stamp}`,
    nameEn: `Dictionary ${stamp}`,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  dictionary = made.body.id;
  for (let n = 1; n <= 25; n += 1) {
    const code = `${stamp}_${String(n).padStart(2, '0')}`;
    const item = {
      dictionary,
      code,
      label: `条目 ${code}`,
      labelEn: `Item ${code}`,
      order: n,
      isActive: n % 2 === 1,
    };
    const answer = await product.api('admin', 'POST', records, item);
    items.push(answer.body.id);
  }
  await product.api('admin', 'POST', '/api/services/app/Preference/Set', {
    key: 'list.dictionaryItem',
    value: null,
  });
  page = await product.as('admin');
});

afterAll(async () => {
  await product?.close();
});

test('columns are chosen, ordered by keyboard, and kept for the user on the server', async () => {
  await go(`${list}?${mine()}`);
  await rows().first().waitFor();
  await button('列设置').click();
  await drawer().getByLabel('更新时间', { exact: true }).check();
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor();
  await drawer().getByLabel('代码', { exact: true }).press('Alt+ArrowUp');
  await soon(() => query().get('cols')?.split(',')[0]).toBe('code');
  await drawer().getByText('宽松').click();
  await page.keyboard.press('Escape');
  const key = 'list.dictionaryItem';
  await soon(async () => {
    const kept = await product.api('admin', 'GET', `/api/services/app/Preference/Get?key=${key}`);
    return kept.body.result.value;
  }).toMatchObject({ columns: query().get('cols')?.split(','), layouts: { none: { density: 'large' } } });

  // The menu's bare address shows them again.
  await go(list);
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor();
  expect(query().get('cols')).toContain('updatedAt');
  await button('列设置').click();
  await drawer().getByRole('button', { name: '恢复默认' }).click();
  await soon(() => query().get('cols')).toBeNull();
  await page.getByRole('columnheader', { name: '更新时间' }).waitFor({ state: 'detached' });
});

test('a column is as wide as its edge is moved', async () => {
  await go(`${list}?${mine()}`);
  const edge = page.getByRole('separator', { name: /^名称 的列宽/ });
  await edge.waitFor();
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  await edge.press('ArrowRight');
  await soon(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 32);
  await edge.press('Enter');
  await soon(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before);
});

test('conditions are built as a tree, stand in the address, and are taken away one by one', async () => {
  await go(`${list}?${mine()}`);
  await rows().first().waitFor();
  await button(/筛选$/).first().click();
  await drawer().getByRole('button', { name: '添加条件组' }).click();
  const group = drawer().locator('.cw-group');
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
  await drawer()
    .getByRole('button', { name: /应\s*用/ })
    .click();
  await soon(() => query().get('filter')).not.toBeNull();
  expect(JSON.parse(query().get('filter') ?? '')).toEqual({
    operator: 'or',
    value: [
      { field: 'order', operator: 'lte', value: '2' },
      { field: 'updatedAt', operator: 'relative', value: 'yesterday' },
    ],
  });
  const two = [`条目 ${stamp}_01`, `条目 ${stamp}_02`];
  await soon(() => marks()).toEqual(two);
  await page.reload();
  await soon(() => marks()).toEqual(two);
  const chips = page.getByRole('list', { name: '当前条件' });
  expect(await chips.textContent()).toContain('排序 不大于 2 或 更新时间 属于 昨天');

  await chips.locator('.ant-tag', { hasText: '昨天' }).getByRole('button', { name: '移除此条件' }).click();
  await soon(() => rows().count()).toBe(20);
  await chips.getByRole('button', { name: '全部清除' }).click();
  await soon(() => query().get('f.dictionary.in')).toBeNull();
  await page.goBack();
  await soon(() => query().get('f.dictionary.in')).toBe(String(dictionary));
});

test('what the address asks and the list does not know is told', async () => {
  for (const asked of [
    'filter={"field":"nothing","operator":"eq","value":"1"}',
    'cols=nothing',
    'view=987654321',
  ]) {
    await go(`${list}?${asked}`);
    await page.getByText(asked).waitFor();
    expect(await rows().count()).toBe(0);
  }
});

test('a view is saved, changed, reset, and begun with', async () => {
  const name = `视图 ${stamp}`;
  await go(`${list}?${mine()}&sort=-order&size=10`);
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_25`);
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: '另存为新视图' }).click();
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill(name);
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await soon(() => [...query().keys()]).toEqual(['view']);
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_25`);

  // Changed, it says so, and the address says what is different.
  await page.goto(`${page.url()}&sort=order`);
  await page.getByText('已改动').waitFor();
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_01`);
  await button('重置').click();
  await soon(() => query().get('sort')).toBeNull();
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_25`);
  await page.goto(`${page.url()}&sort=order`);
  await page.getByText('已改动').waitFor();
  await button(/^保\s*存$/).click();
  await page.getByText('已改动').waitFor({ state: 'detached' });
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_01`);

  const view = query().get('view');
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: '设为我的默认视图' }).click();
  await page.getByText('默认视图已设置').waitFor();
  await go(list);
  await soon(() => query().get('view')).toBe(view);
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: '标准列表', exact: true }).click();
  await soon(() => query().get('view')).toBe('none');
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: new RegExp(name) }).click();
  await soon(() => query().get('view')).toBe(view);
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: '删除视图' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn-dangerous').click();
  await soon(() => query().get('view')).toBe('none');
});

test('a cell is changed where it stands; what is wrong is told there, and so is a change in between', async () => {
  await go(`${list}?${mine()}&size=10`);
  const first = rows().first();
  await first.waitFor();
  // After the box to pick it: dictionary, code, name, English name, order.
  const order = () => rows().first().locator('td').nth(5);
  await order().locator('.cw-inline-cell').dblclick();
  await order().getByRole('spinbutton').fill('7');
  await page.keyboard.press('Escape');
  expect(await order().textContent()).toContain('1');

  await order().locator('.cw-inline-cell').press('F2');
  await first.getByRole('spinbutton').fill('0');
  await page.keyboard.press('Enter');
  await soon(async () => (await product.api('admin', 'GET', `${records}/${items[0]}`)).body.order).toBe(0);

  await order().locator('.cw-inline-cell').press('Enter');
  await first.getByRole('spinbutton').fill('3');
  const { body: now } = await product.api('admin', 'GET', `${records}/${items[0]}`);
  await product.api('admin', 'PATCH', `${records}/${items[0]}`, { version: now.version, order: 90 });
  await page.keyboard.press('Enter');
  await page.getByText('此值刚被他人修改，现为“90”').waitFor();
  await first.getByRole('spinbutton').press('Enter');
  await soon(async () => (await product.api('admin', 'GET', `${records}/${items[0]}`)).body.order).toBe(3);
});

test('what is picked survives paging, and all that match are changed in one request', async () => {
  await go(`${list}?${mine()}&size=10&sort=code`);
  await rows().first().getByRole('checkbox').check();
  await rows()
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('已选 3 条').waitFor();
  await page.getByTitle('2', { exact: true }).click();
  await soon(async () => (await marks())[0]).toBe(`条目 ${stamp}_11`);
  await rows().first().getByRole('checkbox').check();
  await page.getByText('已选 4 条').waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByText('已选 13 条').waitFor();
  await button('选择全部 25 条符合条件的记录').click();
  await page.getByText('已选 25 条').waitFor();
  await rows().first().getByRole('checkbox').uncheck();
  await page.getByText('已选 24 条').waitFor();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/bulk')) asked.push(request.postData() ?? '');
  });
  await button('批量修改').click();
  await drawer().getByText('将修改 24 条记录').waitFor();
  const field = drawer().locator('.cw-bulk li', { hasText: '英文名称' });
  await field.getByText('设为').click();
  await field.getByRole('textbox').fill('changed together');
  await drawer().getByRole('button', { name: '修改 24 条记录' }).click();
  await page.getByText('已修改 24 条记录').waitFor();
  const changes = asked.map((body) => JSON.parse(body)).filter(({ preview }) => !preview);
  expect(changes).toEqual([
    { action: 'update', where: expect.stringContaining('id_nin='), set: { labelEn: 'changed together' } },
  ]);
  const { body } = await product.api('admin', 'GET', `${records}?dictionary=${dictionary}&_end=100`);
  const changed = body.filter(({ labelEn }: { labelEn: string | null }) => labelEn === 'changed together');
  expect(changed).toHaveLength(24);
  await page.getByText(/^已选/).waitFor({ state: 'detached' });
});

test('many are deleted with their names, undone, and what cannot be is told record by record', async () => {
  await go(`${list}?${mine()}&q=${stamp}_2`);
  await soon(() => rows().count()).toBe(6);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.locator('.cw-selection').getByRole('button', { name: '删除' }).click();
  const asking = page.locator('.ant-modal-confirm');
  await asking.locator('.ant-modal-confirm-title', { hasText: '删除 6 条' }).waitFor();
  expect(await asking.textContent()).toContain(`条目 ${stamp}_20`);
  await asking.locator('.ant-btn-dangerous').click();
  await page.getByText('没有符合条件的记录').waitFor();
  await button('撤 销').or(button('撤销')).first().click();
  await soon(() => rows().count()).toBe(6);

  // A type that aircraft fly as stays, and the report says why.
  const designator = `Z${stamp.slice(-3).toUpperCase()}`;
  const { body: used } = await product.api(
    'admin',
    'GET',
    '/api/records/aircraftType?model=172S%20Skyhawk%20SP',
  );
  const { body: like } = await product.api('admin', 'GET', `/api/records/aircraftType/${used[0].id}`);
  const copy = { ...like, designator };
  for (const system of [...systemFields, '_labels']) delete copy[system];
  const made = await product.api('admin', 'POST', '/api/records/aircraftType', copy);
  expect(made).toMatchObject({ status: 201 });
  await go(
    `/baseManage/aircraftTypeManage?filter=${encodeURIComponent(
      JSON.stringify({
        operator: 'or',
        value: [used[0].id, made.body.id].map((value) => ({ field: 'id', operator: 'eq', value })),
      }),
    )}`,
  );
  await soon(() => rows().count()).toBe(2);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.locator('.cw-selection').getByRole('button', { name: '删除' }).click();
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  const report = page.getByRole('dialog', { name: '部分记录未能删除' });
  await report.getByText('成功 1 条，失败 1 条').waitFor();
  await report.getByRole('link', { name: 'C172' }).waitFor();
  await report.getByRole('button', { name: '重试失败的 1 条' }).click();
  await report.getByText('成功 0 条，失败 1 条').waitFor();
  await report.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('已选 1 条').waitFor();
});

test('rows do not move under the pointer: updates are counted and wait', async () => {
  await go(`${list}?${mine()}&sort=order&size=10`);
  await page.getByText('已连接').waitFor();
  await rows().nth(3).hover();
  const before = await marks();
  for (const id of items.slice(20, 23)) {
    const { body } = await product.api('atmb', 'GET', `${records}/${id}`);
    const by = await product.api('admin', 'PATCH', `${records}/${id}`, {
      version: body.version,
      order: 0,
    });
    expect(by).toMatchObject({ status: 200 });
  }
  await page.getByText(/有 \d+ 条更新/).waitFor();
  expect(await marks()).toEqual(before);
  await button(/^刷\s*新$/)
    .last()
    .click();
  await soon(() => marks()).not.toEqual(before);
});

test('on a phone the list is cards that can be picked, and conditions come in a drawer', async () => {
  const phone = await product.as('admin', { phone: true });
  await go(`${list}?${mine()}`, phone);
  await phone.locator('.cw-cards li').first().waitFor();
  expect(await phone.locator('.cw-cards > li').count()).toBe(20);
  await phone.locator('.cw-cards').getByRole('checkbox').first().check();
  await phone.getByText('已选 1 条').waitFor();
  await button(/筛选$/, phone).first().click();
  await drawer(phone)
    .getByRole('button', { name: /应\s*用/ })
    .waitFor();
  const wide = await phone.locator('.cw-list').evaluate((list) => list.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await phone.context().close();
});

test.each([
  ['in the light', {}],
  ['in the dark', { dark: true }],
  ['on a phone', { phone: true }],
])('axe finds nothing on a list with its drawers open, %s', async (_, look) => {
  const own = await product.as('admin', look);
  await go(`${list}?${mine()}&f.order.gte=3`, own);
  await own
    .getByText(/^共 \d+ 条$/)
    .first()
    .waitFor();
  await own
    .getByRole('checkbox', { name: /^选择 条目/ })
    .first()
    .check();
  expect(await judged(own)).toEqual([]);
  await button(/筛选$/, own).first().click();
  await drawer(own).getByRole('button', { name: '添加条件组' }).click();
  expect(await judged(own)).toEqual([]);
  await own.keyboard.press('Escape');
  await drawer(own).waitFor({ state: 'detached' });
  await button('列设置', own).click();
  await drawer(own).waitFor();
  expect(await judged(own)).toEqual([]);
  await own.keyboard.press('Escape');
  await drawer(own).waitFor({ state: 'detached' });
  await button('批量修改', own).click();
  await drawer(own)
    .getByText(/将修改/)
    .waitFor();
  expect(await judged(own)).toEqual([]);
  await own.context().close();
});

test('who may change nothing picks nothing; a field that he may not see is no column and no filter', async () => {
  const watch = await product.as('aiw');
  await go('/information/airport', watch);
  await rows(watch).first().waitFor();
  expect(await rows(watch).first().getByRole('checkbox').count()).toBe(0);
  await go('/information/airport?f.passwordHash.eq=x', watch);
  await watch.getByText('f.passwordHash.eq=x').waitFor();
  await watch.context().close();
});

test('no page broke on the way', () => {
  expect(product.faults).toEqual([]);
});
