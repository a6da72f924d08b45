import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { residentCheckDigit, usccCheckCharacter } from '#domain/record/formats.ts';
import { violationsInBoth } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** Forms as people use them: what they refuse, keep, compare, and make beside what one is doing. */

let product: Product;
let page: Page;
const aircraft = '/baseManage/aircraftManage';
const pilots = '/baseManage/pilotManage';
const airspaces = '/situation/airspaceApproval';
const companies = '/permission/company';
/** Another run on the same demo must not meet the traces of this one. */
const run = Date.now() % 1_000_000;
/** A poll waits as long as the page itself does. */
const patient = { timeout: 20_000 };
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

test('what is wrong is told in a summary whose lines lead to the fields, and the first has the cursor', async () => {
  await page.goto(`${product.address}${aircraft}/create`);
  await page.fill('#field_registration', 'B-10AA');
  await page.fill('#field_icao24', '400001');
  await page.keyboard.press('Control+s');
  const summary = page.getByRole('alert').filter({ hasText: '需要修改' }).first();
  await summary.waitFor();
  await page.getByText('不在中国的地址段').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), patient).not.toBe('field_icao24');
  await summary.getByRole('button', { name: /不在中国的地址段/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), patient).toBe('field_icao24');
  await page.fill('#field_icao24', '780001');
  await expect.poll(() => page.getByText('不在中国的地址段').count(), patient).toBe(0);
});

test('an error in a hidden tab is counted on the tab, and going to it opens the tab', async () => {
  await leave('/information/airport/create');
  await page.fill('#field_name', `试飞场 ${run}`);
  await page.getByRole('tab', { name: /运行/ }).click();
  await page.fill('#field_phone', '12');
  await page.getByRole('tab', { name: /位置/ }).click();
  await page.keyboard.press('Control+s');
  await page.locator('.ant-tabs-tab', { hasText: '运行' }).locator('.ant-badge').waitFor();
  await page
    .getByRole('button', { name: /联系电话|电话/ })
    .first()
    .click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), patient).toBe('field_phone');
  expect(await page.locator('#field_phone').isVisible()).toBe(true);
});

test('an identity number fills what it says, and a contradiction is said at the field', async () => {
  await leave(`${pilots}/create`);
  const number = `11010519880412${String(run % 1000).padStart(3, '0')}`;
  await page.fill('#field_residentId', `${number}${residentCheckDigit(number)}`);
  await page.keyboard.press('Tab');
  await page.getByText('校验码正确').waitFor();
  await expect.poll(() => page.inputValue('#field_birthDate'), patient).toBe('1988-04-12');
  await page.fill('#field_birthDate', '1988-04-13');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page
    .locator('.cw-field', { has: page.locator('#field_birthDate') })
    .getByText(/不一致/)
    .waitFor();
});

test('fields have their place by what is chosen; what was typed comes back, and is dropped when saved', async () => {
  await leave('/statistics/equipmentMonitoring/create');
  await page.fill('#field_name', `源 ${run}`);
  expect(await page.locator('#field_file').count()).toBe(0);
  await page.fill('#field_port', '9601');
  await pick(page, 'transport', '回放');
  await page.locator('#field_file').waitFor();
  expect(await page.locator('#field_port').count()).toBe(0);
  await page.getByText(/不适用、保存时将清除：端口/).waitFor();
  await pick(page, 'transport', '单播');
  expect(await page.inputValue('#field_port')).toBe('9601');
  await pick(page, 'transport', '回放');
  await page.fill('#field_file', 'recording.ast');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/equipmentMonitoring\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const { body } = await product.api('admin', 'GET', `/api/records/surveillanceSource/${id}`);
  expect(body).toMatchObject({ file: 'recording.ast', port: null, transport: 'replay' });
  await remove('surveillanceSource', id);
});

