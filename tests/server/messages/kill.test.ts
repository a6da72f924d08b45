import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFolder, makeDataFolder } from '../../support/data-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/server.ts';
import { killServers, startProcess } from '../../support/server-process.ts';

/** Messages through `kill -9` of the server that sends them: none is lost, none goes twice. */

const password = 'Kill-minus-9';
let data: DataFolder;
let database: TestDatabase;

beforeAll(async () => {
  data = await makeDataFolder('killed-messages');
  database = await createTestDatabase();
});
afterAll(async () => {
  killServers();
  await database?.drop();
  await data?.remove();
});

async function start() {
  const server = await startProcess({
    DATABASE_URL: database.url,
    CLEARWAY_DATA: data.folder,
    CLEARWAY_DEMO: '0',
    CLEARWAY_ADMIN_PASSWORD: password,
  });
  if (!server.started) throw new Error(server.printed);
  const post = (at: string, body: object, authorization = '') =>
    fetch(server.address + at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'admin', password });
  const { result } = (await signedIn.json()) as { result: { accessToken: string } };
  return {
    server,
    send: (text: string) =>
      post(
        '/api/services/app/MessageQuery/SendMessageQuery',
        { text, addressees: ['ZUUUZPZX'] },
        `Bearer ${result.accessToken}`,
      ),
  };
}

test('every message that was taken goes exactly once', async () => {
  const taken: string[] = [];
  let number = 0;
  for (const lives of [300, 650]) {
    const { server, send } = await start();
    let going = true;
    const lane = async () => {
      while (going) {
        number += 1;
        const text = `(RQP-K${number}-ZUGH0200-ZUGH-0)`;
        const answer = await send(text).catch(() => null);
        if (answer?.status === 200) taken.push(text);
        else return;
      }
    };
    const lanes = [lane(), lane(), lane()];
    await new Promise((resolve) => setTimeout(resolve, lives));
    await server.end('SIGKILL');
    going = false;
    await Promise.all(lanes);
  }
  expect(taken.length).toBeGreaterThan(5);

  const last = await start();
  // A claim that its server took into the grave is another's once its minute is over.
  await database.database.kysely
    .updateTable('planMessage')
    .set({ nextAttemptAt: new Date(0).toISOString() })
    .where('state', '=', 'pending')
    .execute();
  await eventually(async () => {
    const open = await database.database.kysely
      .selectFrom('planMessage')
      .select('id')
      .where('state', '!=', 'acknowledged')
      .execute();
    return open.length === 0;
  }, 'the end of the queue');
  await last.server.end('SIGTERM');
  const folder = path.join(data.folder, 'messages', 'aftn', 'out');
  const names = await readdir(folder);
  const sent = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(new Set(sent).size).toBe(sent.length);
  for (const text of taken) expect(sent).toContain(text);
}, 180_000);
