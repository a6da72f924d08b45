import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

declare global {
  interface Window {
    /** Made by the script of the page. */
    signalR: typeof import('@microsoft/signalr');
  }
}

/** A page of another origin, in a browser, which is what asks before it sends and hides what it may not show. */

const signalr = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@microsoft/signalr/package.json')),
  'dist/browser/signalr.js',
);
let server: RunningTestServer;
let browser: Browser;
const pages: Server[] = [];

/** A site with one page and the official client of the hubs. */
async function site(): Promise<string> {
  const script = await readFile(signalr);
  const made = createServer((request, response) => {
    const isScript = request.url === '/signalr.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>desk</title><script src="/signalr.js"></script>');
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  pages.push(made);
  return `http://localhost:${(made.address() as AddressInfo).port}`;
}

let desk: string;
let outsider: string;
beforeAll(async () => {
  [desk, outsider] = await Promise.all([site(), site()]);
  server = await startTestServer({ config: { origins: [desk] } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  for (const page of pages) page.close();
});

/** What the page comes to: it signs in, asks for a list with every header of ABP's clients, and joins a hub. */
async function visit(origin: string) {
  const page = await browser.newPage();
  await page.goto(origin);
  const reached = await page.evaluate(
    async ([address, password]) => {
      const headers = {
        'content-type': 'application/json',
        'Abp.TenantId': '1',
        '.AspNetCore.Culture': 'c=en|uic=en',
        'x-requested-with': 'XMLHttpRequest',
      };
      const ask = (path: string, init: RequestInit) =>
        fetch(address + path, { credentials: 'include', ...init }).catch(() => null);
      const login = await ask('/api/TokenAuth/Authenticate', {
        method: 'POST',
        headers,
        body: JSON.stringify({ userNameOrEmailAddress: 'operator', password }),
      });
      if (!login) return null;
      const { accessToken, encryptedAccessToken } = (await login.json()).result;
      const signedIn = { ...headers, authorization: `Bearer ${accessToken}` };
      const list = await ask('/api/records/aircraft?_start=0&_end=1', { headers: signedIn });
      const nobody = await ask('/api/services/app/User/GetAll', { headers });
      const { HubConnectionBuilder, LogLevel } = window.signalR;
      const connection = new HubConnectionBuilder()
        .withUrl(`${address}/signalr-chat?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`)
        .configureLogging(LogLevel.None)
        .build();
      await connection.start();
      const registered = await connection.invoke('Register');
      await connection.stop();
      return {
        total: Number(list?.headers.get('x-total-count')),
        refused: nobody && [nobody.status, (await nobody.json()).error.message],
        registered,
      };
    },
    [server.address, demoPassword] as const,
  );
  await page.close();
  return reached;
}

test('that is allowed works with all of the server', async () => {
  expect(await visit(desk)).toEqual({
    total: expect.any(Number),
    refused: [401, expect.stringMatching(/^[\x20-\x7e]+$/)],
    registered: null,
  });
});

test('that is not allowed reaches nothing', async () => {
  expect(await visit(outsider)).toBeNull();
});
