import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export interface Found {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

let engine: Promise<string> | undefined;

/** What axe finds on the page as it stands, by WCAG 2.2 AA, or by these rules alone. */
export async function judged(page: Page, rules?: string[]): Promise<Found[]> {
  engine ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // A bar that sticks to an edge covers what can be scrolled from under it: seen where each stands in its own place,
  // a form's at its foot, every other at its head.
  await page.evaluate(() => {
    const top = document.querySelector('.cw-savebar') ? 1e9 : 0;
    for (const box of document.querySelectorAll('main#content, .cw-scroll')) box.scrollTo({ top });
  });
  // Through the debugger's door: the page's own policy takes no script that the server did not send.
  await page.evaluate(await engine);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Found[] }> };
    };
    const { violations } = await axe.run({
      runOnly: only ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return violations;
  }, rules);
}

/** What is serious or worse, in both themes; a colour is judged when it has done changing. */
export async function serious(page: Page, where: string): Promise<string[]> {
  const lines: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    for (const { id, impact, nodes } of await judged(page)) {
      if (impact === 'minor' || impact === 'moderate') continue;
      lines.push(`${where}, ${colorScheme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`);
    }
  }
  return lines;
}
