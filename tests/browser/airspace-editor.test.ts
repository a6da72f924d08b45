import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

test('an airspace whose submission is refused is kept, says why in sight, and is saved again', async () => {
  const { body: areas } = await product.api('admin', 'GET', '/api/records/airspace?designator=ZUP901');
  const limit = (value: number) => ({ value, unit: 'm', reference: 'AGL' });
  const { body } = await product.api('operator', 'POST', '/api/services/app/Airspace/Save', {
    name: `禁区内 ${Date.now()}`,
    kind: 'temporary',
    shape: 'circle',
    center: areas[0].center,
    radiusM: 500,
    lower: limit(0),
    upper: limit(300),
    validFrom: inDays(30),
    validTo: inDays(60),
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
  });
  const { id } = body.result;
  const page = await product.as('operator', { at: `/situation/edit_a?id=${id}` });
  const remark = page.locator('#field_remark');
  await remark.fill('一');
  await page.getByRole('button', { name: '提交申请' }).click();
  const why = page.locator('.cw-save-answer .ant-alert-error');
  await why.waitFor();
  await expect.poll(() => why.evaluate((alert) => alert.getBoundingClientRect().top)).toBeGreaterThan(0);
  // What stands against a field is listed by the form alone.
  const listed = page.locator('.plan-form .ant-alert-error li');
  await listed.first().waitFor();
  const text = (await why.textContent()) ?? '';
  for (const error of await listed.allTextContents()) expect(text).not.toContain(error);
  await remark.fill('二');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/detailsAir\?id=/);
  const { body: stored } = await product.api('operator', 'GET', `/api/records/airspace/${id}`);
  expect(stored).toMatchObject({ state: 0, remark: '二' });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
