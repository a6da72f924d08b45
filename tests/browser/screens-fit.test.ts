import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

/** English words are long: they fit all the same, on a phone and on a desk. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

test.each([
  ['/baseManage/aircraftAudit', 'admin', '.plan-queue'],
  ['/situation/airspaceQuery', 'atmb', '.airspace-found li, .leaflet-container'],
  ['/situation/airspaceOpen', 'atmb', '.airspace-rows li'],
  ['/navigation/standing', 'operator', '.standing-choices'],
])('%s is no wider than a phone', async (at, user, ready) => {
  const page = await product.as(user, { phone: true, locale: 'en', at });
  await page.locator(ready).first().waitFor();
  const main = page.locator('main#content');
  expect(await main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.close();
});

test('a state is beside its plan, and a name of the menu is whole', async () => {
  const page = await product.as('operator', { locale: 'en', at: '/navigation/TodayIndex' });
  const rows = page.locator('.plan-rows > li');
  await rows.first().waitFor();
  // Which states there are depends on the hour.
  const overlaps = await rows.evaluateAll((items) =>
    items.filter((item) => {
      const [state, plan] = ['.plan-state', '.plan-row-main'].map((part) =>
        item.querySelector(part)?.getBoundingClientRect(),
      );
      return !state || !plan || state.right >= plan.left;
    }),
  );
  expect(overlaps).toHaveLength(0);
  const cut = await page
    .locator('.cw-sidebar .ant-menu-title-content')
    .evaluateAll((names) =>
      names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
  await page.close();
});

test('the list of a picker follows the keys', async () => {
  const page = await product.as('operator', { locale: 'en', at: '/navigation/addNavPlan?view=form' });
  await page.click('#field_missionType');
  const options = page.getByRole('option');
  await options.nth(12).waitFor({ state: 'attached' });
  for (let key = 0; key < 12; key += 1) await page.keyboard.press('ArrowDown');
  const list = page.locator('.ant-select-dropdown [role=listbox]');
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  const [box, active] = await Promise.all([list.boundingBox(), options.nth(12).boundingBox()]);
  expect((active?.y ?? 0) + (active?.height ?? 0)).toBeLessThanOrEqual(
    (box?.y ?? 0) + (box?.height ?? 0) + 1,
  );
  await page.close();
});

test('an approved airspace that is changed has no filing limit', async () => {
  const { body } = await product.api('atmb', 'GET', '/api/records/airspace?_end=1&state=1&kind=temporary');
  const page = await product.as('atmb', { at: `/situation/edit_a?id=${body[0].id}` });
  await page.locator('.plan-findings li').first().waitFor();
  expect(await page.locator('.plan-findings li[data-code=late]').count()).toBe(0);
  expect(await page.getByText('最迟提交').count()).toBe(0);
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
