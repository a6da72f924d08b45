import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** Forms across a server and the death of a page; what one does by itself is in tests/component/engine/forms.test.tsx. */

let product: Product;
let page: Page;
const aircraft = '/baseManage/aircraftManage';
const pilots = '/baseManage/pilotManage';
const companies = '/permission/company';
/** Another run on the same demo must not meet the traces of this one. */
const run = Date.now() % 1_000_000;
/** A poll waits as long as the page itself does. */
const patient = { timeout: 60_000 };
const mark = (n: number) => `B-${1000 + ((run + n) % 9000)}`;

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
  givesUp(page);
});

afterAll(async () => {
  await product?.close();
});

const drawer = () => page.locator('.ant-drawer-open');

async function pick(scope: Page | Locator, field: string, typed: string): Promise<void> {
  await choose(scope.locator(`[id$="_${field}"]`).first(), typed);
}

async function choose(control: Locator, typed: string): Promise<void> {
  await control.focus();
  await page.keyboard.type(typed);
  const found = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active', {
    hasText: typed,
  });
  await found.first().waitFor();
  await page.keyboard.press('Enter');
}

async function makeAircraft(values: Record<string, unknown> = {}): Promise<{ id: number; version: number }> {
  const first = async (name: string) =>
    (await product.api('admin', 'GET', `/api/records/${name}?_end=1`)).body[0].id;
  const { status, body } = await product.api('admin', 'POST', '/api/records/aircraft', {
    registration: mark(7),
    type: await first('aircraftType'),
    serialNumber: `S${run}`,
    company: await first('company'),
    airworthinessNumber: 'AC-1',
    airworthinessExpiry: '2031-01-31',
    ...values,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function remove(resource: string, id: number): Promise<void> {
  await product.api('admin', 'DELETE', `/api/records/${resource}/${id}`);
}

/** The draft of a new pilot as the browser keeps it. */
const draft = () =>
  page.evaluate(
    () =>
      Object.entries(localStorage).find(
        ([key]) => key.startsWith('draft:') && key.endsWith('pilot:new'),
      )?.[1] ?? '',
  );

test('a draft survives the death of the page, and says what it holds', async () => {
  await leave(`${pilots}/create`);
  await page.fill('#field_name', `草稿 ${run}`);
  await expect.poll(draft, patient).toContain(`草稿 ${run}`);
  // No goodbye: the page is gone as when the browser is killed.
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  givesUp(page);
  await page.goto(`${product.address}${pilots}/create`);
  await page.getByText(/未保存的草稿/).waitFor();
  await page.getByText(/涉及 1 个字段：姓名/).waitFor();
  const left = await draft();
  await page.getByRole('button', { name: /恢\s?复/ }).click();
  expect(await page.inputValue('#field_name')).toBe(`草稿 ${run}`);
  // What was restored is a draft again.
  await expect.poll(draft, patient).not.toBe(left);
  await page.reload();
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await expect.poll(() => page.inputValue('#field_name'), patient).toBe('');
  await page.reload();
  await page.locator('#field_name').waitFor();
  expect(await page.getByText(/未保存的草稿/).count()).toBe(0);
});

test('Back and a link ask before anything is lost; Escape in a drawer asks too', async () => {
  await page.goto(product.address + pilots);
  await page.locator('main#content h1').first().waitFor();
  await page.locator(`main#content a[href="${pilots}/create"]`).first().click();
  await page.fill('#field_name', '未保存');
  await page.goBack();
  await page.getByText('离开此页？').waitFor();
  await page.getByRole('button', { name: '留在此页' }).click();
  expect(await page.inputValue('#field_name')).toBe('未保存');
  await page.getByRole('button', { name: '新建机场（用于基地机场）' }).click();
  await drawer().locator('[id$="_name"]').fill('半途');
  await page.keyboard.press('Escape');
  await page.locator('.ant-modal-confirm').waitFor();
  await page.locator('.ant-modal-confirm').getByRole('button', { name: '留在此页' }).click();
  await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' });
  expect(await drawer().locator('[id$="_name"]').inputValue()).toBe('半途');
  await page.keyboard.press('Escape');
  await page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
  await drawer().waitFor({ state: 'hidden' });
});

test('a session that ends while saving keeps all, and the save can be repeated', async () => {
  const record = await makeAircraft();
  await leave(`${aircraft}/${record.id}/edit`);
  await page.fill('#field_serialNumber', `KEPT-${run}`);
  await page.route('**/api/records/aircraft/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"登录已失效"}' })
      : route.fallback(),
  );
  await page.keyboard.press('Control+s');
  await page
    .getByRole('dialog')
    .filter({ has: page.locator('#ended-name') })
    .waitFor();
  await page.unroute('**/api/records/aircraft/*');
  await page.locator('.ant-modal input[type=password]').fill('Demo-2026!');
  await page.keyboard.press('Enter');
  await page.locator('#ended-name').waitFor({ state: 'hidden' });
  expect(await page.inputValue('#field_serialNumber')).toBe(`KEPT-${run}`);
  await page.keyboard.press('Control+s');
  await page.waitForURL(new RegExp(`${aircraft}/${record.id}$`));
  const { body } = await product.api('admin', 'GET', `/api/records/aircraft/${record.id}`);
  expect(body.serialNumber).toBe(`KEPT-${run}`);

  await page.goto(`${product.address}${aircraft}/create?from=${record.id}`);
  await page.getByText('内容复制自已有记录').waitFor();
  expect(await page.inputValue('#field_serialNumber')).toBe(`KEPT-${run}`);
  expect(await page.inputValue('#field_registration')).toBe('');
  await remove('aircraft', record.id);
});

test('a company is edited with its aircraft: one is added, changed and taken away beside it', async () => {
  const { body } = await product.api('admin', 'GET', '/api/records/company?_end=1&_sort=id&_order=desc');
  await leave(`${companies}/${body[0].id}/edit`);
  const section = page.getByRole('group', { name: '航空器', exact: true });
  await section.getByRole('button', { name: '添加航空器' }).click();
  await drawer().locator('[id$="_registration"]').fill(mark(3));
  expect(await drawer().locator('[id$="_company"]').count()).toBe(0);
  await pick(drawer(), 'type', 'C172');
  await drawer().locator('[id$="_serialNumber"]').fill('D-1');
  await drawer().locator('[id$="_airworthinessNumber"]').fill('AC-2');
  await drawer().locator('[id$="_airworthinessExpiry"]').fill('2030-02-28');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const row = section.locator('tbody tr', { hasText: mark(3) });
  await row.waitFor();
  await row.getByRole('button', { name: `编辑 ${mark(3)}` }).click();
  await drawer().locator('[id$="_callsign"]').fill('CWX01');
  await page.keyboard.press('Control+s');
  await section.locator('tbody tr', { hasText: 'CWX01' }).waitFor();
  await section.getByRole('button', { name: `删除 ${mark(3)}` }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn').last().click();
  await expect.poll(() => section.locator('tbody tr', { hasText: mark(3) }).count(), patient).toBe(0);
});

test('axe finds nothing in forms, with locked fields, details, errors and a drawer open, in either theme', async () => {
  const lines: string[] = [];
  const find = async (where: string) => {
    lines.push(...(await violationsInBoth(page)).map((line) => `${where}, ${line}`));
  };
  const { body } = await product.api('admin', 'GET', '/api/records/company?_end=1');
  await leave(`${companies}/${body[0].id}/edit`);
  await page
    .getByRole('group', { name: '飞行员', exact: true })
    .locator('tr.ant-table-row')
    .first()
    .waitFor();
  await find('company');
  await leave(`${pilots}/create`);
  await page.keyboard.press('Control+s');
  await page.locator('.cw-error').first().waitFor();
  await page.getByRole('button', { name: '新建机场（用于基地机场）' }).click();
  await drawer().locator('[id$="_name"]').waitFor();
  await find('drawer');
  expect(lines).toEqual([]);
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});

/** Where the browser itself asks whether to leave, the answer is yes. */
function givesUp(one: Page): void {
  one.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
}

/** Goes to a page as someone who gives up what stands in a form. */
async function leave(path: string): Promise<void> {
  await page.goto(product.address + path);
  await page.locator('main#content h1').first().waitFor();
  const discard = page.getByRole('button', { name: /丢\s?弃/ });
  await page.locator('.cw-field').first().waitFor();
  if ((await discard.count()) > 0) await discard.click();
}
