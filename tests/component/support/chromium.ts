import { playwright } from '@vitest/browser-playwright';
import { findChromium } from '#scripts/find-chromium.ts';
import { quietArgs } from '#tests/support/chromium.ts';

/** Where component tests run: the Chromium of the browser tests, one page for each worker, as wide as a desk. */
export function componentBrowser() {
  const executablePath = findChromium();
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 1600, height: 900 },
    provider: playwright({
      actionTimeout: 20_000,
      launchOptions: { args: quietArgs, ...(executablePath === null ? {} : { executablePath }) },
      // What moves is of no matter here, and every movement is a wait.
      contextOptions: { reducedMotion: 'reduce' },
    }),
    instances: [{ browser: 'chromium' as const }],
  };
}
