import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ConfigurationItemView, ConfigurationPreview } from '#contract/configuration-transfer.ts';
import { refused } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';

/** The screen that moves a configuration: preview, choice, application, and the stored difference. */

const item = (
  section: ConfigurationItemView['section'],
  key: string,
  rest: Partial<ConfigurationItemView> = {},
): ConfigurationItemView => ({
  id: `${section}:${key}`,
  section,
  key,
  label: `${key} 名称`,
  status: 'changed',
  changes: [{ label: '值', before: '15', after: '45' }],
  problems: [],
  needs: [],
  ...rest,
});

const items = [
  item('parameters', 'session.idleMinutes'),
  item('parameters', 'plan.same', { status: 'same', changes: [] }),
  item('roles', 'Auditor', { status: 'new' }),
  item('roles', 'Broken', { problems: [{ level: 'error', text: '当前版本没有权限“Pages.X”' }] }),
  item('flows', 'Flow', { needs: ['roles:Auditor'] }),
];

const preview = (comparison: string): ConfigurationPreview => ({
  installation: 'Test',
  productVersion: '1.0.0',
  madeAt: '2026-11-01T00:00:00.000Z',
  madeBy: '管理员',
  hash: 'a'.repeat(64),
  key: 'b'.repeat(64),
  origin: 'other',
  newer: false,
  comparison,
  items,
});

const transfer = {
  id: 7,
  appliedAt: '2026-11-02T00:00:00.000Z',
  appliedBy: '管理员',
  installation: 'Test',
  productVersion: '1.0.0',
  madeAt: '2026-11-01T00:00:00.000Z',
  reason: '试用通过',
  fileHash: 'a'.repeat(64),
  added: 1,
  changed: 1,
};

const sent = (call: string) =>
  server().asked.filter(({ path }) => path.endsWith(`/ConfigurationTransfer/${call}`));

async function loadFile(): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(field).not.toBeNull();
  const input = field();
  const files = new DataTransfer();
  files.items.add(
    new File(['{"format":"clearway-configuration"}'], 'test.json', { type: 'application/json' }),
  );
  if (!input) throw new Error('there is no file field');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function answer() {
  let comparison = '1'.repeat(64);
  server().call('ConfigurationTransfer', 'GetTransfers', () => ({ items: [transfer] }));
  server().call('ConfigurationTransfer', 'Preview', () => preview(comparison));
  server().call('ConfigurationTransfer', 'Apply', () => ({ id: 8, added: 1, changed: 1 }));
  server().call('ConfigurationTransfer', 'GetTransfer', () => ({
    ...transfer,
    items: [items[0], items[2]].flatMap((one) => one ?? []),
  }));
  server().call('ConfigurationTransfer', 'GetPrevious', () => ({ file: '{}' }));
  return { change: () => (comparison = '2'.repeat(64)) };
}

const box = (name: string) => page.getByRole('checkbox', { name });

test('a file is previewed, items are chosen with what they need, and applied with a reason', async () => {
  answer();
  await open('/permission/configuration');
  await loadFile();
  await seen(page.getByText('新增 1，变更 3，相同 1，仅本系统有 0。'));
  expect(page.getByText('plan.same 名称').elements()).toHaveLength(0);
  await expect.element(box('Broken 名称 Broken')).toBeDisabled();
  await seen(page.getByText('当前版本没有权限“Pages.X”'));
  await page.getByRole('button', { name: 'session.idleMinutes 名称 变更前后：1 处' }).click();
  await seen(page.getByRole('region', { name: 'session.idleMinutes 名称' }).getByText('45'));
  await box('Flow 名称 Flow').click();
  await expect.element(box('Auditor 名称 Auditor')).toBeChecked();
  await seen(page.getByText('已选 2 项'));
  await page.getByRole('button', { name: '应用', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText(/新增 1 项，变更 1 项/));
  await dialog.getByRole('button', { name: /应\s*用/ }).click();
  await seen(dialog.getByText('请填写原因'));
  expect(sent('Apply')).toEqual([]);
  await dialog.getByRole('textbox').fill('试用通过');
  await dialog.getByRole('button', { name: /应\s*用/ }).click();
  await seen(page.getByText('已应用：新增 1 项，变更 1 项'));
  expect(sent('Apply')).toMatchObject([
    { body: { items: ['flows:Flow', 'roles:Auditor'], comparison: '1'.repeat(64), reason: '试用通过' } },
  ]);
  await expect
    .element(page.getByRole('link', { name: '查看本次迁移记录' }))
    .toHaveAttribute('href', '/permission/configuration/8');
});

test('a preview that is out of date is made again', async () => {
  const { change } = answer();
  server().on('/api/services/app/ConfigurationTransfer/Apply', () =>
    refused('预览之后本系统配置已有变化', 409),
  );
  await open('/permission/configuration');
  await loadFile();
  await box('session.idleMinutes 名称 session.idleMinutes').click();
  await page.getByRole('button', { name: '应用', exact: true }).click();
  change();
  await page.getByRole('dialog').getByRole('textbox').fill('x');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /应\s*用/ })
    .click();
  await seen(page.getByText('预览之后本系统配置已有变化，请核对新的预览后再应用'));
  expect(sent('Preview')).toHaveLength(2);
  await seen(page.getByText('已选 0 项'));
});

test('the stored difference is shown, and its previous values are previewed', async () => {
  answer();
  const screen = await open('/permission/configuration/7');
  await seen(page.getByText('试用通过'));
  await seen(page.getByRole('heading', { name: '配置迁移 7' }));
  await page.getByRole('button', { name: '恢复原值' }).click();
  await seen(page.getByText('新增 1，变更 3，相同 1，仅本系统有 0。'));
  expect(screen.at().pathname).toBe('/permission/configuration');
});

test('a phone shows it without scrolling sideways', async () => {
  answer();
  await open('/permission/configuration', { phone: true });
  await loadFile();
  await seen(page.getByText('仅看差异'));
  await page.getByRole('button', { name: 'session.idleMinutes 名称 变更前后：1 处' }).click();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
