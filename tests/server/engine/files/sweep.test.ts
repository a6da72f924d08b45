import { createHash } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStore, storageKeyOf } from '#server/engine/files/file-store.ts';
import { createFolderStore } from '#server/engine/files/folder-store.ts';
import { createS3Store } from '#server/engine/files/s3-store.ts';
import { createFileSweep } from '#server/engine/files/sweep.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';

/** Bytes that no row names are removed once they are old enough; those of a file never are. */

const account = { bucket: 'papers', region: 'cn-north-1', accessKeyId: 'KEY', secretAccessKey: 'secret' };
let own: TestDatabase;
let data: Awaited<ReturnType<typeof makeDataFolder>>;
let s3: S3Server;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.database.pool.query('create table attachment (sha256 text)');
  data = await makeDataFolder('sweep');
  await mkdir(data.folder, { recursive: true });
  s3 = await startS3Server(account);
});
afterAll(async () => {
  await s3?.close();
  await data?.remove();
  await own?.drop();
});

const stores: [string, () => FileStore][] = [
  ['a folder', () => createFolderStore(path.join(data.folder, 'kept'))],
  ['an S3-compatible store', () => createS3Store({ ...account, origin: s3.origin, prefix: 'clearway/' })],
];

describe.each(stores)('%s', (name, make) => {
  test('loses what no file has, after a day and not before', async () => {
    const store = make();
    const contents = await Promise.all(
      ['used', 'orphan 1', 'orphan 2', 'orphan 3', 'orphan 4'].map(async (text) => {
        const content = Buffer.from(`${name} ${text}`);
        const place = path.join(data.folder, `${name} ${text}`);
        await writeFile(place, content);
        const sha256 = createHash('sha256').update(content).digest('hex');
        await store.keep(storageKeyOf(sha256), place, { size: content.length, sha256 });
        return sha256;
      }),
    );
    const [used = ''] = contents;
    await own.database.pool.query('insert into attachment values ($1)', [used]);
    // What lies beside and is none of ours is nobody's to remove.
    if (name === 'a folder') await writeFile(path.join(data.folder, 'kept', 'README'), 'by hand');
    // A folder's times are those of the machine's clock, not of the tests'.
    const keptAt = name === 'a folder' ? (await stat(data.folder)).mtimeMs : Date.now();
    let now = keptAt + 3_600_000;
    const clock = () => new Date(now);
    const sweep = createFileSweep({
      database: own.database,
      store,
      clock,
      log: silentLog,
    });
    expect(await sweep.round()).toBe(0);
    now += 24 * 3_600_000;
    expect(await sweep.round()).toBe(4);
    const left: string[] = [];
    for await (const { sha256 } of store.list()) left.push(sha256);
    expect(left).toEqual([used]);
    expect(await sweep.round()).toBe(0);
  });
});
