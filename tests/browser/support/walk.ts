import type { Page } from 'playwright-core';

/**
 * Goes to a path of the product as a link does, without loading the application anew: the page is in it already. It is
 * there when the page has another title, or a heading (or whatever `sign` selects) that was not there before.
 */
export async function follow(page: Page, path: string, sign = 'main#content h1'): Promise<void> {
  await page.evaluate(
    ([to, selector]) => {
      // What is there now is not taken for what comes.
      for (const one of document.querySelectorAll(selector)) one.setAttribute('data-last', '');
      document.documentElement.setAttribute('data-last', document.title);
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    },
    [path, sign] as const,
  );
  const isThere = (selector: string) =>
    document.title !== document.documentElement.getAttribute('data-last') ||
    document.querySelector(`:is(${selector}):not([data-last])`) !== null;
  // By the clock: a page that its window does not show draws no frames.
  await page.waitForFunction(isThere, sign, { polling: 100 }).catch(async (error: Error) => {
    const shown = (await page.locator('body').allInnerTexts()).join().replaceAll(/\s+/g, ' ').slice(0, 300);
    throw new Error(`${path} did not come; ${page.url()} shows: ${shown} (${error.message})`);
  });
}

/** Follows it, and waits until this is there and nothing is still to come. */
export async function visitScreen(page: Page, path: string, ready: string): Promise<void> {
  await follow(page, path);
  await page.locator(ready).first().waitFor();
  await page.locator('main#content .ant-skeleton-active').first().waitFor({ state: 'detached' });
}
