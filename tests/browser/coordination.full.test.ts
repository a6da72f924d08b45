import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serious } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** Two people speak with each other through the product: what one does is seen by the other at once. */

let product: Product;
let room = 0;
const ids: Record<string, number> = {};

const service = async (user: string, call: string, input: object) => {
  const { status, body } = await product.api(user, 'POST', `/api/services/app/Coordination/${call}`, input);
  expect([status, JSON.stringify(body.error)]).toEqual([200, 'null']);
  return body.result;
};

beforeAll(async () => {
  product = await startProduct();
  for (const user of ['operator', 'atmb', 'aiw']) {
    const { body } = await product.api(user, 'GET', '/api/services/app/Session/GetCurrentUserInfo');
    ids[user] = body.result.user.id;
  }
  const made = await service('atmb', 'CreateRoom', {
    name: '西部空域协调',
    members: [ids.operator, ids.aiw],
  });
  room = made.id;
});
afterAll(async () => {
  await product?.close();
});

/** The banner shows what is most urgent: nothing of the demo waits any more. */
async function acknowledgeAll(user: string): Promise<void> {
  const { body } = await product.api(user, 'GET', '/api/services/app/Coordination/GetOpenOrders');
  for (const { room, seq } of body.result.toMe) await service(user, 'Acknowledge', { room, seq });
}

const field = (page: Page) => page.getByRole('combobox', { name: '输入消息' });
const said = (page: Page, text: string) => page.locator('.chat-log .chat-message', { hasText: text });

test('a message is with the other at once, its receipt comes back, and an order is acknowledged by name', async () => {
  const at = `/coordination/chat?room=${room}`;
  const [body, crew] = await Promise.all([
    product.as('atmb', { at }),
    product.as('operator', { at: '/permission/updateLog' }),
  ]);
  await field(body).waitFor();
  for (const page of [body, crew]) await page.getByText('已连接', { exact: true }).waitFor();
  await field(body).fill('今日 14:00 起请避让训练空域');
  await field(body).press('Enter');
  await said(body, '请避让训练空域').waitFor();
  // On whatever page the other is, the sign in the header counts it, and leads there.
  await crew.getByRole('button', { name: /^协调会商，[1-9]\d* 条未读/ }).click();
  await crew.getByRole('link', { name: /西部空域协调/ }).click();
  await said(crew, '请避让训练空域').waitFor();
  await said(body, '请避让训练空域').getByRole('button', { name: '1/2 已读' }).waitFor();

  await field(crew).fill('收到');
  await field(crew).press('Enter');
  await said(body, '收到').waitFor();

  await acknowledgeAll('operator');
  await service('atmb', 'Send', {
    room,
    clientId: crypto.randomUUID(),
    text: '立即下降至 600 m AGL',
    kind: 'order',
    demand: { receivers: [ids.operator], withinS: 600 },
  });
  const banner = crew.locator('[data-demand-banner]', { hasText: '立即下降至 600 m AGL' });
  await banner.getByText(/剩余 \d+/).waitFor();
  await banner.getByRole('button', { name: '确认收到' }).click();
  await banner.waitFor({ state: 'detached' });
  await said(body, '立即下降至 600 m AGL').getByText('全部已确认').waitFor();
  await Promise.all([body.close(), crew.close()]);
});

test('what is written while the server cannot be reached arrives once, when it can again', async () => {
  const at = `/coordination/chat?room=${room}`;
  const crew = await product.as('operator', { at });
  await field(crew).waitFor();
  await crew.context().setOffline(true);
  await field(crew).fill('备降机场已确认');
  await field(crew).press('Enter');
  await crew.locator('[data-unsent]', { hasText: '备降机场已确认' }).waitFor();
  await crew.context().setOffline(false);
  await crew.locator('[data-unsent]').waitFor({ state: 'detached' });
  await said(crew, '备降机场已确认').waitFor();
  const { body } = await product.api(
    'atmb',
    'GET',
    `/api/services/app/Coordination/GetMessages?room=${room}&most=50`,
  );
  const same = body.result.items.filter(({ text }: { text: string }) => text === '备降机场已确认');
  expect(same).toHaveLength(1);
  await crew.close();
});

test('on a phone what may be done with a message is within reach, and fits the window', async () => {
  const text = '请各单位确认下午的训练空域安排，';
  await service('operator', 'Send', { room, clientId: crypto.randomUUID(), text: text.repeat(8) });
  const page = await product.as('atmb', { phone: true, at: `/coordination/chat?room=${room}` });
  const more = said(page, text).last().locator('.chat-acts button');
  const button = await settled(() => more.boundingBox());
  expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(40);
  await more.tap();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  for (const item of await items.all()) {
    const { x = -1, y = -1, width = 0, height = 0 } = (await settled(() => item.boundingBox())) ?? {};
    expect([x >= 0, x + width <= 390, y >= 0, y + height <= 844]).toEqual([true, true, true, true]);
  }
  const log = page.locator('.chat-log');
  expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.getByRole('menuitem', { name: '回复' }).tap();
  await page.locator('.chat-quoting', { hasText: '训练空域安排' }).waitFor();
  await page.close();
});

test('one click on a plan makes its room, and the plan is a card that only those see who may', async () => {
  const { body } = await product.api('operator', 'GET', '/api/records/plan?_end=1&_sort=id&_order=desc');
  const [plan] = body;
  const crew = await product.as('operator', { at: `/navigation/details?id=${plan.id}` });
  await crew.locator('[data-action=openRoom]').click();
  await crew.waitForURL(/\/coordination\/chat\?room=\d+/);
  await crew.locator('.chat-head h2').waitFor();
  await service('operator', 'Send', {
    room,
    clientId: crypto.randomUUID(),
    text: '请看此计划',
    references: [{ resource: 'plan', id: plan.id }],
  });
  await crew.goto(`${product.address}/coordination/chat?room=${room}`);
  await crew.locator(`[data-card=plan-${plan.id}]`, { hasText: plan.planNumber }).waitFor();
  await crew.close();
});

test('the record is intact, has what was withdrawn, and axe finds nothing serious on the three screens', async () => {
  const sent = await service('atmb', 'Send', { room, clientId: crypto.randomUUID(), text: '写错的高度' });
  await service('atmb', 'Withdraw', { room, seq: sent.seq });
  const page = await product.as('atmb', { at: `/coordination/detail?id=${room}` });
  await page.locator('[data-chain=valid]').waitFor();
  await page.locator(`[data-entry-seq="${sent.seq}"]`).getByRole('button', { name: '查看经过' }).click();
  await page.getByRole('dialog').getByText('写错的高度').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await serious(page, 'record')).toEqual([]);
  await page.goto(`${product.address}/coordination/index`);
  await page.getByText('指令与通报').first().waitFor();
  expect(await serious(page, 'overview')).toEqual([]);
  await page.goto(`${product.address}/coordination/chat?room=${room}`);
  await said(page, '收到').first().waitFor();
  expect(await serious(page, 'conversation')).toEqual([]);
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
