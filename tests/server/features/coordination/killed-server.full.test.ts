import { randomUUID } from 'node:crypto';
import type { HubConnection } from '@microsoft/signalr';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { eventually, type RunningTestServer, startTestServer, testSecret } from '#tests/support/server.ts';
import { killServers, startProcess } from '#tests/support/server-process.ts';

/** Two servers over NATS, one of them killed while people speak: no message is lost, none is there twice. */

const speakers = ['aiw', 'atmb', 'operator'];
const messages = 60;

describe.runIf(hasNats)('one of two servers is killed', () => {
  let stays: RunningTestServer;
  beforeAll(async () => {
    stays = await startTestServer({ config: { natsUrl } });
  });
  afterAll(async () => {
    killServers();
    await stays?.close();
  });

  test('what was said is there once, in one order, for those of either server', async () => {
    const goes = await startProcess({
      DATABASE_URL: stays.database.url,
      NATS_URL: natsUrl,
      CLEARWAY_DATA: stays.dataFolder,
      CLEARWAY_DEMO: '0',
      CLEARWAY_SECRET: testSecret,
    });
    if (!goes.started) throw new Error(goes.printed);
    const tokens = new Map(
      await Promise.all(speakers.map(async (user) => [user, await stays.signIn(user)] as const)),
    );
    const ask = async (address: string, user: string, path: string, body?: object) => {
      const answer = await fetch(`${address}/api/services/app/Coordination/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${tokens.get(user)?.accessToken}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { result: unknown }).result;
    };
    const members = speakers.slice(1).map((user) => tokens.get(user)?.userId);
    const made = await ask(stays.address, 'aiw', 'CreateRoom', { name: '双机', members });
    const { id: room } = made as { id: number };

    /** A page: it holds each message by its number, and asks for what it missed when it comes back. */
    const page = async (address: string, user: string) => {
      const held = new Map<number, ChatMessage>();
      let twice = 0;
      const take = (message: ChatMessage) => {
        if (message.room === room) held.set(message.seq, message);
      };
      const url = `${address}/signalr-chat?enc_auth_token=${encodeURIComponent(tokens.get(user)?.encryptedAccessToken ?? '')}`;
      const connection: HubConnection = new HubConnectionBuilder()
        .withUrl(url, { transport: HttpTransportType.WebSockets })
        .configureLogging(LogLevel.None)
        .build();
      connection.on('getChatMessage', (message: ChatMessage) => {
        if (message.room === room && held.has(message.seq)) twice += 1;
        take(message);
      });
      await connection.start();
      const catchUp = async () => {
        const since = Math.max(0, ...[...held.values()].map(({ seq }) => seq));
        const asked = await ask(stays.address, user, `GetChanges?room=${room}&since=${since}`);
        for (const message of (asked as { items: ChatMessage[] }).items) take(message);
      };
      return { held, connection, catchUp, twice: () => twice };
    };
    const there = await page(stays.address, 'atmb');
    const gone = await page(goes.address, 'operator');
    let lost = false;
    gone.connection.onclose(() => {
      lost = true;
    });

    // Whoever gets no answer from one server says the same to the other, with the same id.
    const say = async (n: number) => {
      const user = speakers[n % speakers.length] ?? '';
      const message = { room, clientId: randomUUID(), text: `第 ${n} 条` };
      const first = n % 2 === 0 ? goes.address : stays.address;
      await ask(first, user, 'Send', message).catch(() => ask(stays.address, user, 'Send', message));
    };
    const said: Promise<void>[] = [];
    for (let n = 0; n < messages; n++) {
      said.push(say(n));
      if (n === messages / 2) void goes.end('SIGKILL');
      else if (n % 5 === 4) await said[n];
    }
    await Promise.all(said);
    await eventually(() => lost, 'the end of the connection');
    await gone.catchUp();
    // The killed server may have committed what it told nobody.
    await there.catchUp();
    const stored = await stays.database.database.pool.query<{ seq: string; text: string }>(
      `select seq, text from chat_message where room_id = $1 and kind = 'text' order by seq`,
      [room],
    );
    expect(stored.rows.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: messages }, (_, n) => `第 ${n} 条`).sort(),
    );
    const known = (held: Map<number, ChatMessage>) =>
      [...held.values()]
        .filter(({ kind }) => kind === 'text')
        .sort((a, b) => a.seq - b.seq)
        .map(({ seq, text }) => ({ seq: String(seq), text }));
    await eventually(() => known(there.held).length === messages, 'all at the server that stays');
    expect(known(there.held)).toEqual(stored.rows.map(({ seq, text }) => ({ seq: String(seq), text })));
    expect(known(gone.held)).toEqual(known(there.held));
    expect([there.twice(), gone.twice()]).toEqual([0, 0]);
    const verdict = await ask(stays.address, 'atmb', `VerifyRoom?room=${room}`);
    expect(verdict).toMatchObject({ valid: true });
    await there.connection.stop();
  }, 180_000);
});
