import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { killedServer } from '#tests/support/killed-server.ts';
import { eventually } from '#tests/support/server.ts';

/** Messages through `kill -9` of the server that sends them: none is lost, none goes twice. */

const killed = killedServer('killed-messages');

test('every message that was taken goes exactly once', async () => {
  const taken: string[] = [];
  let number = 0;
  for (const lives of [300, 650]) {
    const { server, ask } = await killed.start();
    let going = true;
    const lane = async () => {
      while (going) {
        number += 1;
        const text = `(RQP-K${number}-ZUGH0200-ZUGH-0)`;
        const request = { text, addressees: ['ZUUUZPZX'] };
        const answer = await ask('POST', '/api/services/app/MessageQuery/SendMessageQuery', request).catch(
          () => null,
        );
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

  const last = await killed.start();
  // A claim that its server took into the grave is another's once its minute is over.
  await killed
    .sql()
    .updateTable('planMessage')
    .set({ nextAttemptAt: new Date(0).toISOString() })
    .where('state', '=', 'pending')
    .execute();
  await eventually(async () => {
    const open = await killed
      .sql()
      .selectFrom('planMessage')
      .select('id')
      .where('state', '!=', 'acknowledged')
      .execute();
    return open.length === 0;
  }, 'the end of the queue');
  await last.server.end('SIGTERM');
  const folder = path.join(killed.folder(), 'messages', 'aftn', 'out');
  const names = await readdir(folder);
  const sent = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(new Set(sent).size).toBe(sent.length);
  for (const text of taken) expect(sent).toContain(text);
}, 180_000);
