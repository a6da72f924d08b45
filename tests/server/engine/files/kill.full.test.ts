import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '#tests/support/example-files.ts';
import { killedServer } from '#tests/support/killed-server.ts';
import { eventually } from '#tests/support/server.ts';

/** What was acknowledged is there after `kill -9`: files with their bytes, and what webhooks are to be told. */

const killed = killedServer('killed-files');

test('of the server while files come in, none that was acknowledged is lost and none is half', async () => {
  const stored = new Map<number, Buffer>();
  const missions: number[] = [];
  const first = await killed.start();
  const made = await first.ask('POST', '/api/records/webhook', {
    name: 'away',
    url: 'http://127.0.0.1:9/',
    resources: ['missionType'],
    events: ['create'],
  });
  expect(made.status).toBe(201);

  let n = 0;
  let going = true;
  async function send(lane: number): Promise<void> {
    while (going) {
      const content = Buffer.concat([pdf(`${lane} ${++n}`), Buffer.alloc(200_000, lane)]);
      const form = new FormData();
      form.append('files', new Blob([content]), `${lane}-${n}.pdf`);
      try {
        const answer = await first.ask('POST', '/api/records/user/1/files', form);
        const [file] = (await answer.json()) as { id: number }[];
        if (answer.status === 201 && file) stored.set(file.id, content);
        const code = `K${lane}${n}`;
        const mission = await first.ask('POST', '/api/records/missionType', {
          code,
          name: code,
          nameEn: code,
        });
        if (mission.status === 201) missions.push(((await mission.json()) as { id: number }).id);
      } catch {
        // The process is gone.
        return;
      }
    }
  }
  const lanes = [1, 2, 3].map(send);
  await eventually(() => stored.size >= 12 && missions.length >= 6, 'a dozen files', 120_000);
  await first.server.end('SIGKILL');
  going = false;
  await Promise.all(lanes);

  const second = await killed.start();
  const listed = (await (await second.ask('GET', '/api/records/user/1/files')).json()) as { id: number }[];
  expect([...stored.keys()].filter((id) => !listed.some((file) => file.id === id))).toEqual([]);
  for (const [id, content] of stored) {
    const answer = await second.ask('GET', `/api/records/user/1/files/${id}`);
    expect([id, answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([
      id,
      200,
      true,
    ]);
  }
  // What has a name in the store is whole, acknowledged or not.
  const store = path.join(killed.folder(), 'files');
  for (const folder of (await readdir(store)).filter((name) => name !== 'incoming')) {
    for (const name of await readdir(path.join(store, folder))) {
      const bytes = await readFile(path.join(store, folder, name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(name);
    }
  }
  const log = await second.ask('GET', '/api/records/webhookDelivery?_end=1000&resource=missionType');
  const delivered = ((await log.json()) as { recordId: number }[]).map(({ recordId }) => recordId);
  expect(missions.filter((id) => !delivered.includes(id))).toEqual([]);
  expect(await second.server.end('SIGTERM')).toBe(0);
}, 600_000);
