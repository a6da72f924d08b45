import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { sizes } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';

/** A record's page, its history, the trash, paper; permissions seen, changed, tried on and explained. */

const aircraft = '/baseManage/aircraftManage';

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
});

afterAll(async () => {
  await product?.close();
});

async function one(
  resource: string,
  query: string,
): Promise<{ id: number; version: number; [field: string]: unknown }> {
  const { body } = await product.api('admin', 'GET', `/api/records/${resource}?${query}`);
  const [found] = body;
  if (!found) throw new Error(`no ${resource} ${query}`);
  return found;
}

async function change(resource: string, id: number, values: object): Promise<void> {
  const { body } = await product.api('admin', 'GET', `/api/records/${resource}/${id}`);
  const path = `/api/records/${resource}/${id}`;
  const answer = await product.api('admin', 'PATCH', path, { version: body.version, ...values });
  expect(answer.status).toBe(200);
}

const confirm = () => page.locator('.ant-modal-confirm-btns .ant-btn').last();
const entries = () => page.locator('.cw-entry');

describe('a record', () => {
  test('has its related lists, with a link to all and to a new one that names it', async () => {
    const company = await one('company', 'name_contains=云翼');
    await page.goto(`${product.address}/permission/company/${company.id}?tab=related`);
    const heading = page.locator('.ant-collapse-header', { hasText: '航空器' }).first();
    await heading.waitFor();
    const { body: uses } = await product.api('admin', 'GET', `/api/records/company/${company.id}/uses`);
    const count = uses.find((use: { resource: string }) => use.resource === 'aircraft').count;
    expect(await heading.locator('.ant-badge').textContent()).toBe(String(count));
    await page.getByRole('link', { name: 'B-10QA' }).waitFor();
    await heading.getByRole('link', { name: /添加/ }).click();
    await page.waitForURL(new RegExp(`${aircraft}/create\\?company=${company.id}`));
    await page
      .locator('.cw-field', { has: page.locator('#field_company') })
      .getByText('云翼')
      .first()
      .waitFor();
    await page.goto(`${product.address}/permission/company/${company.id}?tab=related`);
    await heading.getByRole('link', { name: '航空器：查看全部' }).click();
    await page.waitForURL(new RegExp(`${aircraft}\\?.*${company.id}`));
    const shown = () => page.locator('tbody tr.ant-table-row').count();
    await expect.poll(shown).toBe(count);
  });

  test('keeps the tab in the address', async () => {
    const { id } = await one('airspace', '_end=1');
    await page.goto(`${product.address}/situation/airspaceApproval/${id}`);
    await page.getByRole('tab', { name: '地图' }).click();
    await page.waitForURL(/tab=map/);
    await page.locator('.leaflet-container').waitFor();
    await page.getByText('高度范围').waitFor();
    await page.reload();
    await page.locator('.leaflet-container').waitFor();
    await page.getByRole('tab', { name: '被引用' }).click();
    await page.waitForURL(/tab=uses/);
  });

  test('leads to its neighbours in the list that it was opened from', async () => {
    await page.goto(`${product.address}${aircraft}?sort=registration`);
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.nth(1).getByRole('link').first().click();
    const place = page.getByRole('navigation', { name: '列表中的前后记录' });
    await place.getByText(/^2 \//).waitFor();
    await page.keyboard.press('j');
    await place.getByText(/^3 \//).waitFor();
    await page.keyboard.press('k');
    await place.getByText(/^2 \//).waitFor();
    await page.keyboard.press('k');
    await place.getByText(/^1 \//).waitFor();
    expect(await place.getByRole('button', { name: /上一条/ }).isDisabled()).toBe(true);
  });

  test('is printed black on white with who printed it, its lists chosen', async () => {
    const dark = await product.as('admin', { dark: true });
    const company = await one('company', 'name_contains=云翼');
    await dark.goto(`${product.address}/permission/company/${company.id}?print=1`);
    await dark.getByText(/系统管理员 打印于 \d{4}-\d\d-\d\d \d\d:\d\d CST \(\d{4}Z\)/).waitFor();
    await dark.locator('.cw-print-table', { hasText: 'B-10QA' }).waitFor();
    await dark.emulateMedia({ media: 'print' });
    const look = await dark.locator('.cw-paper').evaluate((paper) => {
      const { color } = getComputedStyle(paper);
      const { backgroundColor } = getComputedStyle(paper.closest('.cw-sheet') ?? paper);
      const bar = document.querySelector('.cw-sheet-bar');
      return [color, backgroundColor, bar && getComputedStyle(bar).display];
    });
    expect(look).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'none']);
    expect(await dark.locator('#root').isVisible()).toBe(false);
    await dark.close();
  });
});

describe('a history', () => {
  let id: number;

  test('tells each field before and after, and takes one of them back', async () => {
    ({ id } = await one('aircraft', 'registration=B-10QA'));
    await change('aircraft', id, { colour: '白底绿条', seats: 8 });
    await change('aircraft', id, { colour: '白底红条', seats: 9 });
    await page.goto(`${product.address}${aircraft}/${id}?tab=history`);
    const newest = entries().first();
    await newest.getByText('白底红条').waitFor();
    await newest.getByText('接口').waitFor();
    await newest.getByRole('button', { name: '恢复“颜色与标志”的原值' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('恢复为').waitFor();
    expect(await dialog.locator('tbody tr').allTextContents()).toEqual([
      expect.stringContaining('白底红条白底绿条'),
    ]);
    await dialog.getByRole('button', { name: '恢复 1 个字段' }).click();
    await entries().first().getByText('还原').first().waitFor();
    const { body } = await product.api('admin', 'GET', `/api/records/aircraft/${id}`);
    expect(body).toMatchObject({ colour: '白底绿条', seats: 9 });
    const { body: history } = await product.api(
      'admin',
      'GET',
      `/api/records/aircraft/${id}/history?limit=1`,
    );
    expect(history).toMatchObject([{ action: 'update', source: 'restore', version: body.version }]);
  });

  test('lays two versions side by side, and shows the record as it was', async () => {
    const boxes = page.getByRole('checkbox', { name: '对比' });
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: /对比所选版本/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('tr', { hasText: '座位数' }).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('button', { name: /第 \d+ 版的操作/ })
      .nth(1)
      .click();
    await page.getByRole('menuitem', { name: /^查看第/ }).click();
    await page.getByRole('dialog').locator('[data-differs]', { hasText: '白底红条' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('the trash gives back or deletes for good, once the name is typed', async () => {
  const { body: made } = await product.api('admin', 'POST', '/api/records/missionType', {
    code: 'ZZTEST',
    name: '待清除的任务',
    nameEn: 'A mission to be purged',
  });
  const path = `${product.address}/baseManage/flyType/${made.id}`;
  await page.goto(path);
  await page.getByRole('button', { name: '删除' }).click();
  await confirm().click();
  await page.waitForURL(/flyType$/);
  await page.goto(path);
  await page.getByText('此记录已在回收站').waitFor();
  await page.getByRole('button', { name: '彻底删除' }).click();
  expect(await confirm().isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: /以确认/ }).fill('待清除的任务');
  await confirm().click();
  await page.waitForURL(/flyType$/);
  expect((await product.api('admin', 'GET', `/api/records/missionType/${made.id}`)).status).toBe(404);
});

describe('permissions', () => {
  const cell = (action: string) =>
    page.getByRole('button', { name: new RegExp(`^空域监视 · 通告 · ${action}`) });

  test('a click in the matrix takes effect for who has the role, and is undone and saved', async () => {
    const notices = () => product.api('aiw', 'GET', '/api/records/notice');
    expect((await notices()).status).toBe(200);
    await page.goto(`${product.address}/permission/matrix?roles=Admin,AIW`);
    await cell('查看').waitFor();
    expect(await cell('查看').getAttribute('data-allowed')).toBe('true');
    await cell('查看').click();
    await cell('查看').click();
    expect(await cell('查看').getAttribute('data-allowed')).toBe('false');
    await page.getByRole('button', { name: '撤销' }).click();
    expect(await cell('查看').getAttribute('data-allowed')).toBe('true');
    await cell('查看').click();
    expect((await notices()).status).toBe(200);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('权限已保存，立即生效').waitFor();
    expect((await notices()).status).toBe(403);
    const role = await one('role', 'name=AIW');
    expect(role.recordRules).toEqual([{ resource: 'notice', actions: { read: false } }]);
    // The administrator's are all, and not to be changed.
    const admins = page.getByRole('button', { name: /^系统管理员 · 通告 · 查看/ });
    expect(await admins.getAttribute('aria-disabled')).toBe('true');
  });

  test('who is not let in is told which rule it was', async () => {
    const watcher = await product.as('aiw');
    await watcher.goto(`${product.address}/information/controlNotice`);
    await watcher.getByRole('button', { name: '为什么？' }).click();
    await watcher.getByText('权限矩阵中，角色 AIW 被设为禁止。').waitFor();
    await watcher.close();
    await change('role', (await one('role', 'name=AIW')).id, { recordRules: [] });
  });

  test('a field that is hidden from a role is gone from its pages', async () => {
    const operator = await product.as('operator');
    const { id } = await one('aircraft', 'registration=B-10QA');
    const path = `${product.address}${aircraft}/${id}`;
    await operator.goto(path);
    await operator.getByText('出厂序号').waitFor();
    await change('role', (await one('role', 'name=OM')).id, {
      recordRules: [{ resource: 'aircraft', hidden: ['serialNumber'], actions: { delete: false } }],
    });
    await operator.goto(path);
    await operator.getByRole('button', { name: '编辑' }).waitFor();
    expect(await operator.getByText('出厂序号').count()).toBe(0);
    expect(await operator.getByRole('button', { name: '删除' }).count()).toBe(0);
    await change('role', (await one('role', 'name=OM')).id, { recordRules: [] });
    await operator.close();
  });

  test('the system is seen as a role, and nothing can be changed meanwhile', async () => {
    await page.goto(`${product.address}/permission/matrix`);
    await page.getByRole('button', { name: '以“空管单位”的身份查看' }).click();
    await page.getByRole('button', { name: '开始查看' }).click();
    const banner = page.getByRole('region', { name: '以其他角色的身份查看' });
    await banner.getByText('空管单位').waitFor();
    await page.goto(`${product.address}/permission/user`);
    await page.getByRole('heading', { name: '没有权限' }).waitFor();
    const type = await one('aircraftType', '_end=1');
    await page.goto(`${product.address}/baseManage/aircraftTypeManage/${type.id}`);
    await banner.waitFor();
    await page.getByRole('button', { name: '删除' }).click();
    await confirm().click();
    await page.getByText('正以“ATMB”的身份查看，不能进行更改').first().waitFor();
    expect((await one('aircraftType', `id=${type.id}`)).version).toBe(type.version);
    await page.getByRole('button', { name: '确定' }).click();
    await banner.getByRole('button', { name: '结束查看' }).click();
    await page.waitForURL(/permission\/matrix/);
    await page.getByRole('heading', { name: '权限矩阵' }).waitFor();
    expect(await banner.count()).toBe(0);
  });
});

test.each(sizes)('axe finds nothing on a record, its history, paper and the matrix, %s', async (_, look) => {
  const looking = await product.as('admin', look);
  const { id } = await one('aircraft', 'registration=B-10QA');
  const company = await one('company', 'name_contains=云翼');
  const { id: space } = await one('airspace', '_end=1');
  const screens: [string, string][] = [
    [`${aircraft}/${id}`, '.cw-fields'],
    [`${aircraft}/${id}?tab=history`, '.cw-entry'],
    [`/permission/company/${company.id}?tab=related`, '.ant-collapse-item-active a'],
    [`/permission/company/${company.id}?tab=uses`, '.cw-changes'],
    [`/permission/company/${company.id}?print=1`, '.cw-print-table'],
    [`/situation/airspaceApproval/${space}?tab=map`, '.leaflet-container'],
    ['/permission/matrix', '.cw-matrix, .ant-segmented'],
  ];
  const found: string[] = [];
  for (const [path, ready] of screens) {
    await looking.goto(product.address + path);
    await looking.locator(ready).first().waitFor();
    found.push(...(await violationsInBoth(looking)).map((line) => `${path}, ${line}`));
  }
  expect(found).toEqual([]);
  await looking.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
