import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { choose, stateLine, typeTime } from './support/plan-screens.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** A standing plan through a week: typed, approved, its days made, looked through, and submitted together. */

let product: Product;
let operator: Page;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.as('operator');
});
afterAll(async () => {
  await product?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await product.picture(operator, task.name);
});

/** A day of Beijing's calendar, so many days from today. */
const dayFrom = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** Days that neither the demo nor another file of tests flies on, and whose eve is still open. */
const first = 10;
const last = 16;

const go = (page: Page, path: string) => page.goto(`${product.address}${path}`);
const service = async (user: string, path: string, body: unknown) => {
  const answer = await product.api(user, 'POST', `/api/services/app/${path}`, body);
  expect([path, answer.status, JSON.stringify(answer.body?.error ?? null)]).toEqual([path, 200, 'null']);
  return answer.body.result;
};

/** Every step of the plan's flow, decided by the air traffic body. */
async function approve(id: number): Promise<void> {
  for (;;) {
    const { body } = await product.api(
      'atmb',
      'GET',
      `/api/services/app/Navigation/GetStepNaircraft?nairid=${id}`,
    );
    if (body.result.mayDecide !== true) return;
    const { stepIndex } = body.result;
    await service('atmb', 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex, comment: '同意' });
  }
}

let standing = 0;

test('a plan for a term is typed with times of day and submitted', async () => {
  await go(operator, '/navigation/standing');
  await operator.getByRole('button', { name: '新增长期计划' }).click();
  await operator.waitForURL(/edit_sn/);
  await typeTime(operator, 'validFrom', dayFrom(first));
  await typeTime(operator, 'validTo', dayFrom(last));
  await operator.getByText('共 7 个飞行日').waitFor();
  await expect.poll(() => operator.locator('.standing-month td[data-flies]').count()).toBe(7);
  await choose(operator, 'missionType', '电力');
  await choose(operator, 'tasks_0_aircraft', 'B-10QA');
  await choose(operator, 'tasks_0_pilots', '高翔');
  await operator.fill('#field_tasks_0_departs', '0830');
  await operator.fill('#field_tasks_0_arrives', '0930');
  await choose(operator, 'tasks_0_departure', '广汉');
  await choose(operator, 'tasks_0_destination', '广汉');
  await operator.fill('#field_tasks_0_upper', '600');
  await expect
    .poll(() => operator.locator('.plan-findings li[data-level=error]').allInnerTexts())
    .toEqual([]);
  await operator.getByRole('button', { name: '保存并提交' }).click();
  await operator.waitForURL(/detailsSN\?id=\d+/);
  standing = Number(new URL(operator.url()).searchParams.get('id'));
  await stateLine(operator, 1).waitFor();
  const { body } = await product.api(
    'operator',
    'GET',
    `/api/services/app/Navigation/GetNAircraftById?id=${standing}`,
  );
  expect(body.result.plan).toMatchObject({
    kind: 'standing',
    validFrom: dayFrom(first),
    validTo: dayFrom(last),
  });
  expect(body.result.tasks[0]).toMatchObject({
    etd: `${dayFrom(first)}T00:30:00.000Z`,
    eta: `${dayFrom(first)}T01:30:00.000Z`,
  });
});

test('approved, it is listed and offers a plan for each of its days', async () => {
  await approve(standing);
  // The page follows by itself.
  await stateLine(operator, 4).waitFor();
  const days = operator.locator('.standing-day-list > li');
  await expect.poll(() => days.count()).toBe(7);
  await operator.getByRole('button', { name: `生成 ${dayFrom(last)} 的计划` }).click();
  await operator.locator(`.standing-day-list > li[data-day="${dayFrom(last)}"] .plan-state`).waitFor();
  await operator.locator(`.standing-month td[data-day="${dayFrom(last)}"] .plan-state`).waitFor();
  await go(operator, '/navigation/standing?group=approved');
  await operator.locator('.standing-list > li[data-state="4"]', { hasText: '剩余 7 / 7 天' }).waitFor();
});

