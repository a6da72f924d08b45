import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { shiftDate } from '#tests/support/clock/shift-date.mjs';

export interface Look {
  dark?: boolean;
  phone?: boolean;
  locale?: 'zh-Hans' | 'en';
}

export interface Windows {
  /** An empty page as of somebody who was never here. Closing it gives its context to the next. */
  open(look: Look): Promise<Page>;
  closeAll(): Promise<void>;
}

/**
 * Pages that are new to the product and old to the browser. A context that is new reads and compiles the whole
 * application again, so one is used again once its pages are closed, without its cookies and what it stored; and a
 * window that another one opens lives in its process, where all is compiled.
 */
export function openWindows(browser: Browser, address: string): Windows {
  const contexts = new Map<string, { context: BrowserContext; anchor: Page }[]>();

  async function contextFor({ phone, locale }: Look) {
    const key = `${phone} ${locale}`;
    const made = contexts.get(key) ?? [];
    contexts.set(key, made);
    const free = made.find(({ context }) => context.pages().length === 1);
    if (free) {
      await free.context.clearCookies();
      await free.anchor.evaluate(() => localStorage.clear());
      return free;
    }
    const options: BrowserContextOptions = {
      viewport: phone ? { width: 390, height: 844 } : { width: 1920, height: 1080 },
      ...(phone ? { isMobile: true, hasTouch: true } : {}),
      reducedMotion: 'reduce',
      locale: locale === 'en' ? 'en-GB' : 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    };
    const context = await browser.newContext(options);
    // Pages have the clock of the product (test-clock.ts).
    const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);
    await context.addInitScript({ content: `(${shiftDate})(${offsetMs})` });
    const anchor = await context.newPage();
    // Of the product's origin, and without the application.
    await anchor.goto(`${address}/healthz`);
    const one = { context, anchor };
    made.push(one);
    // Whoever changed it for good, its clock for one, closes it.
    context.on('close', () => made.splice(made.indexOf(one), 1));
    return one;
  }

  return {
    async open(look) {
      const { context, anchor } = await contextFor(look);
      const [page] = await Promise.all([
        anchor.waitForEvent('popup'),
        anchor.evaluate(() => void window.open('about:blank')),
      ]);
      await page.bringToFront();
      await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' });
      if (look.locale === 'en') await context.addCookies([{ name: 'locale', value: 'en', url: address }]);
      return page;
    },
    async closeAll() {
      const all = [...contexts.values()].flat();
      contexts.clear();
      for (const { context } of all) await context.close();
    },
  };
}
