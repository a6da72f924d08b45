import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serious } from './support/axe.ts';
import { confirm } from './support/dialog.ts';
import { stateLine } from './support/plan-screens.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let operator: Page;
let body: Page;

beforeAll(async () => {
  product = await startProduct();
  [operator, body] = [await product.as('operator'), await product.as('atmb', { dark: true })];
});

afterAll(async () => {
  await product?.close();
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await product.picture(operator, `${task.name} operator`);
  await product.picture(body, `${task.name} body`);
});

const minuteMs = 60_000;
const fromHere = { timeout: 60_000 };
const heads = [
  '计划',
  '呼号',
  '机号',
  '机长',
  '起飞机场',
  '目的地',
  '日期',
  '预计起飞',
  '预计到达',
  '下限高度',
  '上限高度',
  '任务',
];

interface Row {
  plan: string;
  callsign: string;
  pilot?: string;
  day: string;
  etd: string;
  eta: string;
  upper?: string;
}

function line({ plan, callsign, pilot = '高翔', day, etd, eta, upper = '600m AGL' }: Row): string {
  return [plan, callsign, 'B-10QA', pilot, 'ZUGH', '广汉', day, etd, eta, 'GND', upper, '电力'].join('\t');
}

/** As a spreadsheet does it: the text is on the clipboard, and Ctrl+V is pressed in the sheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    const init = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
}

async function openSheet(page: Page): Promise<void> {
  await page.goto(`${product.address}/navigation/addNavPlan`);
  await page.locator('td[data-active]').click();
  await page.locator('.sheet-catch').waitFor({ state: 'attached' });
}

const cell = (page: Page, row: number, column: string) =>
  page.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);
const textIn = (page: Page, row: number, column: string) =>
  cell(page, row, column).locator('.sheet-text').textContent();

/** Forty flights, eight a day; every fifth names nobody, one is without a datum. */
function forty(): string {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const hour = 6 + (index % 8) * 2;
    const two = (value: number) => String(value).padStart(2, '0');
    return line({
      plan: String(index + 1),
      callsign: `CWT${String(index + 1).padStart(3, '0')}`,
      pilot: index % 5 === 4 ? '查无此人' : '高翔',
      day: `+${2 + Math.floor(index / 8)}`,
      etd: `${two(hour)}00`,
      // The last of each day lands after midnight.
      eta: index % 8 === 7 ? '0030' : `${two(hour + 1)}00`,
      upper: index === 0 ? '600' : '600m AGL',
    });
  });
  return [heads.join('\t'), ...rows, ''].join('\r\n');
}

test('forty plans are pasted; what cannot be read is said at its cell', async () => {
  await openSheet(operator);
  await paste(operator, forty());
  await cell(operator, 39, 'callsign').getByText('CWT040').waitFor();
  await expect.poll(() => cell(operator, 4, 'pilots').getAttribute('data-note'), fromHere).toBe('error');
  expect(await cell(operator, 4, 'pilots').getAttribute('title')).toContain('查无此人');
  expect(await cell(operator, 0, 'upper').getAttribute('data-note')).toBe('error');
  expect(await textIn(operator, 7, 'eta')).toBe('00:30 +1');
  // A crash loses nothing: the sheet is there again.
  await expect
    .poll(
      () => operator.evaluate(() => Object.keys(localStorage).some((key) => key.includes('planSheet'))),
      fromHere,
    )
    .toBe(true);
});

test('axe finds nothing serious in the sheet, in both themes', async () => {
  expect(await serious(operator, 'sheet')).toEqual([]);
});

test('what is right is filed, what is not stays, is mended by keyboard, and follows', async () => {
  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  const filed = operator.locator('[data-report=filed] a');
  await expect.poll(() => filed.count(), { timeout: 90_000 }).toBe(31);
  // Nine are left: eight without a pilot, and the one without a datum, which is the first.
  await expect.poll(() => textIn(operator, 8, 'callsign'), fromHere).toBe('CWT040');
  expect(await textIn(operator, 0, 'upper')).toContain('600');

  await cell(operator, 0, 'upper').click();
  await operator.keyboard.type('真高600米');
  await operator.keyboard.press('Enter');
  await cell(operator, 1, 'pilots').click();
  await operator.keyboard.press('Enter');
  await operator.keyboard.press('Control+A');
  await operator.keyboard.type('高翔');
  await operator.locator('.sheet-offers [role=option]').first().waitFor();
  await operator.keyboard.press('Enter');
  // The rest of the column is filled down from it.
  await cell(operator, 1, 'pilots').click();
  await cell(operator, 8, 'pilots').click({ modifiers: ['Shift'] });
  await operator.keyboard.press('Control+d');
  await expect.poll(() => cell(operator, 8, 'pilots').getAttribute('data-note'), fromHere).not.toBe('error');
  await operator.getByRole('button', { name: '全部提交（9）' }).click();
  await expect.poll(() => operator.locator('[data-report=filed] a').count(), { timeout: 90_000 }).toBe(9);
  const { body: answer } = await product.api(
    'operator',
    'POST',
    '/api/services/app/Navigation/GetHistoryNAircraft',
    {
      filter: 'CWT',
      maxResultCount: 100,
    },
  );
  expect(answer.result.items.filter(({ state }: { state: number }) => state === 1)).toHaveLength(40);
});

