import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '#scripts/build.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { remember } from './open-pages.ts';
import {
  type Answer,
  authenticate,
  freeTheDemoPort,
  type Running,
  startFromNothing,
  startOnCopy,
} from './running.ts';
import { type Look, openWindows, type Windows } from './windows.ts';

export type { Look };

/** A look, and the path at which the page is opened; absent: it is nowhere yet. */
export interface Begin extends Look {
  at?: string;
}

/** The built product, in a process, a database and a data folder of its own, and a browser to look at it. */
export interface Product {
  address: string;
  browser: Browser;
  /** A page that nobody is signed in on. */
  visit(look?: Look): Promise<Page>;
  /** A page of this user; their session is made at the front door. */
  as(user: string, begin?: Begin): Promise<Page>;
  /** The same through the sign-in screen. */
  signIn(user: string, look?: Look): Promise<Page>;
  /** The result of a request as this user, through the front door. */
  api(user: string, verb: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  /** As in running.ts. */
  query: Running['query'];
  /**
   * What went wrong on any page so far: script errors, broken policies, 5xx answers that no test asked for.
   */
  errors: string[];
  /** Keeps a picture in tests/browser/out, which is not committed. */
  picture(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

let inWorker: Promise<{ browser: Browser; windows: Windows }> | undefined;

/** One for all files of a worker: the products follow one another at one address. It ends with its worker. */
async function browserInWorker(address: string): Promise<{ browser: Browser; windows: Windows }> {
  const launch = async () => {
    const browser = await launchChromium({
      handleSIGTERM: false,
      // No page lives long enough to earn back what the optimizing compilers take.
      args: ['--js-flags=--no-maglev --no-turbofan'],
    });
    return { browser, windows: openWindows(browser, address) };
  };
  inWorker ??= launch();
  if (!(await inWorker).browser.isConnected()) inWorker = launch();
  return inWorker;
}

async function browserAlone(address: string): Promise<{ browser: Browser; windows: Windows }> {
  const browser = await launchChromium();
  return { browser, windows: openWindows(browser, address) };
}

/**
 * An address of a demo that runs already: its tests are then a look at that one, and leave their traces in
 * it.
 */
const elsewhere = process.env.CLEARWAY_TEST_ADDRESS;

export interface ProductOptions {
  /**
   * As `npm start` on a new machine: its own PostgreSQL, seeded by itself. Default in tests: on a copy of a seeded
   * database.
   */
  fromNothing?: boolean;
  /** The demo's flights are seen. Default: true; one that is made from nothing has them in any case. */
  traffic?: boolean;
}

let shared: Promise<Product> | undefined;

/**
 * The product that all journeys of a worker share: each makes its own users, companies, plans and traffic. `close` closes the
 * pages of the file; the product ends with its worker, or when a file starts another.
 */
export async function sharedProduct(): Promise<Product> {
  shared ??= start({ traffic: false });
  const product = await shared;
  const pages: Page[] = [];
  const earlier = product.errors.length;
  async function opened(opening: Promise<Page>): Promise<Page> {
    const page = await opening;
    pages.push(page);
    return page;
  }
  return {
    ...product,
    get errors() {
      return product.errors.slice(earlier);
    },
    visit: (look) => opened(product.visit(look)),
    as: (user, begin) => opened(product.as(user, begin)),
    signIn: (user, look) => opened(product.signIn(user, look)),
    async close() {
      for (const page of pages) await page.close();
    },
  };
}

/**
 * The product for one file of tests, and its browser.
 * `close` ends the product; in tests the browser is left to the next file.
 */
export function startProduct(options: ProductOptions = {}): Promise<Product> {
  shared = undefined;
  return start(options);
}

async function start({ fromNothing = false, traffic = true }: ProductOptions = {}): Promise<Product> {
  // The pictures of the README are no tests: no database stands ready for them, and they have the product to
  // themselves.
  const isTest = !elsewhere && !fromNothing && process.env.VITEST !== undefined;
  const { address, end, query }: Running = elsewhere
    ? { address: elsewhere, end: async () => {} }
    : await (isTest ? startOnCopy(traffic) : startFromNothing());

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (user: string) => {
    const token = tokens.get(user) ?? authenticate(address, user).then(({ accessToken }) => accessToken);
    tokens.set(user, token);
    return token;
  };
  const api: Product['api'] = async (user, verb, where, body) => {
    const answer = await fetch(address + where, {
      method: verb,
      headers: {
        authorization: `Bearer ${await tokenOf(user)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };

  if (!isTest) await freeTheDemoPort(api);

  const { browser, windows } = isTest ? await browserInWorker(address) : await browserAlone(address);
  const errors: string[] = [];

  async function visit(look: Look = {}): Promise<Page> {
    const page = await windows.open(look);
    page.setDefaultTimeout(60_000);
    remember(page);
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      // A business refusal is 500 in the ABP envelope; anything else of the kind is an error.
      if (response.status() > 500 || (response.status() === 500 && !response.url().includes('/api/'))) {
        errors.push(`${response.status()} ${response.url()}`);
      }
    });
    return page;
  }

  return {
    address,
    browser,
    errors,
    query,
    api,
    visit,
    async as(user, { at, ...look } = {}) {
      const page = await visit(look);
      const { accessToken, encryptedAccessToken } = await authenticate(address, user);
      const tokens = { 'Abp.AuthToken': accessToken, enc_auth_token: encryptedAccessToken };
      const cookies = Object.entries(tokens).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: address,
        sameSite: 'Strict' as const,
      }));
      await page.context().addCookies(cookies);
      if (at !== undefined) await page.goto(address + at);
      return page;
    },
    async signIn(user, look) {
      const page = await visit(look);
      await page.goto(`${address}/login`);
      await page.locator('input:not([type=password]):not([type=checkbox])').first().fill(user);
      await page.locator('input[type=password]').fill(demoPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/login');
      return page;
    },
    async picture(page, name) {
      const file = `${name.replaceAll(/[^\w一-鿿]+/g, '-')}.png`;
      await page.screenshot({ path: path.join(root, 'tests', 'browser', 'out', file) }).catch(() => {});
    },
    async close() {
      await windows.closeAll();
      if (!isTest) await browser.close();
      await end();
    },
  };
}
