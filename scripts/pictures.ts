import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { choose, typeTime, wallClock } from '#tests/browser/support/plan-screens.ts';
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
    name: 'plan-add',
    async take(product) {
      const page = await product.as('operator', { locale: 'en' });
      await page.goto(`${product.address}/navigation/addNavPlan?view=form`);
      await choose(page, 'missionType', '电力');
      await choose(page, 'tasks_0_aircraft', 'B-10QA');
      await choose(page, 'tasks_0_pilots', '高翔');
      await typeTime(page, 'tasks_0_etd', wallClock(1.5 * hourMs));
      await typeTime(page, 'tasks_0_eta', wallClock(2.5 * hourMs));
      await choose(page, 'tasks_0_departure', '广汉');
      await choose(page, 'tasks_0_destination', '广汉');
      await page.locator('.plan-findings li').first().waitFor();
      await page.locator('.leaflet-tile-loaded').first().waitFor();
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
    name: 'form',
    async take(product) {
      const page = await product.as('admin', { locale: 'en' });
      await page.goto(`${product.address}/baseManage/aircraftManage/create`);
      await page.fill('#field_registration', 'N-123');
      await page.fill('#field_icao24', '12345');
      await page.keyboard.press('Control+s');
      await page.locator('.cw-error').first().waitFor();
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
    name: 'flow',
    async take(product) {
      const { body } = await product.api('admin', 'GET', '/api/records/flowConfig?_end=1&documentKind=plan');
      const [flow] = body;
      if (!flow) throw new Error('the demo has no flow for plans');
      const page = await product.as('admin', { dark: true, locale: 'en' });
      await page.goto(`${product.address}/permission/flowConfig/${flow.id}/design`);
      await page.locator('.flow-node').nth(1).waitFor();
      await page.locator('.flow-list button[data-step]').first().click();
      return page;
    },
  },
  {
    name: 'import',
    async take(product) {
      const page = await product.as('admin', { locale: 'en' });
      await page.goto(`${product.address}/baseManage/flyType`);
      await page.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: 'Import' }).click();
      await page.locator('.ant-upload input[type=file]').setInputFiles({
        name: 'mission-types.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(missionTypes, 'utf8'),
      });
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByRole('region', { name: 'Errors' }).locator('tbody tr.ant-table-row').first().waitFor();
      return page;
    },
  },
  {
    name: 'certification',
    async take(product) {
      const page = await product.as('admin', { locale: 'en' });
      await page.goto(`${product.address}/permission/examine`);
      await page.locator('.plan-queue button').first().click();
      await page.locator('.plan-decide').waitFor();
      return page;
    },
  },
  {
    name: 'units',
    async take(product) {
      const page = await product.as('admin');
      await page.goto(`${product.address}/permission/organizationUnits`);
      await page.locator('.ant-tree-treenode').nth(3).click();
      return page;
    },
  },
  {
    name: 'parameters',
    async take(product) {
      const page = await product.as('admin', { dark: true, locale: 'en' });
      await page.goto(`${product.address}/permission/param`);
      await page.locator('.cw-parameter').nth(5).waitFor();
      return page;
    },
  },
  {
    name: 'account',
    async take(product) {
      const page = await product.as('operator', { dark: true });
      await page.goto(`${product.address}/account`);
      await page.locator('.cw-entry').first().waitFor();
      return page;
    },
  },
  {
    name: 'register',
    async take(product) {
      const page = await product.visit({ phone: true });
      await page.goto(`${product.address}/reg`);
      await page.locator('form input').first().waitFor();
      return page;
    },
  },
  {
    name: 'messages',
    async take(product) {
      const page = await product.as('admin', { dark: true });
      await page.goto(`${product.address}/intelligence/MessageReceipt`);
      await page.locator('.message-card').nth(2).waitFor();
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
    name: 'time-line',
    async take(product) {
      const page = await product.as('atmb', { locale: 'en' });
      await page.goto(`${product.address}/navigation/navigation?show=timeline`);
      await page.locator('.time-line-bar').first().waitFor();
      await page.locator('.time-line-now').waitFor();
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
    name: 'standing',
    async take(product) {
      const { body } = await product.api('operator', 'GET', '/api/records/plan?_end=1&kind=standing&state=4');
      const [standing] = body;
      if (!standing) throw new Error('the demo has no standing plan that is approved');
      const page = await product.as('operator', { locale: 'en' });
      await page.goto(`${product.address}/navigation/detailsSN?id=${standing.id}`);
      await page.locator('.standing-month').first().waitFor();
      return page;
    },
  },
  {
    name: 'tomorrow',
    async take(product) {
      const page = await product.as('operator', { dark: true });
      await page.goto(`${product.address}/navigation/TommorowIndex`);
      await page.locator('main#content input[type=checkbox]').first().waitFor();
      await page.getByRole('button', { name: '全选待提交' }).click();
      return page;
    },
  },
  {
    name: 'wall',
    async take(product) {
      const page = await product.as('atmb');
      await page.goto(`${product.address}/navigation/NavigationBigDataAdmin`);
      await page.locator('.board-age[data-state=live]').waitFor();
      await page.locator('[data-panel=states] canvas').waitFor();
      return page;
    },
  },
  {
    name: 'report',
    async take(product) {
      const page = await product.as('atmb', { locale: 'en' });
      await page.goto(`${product.address}/statistics/navigationForms`);
      await page.locator('.report-charts canvas').first().waitFor();
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

/** Two of its rows are wrong. */
const missionTypes = [
  '代码,名称,英文名称',
  ...['Powerline', 'Pipeline', 'Forest', 'Traffic', 'Coast'].map(
    (what, n) => `PIC${n},巡查${n},${what} patrol`,
  ),
  'PIC6,,No name in Chinese',
  'PIC0,又一次,Twice',
].join('\n');

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

/** `npm run pictures`: the pictures of docs/features.md, from the built product; with names, those alone. */
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
      await page.screenshot({ path: file, type: 'jpeg', quality: 78 });
      await page.context().close();
      const { size } = await stat(file);
      console.log(`${name}.jpg ${Math.round(size / 1000)} kB`);
      if (size > mostBytes) throw new Error(`${name}.jpg is larger than ${mostBytes / 1000} kB`);
    }
  } finally {
    await product.close();
  }
}
