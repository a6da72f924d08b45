import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inputMethod } from '#tests/component/support/input-method.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, texts, typedIn } from '#tests/component/support/ui.ts';
import { checked } from './plan-sample.ts';

/** Chinese typed with an input method in the plan sheet: on a selected cell, and in an open one. */

beforeEach(async () => {
  server().add('pilot', { name: '高翔', nameEn: 'Gao Xiang' }, { name: '李云', nameEn: 'Li Yun' });
  server().call('Navigation', 'CheckErrors', () => checked());
  await open('/navigation/addNavPlan', { user: { ...admin, companyId: 1, companyIds: [1] } });
  await toCell(0, 'pilots');
});

const cell = (row: number, column: string) => css(`tr[data-row="${row}"] td[data-column="${column}"]`);
const shown = (row: number, column: string) => cell(row, column).css('.sheet-text').element().textContent;
const editor = () => css('.sheet-editor input');
const offers = () => css('.sheet-offers [role=option]');
/** The row and the column of the cursor. */
function cursor(): string {
  const active = document.querySelector<HTMLElement>('td[data-active]');
  return `${active?.closest('tr')?.dataset.row} ${active?.dataset.column}`;
}

async function toCell(row: number, column: string): Promise<void> {
  await cell(row, column).click();
  await expect
    .poll(() => document.activeElement?.className === 'sheet-catch' && document.activeElement.closest('td'))
    .toBe(cell(row, column).element());
}

test('a composition on a selected cell keeps its first letter, and its keys neither move the cursor nor open the cell', async () => {
  await inputMethod.press('g');
  await inputMethod.compose('g');
  await inputMethod.compose('gaoxiang');
  await inputMethod.pressAll();
  expect(cursor()).toBe('0 pilots');
  await gone(editor());
  await inputMethod.take('高翔');
  await expect.poll(() => typedIn(editor())).toBe('高翔');
  await expect.poll(() => texts(offers())).toEqual(['高翔']);
  await userEvent.keyboard('{Enter}');
  await gone(editor());
  expect(cursor()).toBe('1 pilots');
  await expect.poll(() => shown(0, 'pilots')).toBe('高翔');
});

test('in an open cell the keys of a composition are the input method’s; the next Enter saves the characters', async () => {
  await userEvent.keyboard('{F2}');
  await seen(editor());
  await inputMethod.compose('liyun');
  await inputMethod.pressAll();
  await expect.poll(() => typedIn(editor())).toBe('liyun');
  expect(cursor()).toBe('0 pilots');
  await inputMethod.take('李云');
  await expect.poll(() => texts(offers())).toEqual(['李云']);
  await userEvent.keyboard('{Enter}');
  await gone(editor());
  expect(cursor()).toBe('1 pilots');
  await expect.poll(() => shown(0, 'pilots')).toBe('李云');
});

test('letters of a composition are not searched for, and Enter takes nothing that was found for an earlier text', async () => {
  await userEvent.keyboard('Gao');
  await expect.poll(() => texts(offers())).toEqual(['高翔']);
  await inputMethod.compose('xx');
  await inputMethod.take('某');
  await userEvent.keyboard('{Enter}');
  await gone(editor());
  await expect.poll(() => shown(0, 'pilots')).toContain('Gao某');
  const searched = server()
    .asked.map(({ query }) => query.get('q'))
    .filter((q) => q?.includes('x'));
  expect(searched).toEqual([]);
});

test('a click on another cell ends the composition: its letters stay where they were typed', async () => {
  await inputMethod.compose('gao');
  await cell(0, 'callsign').click();
  await expect.poll(cursor).toBe('0 callsign');
  await expect.poll(() => shown(0, 'pilots')).toContain('gao');
  await gone(editor());
  expect(shown(0, 'callsign')).toBe('');
});
