import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';

let vite: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('select-page', import.meta.url)),
    server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
  });
  await vite.listen();
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await vite?.close();
});

// rjsf's own widget finds nothing here on antd 5: typing must narrow the choices by their label.
test.each([
  ['通过', '审核通过', 1],
  ['fail', 'Failed', 2],
])('typing %s finds %s', async (typed, label, value) => {
  const page = await browser.newPage();
  await page.goto(vite.resolvedUrls?.local[0] ?? '');
  await page.click('.ant-select');
  await page.keyboard.type(typed);
  const options = page.locator('.ant-select-item-option');
  await expect.poll(() => options.allTextContents()).toEqual([label]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.textContent('output')).toBe(JSON.stringify({ state: value }));
  await page.close();
});
