import type { HubConnection } from '@microsoft/signalr';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setParameter } from '#tests/support/parameters.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** One user has no more connections to the hubs than the parameter `session.hubConnections` says. */

let server: RunningTestServer;
const opened: HubConnection[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
afterEach(() => closeAll());

const paths = ['/signalr-chat', '/signalr-instant', '/signalr'];

/** Tries to connect to one of the hubs; whether it came to be. */
async function open(token: string, n: number): Promise<boolean> {
  const connection = server.client(paths[n % paths.length] ?? '', token);
  try {
    await connection.start();
    opened.push(connection);
    return true;
  } catch {
    return false;
  }
}

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((connection) => connection.stop()));
}

async function openMany(count: number, token: string): Promise<number> {
  const came = await Promise.all(Array.from({ length: count }, (_, n) => open(token, n)));
  return came.filter(Boolean).length;
}

const tokenOf = async (user: string) => (await server.signIn(user)).encryptedAccessToken;

describe('the connections of one user', () => {
  test('are no more than the parameter, however many come at once, over all hubs and sessions', async () => {
    await setParameter(server, 'session.hubConnections', '4');
    const [one, other] = [await tokenOf('operator'), await tokenOf('operator')];
    const [first, second] = await Promise.all([openMany(8, one), openMany(8, other)]);
    expect(first + second).toBe(4);
    // Nobody else is hindered.
    expect(await openMany(2, await tokenOf('atmb'))).toBe(2);
  });

  test('that ended free their place', async () => {
    await setParameter(server, 'session.hubConnections', '2');
    const token = await tokenOf('agent');
    for (let round = 0; round < 3; round++) {
      await eventually(async () => {
        await closeAll();
        return (await openMany(2, token)) === 2;
      }, 'two free places');
      expect(await openMany(1, token)).toBe(0);
    }
  });

  test('are refused with the rule, in the language of the user', async () => {
    await setParameter(server, 'session.hubConnections', '1');
    const token = await tokenOf('aiw');
    expect(await openMany(1, token)).toBe(1);
    const negotiate = async (culture: string) => {
      const query = new URLSearchParams({ enc_auth_token: token, negotiateVersion: '1', culture });
      const answer = await server.call(null, 'POST', `/signalr-chat/negotiate?${query}`);
      return [answer.status, answer.body];
    };
    expect(await negotiate('en')).toEqual([
      429,
      'You have 1 live connections open, which is the most for one user. Close some pages or other clients first.',
    ]);
    expect(await negotiate('zh-Hans')).toEqual([
      429,
      '您已打开 1 个实时连接，已达到每个用户的上限，请先关闭部分页面或其他客户端。',
    ]);
  });
});
