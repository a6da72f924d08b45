import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubPaths, type ServerNotice } from '#contract/hub.ts';
import { rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A server that was started again after a crash says so to whoever watches. */

let server: RunningTestServer;
const crashedAt = Date.now() - 7_000;
beforeAll(async () => {
  server = await startTestServer({ crashedAt: [crashedAt - 3_600_000, crashedAt] });
});
afterAll(() => server?.close());

/** What a client hears of it that connects now. */
async function noticesOn(path: string, user: string): Promise<ServerNotice[]> {
  const heard: ServerNotice[][] = [];
  const client = server.client(path, (await server.signIn(user)).encryptedAccessToken);
  client.on('getServerNotices', (notices: ServerNotice[]) => heard.push(notices));
  await client.start();
  await eventually(() => heard.length > 0, 'the notice');
  return heard.at(-1) ?? [];
}

test.each([hubPaths.chat, hubPaths.instant])(
  'a client that connects to %s is told when it began again',
  async (path) => {
    for (const user of ['atmb', 'operator']) {
      const [notice, ...others] = await noticesOn(path, user);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ id: 'restarted', text: { key: 'watch.notice.restarted' } });
      expect(notice?.at).toBeGreaterThan(crashedAt);
      expect(Number(notice?.text.values?.seconds)).toBeGreaterThanOrEqual(7);
      expect(notice?.lastsMs).toBeGreaterThan(60_000);
      expect(notice?.lastsMs).toBeLessThanOrEqual(5 * 60_000);
    }
  },
);

test('the log of the watch and the monitor say so too', async () => {
  const { rows } = await rowsOf(server, 'aiw', 'watchLogEntry', 'kind=serverRestarted');
  expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining('秒后重新启动')]);
  await eventually(async () => {
    const { servers } = (await server.service('admin', 'Monitor/GetState', {}, 'GET')) as {
      servers: { figures: Record<string, number> }[];
    };
    return servers.some(({ figures }) => figures.crashes === 2);
  }, 'the crashes in the monitor');
});
