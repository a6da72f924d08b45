import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';

/** PostgreSQL, or the line to it, that no longer answers and does not end its connections either. */

let healthy: RunningTestServer;
let server: RunningTestServer;
let line: TcpProxy;
beforeAll(async () => {
  healthy = await startTestServer();
  const made = await lineTo(healthy);
  line = made.line;
  server = await startTestServer({ beside: healthy, config: { databaseUrl: made.url } });
});
afterAll(async () => {
  line?.resume();
  await server?.close();
  await line?.close();
  await healthy?.close();
});

async function lineTo({ database }: RunningTestServer): Promise<{ line: TcpProxy; url: string }> {
  const url = new URL(database.url);
  url.search = '';
  const line = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${line.port}`;
  return { line, url: url.href };
}

async function timed(asking: () => Promise<{ status: number }>): Promise<{ status: number; ms: number }> {
  const before = performance.now();
  const { status } = await asking();
  return { status, ms: performance.now() - before };
}

test('no request hangs: all are answered with 503, /readyz within 2 s, and the work goes on when it answers again', async () => {
  expect((await server.call(null, 'GET', '/readyz')).status).toBe(200);
  // More than the pool has connections, and of every kind: reading, writing, signing in.
  await server.call('operator', 'GET', '/api/records/plan');
  line.stall();
  const waiting = [
    ...Array.from({ length: 15 }, () => timed(() => server.call('operator', 'GET', '/api/records/plan'))),
    timed(() =>
      server.call('operator', 'POST', '/api/records/feedback', { title: 'Stalled', content: 'No answer' }),
    ),
    timed(() =>
      server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
        userNameOrEmailAddress: 'operator',
        password: 'a wrong one',
      }),
    ),
    timed(() => server.call('operator', 'POST', '/api/services/app/Search/Query', { text: 'B-' })),
  ];
  for (let ask = 0; ask < 3; ask++) {
    const ready = await timed(() => server.call(null, 'GET', '/readyz'));
    expect(ready.status).toBe(503);
    expect(ready.ms).toBeLessThan(2_000);
  }
  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  for (const { ms } of answers) expect(ms).toBeLessThan(20_000);
  // By now it is known: nobody waits at all.
  const later = await timed(() => server.call('operator', 'GET', '/api/records/plan'));
  expect(later.status).toBe(503);
  expect(later.ms).toBeLessThan(2_000);

  line.resume();
  await eventually(async () => (await server.call(null, 'GET', '/readyz')).status === 200, 'ready again');
  expect((await server.call('operator', 'GET', '/api/records/plan')).status).toBe(200);
}, 90_000);

test('a start whose database goes away in the middle waits for it and begins anew', async () => {
  const own = await lineTo(healthy);
  own.line.cutAfter(8_000);
  const starting = startTestServer({ beside: healthy, config: { databaseUrl: own.url } });
  await eventually(() => own.line.refused >= 1, 'a connection that is refused');
  own.line.mend();
  const second = await starting;
  expect(second.messages).toContain('start.databaseGone');
  expect((await second.call(null, 'GET', '/readyz')).status).toBe(200);
  await second.close();
  await own.line.close();
});