test('what the server refuses stays in the sheet with its reason', async () => {
  await openSheet(operator);
  // In the time of a plan that was just filed, with the same aircraft and pilot.
  await paste(
    operator,
    [heads.join('\t'), line({ plan: '1', callsign: 'CWR001', day: '+2', etd: '0600', eta: '0700' })].join(
      '\n',
    ),
  );
  await expect.poll(() => cell(operator, 0, 'aircraft').getAttribute('data-note'), fromHere).toBe('error');
  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('[data-report=refused] li').first().waitFor();
  expect(await textIn(operator, 0, 'callsign')).toBe('CWR001');
  await operator.keyboard.press('Escape');
});

test('a sheet that was left behind comes back; two sorties are one plan, and it is split', async () => {
  await openSheet(operator);
  await operator.getByRole('button', { name: '恢复' }).waitFor();
  await operator.getByRole('button', { name: '丢弃' }).click();
  await operator.locator('td[data-active]').click();
  const rows = [
    line({ plan: '1', callsign: 'CWS001', day: '+9', etd: '0800', eta: '0900' }),
    line({ plan: '1', callsign: 'CWS001', day: '+9', etd: '1000', eta: '1100' }),
  ];
  await paste(operator, [heads.join('\t'), ...rows].join('\n'));
  await operator.getByText('计划 1 · 架次 2').waitFor();
  await expect.poll(() => cell(operator, 0, 'pilots').getAttribute('data-note'), fromHere).toBeNull();
  await operator.getByRole('button', { name: '全部存为草稿' }).click();
  await operator.locator('[data-report=filed] a').click();
  await operator.locator('[data-action=split]').click();
  await operator.locator('.plan-split li').nth(1).waitFor();
  await confirm(operator);
  await operator.waitForURL(/\/navigation\/navigation/);
  const { body: answer } = await product.api(
    'operator',
    'POST',
    '/api/services/app/Navigation/GetHistoryNAircraft',
    {
      filter: 'CWS001',
    },
  );
  expect(answer.result.totalCount).toBe(2);
});

/** HHmm on the wall of Beijing, so many minutes from now, and its day. */
function wall(fromNow: number): { day: string; clock: string } {
  const text = new Date(Date.now() + (fromNow + 480) * minuteMs).toISOString();
  return { day: text.slice(0, 10), clock: text.slice(11, 16).replace(':', '') };
}

test('an urgent plan past the deadline is filed by its own clock; its release is applied for and withdrawn', async () => {
  await openSheet(operator);
  const [etd, eta] = [wall(100), wall(160)];
  await paste(
    operator,
    [
      heads.join('\t'),
      line({ plan: '1', callsign: 'CWU001', day: etd.day, etd: etd.clock, eta: eta.clock }),
    ].join('\n'),
  );
  await operator.locator('[data-urgency=otherUrgent]').click(fromHere);
  await expect
    .poll(() => operator.locator('.plan-findings li[data-code=deadline]').count(), fromHere)
    .toBe(0);
  await expect.poll(() => textIn(operator, 0, 'urgency')).toContain('其他紧急任务');
  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('[data-report=filed] a').click();
  await stateLine(operator, 1).waitFor();
  const id = Number(new URL(operator.url()).searchParams.get('id'));
  await operator.locator('.plan-state-line [role=timer]').first().waitFor();

  for (const _step of [1, 2]) {
    await body.goto(`${product.address}/situation/dynamic?tab=inbox&id=${id}`);
    await body.locator('[data-action=approve]:not([disabled])').waitFor();
    await body.keyboard.press('a');
    await confirm(body);
    await body.locator('.ant-modal-footer').waitFor({ state: 'hidden' });
  }
  await stateLine(operator, 4).waitFor();
  // Open on the body's desk it would be taken up at once, and is then past withdrawing.
  await body.goto(`${product.address}/navigation/navigation`);
  await operator.locator('[data-action=applyRelease]').first().click();
  await confirm(operator);
  await stateLine(operator, 5).waitFor();
  await operator.locator('[data-action=withdrawRelease]').first().click();
  await confirm(operator);
  await stateLine(operator, 4).waitFor();
});

