import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildIfChanged, root } from '../../../scripts/build.ts';
import { demoPassword } from '../../../src/server/seed/seed-demo.ts';
import { launchChromium } from '../../support/chromium.ts';
import { makeDataFolder } from '../../support/data-folder.ts';

export interface Look {
  dark?: boolean;
  phone?: boolean;
  locale?: 'zh-Hans' | 'en';
}

/** The built product as `npm start` runs it, in a process and a data folder of its own, and a browser to look at it. */
export interface Product {
  address: string;
  browser: Browser;
  /** A page that nobody is signed in on. */
  visit(look?: Look): Promise<Page>;
  /** A page of this user, signed in through the sign-in screen. */
  as(user: string, look?: Look): Promise<Page>;
  /** The result of a request as this user, through the front door. */
  api(user: string, verb: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  /** What went wrong on any page so far: script errors, broken policies, 5xx answers that no test asked for. */
  faults: string[];
  /** Keeps a picture in tests/browser/out, which is not committed. */
  picture(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of many calls, read by tests that say what they expect
type Answer = any;

/** An address of a demo that runs already: its tests are then a look at that one, and leave their traces in it. */
const elsewhere = process.env.CLEARWAY_TEST_ADDRESS;

interface Running {
  address: string;
  end(): Promise<void>;
}

async function startServer(): Promise<Running> {
  await buildIfChanged();
  const data = await makeDataFolder('browser');
  const server = spawn(process.execPath, [path.join(root, 'dist', 'server', 'main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      CLEARWAY_DATA: data.folder,
      CLEARWAY_DEMO: '1',
      DATABASE_URL: '',
      NATS_URL: '',
      FILES_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', (code) => reject(new Error(`the product ended with ${code}:\n${said}`)));
  });
  return {
    address,
    async end() {
      server.removeAllListeners('exit');
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await data.remove();
    },
  };
}

export async function startProduct(): Promise<Product> {
  const { address, end } = elsewhere ? { address: elsewhere, end: async () => {} } : await startServer();

  const tokens = new Map<string, string>();
  async function tokenOf(user: string): Promise<string> {
    const known = tokens.get(user);
    if (known) return known;
    const answer = await fetch(`${address}/api/TokenAuth/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userNameOrEmailAddress: user, password: demoPassword }),
    });
    const { result }: Answer = await answer.json();
    tokens.set(user, result.accessToken);
    return result.accessToken;
  }
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

  // Another Clearway on this machine may hold the demo's port; traffic follows the record.
  const sources = await api('admin', 'GET', '/api/records/surveillanceSource');
  for (const { id, version, transport } of sources.body) {
    if (transport !== 'udpUnicast') continue;
    await api('admin', 'PATCH', `/api/records/surveillanceSource/${id}`, {
      version,
      port: await freeUdpPort(),
    });
  }

  const browser = await launchChromium();
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];

  async function visit({ dark, phone, locale }: Look = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width: 1920, height: 1080 },
      ...(phone ? { isMobile: true, hasTouch: true } : {}),
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: locale === 'en' ? 'en-GB' : 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    contexts.push(context);
    if (locale === 'en') await context.addCookies([{ name: 'locale', value: 'en', url: address }]);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      // A business refusal is 500 in the ABP envelope; anything else of the kind is a fault.
      if (response.status() > 500 || (response.status() === 500 && !response.url().includes('/api/'))) {
        faults.push(`${response.status()} ${response.url()}`);
      }
    });
    return page;
  }

  return {
    address,
    browser,
    faults,
    api,
    visit,
    async as(user, look) {
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
      for (const context of contexts) await context.close();
      await browser.close();
      await end();
    },
  };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
