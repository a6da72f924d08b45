import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirm } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let operator: Page;
let body: Page;
/** A flight of the operator's that the demo has in the air. */
let id = 0;

beforeAll(async () => {
  product = await startProduct();
  [operator, body] = [await product.as('operator'), await product.as('atmb', { dark: true })];
  const { body: answer } = await product.api(
    'operator',
    'POST',
    '/api/services/app/Navigation/GetNAircraft',
    {
      states: [9],
    },
  );
  id = answer.result.items[0].id;
});

afterAll(async () => {
  await product?.close();
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await product.picture(operator, `${task.name} operator`);
  await product.picture(body, `${task.name} body`);
});

const detour = (page: Page, state: string) => page.locator(`[data-detours] li[data-state=${state}]`).first();

async function apply(reason: string, upper: string): Promise<void> {
  await operator.goto(`${product.address}/navigation/details?id=${id}`);
  await operator.locator('[data-action=applyDetour]').click();
  await operator.waitForURL(/\/navigation\/editNavPlan/);
  await operator.getByLabel('改航原因').fill(reason);
  await operator.getByLabel('上限高度').fill(upper);
  await operator.locator('[data-action=sendDetour]').click();
  await operator.waitForURL(/\/navigation\/details/);
  await detour(operator, 'open').waitFor();
}

test('an application leads its approver to the list, where it is accepted, and the operator to the new route', async () => {
  await body.goto(`${product.address}/navigation/navigation`);
  await body.locator('tbody tr.ant-table-row').first().waitFor();
  await apply('绕飞雷雨', '700');
  await body.getByRole('button', { name: '去审核列表' }).click();
  await body.waitForURL(/\/situation\/dynamic/);
  await body.locator('.detour-queue button').first().click();
  await detour(body, 'open').getByText('绕飞雷雨').waitFor();
  await expect
    .poll(() => detour(body, 'open').locator('.detour-change').textContent())
    .toMatch(/700\s*m AGL/);
  await body.locator('[data-action=acceptDetour]').click();
  await confirm(body);
  await detour(body, 'accepted').waitFor();

  await operator.getByRole('button', { name: '去改航页' }).click();
  await operator.waitForURL(/\/navigation\/editNavPlan/);
  await detour(operator, 'accepted').waitFor();
  const { body: answer } = await product.api(
    'operator',
    'GET',
    `/api/services/app/Navigation/GetJobTaskById?id=${id}`,
  );
  expect(answer.result.items[0].upper).toMatchObject({ value: 700, reference: 'AGL' });
});

test('the operator sees a refusal with its reason at once, and the route stays', async () => {
  await apply('改为较低高度', '500');
  await body.goto(`${product.address}/navigation/details?id=${id}`);
  await body.locator('[data-action=refuseDetour]').click();
  await body.locator('.ant-modal textarea').fill('低空有军方活动');
  await body.locator('.ant-modal-footer .ant-btn-dangerous').click();
  await detour(operator, 'refused').getByText('低空有军方活动').waitFor();
  const { body: answer } = await product.api(
    'operator',
    'GET',
    `/api/services/app/Navigation/GetJobTaskById?id=${id}`,
  );
  expect(answer.result.items[0].upper).toMatchObject({ value: 700 });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
