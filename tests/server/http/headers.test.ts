import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What every answer tells a browser: what its page may do, and what may be kept. */

let server: RunningTestServer;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'clearway-web-'));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(webFolder, 'assets', 'main-1a2b3c.js'), 'export {};');
  server = await startTestServer({ webFolder });
});
afterAll(async () => {
  await server?.close();
  await rm(webFolder, { recursive: true, force: true });
});

test.each(['/login', '/api/docs/json', '/healthz', '/nowhere'])(
  '%s lets no page use camera, microphone or place',
  async (url) => {
    const { headers } = await server.app.inject({ url });
    const policy = String(headers['permissions-policy']).split(', ');
    expect(policy).toEqual(
      expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'usb=()']),
    );
  },
);

describe('a page', () => {
  async function policy(host: string): Promise<Map<string, string[]>> {
    const { headers } = await server.app.inject({ url: '/login', headers: { host } });
    const directives = String(headers['content-security-policy']).split(';');
    return new Map(directives.map((one) => one.split(' ')).map(([name = '', ...sources]) => [name, sources]));
  }

  test('sends its forms, requests and sockets to its own origin alone', async () => {
    const directives = await policy('clearway.example:8443');
    expect(directives.get('form-action')).toEqual(["'self'"]);
    expect(directives.get('connect-src')).toEqual([
      "'self'",
      'ws://clearway.example:8443',
      'wss://clearway.example:8443',
      "'self'",
    ]);
  });

  test.each(['a;script-src *', 'a b', '*', "'unsafe-inline'", 'a,b'])(
    'is not given another policy by the host %s',
    async (host) => {
      const directives = await policy(host);
      expect(directives.get('connect-src')).toEqual(["'self'", "'self'", "'self'"]);
      expect(directives.get('script-src')).toEqual(["'self'"]);
    },
  );
});

describe('kept nowhere', () => {
  test.each([
    ['operator', 'GET', '/api/records/plan', undefined],
    ['operator', 'GET', '/api/records/plan/999999', undefined],
    ['operator', 'POST', '/api/services/app/Navigation/GetNavigation', {}],
    ['operator', 'GET', '/api/services/app/Session/GetCurrentLoginInformations', undefined],
    ['operator', 'GET', '/AbpUserConfiguration/GetAll', undefined],
    [null, 'GET', '/api/records/plan', undefined],
    [null, 'POST', '/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'nobody', password: 'x' }],
    [null, 'POST', '/api/TokenAuth/Authenticate', '{'],
    [null, 'GET', '/api/nothing', undefined],
    [null, 'GET', '/assets/gone-1a2b3c.js', undefined],
    [null, 'GET', '/healthz', undefined],
    [null, 'GET', '/metrics', undefined],
    [null, 'POST', '/signalr-chat/negotiate', undefined],
  ])('is the answer to %s of %s %s', async (user, verb, url, body) => {
    const answer = await server.call(user, verb, url, body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('what carries a hash in its name is kept for ever, a page is asked for again', async () => {
  const asset = await server.call(null, 'GET', '/assets/main-1a2b3c.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const page = await server.call(null, 'GET', '/login');
  expect(page.headers.get('cache-control')).toBe('no-cache');
});
