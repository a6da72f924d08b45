import type { Locator, Page } from 'playwright-core';

/** The columns of the plan sheet that a journey fills. */
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

export const cellOf = (page: Page, row: number, column: string): Locator =>
  page.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);

/** As a spreadsheet does it: the rows are on the clipboard, and Ctrl+V is pressed in the sheet, which is open. */
export async function pasteRows(page: Page, rows: string[][]): Promise<void> {
  await page.locator('td[data-active]').click();
  await page.locator('.sheet-catch').waitFor({ state: 'attached' });
  const text = [heads, ...rows].map((row) => row.join('\t')).join('\n');
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    const init = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
}

/** Types into a cell as a person does: once it has the cursor, which is a frame after the click. */
export async function typeInCell(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.click();
  await cell.locator('.sheet-catch:focus').waitFor({ state: 'attached' });
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
