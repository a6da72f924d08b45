import type { Page } from 'playwright-core';
import { judged } from './axe.ts';

/** What axe finds on the page as it stands, first in the dark, then in the light, which it is left in. */
export async function judgedInBoth(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    for (const { id, nodes } of await judged(page)) {
      lines.push(`${colorScheme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`);
    }
  }
  return lines;
}
