import { createReadStream } from 'node:fs';
import { Workbook } from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth, violationsOf } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';

/** The wall of a room, and plan reports. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const service = async (user: string, path: string, body: unknown) => {
  const answer = await product.api(user, 'POST', `/api/services/app/${path}`, body);
  expect([path, answer.status, JSON.stringify(answer.body?.error ?? null)]).toEqual([path, 200, 'null']);
  return answer.body.result;
};

test('the wall shows the day without scrolling, dark in a light room, and follows a take-off at once', async () => {
  const page = await product.as('atmb');
  await page.goto(`${product.address}/navigation/NavigationBigDataAdmin`);
  const flying = page.locator('[data-panel=flying] h2 .cw-figures');
  await flying.waitFor();
  await page.locator('.board-age[data-state=live]').waitFor();
  const scrolls = await page
    .locator('.board')
    .evaluate((board) => [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth]);
  expect(scrolls).toEqual([0, 0]);
  expect(await page.locator('.board').evaluate((board) => getComputedStyle(board).backgroundColor)).toBe(
    'rgb(11, 18, 32)',
  );
  await page.locator('[data-panel=states] canvas').waitFor();
  await page.locator('[data-panel=map] .leaflet-container').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // In a larger room it is larger, and still whole.
  const letters = () =>
    page
      .locator('.board h2')
      .first()
      .evaluate((title) => title.getBoundingClientRect().height);
  const before = await letters();
  await page.setViewportSize({ width: 3840, height: 2160 });
  await expect.poll(letters).toBeGreaterThan(before * 1.6);
  const large = await page
    .locator('.board')
    .evaluate((board) => [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth]);
  expect(large).toEqual([0, 0]);
  await page.setViewportSize({ width: 1920, height: 1080 });

  // A plan of the demo that is released goes off: the wall says so before the next poll would.
  const { items } = await service('admin', 'Navigation/GetNAircraft', { states: [8], maxResultCount: 50 });
  const [released] = items;
  expect(released).toBeDefined();
  const count = Number(await flying.textContent());
  await service('admin', 'Navigation/UpdateStateAndRealEta', {
    id: released.id,
    state: 9,
    realEta: new Date().toISOString(),
    actualNum: 1,
  });
  await expect.poll(async () => Number(await flying.textContent())).toBe(count + 1);
  await page.locator(`[data-panel=flying] [data-plan="${released.planNumber}"]`).waitFor();
  await page.locator('[data-figure=flying]', { hasText: String(count + 1) }).waitFor();

  // What stands still says so.
  await page.route('**/Navigation/GetBoard*', (route) => route.abort());
  await page.locator('.board-age:not([data-state=live])').waitFor();
  await page.close();
});

