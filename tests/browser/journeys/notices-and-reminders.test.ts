import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, sharedProduct } from '../support/product.ts';
import { called, makeOperator, type OwnOperator } from './support/own-operator.ts';

let product: Product;
let own: OwnOperator;

beforeAll(async () => {
  product = await sharedProduct();
  own = await makeOperator(product, '10');
});

afterAll(async () => {
  await product?.close();
});

const hourMs = 3_600_000;

test('a stop reaches its operator, who acknowledges it, and a decision becomes a reminder until it is read', async () => {
  const page = await product.as(own.user, { at: '/permission/updateLog' });
  await page.getByText('已连接', { exact: true }).waitFor();

  // A stop for this company alone, while its user is at work.
  const stop = '即刻停止全部飞行，等待复飞通知';
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const notice = await product.api('admin', 'POST', '/api/records/notice', {
    title: '停止活动',
    content: stop,
    level: 1,
    kind: 'stopActivity',
    companies: [own.company],
    startTime: at(-hourMs),
    endTime: at(hourMs),
    mustAcknowledge: true,
  });
  expect([notice.status, JSON.stringify(notice.body)]).toEqual([201, expect.any(String)]);
  await page.locator('.cw-strip', { hasText: stop }).waitFor();
  await page.getByRole('button', { name: /^管制通告，\d+ 条生效/ }).click();
  const entry = page.locator('.ant-drawer .cw-entry', { hasText: stop });
  await entry.getByText('一级').waitFor();
  await entry.getByRole('button', { name: '确认收到' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  await entry.getByText(/已于 .* 确认/).waitFor();
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });

  // An aircraft that was changed is submitted again, and returned with a reason.
  const record = { resource: 'aircraft', id: own.aircraft };
  const audit = (user: string, call: string, more: object = {}) =>
    product.api(user, 'POST', `/api/services/app/Audit/${call}`, { ...record, ...more });
  const path = `/api/records/aircraft/${own.aircraft}`;
  const { version } = (await product.api(own.user, 'GET', path)).body;
  expect((await product.api(own.user, 'PATCH', path, { version, seats: 4 })).status).toBe(200);
  called(await audit(own.user, 'Submit'));
  const { stepIndex } = called(
    await product.api(
      'atmb',
      'GET',
      `/api/services/app/Audit/GetTimeline?resource=aircraft&id=${own.aircraft}`,
    ),
  );
  const comment = '适航证不清晰';
  called(await audit('atmb', 'Decide', { decision: 'reject', stepIndex, comment }));
  await page.getByRole('button', { name: /^站内提醒，[1-9]\d* 条未读/ }).click();
  const reminder = page.locator('.ant-drawer .cw-entry', { hasText: comment });
  await reminder.waitFor();
  await reminder.getByRole('button', { name: '标为已读' }).click();
  await reminder.getByText('已读').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^站内提醒/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^站内提醒，[1-9]\d* 条未读/ }).count()).toBe(0);
  expect(product.errors).toEqual([]);
});
