import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { killedServer } from '#tests/support/killed-server.ts';
import type { Row } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';

/** A recording through `kill -9` of the server that reads it. */

const killed = killedServer('recordings');

test('a server that dies while it reads a recording leaves the source off at the next start, until it is switched off and on', async () => {
  const folder = path.join(killed.folder(), 'recordings');
  await mkdir(folder, { recursive: true });
  const rows = Array.from({ length: 250_000 }, (_, i) =>
    JSON.stringify({ timestamp: 1_551_257_473_000 + i, icao24: '780c03', latitude: 30, longitude: 104 }),
  );
  await writeFile(path.join(folder, 'long.json'), `[${rows.join(',')}]`);
  const first = await killed.start();
  const answer = await first.ask('POST', '/api/records/surveillanceSource', {
    name: '回放',
    type: 'adsbJson',
    transport: 'replay',
    file: 'long.json',
    loop: true,
  });
  const { id } = (await answer.json()) as Row;
  const mark = async () => {
    const { loadingVersion } = await killed
      .sql()
      .selectFrom('surveillanceSource')
      .select('loadingVersion')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return loadingVersion;
  };
  await eventually(async () => (await mark()) === 1, 'the mark', 60_000);
  await first.server.end('SIGKILL');
  expect(await mark()).toBe(1);

  for (let start = 1; start <= 2; start++) {
    const next = await killed.start();
    const status = async (language: string) => {
      const read = await next.ask('GET', `/api/records/surveillanceSource/${id}?culture=${language}`);
      return String(((await read.json()) as Row).status);
    };
    await eventually(
      async () => (await status('zh-Hans')).includes('服务器在读取 long.json 时停止运行'),
      'the status',
    );
    expect(await status('en')).toContain('the server stopped while it was reading long.json');
    expect(await mark()).toBe(1);
    if (start === 2) {
      const path = `/api/records/surveillanceSource/${id}`;
      await next.ask('PATCH', path, { version: 1, enabled: false });
      await next.ask('PATCH', path, { version: 2, enabled: true });
      await eventually(async () => (await status('zh-Hans')).includes('正在回放'), 'the playback', 60_000);
      expect(await mark()).toBeNull();
    }
    await next.server.end('SIGTERM');
  }
}, 240_000);
