import { expect, test } from 'vitest';
import { startHeartbeat } from '#server/db/heartbeat.ts';
import { databases, silentLog } from '#tests/support/database.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';

const patienceMs = 100;
const misses = 3;

function beating(url: string) {
  let stalls = 0;
  const onStall = () => {
    stalls += 1;
  };
  const pulse = startHeartbeat({ url, log: silentLog, onStall, everyMs: 5, patienceMs, misses });
  return { pulse, stalls: () => stalls };
}

const urlOf = (): URL => new URL(databases()[0]?.url ?? '');

test('a process that is busy itself does not take PostgreSQL for stalled', async () => {
  const { pulse, stalls } = beating(urlOf().href);
  const busy = setInterval(() => {
    for (const end = performance.now() + 1.3 * patienceMs; performance.now() < end; );
  }, 1);
  try {
    for (let asked = 0; asked < 2 * misses; asked++) await pulse.ask();
  } finally {
    clearInterval(busy);
  }
  expect([pulse.stalled(), stalls()]).toEqual([false, 0]);
  await pulse.close();
});

test('a PostgreSQL that does not answer is stalled after some questions, and no longer once it answers', async () => {
  const url = urlOf();
  url.search = '';
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const { pulse, stalls } = beating(url.href);
  await pulse.ask();
  proxy.stall();
  await expect.poll(pulse.stalled).toBe(true);
  expect(stalls()).toBeGreaterThan(0);
  await expect(pulse.ask()).rejects.toMatchObject({ code: 'unavailable' });
  proxy.resume();
  await expect.poll(pulse.stalled).toBe(false);
  await pulse.close();
  await proxy.close();
});
