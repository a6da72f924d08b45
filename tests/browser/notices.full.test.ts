import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAircraft } from './support/own-aircraft.ts';
import { type Product, startProduct } from './support/product.ts';

/** Notices, reminders and silence as a real server brings them. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

/** Every role opens it, and there is little on it. */
const quiet = '/permission/updateLog';

const stop = '即刻停止全部飞行';

const service = (user: string, call: string, input: object) =>
  product.api(user, 'POST', `/api/services/app/${call}`, input);

test('a stop is acknowledged by a confirm; a decision becomes a reminder before one is asked for', async () => {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const notice = await product.api('admin', 'POST', '/api/records/notice', {
    title: '停止活动',
    content: `因空军活动，${stop}。`,
    level: 1,
    kind: 'stopActivity',
    startTime: at(-hour),
    endTime: at(hour),
    mustAcknowledge: true,
  });
  expect([notice.status, JSON.stringify(notice.body)]).toEqual([201, expect.any(String)]);
  const id = await makeAircraft(product, 'B-11NT');
  const submitted = await service('operator', 'Audit/Submit', { resource: 'aircraft', id });
  expect(submitted.status).toBe(200);

  const page = await product.as('operator');
  let askedCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('/Reminder/GetList')) askedCount += 1;
  });
  await page.goto(product.address + quiet);
  await page.locator('.cw-strip', { hasText: stop }).waitFor();
  await page.getByRole('button', { name: /^管制通告，\d+ 条生效/ }).click();
  const entry = page.locator('.ant-drawer .cw-entry', { hasText: stop });
  await entry.getByText('一级').waitFor();
  await entry.getByRole('button', { name: '确认收到' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  await entry.getByText(/已于 .* 确认/).waitFor();
  await page.keyboard.press('Escape');

  // The decision of somebody else comes by the hub.
  const { body } = await product.api(
    'atmb',
    'GET',
    `/api/services/app/Audit/GetTimeline?resource=aircraft&id=${id}`,
  );
  const askedBefore = askedCount;
  const decided = await service('atmb', 'Audit/Decide', {
    resource: 'aircraft',
    id,
    decision: 'reject',
    stepIndex: body.result.stepIndex,
    comment: '适航证不清晰',
  });
  expect([decided.status, JSON.stringify(decided.body)]).toEqual([200, expect.any(String)]);
  await expect.poll(() => askedCount).toBeGreaterThan(askedBefore);
  await page.getByRole('button', { name: /^站内提醒，[1-9]\d* 条未读/ }).click();
  const reminder = page.locator('.ant-drawer .cw-entry', { hasText: '适航证不清晰' });
  await reminder.waitFor();
  await reminder.getByRole('button', { name: '标为已读' }).click();
  await reminder.getByText('已读').waitFor();
  await page.close();
});

test('the map shows for how long the server has been silent, until it speaks again', async () => {
  const page = await product.as('atmb', { at: quiet });
  let silent = false;
  /** A server that has something to say sends no other signs of life; without them the page gives up the connection. */
  const signOfLife = '{"type":6}\u001e';
  const pulses: NodeJS.Timeout[] = [];
  await page.routeWebSocket(/\/signalr-instant/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!silent) socket.send(message);
    });
    pulses.push(setInterval(() => silent && socket.send(signOfLife), 500));
  });
  try {
    await page.goto(`${product.address}/flightWatch/situationmap`);
    // The server has sent something: the age of a feed is known.
    await page.locator('.cw-feeds .cw-feed-age').first().waitFor();
    await expect.poll(() => page.locator('.cw-banner', { hasText: '没有发来数据' }).count()).toBe(0);
    silent = true;
    const banner = page.getByRole('alert').filter({ hasText: /服务器已 \d+ s 没有发来数据/ });
    await banner.waitFor();
    silent = false;
    await banner.waitFor({ state: 'detached' });
  } finally {
    for (const pulse of pulses) clearInterval(pulse);
  }
  await page.close();
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
