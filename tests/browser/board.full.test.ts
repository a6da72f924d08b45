import { createReadStream } from 'node:fs';
import { Workbook } from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

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

test('the wall follows a take-off at once, and shows that it is not updated', async () => {
  const page = await product.as('atmb');
  await page.goto(`${product.address}/navigation/NavigationBigDataAdmin`);
  const flying = page.locator('[data-panel=flying] h2 .cw-figures');
  await flying.waitFor();
  await page.locator('.board-age[data-state=live]').waitFor();
  // A released plan of the demo takes off: the wall shows it before it would ask again.
  const { items } = await service('admin', 'Navigation/GetNAircraft', { states: [8], maxResultCount: 50 });
  const [released] = items;
  expect(released).toBeDefined();
  const count = Number(await settled(() => flying.textContent()));
  await service('admin', 'Navigation/UpdateStateAndRealEta', {
    id: released.id,
    state: 9,
    realEta: new Date().toISOString(),
    actualNum: 1,
  });
  await expect.poll(async () => Number(await flying.textContent())).toBe(count + 1);
  await page.locator(`[data-panel=flying] [data-plan="${released.planNumber}"]`).waitFor();
  await page.locator('[data-figure=flying]', { hasText: String(count + 1) }).waitFor();

  await page.route('**/Navigation/GetBoard*', (route) => route.abort());
  await page.locator('.board-age:not([data-state=live])').waitFor();
  await page.close();
});

test('a report counts the plans of a period, and its workbook has the same totals', async () => {
  const page = await product.as('atmb');
  await page.goto(`${product.address}/statistics/navigationForms`);
  const total = (name: string) => page.locator(`.report-totals [data-figure=${name}] strong`);
  await total('plans').waitFor();
  const plans = Number(await settled(() => total('plans').textContent()));
  expect(plans).toBeGreaterThan(3);
  await page.getByText('年报').click();
  await page.waitForURL(/period=year/);
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

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