test('on a phone it is one plan in its form, a card a sortie', async () => {
  const phone = await product.as('operator', { phone: true, at: '/navigation/addNavPlan' });
  await phone.locator('#field_tasks_0_etd').waitFor();
  expect(await phone.locator('.sheet-grid').count()).toBe(0);
  await phone.close();
});

test('a paste is written as it is accepted, asks once for the order of its dates, and leads to its errors', async () => {
  const page = await product.as('operator2', { locale: 'en' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await openSheet(page);
  const year = new Date().getUTCFullYear() + 1;
  const row = (callsign: string, upper: string) =>
    line({ plan: '', callsign, pilot: '', day: `05/06/${year}`, etd: '1430', eta: '1530', upper });
  await paste(
    page,
    [heads.join('\t'), row('cwn001', '600m agl'), row('cwn002', '600m'), row('cwn003', '900')].join('\n'),
  );
  await page.getByRole('button', { name: `Day first: ${year}-06-05` }).click();
  await expect.poll(() => textIn(page, 2, 'date'), fromHere).toBe(`${year}-06-05`);
  expect(await textIn(page, 0, 'etd')).toBe('14:30');
  expect(await textIn(page, 0, 'upper')).toBe('600 m AGL');
  const active = () =>
    page.evaluate(() => {
      const at = document.querySelector<HTMLElement>('td[data-active]');
      return `${at?.closest('tr')?.dataset.row} ${at?.dataset.column} ${at?.dataset.note}`;
    });
  // The first error is where the cursor is; F8 goes through them all and back.
  await expect.poll(active, fromHere).toMatch(/^0 \w+ (error|missing)$/);
  const first = await active();
  await page.keyboard.press('F8');
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press('Shift+F8');
  await expect.poll(active).toBe(first);
  await cell(page, 1, 'upper').click();
  await page.getByRole('button', { name: '600 m AMSL' }).click();
  await expect.poll(() => textIn(page, 1, 'upper')).toBe('600 m AMSL');
  // All heights without a datum were meant, unless one says otherwise.
  expect(await textIn(page, 2, 'upper')).toBe('900 m AMSL');
  // The callsign stays in view while the sheet is scrolled sideways.
  const leftOf = (column: string) =>
    cell(page, 0, column).evaluate((element) => Math.round(element.getBoundingClientRect().left));
  const before = await leftOf('pilots');
  await page.locator('.sheet-scroll').evaluate((box) => box.scrollTo({ left: 400 }));
  await expect.poll(() => leftOf('pilots')).toBeLessThan(before);
  const grid = await page
    .locator('.sheet-scroll')
    .evaluate((box) => Math.round(box.getBoundingClientRect().left));
  await expect.poll(async () => (await leftOf('callsign')) - grid).toBeLessThan(50);
  expect((await leftOf('aircraft')) - (await leftOf('callsign'))).toBe(88);
  await page.context().close();
});

test('the flights of one day are taken into the sheet for another', async () => {
  const page = await product.as('operator', { locale: 'en' });
  const { body: plans } = await product.api(
    'operator',
    'GET',
    '/api/records/plan?state_gte=8&state_lte=10&kind_ne=standing&_start=0&_end=1',
  );
  const [{ startTime, id }] = plans;
  const { body: tasks } = await product.api('operator', 'GET', `/api/records/jobTask?plan=${id}`);
  const wall = (iso: string) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString();
  await openSheet(page);
  await page.getByRole('button', { name: 'Same as a day…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Same as a day…' });
  const choose = async (name: string, day: string) => {
    await dialog.getByLabel(name).fill(day);
    await page.keyboard.press('Enter');
  };
  const to = wall(new Date(Date.now() + 40 * 86_400_000).toISOString()).slice(0, 10);
  await choose('The flights of', wall(startTime).slice(0, 10));
  await choose('once more on', to);
  await dialog.getByRole('checkbox').first().waitFor();
  const chosen = await dialog.getByRole('checkbox', { checked: true }).count();
  expect(chosen).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: `Take ${chosen} into the sheet` }).click();
  const [{ callsign, etd }] = tasks;
  const row = page
    .locator('tr[data-row]')
    .filter({ hasText: callsign })
    .filter({ hasText: wall(etd).slice(11, 16) });
  await row.first().waitFor();
  expect(await row.first().locator('td[data-column="date"] .sheet-text').textContent()).toBe(to);
  await product.picture(page, 'sheet same as a day');
  await page.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
