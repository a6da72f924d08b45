import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth, violationsOf } from './support/axe.ts';
import { dialog } from './support/dialog.ts';
import { looks } from './support/looks.ts';
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
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a message is composed from its plan, judged as it is typed, its errors found at their column, and sent', async () => {
  const page = await product.as('admin', { at: `${receipts}?plan=${plan.id}` });
  await page.getByRole('heading', { name: '计划报文回执' }).waitFor();
  await page.getByRole('button', { name: '人工拍发' }).click();
  await drawer(page).getByRole('button', { name: '由计划生成' }).click();
  const text = drawer(page).locator('#message-text');
  await expect.poll(() => text.inputValue()).toMatch(/^\(FPL-/);
  await drawer(page).getByText('FPL 报，未发现错误').waitFor();
  const right = await text.inputValue();
  await text.fill(right.replace(/DOF\/\d{6}/, 'DOF/261131'));
  await drawer(page).getByText('没有 261131 这一天').waitFor();
  expect(await drawer(page).getByRole('button', { name: '拍发', exact: true }).isDisabled()).toBe(true);
  expect(await drawer(page).locator('.message-text mark').textContent()).toBe('DOF/261131');
  // The way to the error is a button: its letters are then chosen in the text.
  await drawer(page)
    .getByRole('button', { name: /^第 \d+ 列，编组 18/ })
    .click();
  const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toContain('261131');
  // A field says its number and name to who points at it, and to who comes by keyboard.
  await drawer(page).locator('.message-field', { hasText: /^V/ }).first().focus();
  await page.getByRole('tooltip', { name: '编组 8：飞行规则及种类' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await text.fill(right);
  await drawer(page).getByRole('button', { name: '拍发', exact: true }).click();
  await page.getByText('已排队，即将发出').waitFor();
  await drawer(page).waitFor({ state: 'detached' });
  const newest = page.locator('.message-card').first();
  expect(await newest.locator('strong').textContent()).toMatch(/^FPL /);
  // The default gateway is a directory: it is written, and that is its acknowledgement. The page hears of it.
  await newest.locator('.plan-state[data-state=acknowledged]').waitFor();
  await page.close();
});

test('what came in and found no plan waits: it is matched or ignored, and the address keeps what is shown', async () => {
  await service('MessageQuery/Receive', { text: '(DEP-NOBODY1-ZUUU0230-ZUGH-DOF/261121)' });
  const page = await product.as('atmb', { at: receipts });
  await page.getByRole('button', { name: /^待处理 \d+/ }).click();
  await page.waitForURL(/states=waiting/);
  const card = page.locator('.message-card', { hasText: 'NOBODY1' });
  await card.getByText('没有与之相符的飞行计划').waitFor();
  await page.reload();
  await card.waitFor();
  expect(await page.getByRole('button', { name: /^待处理 / }).getAttribute('aria-pressed')).toBe('true');
  await card.getByRole('button', { name: '关联计划' }).click();
  await dialog(page).locator('.ant-btn-primary').click();
  await dialog(page).getByText('请选择飞行计划。').waitFor();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await card.getByRole('button', { name: '忽略' }).click();
  await dialog(page).locator('.ant-btn-primary').click();
  await card.waitFor({ state: 'detached' });
  // Another comes while the page is open: it is there without a reload.
  await service('MessageQuery/Receive', { text: '(DEP-NOBODY2-ZUUU0230-ZUGH-DOF/261121)' });
  await page.locator('.message-card', { hasText: 'NOBODY2' }).waitFor();
  await page.close();
});

test('one that came in unmatched is laid to its plan by hand', async () => {
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

test('what failed is sent again, one by one or all; what has an error is corrected first', async () => {
  // A line without an address of its own cannot carry anything.
  const { body } = await product.api('admin', 'POST', '/api/records/messageGateway', {
    name: `没有发电地址 ${Date.now()}`,
    kind: 'tcp',
    address: '203.0.114.9:9',
    direction: 'out',
    types: ['SPL'],
  });
  const fail = (callsign: string) =>
    service('MessageQuery/SendMessageQuery', {
      text: `(CNL-${callsign}-ZUUU0230-ZUGH-0)`,
      addressees: ['ZUUUZPZX'],
      gateway: body.id,
    });
  for (const callsign of ['AGAIN1', 'AGAIN2']) await fail(callsign);
  const page = await product.as('admin', { at: `${receipts}?states=failed` });
  const card = (callsign: string) => page.locator('.message-card', { hasText: callsign });
  await card('AGAIN1').getByText('发电地址“”不是八个字母').waitFor();
  await card('AGAIN2').waitFor();
  await card('AGAIN1').getByRole('button', { name: '重发 CNL AGAIN1' }).click();
  await page.getByText('1 份报文已重新排队', { exact: true }).waitFor();
  await card('AGAIN1').waitFor({ state: 'detached' });
  // The plan of the demo that names R without PBN/ is not sent as it is: it has no such button.
  expect(await card('B7315').getByRole('button', { name: /^重发/ }).count()).toBe(0);
  await page.getByRole('button', { name: '全部重发' }).click();
  await dialog(page).getByRole('button', { name: '全部重发' }).click();
  await page.getByText(/份报文已重新排队 另有 1 份报文有误/).waitFor();
  await card('AGAIN2').waitFor({ state: 'detached' });

  await card('B7315').getByRole('button', { name: '更正 FPL B7315' }).click();
  const text = drawer(page).locator('#message-text');
  const broken = await text.inputValue();
  expect(await drawer(page).locator('.message-text mark').textContent()).toBe('SDFGR/C');
  const column = broken.indexOf('SDFGR') + 1;
  await drawer(page)
    .getByRole('button', { name: `第 ${column} 列，编组 10a` })
    .click();
  expect(await violationsOf(page)).toEqual([]);
  await text.fill(broken.replace('SDFGR', 'SDFG'));
  await drawer(page).getByText('FPL 报，未发现错误').waitFor();
  await drawer(page).getByRole('button', { name: '拍发', exact: true }).click();
  await card('B7315').waitFor({ state: 'detached' });
  for (const state of ['acknowledged', 'ignored']) {
    await page.goto(`${product.address}${receipts}?states=${state}&text=B7315`);
    await card('B7315').waitFor();
  }
  await page.goto(`${product.address}${receipts}?states=acknowledged&text=AGAIN`);
  await card('AGAIN1').waitFor();
  await card('AGAIN2').waitFor();
  await page.close();
});

test('a delay that is none is told while it is typed', async () => {
  const page = await product.as('admin', { at: `${receipts}?plan=${plan.id}` });
  await page.getByRole('button', { name: '人工拍发' }).click();
  const text = drawer(page).locator('#message-text');
  await drawer(page).getByRole('button', { name: '由计划生成' }).click();
  await expect.poll(() => text.inputValue()).toMatch(/^\(FPL-/);
  const { body } = await service('MessageQuery/Known', { plan: plan.id });
  const [known] = body.result.flights;
  const clock = known.offBlockAt.slice(11, 16).replace(':', '');
  const dof = known.offBlockAt.slice(2, 10).replaceAll('-', '');
  await text.fill(`(DLA-${known.callsign}-${known.departure}${clock}-${known.destination}-DOF/${dof})`);
  await drawer(page).getByText(`延误报的时间须晚于已通知的 ${clock}`).waitFor();
  expect(await drawer(page).getByRole('button', { name: '拍发', exact: true }).isDisabled()).toBe(true);
  await page.close();
});

test("a plan's messages stand on its page, and its operator has no desk of receipts", async () => {
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
  expect(await toDesk(page).count()).toBe(0);
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

test.each(looks)('the receipts %s: axe finds nothing, and all fits', async (_, look) => {
  const page = await product.as('admin', { ...look, at: receipts });
  await page.locator('.message-card').first().waitFor();
  expect(await violationsInBoth(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.close();
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
