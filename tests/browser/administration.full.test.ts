import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { violationsInBoth } from './support/axe.ts';
import { looks } from './support/looks.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';
import { visitScreen } from './support/walk.ts';

/**
 * What an administrator does: a role made and given, the tree of units moved, a figure changed and taken
 * back.
 */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const app = '/api/services/app';
/** Names of this run: the product may be one that runs already. */
const mark = Date.now().toString(36).slice(-5);

interface Unit {
  id: number;
  parentId: number | null;
  code: string;
  displayName: string;
}

async function units(): Promise<Unit[]> {
  const { body } = await product.api('admin', 'GET', `${app}/OrganizationUnit/GetOrganizationUnits`);
  return body.result.items;
}

async function makeUnit(displayName: string, parentId: number | null = null): Promise<Unit> {
  const { body } = await product.api('admin', 'POST', `${app}/OrganizationUnit/CreateOrganizationUnit`, {
    displayName,
    parentId,
  });
  return body.result;
}

const unitNamed = async (name: string) => (await units()).find(({ displayName }) => displayName === name);
const treeItem = (page: Page, name: string) => page.locator('.cw-unit-title', { hasText: name });

test('a role is made with its tree of permissions and given; its user sees exactly its menu', async () => {
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/role/create`);
  const name = `Typist${mark}`;
  await page.locator('#field_name').fill(name);
  await page.locator('#field_displayName').fill(`机型员${mark}`);
  const leaf = page.locator('.ant-tree-treenode', { hasText: 'Pages.BaseManage.Type' });
  await leaf.locator('.ant-tree-checkbox').click();
  // The branch comes with its leaf.
  await page.getByText('已选 2 项').waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/permission\/role\/\d+$/);

  const user = `typist.${mark}`;
  const made = await product.api('admin', 'POST', `${app}/User/Create`, {
    userName: user,
    name: '机型员',
    surname: '',
    isActive: true,
    roleNames: [name.toUpperCase()],
    password: 'Given-2026!',
  });
  expect(made.status).toBe(200);
  await changeFirst(user, 'Given-2026!');

  const own = await product.signIn(user);
  await own.goto(`${product.address}/baseManage/aircraftTypeManage`);
  await own.locator('main#content h1').first().waitFor();
  const menus = await settled(() => own.locator('.cw-top nav [role=menuitem]').allTextContents());
  expect(menus.filter(Boolean)).toEqual([
    '空域态势',
    '飞行监视',
    '基础资料',
    '情报信息',
    // Whoever keeps aircraft types and aerodromes keeps the documents of authorities, too.
    '政务信息',
    '系统管理',
  ]);
  const links = await own
    .locator('.cw-sidebar a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toContain('/baseManage/aircraftTypeManage');
  for (const path of [
    '/permission/user',
    '/permission/role',
    '/permission/param',
    '/permission/organizationUnits',
  ]) {
    expect(links).not.toContain(path);
    await own.goto(product.address + path);
    await own.waitForURL(/\/401/);
  }
  await own.close();

  // What the administrator is told of them is what they have.
  await page.goto(`${product.address}/permission/user/${made.body.result.id}?tab=permissions`);
  await page.getByText('拥有 2 项权限').waitFor();
  await expect
    .poll(() => page.locator('[role=tree], .ant-tree').last().textContent())
    .toContain('Pages.BaseManage.Type');
  await page.close();
});

/** A user of this test's own, who holds one permission and nothing else. */
async function holderOf(permission: string, as: string): Promise<Page> {
  const name = `${as}${mark}`;
  await product.api('admin', 'POST', '/api/records/role', {
    name,
    displayName: name,
    permissions: [permission],
  });
  const user = `${as.toLowerCase()}.${mark}`;
  const made = await product.api('admin', 'POST', `${app}/User/Create`, {
    userName: user,
    name: '单权限',
    surname: '',
    isActive: true,
    roleNames: [name.toUpperCase()],
    password: 'Given-2026!',
  });
  expect(made).toMatchObject({ status: 200 });
  await changeFirst(user, 'Given-2026!');
  return product.signIn(user);
}

test('an address opens what the menu offers, and nothing beside it', async () => {
  const watch = await product.as('aiw');
  for (const path of [
    '/permission/company',
    '/permission/dictionary',
    '/baseManage/aircraftTypeManage',
    '/baseManage/flyType',
    '/permission/dictionary/1',
    '/baseManage/airspaceEntry',
  ]) {
    await watch.goto(product.address + path);
    await watch.waitForURL(/\/401\?permissions=/);
  }
  await watch.close();

  const planner = await holderOf('Pages.StandingNAircraft', 'Planner');
  await planner.goto(`${product.address}/navigation/edit_T`);
  await planner.locator('main#content h1', { hasText: '空域模板' }).waitFor();
  expect(new URL(planner.url()).pathname).toBe('/navigation/edit_T');
  await planner.locator('main#content .cw-table, main#content .ant-empty').first().waitFor();
  await planner.close();

  const maker = await holderOf('Pages.AirspaceApproval.Create', 'Maker');
  await maker.goto(`${product.address}/baseManage/airspaceEntry`);
  await maker.waitForURL(`${product.address}/situation/addNavAirPlan`);
  await maker.getByRole('button', { name: '提交' }).first().waitFor();
  await maker.close();
});

async function changeFirst(userNameOrEmailAddress: string, password: string): Promise<void> {
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await fetch(product.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const { body } = await ask('/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password });
  const changed = await ask(
    `${app}/User/ChangePassword`,
    { currentPassword: password, newPassword: demoPassword },
    body.result.accessToken,
  );
  expect(changed.status).toBe(200);
}

test('a user is locked, and unlocked again', async () => {
  const made = await product.api('admin', 'POST', `${app}/User/Create`, {
    userName: `lock.${mark}`,
    name: `锁${mark}`,
    surname: '',
    isActive: true,
    roleNames: ['OM'],
    password: 'Given-2026!',
  });
  const { id } = made.body.result;
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/user/${id}`);
  await page.getByRole('button', { name: '锁定' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /锁\s*定/ }).click();
  await page.getByRole('button', { name: '解锁' }).waitFor();
  expect((await product.api('admin', 'GET', `${app}/User/Get?id=${id}`)).body.result.isLocked).toBe(true);
  await page.getByRole('button', { name: '解锁' }).click();
  await page.getByRole('dialog').getByText('账户由管理员锁定。').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /解\s*锁/ })
    .click();
  await page.getByRole('button', { name: '锁定' }).waitFor();
  expect((await product.api('admin', 'GET', `${app}/User/Get?id=${id}`)).body.result.isLocked).toBe(false);
  await page.close();
});

