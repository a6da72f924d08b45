import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

/** Permissions that take effect: saved in the matrix, explained, hiding fields, and tried as another role. */

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

describe('permissions', () => {
  const cell = (action: string) =>
    page.getByRole('button', { name: new RegExp(`^空域监视 · 通告 · ${action}`) });

  test('a click in the matrix takes effect for who has the role, and is undone and saved', async () => {
    const notices = () => product.api('aiw', 'GET', '/api/records/notice');
    expect((await notices()).status).toBe(200);
    await page.goto(`${product.address}/permission/matrix?roles=Admin,AIW`);
    await cell('查看').waitFor();
    await expect.poll(() => cell('查看').getAttribute('data-allowed')).toBe('true');
    await cell('查看').click();
    await cell('查看').click();
    await expect.poll(() => cell('查看').getAttribute('data-allowed')).toBe('false');
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => cell('查看').getAttribute('data-allowed')).toBe('true');
    await cell('查看').click();
    expect((await notices()).status).toBe(200);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('权限已保存，立即生效').waitFor();
    expect((await notices()).status).toBe(403);
    const role = await one('role', 'name=AIW');
    expect(role.recordRules).toEqual([{ resource: 'notice', actions: { read: false } }]);
    // The administrator's are all, and not to be changed.
    const admins = page.getByRole('button', { name: /^系统管理员 · 通告 · 查看/ });
    await expect.poll(() => admins.getAttribute('aria-disabled')).toBe('true');
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
    await expect.poll(() => operator.getByText('出厂序号').count()).toBe(0);
    await expect.poll(() => operator.getByRole('button', { name: '删除' }).count()).toBe(0);
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
    await expect.poll(() => banner.count()).toBe(0);
  });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
