import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export interface Found {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

let engine: Promise<string> | undefined;

/** What moves comes to rest: a colour is judged when it has done changing. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // By the clock too: a page that its window does not show draws no frames.
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 500);
    });
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe finds on the page as it stands, by WCAG 2.2 AA, or by these rules alone. */
export async function violationsOf(page: Page, rules?: string[]): Promise<Found[]> {
  await settle(page);
  engine ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // A bar that sticks to an edge covers what can be scrolled from under it: seen where each stands in its own
  // place, a form's at its foot, every other at its head.
  await page.evaluate(() => {
    const top = document.querySelector('.cw-savebar') ? 1e9 : 0;
    for (const box of document.querySelectorAll('main#content, .cw-scroll')) box.scrollTo({ top });
  });
  // Through the debugger's endpoint: the page's own policy takes no script that the server did not send.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await engine);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Found[] }> };
    };
    const { violations } = await axe.run({
      runOnly: only ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      // Nothing that is asked for looks at style sheets; all would be fetched again.
      preload: false,
    });
    return violations;
  }, rules);
}

/**
 * What axe finds in the dark and then in the light, which the page is left in; only colours differ in the
 * second.
 */
async function foundInBoth(page: Page): Promise<(Found & { theme: 'dark' | 'light' })[]> {
  const found: (Found & { theme: 'dark' | 'light' })[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
    const lines = await violationsOf(page, theme === 'light' ? ['color-contrast'] : undefined);
    found.push(...lines.map((line) => ({ ...line, theme })));
  }
  return found;
}

const lineOf = ({ theme, id, nodes }: Found & { theme: string }): string =>
  `${theme}: ${id} ×${nodes.length} ${nodes[0]?.html.slice(0, 200)}`;

/** What is serious or worse, in both themes. */
export async function serious(page: Page, where: string): Promise<string[]> {
  return (await foundInBoth(page))
    .filter(({ impact }) => impact !== 'minor' && impact !== 'moderate')
    .map((found) => `${where}, ${lineOf(found)}`);
}

/** All of it, in both themes. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  return (await foundInBoth(page)).map(lineOf);
}
