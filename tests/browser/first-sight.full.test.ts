import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forbiddenPage } from '#web/shell/error/forbidden-path.ts';
import { addressOf, everyScreen } from './support/every-screen.ts';
import { type Look, type Product, startProduct } from './support/product.ts';
import { sightingsOn } from './support/sight.ts';
import { follow } from './support/walk.ts';

/** Every screen as it is first seen: nothing is cut off, covered, raw, or in the wrong language. */

let product: Product;
/** The addresses of the screens behind the sign-in, by user; of paths that share a screen, one. */
const addresses = new Map<string, string[]>();

beforeAll(async () => {
  // What the traffic brings comes and goes over what is looked at.
  product = await startProduct({ traffic: false });
  for (const screen of everyScreen) {
    const { user, sameAs } = screen;
    if (user === undefined || sameAs !== undefined) continue;
    const address = await addressOf(product, screen);
    if (address !== undefined) addresses.set(user, [...(addresses.get(user) ?? []), address]);
  }
});
afterAll(async () => {
  await product?.close();
});

/** What each screen is looked at in. */
const windows: [name: string, look: Look, width: number, height: number][] = [
  ['1920×1080, Chinese', {}, 1920, 1080],
  ['1920×1080, English', { locale: 'en' }, 1920, 1080],
  ['1366×768, Chinese', {}, 1366, 768],
  ['1366×768, English', { locale: 'en' }, 1366, 768],
  ['390×844, Chinese', { phone: true }, 390, 844],
  ['390×844, English', { phone: true, locale: 'en' }, 390, 844],
];

/** What tells one screen from another. */
const signs = ['h1', '.leaflet-container', '[role=tab]', 'form', 'canvas'];

/** What is drawn is there, the screen before is gone, and nothing is still to come. */
async function settle(page: Page): Promise<void> {
  const content = page.locator('main#content');
  await content.locator(signs.join()).first().waitFor();
  for (const sign of ['h1[data-last]', '.ant-skeleton-active', '.ant-spin-spinning'])
    await expect.poll(() => content.locator(sign).count(), { timeout: 15_000 }).toBe(0);
}

test.each(windows)('%s', async (_, look, width, height) => {
  const lines: string[] = [];
  for (const [user, paths] of addresses) {
    const page = await product.as(user, { ...look, at: '/permission/updateLog' });
    page.setDefaultTimeout(15_000);
    await page.setViewportSize({ width, height });
    await page.locator('main#content h1').first().waitFor();
    for (const path of paths) {
      try {
        await follow(page, path, `main#content :is(${signs.join()})`);
        if (new URL(page.url()).pathname === forbiddenPage) {
          lines.push(`${path}: ${user} may not open it`);
          continue;
        }
        await settle(page);
      } catch (error) {
        // The screens after it are looked at all the same.
        lines.push(`${path}: did not come: ${String(error).slice(0, 200)}`);
        continue;
      }
      const found = await sightingsOn(page, look.locale ?? 'zh-Hans');
      lines.push(...found.map((line) => `${path}: ${line}`));
    }
    await page.close();
  }
  expect(lines).toEqual([]);
});