test('what surveillance saw is set aside or accepted by a person, at the time that they give it', async () => {
  const { items } = await service('operator', 'Navigation/GetNAircraft', { states: [9], maxResultCount: 50 });
  const [flying] = items;
  expect(flying).toBeDefined();
  const seen = async (key: string, at: number) => {
    await product.query?.(
      `insert into report_proposal (plan, company, kind, at, state, sighting_key, callsign, icao24)
       values ($1, $2, 'landing', $3, 'open', $4, $5, '780c02')`,
      [flying.id, flying.company, new Date(at).toISOString(), key, flying.callsign],
    );
  };
  const stateOf = async () =>
    (await product.query?.('select state, real_eta as at from plan where id = $1', [flying.id]))?.rows[0];
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  await seen('landing:touch-and-go', now - 180_000);
  const page = await product.as('operator');
  await page.goto(`${product.address}/intelligence/landingReport`);
  const row = page.locator(`li[data-proposal][data-plan="${flying.planNumber}"]`);
  await row.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await row.locator('[data-action=dismiss]').click();
  await row.waitFor({ state: 'detached' });
  expect(await stateOf()).toMatchObject({ state: 9, at: null });

  await seen('landing:full-stop', now - 60_000);
  // The air traffic body sees it, and leaves it to the operator.
  const watcher = await product.as('atmb');
  await watcher.goto(`${product.address}/intelligence/landingReport`);
  const proposal = watcher.locator(`li[data-proposal][data-plan="${flying.planNumber}"]`);
  await proposal.waitFor();
  expect(await proposal.locator('[data-action=accept]').count()).toBe(0);
  await watcher.close();

  await page.reload();
  await row.waitFor();
  const earlier = new Date(now - 120_000 + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  await row.locator('input').first().fill(earlier);
  await page.keyboard.press('Enter');
  await row.locator('[data-action=accept]').click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(async () => Number((await stateOf())?.state)).toBe(10);
  expect(new Date((await stateOf())?.at).getTime()).toBe(now - 120_000);
  await page.close();
});

test('the wall of a unit is of that unit, and a column on a phone', async () => {
  const page = await product.as('operator', { phone: true, locale: 'en' });
  await page.goto(`${product.address}/navigation/NavigationBigDataAdmins`);
  // Who has a company begins with it.
  await page.locator('.board h1', { hasText: '云翼' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(390);
  await page.close();
});

test('a report counts a period, is printed, and its workbook reads back', async () => {
  const page = await product.as('atmb');
  await page.goto(`${product.address}/statistics/navigationForms`);
  const total = (name: string) => page.locator(`.report-totals [data-figure=${name}] strong`);
  await total('plans').waitFor();
  await page.locator('.report-charts canvas').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const plans = Number(await total('plans').textContent());
  expect(plans).toBeGreaterThan(3);
  // Every plan that was filed came to something: the parts make the whole.
  const outcome = await page.getByRole('img', { name: /^计划去向/ }).getAttribute('aria-label');
  const parts = (outcome?.match(/\d+/g) ?? []).map(Number);
  expect(parts).toHaveLength(8);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(plans);
  // The table beside the charts has the same whole.
  await page.getByRole('tab', { name: '按运行单位' }).click();
  await page
    .locator('.report-tables .ant-tabs-tabpane-active .ant-table-summary td')
    .nth(1)
    .getByText(String(plans), { exact: true })
    .waitFor();

  await page.getByText('年报').click();
  await page.waitForURL(/period=year/);
  await page.reload();
  await page.locator('[data-testid=report-span]', { hasText: '-12-31' }).waitFor();

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 Excel' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^飞行计划报表.*\.xlsx$/);
  const workbook = new Workbook();
  await workbook.xlsx.read(createReadStream((await file.path()) ?? ''));
  const sheet = workbook.getWorksheet('按运行单位');
  const sum = (sheet?.getColumn(2).values ?? []).slice(2).reduce<number>((all, one) => all + Number(one), 0);
  const year = await service('atmb', 'Navigation/GetNAircraftReport', { period: 'year' });
  expect(sum).toBe(year.totals.plans);

  await page.getByRole('button', { name: '打印' }).click();
  const paper = page.locator('.cw-paper');
  await paper.locator('h2', { hasText: '按任务性质' }).waitFor();
  expect(await paper.locator('.cw-print-table').count()).toBeGreaterThan(3);
  await page.emulateMedia({ media: 'print' });
  expect(await paper.isVisible()).toBe(true);
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.close();
});

test('wide tables of statistics move in a box of their own on a phone, their names standing still', async () => {
  const page = await product.as('atmb', { phone: true });
  for (const path of ['NavigationBigData', 'navigationFSS', 'navigationFSSNew']) {
    await page.goto(`${product.address}/statistics/${path}`);
    const box = page.locator('.statistics-page .ant-table-content:visible').last();
    await box.scrollIntoViewIfNeeded();
    const name = box.locator('tbody .ant-table-cell-fix-left, tbody .ant-table-cell-fix-start').first();
    const atOf = async () => (await name.boundingBox())?.x;
    const before = await atOf();
    const moved = await box.evaluate((one) => {
      one.scrollLeft = 10_000;
      return one.scrollLeft;
    });
    expect([path, moved > 0, await atOf()]).toEqual([path, true, before]);
    expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(390);
  }
  await page.close();
});

test.each(['navigationForms', 'NavigationBigData'])(
  'from %s a scheduled report is filled in, saved, and sent to who made it',
  async (path) => {
    const page = await product.as('atmb', { at: `/statistics/${path}` });
    await page.locator('main#content').getByRole('link', { name: '定时报表' }).click();
    await page.locator('main#content').getByText('新建', { exact: true }).click();
    const name = `每日报表 ${path}`;
    await page.locator('#field_name').fill(name);
    await page.locator('#field_every').press('ArrowDown');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '每天' }).click();
    await page.locator('#field_time').fill('07:30');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.locator('h1', { hasText: name }).waitFor();
    const { body } = await product.api(
      'atmb',
      'GET',
      `/api/records/reportSubscription?name=${encodeURIComponent(name)}`,
    );
    expect(body).toMatchObject([{ name, period: 'month', every: 'day', time: '07:30', isActive: true }]);
    expect(await service('atmb', 'ReportResult/SendNow', { id: body[0].id })).toEqual({ recipients: 1 });
    await page.close();
  },
);

test('a report reads on a phone and in the dark', async () => {
  for (const look of [{ phone: true }, { locale: 'en' as const }]) {
    const page = await product.as('operator', look);
    await page.goto(`${product.address}/statistics/navigationForms`);
    await page.locator('.report-totals').waitFor();
    await page.waitForLoadState('networkidle');
    expect([look, await violationsInBoth(page)]).toEqual([look, []]);
    if ('phone' in look)
      expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(390);
    await page.close();
  }
  expect(product.errors).toEqual([]);
});
