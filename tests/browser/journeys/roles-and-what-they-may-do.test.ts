import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, sharedProduct } from '../support/product.ts';
import { settled } from '../support/settled.ts';
import { firstOf, makeUser } from './support/own-operator.ts';

let product: Product;

beforeAll(async () => {
  product = await sharedProduct();
});

afterAll(async () => {
  await product?.close();
});

const role = { name: 'TypistJ08', displayName: '机型员J08' };
const user = 'typist.j08';

test('a role is made and given, its user sees what it opens and nothing else, and a change of it holds at once', async () => {
  const admin = await product.as('admin', { at: '/permission/role/create' });
  await admin.fill('#field_name', role.name);
  await admin.fill('#field_displayName', role.displayName);
  await admin
    .locator('.ant-tree-treenode', { hasText: 'Pages.BaseManage.Type' })
    .locator('.ant-tree-checkbox')
    .click();
  // The branch comes with its leaf.
  await admin.getByText('已选 2 项').waitFor();
  await admin.keyboard.press('Control+s');
  await admin.waitForURL(/\/permission\/role\/\d+$/);

  const userId = await makeUser(product, user, [role.name]);
  const type = await firstOf(product, 'aircraftType', 'designator=C208');
  const record = `/baseManage/aircraftTypeManage/${type.id}`;
  const own = await product.signIn(user);
  await own.goto(product.address + record);
  await own.locator('.cw-fields').first().waitFor();
  const menus = async () => {
    const texts = await settled(() => own.locator('.cw-top nav [role=menuitem]').allTextContents());
    return texts.filter(Boolean);
  };
  await expect.poll(menus).toEqual(['空域态势', '飞行监视', '基础资料', '情报信息', '政务信息', '系统管理']);
  const edit = own.getByRole('button', { name: '编辑' });
  await edit.waitFor();
  await own.goto(`${product.address}/permission/user`);
  await own.waitForURL(/\/401/);
  await own.getByRole('button', { name: '为什么' }).click();
  await own.getByRole('status').getByText('Pages.Users').first().waitFor();

  // What the administrator is shown of the user is what the user has.
  await admin.goto(`${product.address}/permission/user/${userId}?tab=permissions`);
  await admin.getByText('拥有 2 项权限').waitFor();
  await expect
    .poll(() => admin.locator('[role=tree], .ant-tree').last().textContent())
    .toContain('Pages.BaseManage.Type');

  // In the matrix, a click goes from "as permitted" to allowed and then to denied.
  const cell = admin.getByRole('button', { name: new RegExp(`^${role.displayName} · 机型 · 修改`) });
  await admin.goto(`${product.address}/permission/matrix?roles=Admin,${role.name}`);
  await cell.waitFor();
  await expect.poll(() => cell.getAttribute('data-allowed')).toBe('true');
  await cell.click();
  await cell.click();
  await expect.poll(() => cell.getAttribute('data-allowed')).toBe('false');
  const change = (nameZh: string) =>
    product.api(user, 'PATCH', `/api/records/aircraftType/${type.id}`, { version: type.version, nameZh });
  await admin.getByRole('button', { name: '保存' }).click();
  await admin.getByText('权限已保存，立即生效').waitFor();
  expect((await change('大篷车')).status).toBe(403);
  await own.goto(product.address + record);
  await own.locator('.cw-fields').first().waitFor();
  await expect.poll(() => edit.count()).toBe(0);
  await own.goto(`${product.address}${record}/edit`);
  await own.waitForURL(/\/401/);
  await own.getByRole('button', { name: '为什么' }).click();
  await own.getByText(`权限矩阵中，角色 ${role.name} 被设为禁止。`).waitFor();
  expect(product.errors).toEqual([]);
});
