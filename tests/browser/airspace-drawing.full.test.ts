import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const dayMs = 86_400_000;
const stamp = String(Date.now()).slice(-6);
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const centre = (page: Page) => page.getByLabel('圆心', { exact: true });

/** Types a circle, without the map. */
async function typeCircle(page: Page, position: string): Promise<void> {
  await page.locator('fieldset[aria-label="直接输入"] .ant-segmented-item', { hasText: /^圆$/ }).click();
  await page.locator('fieldset[aria-label="直接输入"] input.cw-position').fill(position);
  await page.locator('fieldset[aria-label="直接输入"] input.cw-position').press('Enter');
  await centre(page).waitFor();
}

describe('drawing', () => {
  test('a polygon is drawn by the pointer, a corner is moved by keys, and a list in any notation replaces it', async () => {
    const page = await product.as('operator');
    await page.goto(`${product.address}/situation/addNavAirPlan`);
    const map = page.locator('.cw-draw .leaflet-container');
    await map.waitFor();
    await page.locator('.cw-draw-tools').getByRole('button', { name: '吸附' }).click();
    await page.locator('.cw-draw-tools .ant-segmented-item', { hasText: '多边形' }).click();
    const box = await restingBox(map);
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    for (const [x, y] of [at(0.2, 0.8), at(0.4, 0.8), at(0.4, 0.55), at(0.2, 0.8)]) {
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.click(x, y);
      await page.waitForTimeout(350);
    }
    const corner = page.getByLabel('点 1', { exact: true });
    await corner.waitFor();
    const before = await settled(() => corner.inputValue());
    await page.locator('.cw-handle-corner').first().focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => corner.inputValue()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => corner.inputValue()).toBe(before);

    await page.getByRole('button', { name: '批量编辑或粘贴坐标' }).click();
    const list = page.locator('.cw-figures-panel textarea');
    await list.fill('N303000 E1040000\n30°30.0′N 104°06.0′E\n91, 104.1\n30.6, 104.1');
    await page.getByText('第 3 行无法识别').waitFor();
    await list.fill('N303000 E1040000\n30°30.0′N 104°06.0′E\n30.6, 104.1');
    await page.getByRole('button', { name: '使用这 3 个点' }).click();
    await expect.poll(() => page.getByLabel('点 3', { exact: true }).inputValue()).toContain('30°36′00.0″N');
    await page.locator('.ant-segmented-item', { hasText: /^度分$/ }).click();
    await expect.poll(() => page.getByLabel('点 3', { exact: true }).inputValue()).toContain('30°36.000′N');
    await page.locator('.ant-segmented-item', { hasText: '十进制度数' }).click();
    await expect
      .poll(() => page.getByLabel('点 3', { exact: true }).inputValue())
      .toBe('30.600000, 104.100000');
    await page.getByText(/面积 [\d,.]+ 平方千米/).waitFor();
    await page.close();
  });
});

test('an application is filled in and filed by keys alone, its polygon typed', async () => {
  const page = await product.as('operator');
  await page.goto(`${product.address}/situation/addNavAirPlan`);
  await page.locator('.cw-draw .leaflet-container').waitFor();
  const name = `键盘申请 ${stamp}`;
  const day = (days: number) => inDays(days).slice(0, 10);
  /** Goes on with Tab until the focus is there, as somebody without a pointer does. */
  const tabTo = async (to: string) => {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, to)) return;
    }
    throw new Error(`Tab never came to ${to}`);
  };
  await tabTo('#field_name');
  await page.keyboard.type(name);
  await tabTo('#field_activityNature');
  await page.keyboard.type('航空摄影');
  await tabTo('#field_lower');
  await page.keyboard.type('0');
  await tabTo('#field_upper');
  await page.keyboard.type('300');
  await tabTo('#field_validFrom');
  await page.keyboard.type(`${day(40)} 08:00`);
  await page.keyboard.press('Enter');
  await page.keyboard.type(`${day(60)} 20:00`);
  await page.keyboard.press('Enter');
  await tabTo('#field_entryExit');
  await page.keyboard.type('自南侧 300 米以下进出');
  await tabTo('.cw-figures-panel textarea');
  for (const line of ['N303000 E1023000', '30°30.0′N 102°36.0′E', '30.6, 102.6']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await tabTo('.cw-figures-panel .ant-btn:not([disabled])');
  await page.keyboard.press('Enter');
  await page.getByLabel('点 3', { exact: true }).waitFor();
  await tabTo('.cw-savebar .ant-btn-primary');
  await page.keyboard.press('Enter');
  await page.waitForURL(/detailsAir\?id=/);
  const filed = Number(new URL(page.url()).searchParams.get('id'));
  const { airspace } = (await product.api('admin', 'GET', `/api/services/app/Airspace/Get?id=${filed}`)).body
    .result;
  expect(airspace).toMatchObject({ name, state: 0, auditState: 3, shape: 'polygon' });
  expect(airspace.geometry.coordinates[0]).toHaveLength(4);
  await page.close();
});

test('on a phone the form is one column, and the map a sheet of its own', async () => {
  const page = await product.as('operator', { phone: true });
  await page.goto(`${product.address}/situation/addNavAirPlan`);
  await page.getByRole('button', { name: '绘制水平范围' }).click();
  await page.locator('.ant-drawer .leaflet-container').waitFor();
  await typeCircle(page, '30.2, 103.2');
  await product.picture(page, 'airspace-phone');
  await page
    .locator('.ant-drawer')
    .getByRole('button', { name: /完\s?成/ })
    .click();
  await page.getByRole('button', { name: '修改水平范围' }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.close();
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});

/** Where it stands once what loads above it has come. */
async function restingBox(locator: Locator) {
  let before = '';
  for (;;) {
    const box = await settled(() => locator.boundingBox());
    const now = JSON.stringify(box);
    if (box && now === before) return box;
    before = now;
    await locator.page().waitForTimeout(500);
  }
}
