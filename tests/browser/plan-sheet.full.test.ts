import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cellOf as cell, pasteRows, typeInCell } from './journeys/support/sheet.ts';
import { confirm } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';

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
  if (task.result?.state !== 'fail') return;
  await product.picture(operator, task.name);
});

const fromHere = { timeout: 60_000 };
interface Row {
  plan: string;
  callsign: string;
  pilot?: string;
  day: string;
  etd: string;
  eta: string;
  upper?: string;
}

function line({ plan, callsign, pilot = '高翔', day, etd, eta, upper = '600m AGL' }: Row): string[] {
  return [plan, callsign, 'B-10QA', pilot, 'ZUGH', '广汉', day, etd, eta, 'GND', upper, '电力'];
}

async function openSheet(page: Page): Promise<void> {
  await page.goto(`${product.address}/navigation/addNavPlan`);
  await page.locator('td[data-active]').waitFor();
}

const textIn = (page: Page, row: number, column: string) =>
  cell(page, row, column).locator('.sheet-text').textContent();

/** Forty flights, eight a day; every fifth names nobody, one is without a datum. */
function forty(): string[][] {
  return Array.from({ length: 40 }, (_, index) => {
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
}

test('of forty pasted plans the valid ones are submitted, the others stay and are submitted once they are corrected', async () => {
  await openSheet(operator);
  await pasteRows(operator, forty());
  await cell(operator, 39, 'callsign').getByText('CWT040').waitFor();
  await expect.poll(() => cell(operator, 4, 'pilots').getAttribute('data-note'), fromHere).toBe('error');
  await expect.poll(() => cell(operator, 4, 'pilots').getAttribute('title')).toContain('查无此人');
  await expect.poll(() => cell(operator, 0, 'upper').getAttribute('data-note')).toBe('error');

  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  const filed = operator.locator('[data-report=filed] a');
  await expect.poll(() => filed.count(), { timeout: 90_000 }).toBe(31);
  // Nine are left: eight without a pilot, and the one without a datum, which is the first.
  await expect.poll(() => textIn(operator, 8, 'callsign'), fromHere).toBe('CWT040');
  expect(await textIn(operator, 0, 'upper')).toContain('600');

  await typeInCell(operator, cell(operator, 0, 'upper'), '真高600米');
  await cell(operator, 1, 'pilots').click();
  await cell(operator, 1, 'pilots').locator('.sheet-catch:focus').waitFor({ state: 'attached' });
  await operator.keyboard.press('Enter');
  await operator.locator('.sheet-editor input:focus').waitFor();
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

test('a plan that the server refuses stays in the sheet with its reason', async () => {
  await openSheet(operator);
  const of = (callsign: string) => line({ plan: callsign, callsign, day: '+8', etd: '0600', eta: '0700' });
  // The same aircraft and pilot at the same time: the second one is refused.
  await pasteRows(operator, [of('CWR001'), of('CWR002')]);
  await expect.poll(() => textIn(operator, 1, 'pilots'), fromHere).toContain('高翔');
  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('[data-report=refused] li').first().waitFor();
  await expect.poll(() => textIn(operator, 0, 'callsign')).toBe('CWR002');
});

test('two sorties are one plan, and it is split', async () => {
  await openSheet(operator);
  await pasteRows(operator, [
    line({ plan: '1', callsign: 'CWS001', day: '+9', etd: '0800', eta: '0900' }),
    line({ plan: '1', callsign: 'CWS001', day: '+9', etd: '1000', eta: '1100' }),
  ]);
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

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
