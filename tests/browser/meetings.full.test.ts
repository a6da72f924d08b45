import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** A meeting as two people have it: called, held, written by both at once, one of them away for a while, and approved. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const service = async (user: string, call: string, input: object) => {
  const { status, body } = await product.api(user, 'POST', `/api/services/app/Meeting/${call}`, input);
  expect([call, status]).toEqual([call, 200]);
  return body.result as { id: number };
};

const notes = (page: Page) => page.getByLabel('记录：本周航班');

test('two people write the minutes of a meeting at once, and approve them', async () => {
  const people = await product.api('atmb', 'GET', '/api/services/app/Meeting/GetPeople');
  const { items } = people.body.result as { items: { id: number; name: string }[] };
  const me = await product.api('operator', 'GET', '/api/services/app/Session/GetCurrentUserInfo');
  const operator = (me.body.result as { actor: { userId: number } }).actor.userId;
  expect(items.map(({ id }) => id)).toContain(operator);
  const start = Date.now() + 3_600_000;
  const { id } = await service('atmb', 'Call', {
    title: '旅程会议',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
    agenda: [{ title: '本周航班' }],
    people: [operator],
  });
  const at = `/coordination/meeting/${id}`;
  const one = await product.as('atmb', { at });
  const two = await product.as('operator', { at, phone: true });
  await two.getByRole('button', { name: '参加', exact: true }).click();
  await one.getByRole('listitem').filter({ hasText: '参加' }).first().waitFor();
  await one.getByRole('button', { name: '开始会议' }).click();
  await notes(one).waitFor();
  await notes(two).waitFor();

  await notes(one).pressSequentially('上午六架次。');
  await expect.poll(() => notes(two).inputValue()).toBe('上午六架次。');
  await one.getByText('正在此处书写').waitFor({ state: 'hidden' });
  await two.getByText('正在此处书写').waitFor();

  // One is without a connection, and both go on in the same paragraph.
  await two.context().setOffline(true);
  await notes(two).press('End');
  await notes(two).pressSequentially('下午有雷雨。');
  await two.getByText('等待连接').waitFor();
  await notes(one).press('Home');
  await notes(one).pressSequentially('天气：');
  await one.getByText('已保存', { exact: true }).waitFor();
  await two.context().setOffline(false);
  const both = '天气：上午六架次。下午有雷雨。';
  await expect.poll(() => notes(two).inputValue()).toBe(both);
  await expect.poll(() => notes(one).inputValue()).toBe(both);

  await one.getByRole('button', { name: /添加决定/ }).click();
  const decision = (page: Page) => page.getByRole('textbox', { name: '决定 1：本周航班' });
  await decision(one).pressSequentially('下午停飞');
  await expect.poll(() => decision(two).inputValue()).toBe('下午停飞');
  expect(await violationsInBoth(one)).toEqual([]);
  await one.getByRole('button', { name: '提交确认' }).click();
  await two.getByRole('button', { name: '确认纪要' }).click();
  await one.getByText('第 1 版 · 已确认').first().waitFor();
  await two.getByText('下午停飞').waitFor();
  expect(await violationsInBoth(two)).toEqual([]);
  const coming = one.waitForEvent('download');
  await one.getByRole('button', { name: '导出文档' }).click();
  await one.getByRole('menuitem', { name: 'Word 文档' }).click();
  expect((await coming).suggestedFilename()).toBe(`meeting-${id}-minutes-1.docx`);
  expect(product.errors).toEqual([]);
});
