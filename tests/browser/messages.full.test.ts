import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './support/axe.ts';
import { dialog } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
/** A plan that is approved, so that it has messages. */
let plan: { id: number; planNumber: string };

beforeAll(async () => {
  product = await startProduct();
  const { body } = await product.api('operator', 'POST', '/api/services/app/Navigation/GetHistoryNAircraft', {
    states: [4],
    maxResultCount: 50,
  });
  // A standing plan flies by the plans that are made from it: they have the messages.
  plan = body.result.items.find(({ kind }: { kind: string }) => kind !== 'standing');
});
afterAll(async () => {
  await product?.close();
});

const service = (call: string, input: object) =>
  product.api('admin', 'POST', `/api/services/app/${call}`, input);
const receipts = '/intelligence/MessageReceipt';
const drawer = (page: Page) => page.locator('.ant-drawer-content:visible');

test('a message is composed from its plan, sent, and acknowledged by its gateway', async () => {
  const page = await product.as('admin', { at: `${receipts}?plan=${plan.id}` });
  await page.getByRole('heading', { name: '计划报文回执' }).waitFor();
  await page.getByRole('button', { name: '人工拍发' }).click();
  await drawer(page).getByRole('button', { name: '由计划生成' }).click();
  const text = drawer(page).locator('#message-text');
  await expect.poll(() => text.inputValue()).toMatch(/^\(FPL-/);
  await drawer(page).getByText('FPL 报，未发现错误').waitFor();
  await drawer(page).getByRole('button', { name: '拍发', exact: true }).click();
  await page.getByText('已排队，即将发出').waitFor();
  await drawer(page).waitFor({ state: 'detached' });
  const newest = page.locator('.message-card').first();
  await expect.poll(() => newest.locator('strong').textContent()).toMatch(/^FPL /);
  // The default gateway is a directory: it is written, and that is its acknowledgement. The page hears of it.
  await newest.locator('.plan-state[data-state=acknowledged]').waitFor();
  await page.close();
});

test('a message without a plan waits until it is ignored, and another one appears as it comes in', async () => {
  await service('MessageQuery/Receive', { text: '(DEP-NOBODY1-ZUUU0230-ZUGH-DOF/261121)' });
  const page = await product.as('atmb', { at: receipts });
  await page.getByRole('button', { name: /^待处理 \d+/ }).click();
  await page.waitForURL(/states=waiting/);
  const card = page.locator('.message-card', { hasText: 'NOBODY1' });
  await card.getByText('没有与之相符的飞行计划').waitFor();
  await card.getByRole('button', { name: '忽略' }).click();
  await dialog(page).locator('.ant-btn-primary').click();
  await card.waitFor({ state: 'detached' });
  // Another comes while the page is open: it is there without a reload.
  await service('MessageQuery/Receive', { text: '(DEP-NOBODY2-ZUUU0230-ZUGH-DOF/261121)' });
  await page.locator('.message-card', { hasText: 'NOBODY2' }).waitFor();
  await page.close();
});

test('a message without a plan is matched by hand', async () => {
  await service('MessageQuery/Receive', {
    text: '(CHG-NOBODY3-ZUUU0230-ZUGH-DOF/261121-15/K0200M0120 DCT)',
  });
  const page = await product.as('admin', { at: `${receipts}?states=waiting&text=NOBODY3` });
  const card = page.locator('.message-card', { hasText: 'NOBODY3' });
  await card.getByRole('button', { name: '关联计划' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await dialog(page).locator('#match-plan').fill(plan.planNumber);
  await page.locator('.ant-select-item-option', { hasText: plan.planNumber }).first().click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('报文已关联到计划并处理。').waitFor();
  await card.waitFor({ state: 'detached' });
  await page.goto(`${product.address}/navigation/details?id=${plan.id}`);
  await page.getByRole('tab', { name: '报文' }).click();
  await page
    .locator('.message-card', { hasText: 'NOBODY3' })
    .locator('.plan-state[data-state=applied]')
    .waitFor();
  await page.close();
});

test('the messages of a plan are on its page, and its operator has no access to the receipts', async () => {
  const toDesk = (on: Page) => on.getByRole('link', { name: '在回执页查看与拍发' });
  const messagesOf = async (user: string) => {
    const page = await product.as(user, { at: `/navigation/details?id=${plan.id}` });
    await page.getByRole('tab', { name: '报文' }).click();
    await page.locator('.message-card', { hasText: 'FPL' }).first().waitFor();
    return page;
  };
  const body = await messagesOf('atmb');
  await toDesk(body).waitFor();
  await body.close();
  const page = await messagesOf('operator');
  await expect.poll(() => toDesk(page).count()).toBe(0);
  await page.goto(`${product.address}${receipts}`);
  await page.waitForURL(/\/401/);
  await page.close();
});

test('why a message waits is read in the language of its reader', async () => {
  await service('MessageQuery/Receive', { text: '(DEP-NOONE-ZUGH0205-ZUGH-0)' });
  for (const [look, reason] of [
    [{ locale: 'en' }, 'No plan fits it'],
    [{}, '没有与之相符的飞行计划'],
  ] as const) {
    const page = await product.as('admin', { ...look, at: `${receipts}?states=waiting` });
    await page.locator('.message-card', { hasText: 'NOONE' }).getByText(reason).waitFor();
    await page.close();
  }
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