test('a related record is made in a drawer, and chosen; Enter there sends nothing else', async () => {
  await page.goto(`${product.address}${aircraft}/create`);
  await page.fill('#field_registration', mark(1));
  await page.getByRole('button', { name: /新建企业/ }).click();
  await drawer().waitFor();
  const organisation = `91510100MA6${String(run).padStart(6, '0')}`;
  const name = `新翼通航 ${run}`;
  await drawer().locator('[id$="_name"]').fill(name);
  await page.keyboard.press('Enter');
  await drawer().locator('.cw-error').first().waitFor();
  // The page under it was not sent: nothing is said there.
  expect(await page.locator('.cw-form-page .cw-error').count()).toBe(0);
  await drawer()
    .locator('[id$="_uscc"]')
    .fill(`${organisation}${usccCheckCharacter(organisation)}`);
  await drawer().locator('[id$="_legalRepresentative"]').fill('张三');
  await drawer().locator('[id$="_contact"]').fill('李四');
  await drawer().locator('[id$="_phone"]').fill('028-85702345');
  await page.keyboard.press('Control+s');
  await drawer().waitFor({ state: 'hidden' });
  await page
    .locator('.cw-field', { has: page.locator('#field_company') })
    .getByText(name)
    .waitFor();
  expect(await page.inputValue('#field_registration')).toBe(mark(1));
});

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
  page.setDefaultTimeout(20_000);
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

test('a record is made with the keyboard alone', async () => {
  await leave('/permission/dictionary/items/create');
  await pick(page, 'dictionary', '道面');
  const at = () => page.evaluate(() => document.activeElement?.id ?? '');
  const reach = async (id: string) => {
    for (let step = 0; step < 12 && (await at()) !== id; step += 1) await page.keyboard.press('Tab');
    expect(await at()).toBe(id);
  };
  await reach('field_code');
  await page.keyboard.type(`k${run}`);
  await reach('field_label');
  await page.keyboard.type('键盘');
  await reach('field_labelEn');
  await page.keyboard.type('Keyboard');
  await reach('field_colour');
  await page.keyboard.type('#1890ff');
  await page.keyboard.press('Enter');
  await page.waitForURL(/dictionary\/items\/\d+$/);
  await remove('dictionaryItem', Number(/\d+$/.exec(page.url())?.[0]));
});

test('times of use are days and hours, a validity is one range, a condition is rows', async () => {
  await leave(`${airspaces}/create`);
  await page.getByRole('button', { name: '添加时段' }).click();
  await page.getByRole('button', { name: '工作日' }).click();
  await page.fill('#field_schedule_0_startTime', '8:30');
  await page.keyboard.press('Tab');
  expect(await page.inputValue('#field_schedule_0_startTime')).toBe('0830');
  await page.fill('#field_schedule_0_endTime', '99');
  await page.keyboard.press('Control+s');
  await page.locator('.cw-weekly .cw-error').first().waitFor();
  expect(await page.locator('#field_validTo').count()).toBe(0);
  await page.locator('#field_validFrom_end').waitFor();

  await leave('/permission/flowConfig/create');
  await pick(page, 'documentKind', '飞行计划');
  await page.getByRole('button', { name: /添加条件$/ }).click();
  const row = page.locator('.cw-condition-row').first();
  await choose(row.getByRole('combobox', { name: '字段' }), '最高高度');
  await row.getByRole('spinbutton', { name: '值' }).fill('3000');
  await page.getByRole('switch').first().click();
  const text = await page.locator('#field_condition_json').inputValue();
  expect(JSON.parse(text)).toEqual({ upperM: { $gte: 3000 } });
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

test('on a phone the save bar stays in sight, and the form is no wider than the screen', async () => {
  const phone = await product.as('operator', { phone: true });
  await phone.goto(`${product.address}${pilots}/create`);
  await phone.locator('#field_name').waitFor();
  const save = phone
    .getByRole('button', { name: '保存', exact: true })
    .or(phone.getByRole('button', { name: '保 存' }));
  const box = await save.first().boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(844);
  const form = phone.locator('.cw-form-page');
  expect(await form.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390);
  await phone.close();
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
