import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Product, startProduct } from '#tests/browser/support/product.ts';
import { root } from './build.ts';

/** One picture of docs/features.md: which screen, as whom, and what must be on it before it is taken. */
interface Picture {
  name: string;
  take(product: Product): Promise<Page>;
}

const mostBytes = 250_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const pictures: Picture[] = [
  {
    name: 'map-dark',
    async take(product) {
      const page = await product.as('aiw', { dark: true });
      await page.goto(`${product.address}/home`);
      await liveMap(page);
      await page.locator('.cw-flight b').first().click();
      await page.locator('.cw-card').waitFor();
      return page;
    },
  },
  {
    name: 'inbox',
    async take(product) {
      const page = await product.as('atmb', { dark: true });
      await page.goto(`${product.address}/situation/dynamic`);
      await page.locator('.plan-queue button').first().click();
      await page.locator('.plan-decide').waitFor();
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      return page;
    },
  },
  {
    name: 'plan-page',
    async take(product) {
      const { body } = await product.api('atmb', 'GET', '/api/records/plan?_end=1&state=9');
      const [flying] = body;
      if (!flying) throw new Error('no plan of the demo is in flight');
      const page = await product.as('atmb', { locale: 'en' });
      await page.goto(`${product.address}/navigation/details?id=${flying.id}`);
      await page.locator('.plan-state-line').first().waitFor();
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      return page;
    },
  },
  {
    name: 'list',
    async take(product) {
      const page = await product.as('admin');
      await page.goto(`${product.address}/baseManage/aircraftManage`);
      await page.locator('tbody tr.ant-table-row').nth(5).waitFor();
      return page;
    },
  },
  {
    name: 'matrix',
    async take(product) {
      const page = await product.as('admin');
      await page.goto(`${product.address}/permission/matrix`);
      await page.locator('main table tbody tr').nth(5).waitFor();
      return page;
    },
  },
  {
    name: 'plan-sheet',
    async take(product) {
      const page = await product.as('operator', { dark: true });
      await page.goto(`${product.address}/navigation/addNavPlan`);
      await page.locator('td[data-active]').click();
      await page.locator('.sheet-catch').waitFor({ state: 'attached' });
      await page.evaluate((copied) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', copied);
        const init = { clipboardData, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
      }, morningsFlights);
      await page.locator('td[data-note=error]').first().waitFor();
      return page;
    },
  },
  {
    name: 'airspace',
    async take(product) {
      const airspaces = await product.api('admin', 'GET', '/api/records/airspace?designator=ZUP901');
      const [prohibited] = airspaces.body;
      if (!prohibited) throw new Error('the demo has no prohibited area');
      const [longitude, latitude] = prohibited.center.coordinates;
      const saved = await product.api('operator', 'POST', '/api/services/app/Airspace/Save', {
        name: '航空摄影空域',
        kind: 'temporary',
        shape: 'circle',
        center: { type: 'Point', coordinates: [longitude + 0.03, latitude + 0.02] },
        radiusM: 3000,
        lower: { value: 0, unit: 'm', reference: 'AGL' },
        upper: { value: 300, unit: 'm', reference: 'AGL' },
        validFrom: new Date(Date.now() + 30 * dayMs).toISOString(),
        validTo: new Date(Date.now() + 60 * dayMs).toISOString(),
        activityNature: '航空摄影',
        entryExit: '自南侧 300 米以下进出',
      });
      const page = await product.as('operator', { dark: true, locale: 'en' });
      await page.goto(`${product.address}/situation/edit_a?id=${saved.body.result.id}`);
      await page.locator('.airspace-beside li[data-code=prohibited]').waitFor();
      await page.locator('.cw-section li[data-tone=conflict]').waitFor();
      await page.locator('.leaflet-tile-loaded').first().waitFor();
      return page;
    },
  },
  {
    name: 'phone',
    async take(product) {
      const page = await product.as('operator', { phone: true });
      await page.goto(`${product.address}/home`);
      await liveMap(page);
      return page;
    },
  },
];

/** As they are copied from a spreadsheet; one names a pilot whom nobody knows, one an altitude without its datum. */
const morningsFlights = [
  '计划 呼号 机号 机长 起飞机场 目的地 日期 预计起飞 预计到达 下限高度 上限高度 任务'.split(' ').join('\t'),
  ...Array.from({ length: 12 }, (_, n) =>
    [
      n + 1,
      `CWT${101 + n}`,
      'B-10QA',
      n === 4 ? '查无此人' : '高翔',
      'ZUGH',
      '广汉',
      `+${2 + Math.floor(n / 6)}`,
      `${String(8 + 2 * (n % 6)).padStart(2, '0')}00`,
      `${String(9 + 2 * (n % 6)).padStart(2, '0')}00`,
      'GND',
      n === 7 ? '600' : '600m AGL',
      '电力',
    ].join('\t'),
  ),
].join('\r\n');

/** A map of which the ground and the traffic have been drawn. */
async function liveMap(page: Page): Promise<void> {
  await page.waitForResponse((answer) => answer.url().includes('/base-map/'));
  await page.locator('.leaflet-container').waitFor();
  await page.locator('.leaflet-tile-loaded').first().waitFor();
}

/** `npm run pictures`: the few pictures of README.md and docs/features.md, from the built product; with names, those alone. */
export async function main(names: string[]): Promise<void> {
  const folder = path.join(root, 'docs', 'pictures');
  await mkdir(folder, { recursive: true });
  const product = await startProduct();
  try {
    for (const { name, take } of pictures) {
      if (names.length > 0 && !names.includes(name)) continue;
      const file = path.join(folder, `${name}.jpg`);
      const page = await take(product);
      // Trails and what is read late: a few reports of the feed more than the screen needs.
      await page.waitForTimeout(6_000);
      await page.screenshot({ path: file, type: 'jpeg', quality: 68 });
      await page.context().close();
      const { size } = await stat(file);
      console.log(`${name}.jpg ${Math.round(size / 1000)} kB`);
      if (size > mostBytes) throw new Error(`${name}.jpg is larger than ${mostBytes / 1000} kB`);
    }
  } finally {
    await product.close();
  }
}
