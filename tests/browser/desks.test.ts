import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialog } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';

/** The desks of those who decide: by keyboard from the first moment, one document after the other. */

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await product.picture(page, task.name);
  await page?.close();
});

const opened = () => page.locator('.plan-queue button[aria-current=true]');

test('a queue is worked through by keys alone: the next document opens after each decision', async () => {
  page = await product.as('atmb', { at: '/situation/dynamic' });
  await page.locator('.plan-queue button[data-plan]').first().waitFor();
  await page.keyboard.press('a');
  await opened().waitFor();
  // Pressed before the document is there: it is asked as soon as that can be seen.
  await page.keyboard.press('r');
  await dialog(page).locator('textarea').waitFor();
  expect(await page.locator('.plan-document').count()).toBe(1);
  const first = await opened().getAttribute('data-plan');
  await dialog(page).locator('[data-reason=R02]').click();
  expect(await dialog(page).locator('textarea').inputValue()).toBe('R02 空域关闭或受限');
  await page.keyboard.press('Control+Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator(`.plan-queue button[data-plan="${first}"]`).waitFor({ state: 'detached' });
  await opened().waitFor();
  expect(await opened().getAttribute('data-plan')).not.toBe(first);
});

test('the decisions are in one order and stay in view; the map has the air of those hours', async () => {
  page = await product.as('atmb', { at: '/situation/dynamic' });
  await page.locator('.plan-queue button[data-plan]').first().waitFor();
  await page.keyboard.press('j');
  await page.locator('.cw-airsection').waitFor();
  const weights = await page
    .locator('.plan-decide [data-act]')
    .evaluateAll((all) =>
      all.map((one) => one.className.match(/ant-btn-(primary|dangerous)/)?.[1] ?? 'plain'),
    );
  expect(weights[0]).toBe('primary');
  expect(weights.at(-1)).toBe('dangerous');
  await page.locator('.plan-open').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const bar = await page.locator('.plan-decide').boundingBox();
  const room = await page.locator('.plan-open').boundingBox();
  expect(bar?.y).toBeGreaterThanOrEqual((room?.y ?? 0) - 1);
  expect(bar?.y).toBeLessThan((room?.y ?? 0) + 60);
  await page.locator('.cw-air-summary', { hasText: '空域' }).waitFor();
});

test('the desk of airspaces and the audit desk hear their keys before anything was clicked', async () => {
  page = await product.as('aiw', { at: '/situation/airspaceOpen' });
  const row = page.locator('.airspace-row').first();
  await row.waitFor();
  const isOpen = (await row.locator('.airspace-open[data-open=open]').count()) === 1;
  await page.keyboard.press(isOpen ? 'c' : 'o');
  await dialog(page).waitFor();
  await page.close();
  page = await product.as('atmb', { at: '/baseManage/aircraftAudit' });
  await page.locator('.plan-queue button[data-record]').first().waitFor();
  await page.keyboard.press('j');
  await opened().waitFor();
});

test('several plans are approved together, each checked by itself; what is not says why', async () => {
  page = await product.as('atmb', { at: '/situation/dynamic' });
  const boxes = page.locator('.plan-queue-choice input');
  await boxes.first().waitFor();
  const count = await boxes.count();
  for (let i = 0; i < count; i += 1) await boxes.nth(i).check();
  // A box that was ticked keeps no key from the desk.
  await page.keyboard.press('j');
  await opened().waitFor();
  await page.getByRole('button', { name: `批准 ${count} 份` }).click();
  await page.keyboard.press('Control+Enter');
  const failed = dialog(page).locator('[data-failed]');
  await expect
    .poll(async () => (await dialog(page).count()) === 0 || (await failed.count()) === 1)
    .toBe(true);
  // Every plan is either approved, or still chosen and named with its reason.
  const left = (await failed.count()) === 1 ? await failed.locator('li').count() : 0;
  expect(await page.locator('.plan-queue-choice input:checked').count()).toBe(left);
});

test('the figures of the bar are those of the lists that they lead to', async () => {
  page = await product.as('atmb', { at: '/situation/dynamic' });
  await page.locator('.plan-queue').waitFor();
  await page.locator('button[aria-label^="待办消息"]').click();
  const figure = page.locator('.ant-popover li', { hasText: '飞行计划与放飞' }).locator('.cw-figures');
  const tab = page.getByRole('tab', { name: /待我审批/ });
  await expect
    .poll(async () => (await tab.textContent())?.match(/\d+/)?.[0])
    .toBe(await figure.textContent());
  expect(await page.locator('.plan-queue button[data-plan]').count()).toBe(
    Number(await figure.textContent()),
  );
});

test('an audit begins with the papers and their days, its steps are one line', async () => {
  page = await product.as('atmb', { at: '/baseManage/aircraftAudit' });
  await page.locator('.plan-queue button[data-record]').first().click();
  await page.locator('.audit-papers dd').first().waitFor();
  const [papers, steps] = await Promise.all([
    page.locator('.audit-papers').boundingBox(),
    page.locator('.audit-steps').boundingBox(),
  ]);
  expect(papers?.y).toBeLessThan(steps?.y ?? 0);
  expect(steps?.height).toBeLessThan(60);
  await page.locator('.audit-steps summary').click();
  await page.locator('.audit-steps .flow-node').first().waitFor();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
