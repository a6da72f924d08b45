import { afterAll, beforeAll, expect, test } from 'vitest';
import { serious } from '../support/axe.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { type OwnSource, ownSource } from './support/own-source.ts';

let product: Product;
let source: OwnSource;

beforeAll(async () => {
  product = await sharedProduct();
  source = await ownSource(product, '样张雷达站', 27);
  source.report(() => [
    { icao24: '7a0701', callsign: 'CWJ701', longitude: 104, latitude: 31, at: Date.now() },
  ]);
});

afterAll(async () => {
  await source?.close();
  await product?.close();
});

test.each([
  ['list', 'admin', 'en', '/baseManage/aircraftManage', 'tbody tr.ant-table-row'],
  ['form', 'admin', 'zh-Hans', '/baseManage/pilotManage/create', '#field_name'],
  ['plan sheet', 'operator', 'en', '/navigation/addNavPlan', 'td[data-active]'],
  ['situation map', 'aiw', 'zh-Hans', '/situation/situationmap', '.cw-flight'],
  ['approvals desk', 'atmb', 'en', '/situation/dynamic', '.plan-queue button'],
] as const)(
  'axe finds nothing serious in the %s in either theme, and it is no wider than its window',
  async (name, user, locale, at, ready) => {
    const page = await product.as(user, { dark: true, locale, at });
    await page.locator(ready).first().waitFor();
    await page.locator('main#content .ant-skeleton-active').first().waitFor({ state: 'detached' });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    expect(await serious(page, name)).toEqual([]);
    await page.close();
    expect(product.errors).toEqual([]);
  },
);
