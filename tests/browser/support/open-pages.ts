import type { Page } from 'playwright-core';

const pages = new Set<Page>();

/** Remembers a page until it is closed. */
export function remember(page: Page): void {
  pages.add(page);
  page.on('close', () => pages.delete(page));
}

/** Address and first words of each page of this worker. */
export async function shownOnPages(): Promise<string> {
  const lines = [...pages].map(async (page) => {
    const words = await page
      .locator('main#content, body')
      .last()
      .textContent({ timeout: 2_000 })
      .catch((error: unknown) => `(no answer: ${String(error).slice(0, 100)})`);
    return `${page.url()}: ${words?.replaceAll(/\s+/g, ' ').slice(0, 500)}`;
  });
  return (await Promise.all(lines)).join('\n');
}
