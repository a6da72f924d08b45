import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Errors of pages: told by anyone, counted in groups, read as places of the source, resolved and opened again. */

let server: RunningTestServer;
let web: string;
let at = Date.now();

/** A build of one script: line 1, columns 1 and 11 of it come from two lines of `src/web/pages/x.tsx`. */
const map = {
  version: 3,
  sources: ['../../../src/web/pages/x.tsx'],
  names: ['save', 'load'],
  // [0 → line 3 column 2 `save`], [10 → line 9 column 4 `load`]
  mappings: 'AAEEA,UAMEC',
};

beforeAll(async () => {
  web = await mkdtemp(path.join(tmpdir(), 'clearway-web-'));
  await mkdir(path.join(web, 'assets'));
  await writeFile(path.join(web, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(web, 'assets', 'main-1a2b3c.js'), 'export {};');
  await writeFile(path.join(web, 'assets', 'main-1a2b3c.js.map'), JSON.stringify(map));
  server = await startTestServer({ webFolder: web, clock: () => new Date(at) });
});
afterAll(async () => {
  await server?.close();
  await rm(web, { recursive: true, force: true });
});

const report = (input: object, user: string | null = null) =>
  server.call(user, 'POST', '/api/services/app/ErrorLog/Report', {
    name: 'TypeError',
    message: 'record 7 has no name',
    page: '/permission/user/7?ticket=secret#x',
    release: '0.1.0',
    ...input,
  });
const stack = (column: number, script = 'main-1a2b3c.js') =>
  `TypeError: record 7 has no name\n    at a (http://127.0.0.1/assets/${script}:1:${column})\n    at http://127.0.0.1/assets/${script}:1:11`;
const entries = async (query = '') => (await rowsOf(server, 'admin', 'errorLog', query)).rows;

describe('the error log', () => {
  test('reads a trace by the build’s source maps, which it shows to nobody', async () => {
    expect((await report({ stack: stack(1) })).status).toBe(200);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      name: 'TypeError',
      message: 'record 7 has no name',
      // What stands behind the path may be a secret.
      page: '/permission/user/7',
      release: '0.1.0',
      state: 'open',
      count: 1,
      user: null,
      frames: 'save (src/web/pages/x.tsx:3:3)\nload (src/web/pages/x.tsx:9:5)',
    });
    for (const url of [
      '/assets/main-1a2b3c.js.map',
      '/assets/MAIN-1a2b3c.js.map',
      '/assets/../assets/main-1a2b3c.js.map',
    ]) {
      const answer = await server.call('admin', 'GET', url);
      expect([url, answer.status, answer.body]).toEqual([url, 404, '']);
    }
    expect((await server.call(null, 'GET', '/assets/main-1a2b3c.js')).status).toBe(200);
  });

  test('counts the same error of whoever meets it, and tells another apart', async () => {
    const [before] = await entries();
    at += 60_000;
    await report({ message: 'record 8 has no name', stack: stack(1), release: '0.2.0' }, 'operator');
    await Promise.all([report({ stack: stack(1) }), report({ stack: stack(1) })]);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ count: 4, firstSeenAt: before?.firstSeenAt, release: '0.1.0' });
    expect(entry?.lastSeenAt).toBe(new Date(at).toISOString());
    expect(entry?.user).toBeTypeOf('number');
    await report({ name: 'RangeError', stack: stack(1) });
    expect(await entries()).toHaveLength(2);
  });

  test('two pages that tell of a new error at once make one entry', async () => {
    await Promise.all(Array.from({ length: 6 }, () => report({ message: 'at once', stack: '' })));
    const rows = await entries(`message=${encodeURIComponent('at once')}`);
    expect(rows.map(({ count }) => count)).toEqual([6]);
  });

  test('keeps a trace that no map explains, and follows no path out of the build', async () => {
    await report({ message: 'elsewhere', stack: stack(1, 'gone-000.js') });
    await report({ message: 'outside', stack: stack(1, '..%2f..%2fsecret.js') });
    const [gone] = await entries('message=elsewhere');
    expect(gone?.frames).toContain('http://127.0.0.1/assets/gone-000.js:1:1');
    expect((await entries('message=outside'))[0]?.frames).toContain('secret.js:1:1');
  });

  test('is resolved by an administrator, and open again once it is seen again', async () => {
    const [entry] = await entries(`name=RangeError`);
    const id = entry?.id ?? 0;
    expect((await server.call('operator', 'POST', '/api/services/app/ErrorLog/Resolve', { id })).status).toBe(
      403,
    );
    await server.service('admin', 'ErrorLog/Resolve', { id, resolution: ' fixed in 0.3 ' });
    const resolved = (await entries(`id=${id}`))[0];
    expect(resolved).toMatchObject({ state: 'resolved', resolution: 'fixed in 0.3', resolvedBy: 1 });
    await report({ name: 'RangeError', stack: stack(1) });
    expect((await entries(`id=${id}`))[0]).toMatchObject({ state: 'open', resolvedAt: null, count: 2 });
    await server.service('admin', 'ErrorLog/Resolve', { id });
    await server.service('admin', 'ErrorLog/Reopen', { id });
    expect((await entries(`id=${id}`))[0]).toMatchObject({ state: 'open' });
    const history = (await server.call('admin', 'GET', `/api/records/errorLog/${id}/history`))
      .body as object[];
    // Made, resolved, opened by being seen, resolved, opened by hand; what is merely counted leaves none.
    expect(history).toHaveLength(5);
  });

  test('takes no flood: too large is refused, and so is too much', async () => {
    expect((await report({ stack: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await report({ message: 'x'.repeat(1001) })).status).toBe(400);
    expect((await report({ message: '' })).status).toBe(400);
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1)
      statuses.push((await report({ message: 'flood' }, 'agent')).status);
    // What this address told before, as whoever it was, counts too.
    const taken = statuses.filter((status) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThanOrEqual(30);
    expect((await report({ message: 'flood' }, 'operator')).status).toBe(429);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is read by those who keep users, and by nobody else', async () => {
    for (const user of ['operator', 'atmb', 'aiw']) {
      expect([user, (await server.call(user, 'GET', '/api/records/errorLog')).status]).toEqual([user, 403]);
    }
    expect((await server.call('admin', 'POST', '/api/records/errorLog', { message: 'x' })).status).toBe(403);
  });
});
