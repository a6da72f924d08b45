import type { Locator, Page } from 'playwright-core';

/** `2026-11-21 12:30`, as a person in Beijing types it. */
export function wallClock(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Looks up what is typed and takes it; the list of pilots, of whom a sortie may have several, is closed again. */
export async function choose(page: Page, field: string, label: string): Promise<void> {
  if (!field.endsWith('pilots')) return take(page, field, label);
  const taken = page
    .locator('.cw-field', { has: page.locator(`#field_${field}`) })
    .last()
    .locator('.ant-select-selection-item', { hasText: label });
  // The answer to the search may move the list below the pointer: whoever misses clicks again.
  for (let attempt = 1; ; attempt += 1) {
    await take(page, field, label);
    await page.keyboard.press('Escape');
    const isTaken = taken.waitFor({ timeout: 3_000 }).then(() => true);
    if (await (attempt < 3 ? isTaken.catch(() => false) : isTaken)) return;
  }
}

async function take(page: Page, field: string, label: string): Promise<void> {
  await page.click(`#field_${field}`);
  await page.keyboard.type(label);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: label })
    .first()
    .click();
}

/** A time or a day; Enter closes its picker. */
export async function typeTime(page: Page, field: string, text: string): Promise<void> {
  await page.fill(`#field_${field}`, text);
  await page.keyboard.press('Enter');
}

/** The state at the head of a plan's page or of its document on a desk. */
export const stateLine = (page: Page, state: number): Locator =>
  page.locator(`.plan-state-line .plan-state[data-state="${state}"]`);
