import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** A form whose page dies, and one whose session ends; the rest is in tests/component/engine/forms.test.tsx. */

let product: Product;
let page: Page;
const aircraft = '/baseManage/aircraftManage';
const pilots = '/baseManage/pilotManage';
/** Another run on the same demo must not meet the traces of this one. */
const run = Date.now() % 1_000_000;
/** A poll waits as long as the page itself does. */
const patient = { timeout: 60_000 };

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('admin');
  givesUp(page);
});

afterAll(async () => {
  await product?.close();
});

async function makeAircraft(): Promise<{ id: number; version: number }> {
  const first = async (name: string) =>
    (await product.api('admin', 'GET', `/api/records/${name}?_end=1`)).body[0].id;
  const { status, body } = await product.api('admin', 'POST', '/api/records/aircraft', {
    registration: `B-${1000 + (run % 9000)}`,
    type: await first('aircraftType'),
    serialNumber: `S${run}`,
    company: await first('company'),
    airworthinessNumber: 'AC-1',
    airworthinessExpiry: '2031-01-31',
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
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
  await expect.poll(() => page.inputValue('#field_name')).toBe(`草稿 ${run}`);
  // What was restored is a draft again.
  await expect.poll(draft, patient).not.toBe(left);
  await page.reload();
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await expect.poll(() => page.inputValue('#field_name'), patient).toBe('');
  await page.reload();
  await page.locator('#field_name').waitFor();
  await expect.poll(() => page.getByText(/未保存的草稿/).count()).toBe(0);
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
  await expect.poll(() => page.inputValue('#field_serialNumber')).toBe(`KEPT-${run}`);
  await page.keyboard.press('Control+s');
  await page.waitForURL(new RegExp(`${aircraft}/${record.id}$`));
  const { body } = await product.api('admin', 'GET', `/api/records/aircraft/${record.id}`);
  expect(body.serialNumber).toBe(`KEPT-${run}`);

  await page.goto(`${product.address}${aircraft}/create?from=${record.id}`);
  await page.getByText('内容复制自已有记录').waitFor();
  await expect.poll(() => page.inputValue('#field_serialNumber')).toBe(`KEPT-${run}`);
  await expect.poll(() => page.inputValue('#field_registration')).toBe('');
  await product.api('admin', 'DELETE', `/api/records/aircraft/${record.id}`);
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
  if ((await settled(() => discard.count())) > 0) await discard.click();
}