test('the plans of a day are made, gone through by keys, and submitted together', async () => {
  await go(operator, `/navigation/TommorowIndex?date=${dayFrom(first)}`);
  await operator.getByText('申报截止').waitFor();
  const candidate = operator.locator('.tomorrow-candidates > li', { hasText: 'B10QA' });
  await candidate.getByRole('button', { name: '由 B10QA 生成计划' }).click();
  await candidate.getByText('已生成').waitFor();
  const row = operator.locator('.tomorrow-rows[data-origin=standing] > li', { hasText: 'B10QA' });
  await row.locator('.tomorrow-check[data-level]').waitFor();
  // Made, it is chosen already; by keys it is found, opened, and left and taken again.
  await expect.poll(() => row.locator('input[type=checkbox]').isChecked()).toBe(true);
  await operator.locator('h1').click();
  for (let key = 0; key < 10 && (await settled(() => row.getAttribute('data-current'))) === null; key += 1) {
    await operator.keyboard.press('j');
  }
  await operator.keyboard.press('o');
  await row.locator('.tomorrow-findings').waitFor();
  await operator.keyboard.press('x');
  await expect.poll(() => row.locator('input[type=checkbox]').isChecked()).toBe(false);
  await operator.keyboard.press('x');
  await operator.keyboard.press('Control+Enter');
  await operator
    .locator('.tomorrow-rows[data-origin=standing] > li[data-state="1"]', { hasText: 'B10QA' })
    .waitFor();
  const { body } = await product.api('operator', 'POST', '/api/services/app/TomorrowNavigation/Page', {
    date: dayFrom(first),
  });
  const made = body.result.items.find((item: { standingPlan: number }) => item.standingPlan === standing);
  expect(made).toMatchObject({ kind: 'nextDay', state: 1, startTime: `${dayFrom(first)}T00:30:00.000Z` });

  // Its page leads back to where it came from.
  await go(operator, `/navigation/detailsT?id=${made.id}`);
  await operator.locator(`.tomorrow-origin a[href="/navigation/detailsSN?id=${standing}"]`).waitFor();
});

test('a plan of a day is deleted, and the term ends sooner', async () => {
  await go(operator, `/navigation/TommorowIndex?date=${dayFrom(last)}`);
  const row = operator.locator('.tomorrow-rows[data-origin=standing] > li', { hasText: 'B10QA' });
  await row.getByRole('button', { name: '删除 B10QA' }).click();
  await operator.locator('.ant-modal:visible .ant-btn-dangerous').click();
  await row.waitFor({ state: 'detached' });

  await go(operator, `/navigation/detailsSN?id=${standing}`);
  await operator.getByRole('button', { name: '提前结束' }).click();
  const dialog = operator.locator('.ant-modal:visible');
  await dialog.locator('#standing-end-day').fill(dayFrom(first + 1));
  await operator.keyboard.press('Enter');
  await dialog.locator('textarea').fill('任务提前完成');
  await dialog.locator('.ant-modal-footer .ant-btn-dangerous').click();
  await dialog.waitFor({ state: 'detached' });
  await operator.getByText('共 2 个飞行日').waitFor();
});

test('its screens are accessible in both themes and fit a phone', async () => {
  const paths = [
    '/navigation/standing',
    '/navigation/edit_sn',
    `/navigation/detailsSN?id=${standing}`,
    `/navigation/TommorowIndex?date=${dayFrom(first)}`,
  ];
  for (const look of [{}, { phone: true, locale: 'en' as const }]) {
    const page = await product.as('operator', look);
    for (const path of paths) {
      await go(page, path);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, look, await violationsInBoth(page)]).toEqual([path, look, []]);
      const wide = await page.evaluate(() => document.querySelector('main')?.scrollWidth ?? 0);
      if (look.phone) expect([path, wide]).toEqual([path, 390]);
    }
    await page.close();
  }
  expect(product.errors).toEqual([]);
});