describe('the tree of units', () => {
  test('is dragged, taken back, and moved by the keyboard; codes follow', async () => {
    const [from, to] = [await makeUnit(`甲${mark}`), await makeUnit(`乙${mark}`)];
    const child = await makeUnit(`丙${mark}`, from.id);
    await makeUnit(`丁${mark}`, child.id);
    const page = await product.as('admin');
    await page.goto(`${product.address}/permission/organizationUnits`);
    await treeItem(page, `丙${mark}`).dragTo(treeItem(page, `乙${mark}`));
    await page.getByText(`已移动 丙${mark}`).waitFor();
    expect(await unitNamed(`丙${mark}`)).toMatchObject({ parentId: to.id, code: `${to.code}.00001` });
    expect(await unitNamed(`丁${mark}`)).toMatchObject({ code: `${to.code}.00001.00001` });

    await page.getByRole('button', { name: /撤\s*销/ }).click();
    await expect.poll(async () => (await unitNamed(`丙${mark}`))?.parentId).toBe(from.id);
    expect(await unitNamed(`丁${mark}`)).toMatchObject({ code: `${from.code}.00001.00001` });

    // The same without a mouse.
    await page.goto(`${product.address}/permission/organizationUnits?unit=${child.id}`);
    await page.getByRole('button', { name: '移到…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('移到此机构之下').focus();
    await page.keyboard.type(`乙${mark}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /移\s*动/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await unitNamed(`丙${mark}`))?.parentId).toBe(to.id);
    await page.close();
  });
});

test('a parameter is changed where it stands, refused at its field, and taken back to its default', async () => {
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/param`);
  const readStored = async () =>
    (await product.api('admin', 'GET', '/api/records/parameter?key=deadline.submitTime')).body[0];
  const before = await readStored();
  const input = page.getByLabel('计划申请截止时刻', { exact: true });
  await input.fill('2561');
  await input.press('Enter');
  await page.locator('.cw-parameter .cw-error').waitFor();
  expect((await readStored()).value).toBe(before.value);
  await input.fill('1430');
  await input.press('Enter');
  await expect.poll(async () => (await readStored()).value).toBe('1430');
  await page.getByRole('button', { name: '恢复默认值：计划申请截止时刻' }).click();
  await expect.poll(async () => (await readStored()).value).toBe(null);
  await expect.poll(() => input.getAttribute('placeholder')).toBe(before.defaultValue);
  await page.close();
});

test('areas of a user are chosen beside the map', async () => {
  const { body } = await product.api('admin', 'GET', '/api/records/user?userName=aiw');
  const [{ id, coverage }] = body;
  const page = await product.as('admin');
  await page.goto(`${product.address}/permission/user/${id}`);
  await page
    .getByRole('button', { name: /更多|⋮/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: '管辖范围' }).click();
  const dialog = page.getByRole('dialog');
  const area = dialog.getByRole('checkbox').first();
  await area.waitFor();
  await dialog.locator('.leaflet-container').waitFor();
  const was = await settled(() => area.isChecked());
  await area.setChecked(!was);
  await dialog.getByRole('button', { name: '保存范围' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const after = (await product.api('admin', 'GET', `/api/records/user/${id}`)).body.coverage;
  expect(after.length).toBe(coverage.length + (was ? -1 : 1));
  await product.api(
    'admin',
    'GET',
    `${app}/User/GetCoverageIdsBySave?id=${id}&coverageIds=${coverage.join(',')}`,
  );
  await page.close();
});

const screens: [name: string, path: string, ready: string][] = [
  ['units', '/permission/organizationUnits?unit=1', '.ant-tree-node-content-wrapper'],
  ['parameters', '/permission/param', '.cw-parameter'],
  ['permissions of a user', '/permission/user/2?tab=permissions', '.ant-tree-node-content-wrapper'],
  ['about us', '/permission/aboutUs', '.cw-fields'],
  ['error log', '/permission/errorLog', 'h1'],
];

describe.each(looks)('%s', (look, options) => {
  test('axe finds nothing on the screens of administration, and none is wider than its window', async () => {
    const page = await product.as('admin', { ...options, at: '/permission/updateLog' });
    await page.locator('main#content h1').waitFor();
    for (const [name, path, ready] of screens) {
      await visitScreen(page, path, ready);
      await product.picture(page, `admin ${name} ${look}`);
      expect([name, await violationsInBoth(page)]).toEqual([name, []]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([name, over <= 0]).toEqual([name, true]);
    }
    await page.close();
  });
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
