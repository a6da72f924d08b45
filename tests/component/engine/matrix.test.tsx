import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adminPermission } from '#domain/identity/access.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, gone, number, seen, validated } from '#tests/component/support/ui.ts';

/** The permission matrix: what a click makes of a role, until it is saved or taken back. */

const watch = 3;
const cell = (action: string) =>
  page.getByRole('button', { name: new RegExp(`^空域监视 · 通告 · ${action}`) });

const storeRoles = () =>
  server().add(
    'role',
    { id: 1, name: 'Admin', displayName: '系统管理员', permissions: [adminPermission], recordRules: [] },
    { id: watch, name: 'AIW', displayName: '空域监视', permissions: [], recordRules: [] },
  );

async function matrix() {
  storeRoles();
  const screen = await open('/permission/matrix?roles=Admin,AIW');
  await seen(cell('查看'));
  return screen;
}

const patches = () => server().asked.filter(({ method }) => method === 'PATCH');

test('a click goes from allowed to denied, is undone, and is saved on the role', async () => {
  await matrix();
  const read = cell('查看');
  await expect.element(read).toHaveAttribute('data-allowed', 'true');
  await read.click();
  await read.click();
  await expect.element(read).toHaveAttribute('data-allowed', 'false');
  await expect.element(read).toHaveAttribute('data-changed', 'true');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(read).toHaveAttribute('data-allowed', 'true');
  await userEvent.keyboard('{Control>}z{/Control}');
  await number(page.getByRole('button', { name: '保存' }), 0);
  await read.click();
  await read.click();
  expect(patches()).toEqual([]);
  await page.getByRole('button', { name: '1 处更改' }).click();
  await seen(page.getByText('通告 · 查看: 按权限 → 禁止'));
  await page.getByRole('button', { name: '保存' }).click();
  await seen(page.getByText('权限已保存，立即生效'));
  await gone(page.getByRole('button', { name: '保存' }));
  const rules = [{ resource: 'notice', actions: { read: false } }];
  expect(patches().map(({ path, body }) => [path, body])).toEqual([
    [`/api/records/role/${watch}`, { version: 1, recordRules: rules }],
  ]);
  await expect.element(read).toHaveAttribute('data-allowed', 'false');
  await expect.element(read).not.toHaveAttribute('data-changed');
});

test('the administrator has all rights, and a click changes none of them', async () => {
  await matrix();
  const fixed = page.getByRole('button', { name: /^系统管理员 · 通告 · 查看/ });
  await expect.element(fixed).toHaveAttribute('aria-disabled', 'true');
  await fixed.click({ force: true });
  await expect.element(fixed).toHaveAttribute('data-allowed', 'true');
  await number(page.getByRole('button', { name: '保存' }), 0);
});

test('what somebody else saved of another record type in the meantime is kept', async () => {
  await matrix();
  await cell('查看').click();
  const theirs = { resource: 'airway', actions: { read: false } };
  server().change('role', watch, { recordRules: [theirs] });
  await page.getByRole('button', { name: '保存' }).click();
  await seen(page.getByText('权限已保存，立即生效'));
  expect(server().row('role', watch).recordRules).toEqual([
    theirs,
    { resource: 'notice', actions: { read: true } },
  ]);
});

test('changes that could not be saved stay, and leaving them asks', async () => {
  const screen = await matrix();
  server().on(`PATCH /api/records/role/${watch}`, () =>
    json({ message: '最后一名管理员', code: 'refused', errors: {} }, 422),
  );
  await cell('新建').click();
  await page.getByRole('button', { name: '保存' }).click();
  await seen(page.getByText('没有全部保存'));
  await seen(page.getByText('最后一名管理员').first());
  await expect.element(cell('新建')).toHaveAttribute('data-changed', 'true');
  void screen.go('/permission/role');
  await seen(page.getByText('离开此页？'));
  await page.getByRole('button', { name: '留在此页' }).click();
  await gone(page.getByText('离开此页？'));
  expect(screen.at().pathname).toBe('/permission/matrix');
  await page.getByRole('button', { name: '放弃更改' }).click();
  await expect.element(cell('新建')).not.toHaveAttribute('data-changed');
});

test.each(sampled([false, true]))('axe finds nothing on it (phone: %s)', async (phone) => {
  storeRoles();
  await open('/permission/matrix?roles=AIW', { phone });
  await seen(css('.cw-matrix, .ant-segmented'));
  expect(await validated('matrix')).toEqual([]);
});
