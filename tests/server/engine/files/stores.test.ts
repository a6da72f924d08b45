import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, storageKeyOf } from '#server/engine/files/file-store.ts';
import { createFolderStore } from '#server/engine/files/folder-store.ts';
import { createS3Store } from '#server/engine/files/s3-store.ts';
import { createUploads } from '#server/engine/files/uploads.ts';
import type { S3Address } from '#server/kernel/s3-address.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import { pdf } from '#tests/support/example-files.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { startTestServer } from '#tests/support/server.ts';
import { keep } from '#tests/support/uploads.ts';

const account = {
  bucket: 'papers',
  region: 'cn-north-1',
  accessKeyId: 'KEY',
  secretAccessKey: 'a/secret+with=signs',
};

let data: Awaited<ReturnType<typeof makeDataFolder>>;
let s3: S3Server;
let address: S3Address;

beforeAll(async () => {
  data = await makeDataFolder('stores');
  await mkdir(data.folder, { recursive: true });
  s3 = await startS3Server(account);
  address = { ...account, origin: s3.origin, prefix: 'clearway/' };
});
afterAll(async () => {
  await s3?.close();
  await data?.remove();
});
beforeEach(() => {
  s3.refusals.length = 0;
  s3.troubles.length = 0;
});

let count = 0;
async function incoming(content: Buffer) {
  const file = path.join(data.folder, `incoming-${++count}`);
  await writeFile(file, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, key: storageKeyOf(sha256), facts: { size: content.length, sha256 } };
}

async function bytesOf(stream: Readable | null): Promise<string | null> {
  if (!stream) return null;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

describe.each([
  ['a folder', () => createFolderStore(path.join(data.folder, 'files'))],
  ['an S3-compatible store', () => createS3Store(address)],
])('%s', (_, make: () => FileStore) => {
  test('keeps, gives whole or in part, and removes', async () => {
    const store = make();
    await store.check();
    const { file, key, facts } = await incoming(Buffer.from('0123456789'));
    await store.keep(key, file, facts);
    expect(await bytesOf(await store.open(key))).toBe('0123456789');
    expect(await bytesOf(await store.open(key, { start: 2, end: 4 }))).toBe('234');
    await store.remove(key);
    expect(await store.open(key)).toBeNull();
    await store.remove(key);
  });

  test('keeps the same content twice as once', async () => {
    const store = make();
    const content = Buffer.from(`again ${++count}`);
    for (let time = 0; time < 2; time++) {
      const { file, key, facts } = await incoming(content);
      await store.keep(key, file, facts);
      expect(await bytesOf(await store.open(key))).toBe(content.toString());
    }
  });

  test('keeps ten megabytes as they are', async () => {
    const store = make();
    const content = Buffer.alloc(10_000_000, 'clearway ');
    const { file, key, facts } = await incoming(content);
    await store.keep(key, file, facts);
    const back = await store.open(key);
    const hash = createHash('sha256');
    for await (const part of back ?? []) hash.update(part);
    expect(hash.digest('hex')).toBe(facts.sha256);
  });
});

describe('the folder', () => {
  test('has a file under its name only when it is whole, and nothing else', async () => {
    const folder = path.join(data.folder, 'whole');
    const store = createFolderStore(folder);
    const { file, key, facts } = await incoming(Buffer.from('whole'));
    await store.keep(key, file, facts);
    expect(await readFile(path.join(folder, key), 'utf8')).toBe('whole');
    // It was moved, not copied: there is no moment with half a file.
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    // A transaction that runs again asks again.
    await store.keep(key, file, facts);
  });

  test('answers only for keys of ours', async () => {
    const store = createFolderStore(path.join(data.folder, 'files'));
    for (const key of ['../secret', 'ab/../../secret', '/etc/passwd', 'ab/short']) {
      await expect(store.open(key)).rejects.toThrow('did not make');
      await expect(store.remove(key)).rejects.toThrow('did not make');
    }
  });

  test('loses what a killed process left coming in, once it is old', async () => {
    const folder = path.join(data.folder, 'left');
    await mkdir(folder);
    // A file is dated by the machine's clock, not by that of the tests.
    for (const [name, hoursAgo] of [
      ['old', 2],
      ['new', 0],
    ] as const) {
      const file = path.join(folder, name);
      await writeFile(file, 'half a file');
      const at = new Date(Date.now() - hoursAgo * 3_600_000);
      await utimes(file, at, at);
    }
    await createUploads(folder).sweep();
    expect(await readdir(folder)).toEqual(['new']);
  });
});

describe('the S3-compatible store', () => {
  test('is spoken to with signatures that it works out itself', async () => {
    const { file, key, facts } = await incoming(Buffer.from('signed'));
    const wrong = createS3Store({ ...address, secretAccessKey: 'another' });
    await expect(wrong.keep(key, file, facts)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(wrong.check()).rejects.toMatchObject({ code: 'unavailable' });
    expect(s3.refusals).toEqual(['SignatureDoesNotMatch', 'SignatureDoesNotMatch']);
    await expect(createS3Store({ ...address, region: 'mars' }).check()).rejects.toThrow();
    await expect(createS3Store({ ...address, bucket: 'nobodys' }).check()).rejects.toThrow();
    expect([...s3.objects.keys()]).not.toContain(`/papers/clearway/${key}`);
  });

  test('refuses content that is not what was signed', async () => {
    const { file, key, facts } = await incoming(Buffer.from('what was signed'));
    await writeFile(file, 'what was sent!!');
    await expect(createS3Store(address).keep(key, file, facts)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(s3.refusals).toEqual(['XAmzContentSHA256Mismatch']);
  });

  test('that is away is told as such, and nothing counts as kept', async () => {
    const store = createS3Store(address);
    const { file, key, facts } = await incoming(Buffer.from('away'));
    s3.troubles.push(503);
    await expect(store.keep(key, file, facts)).rejects.toMatchObject({
      code: 'unavailable',
      extra: { cause: expect.objectContaining({ message: '503 SlowDown' }) },
    });
    s3.troubles.push(500);
    await expect(store.open(key)).rejects.toMatchObject({ code: 'unavailable' });
    const nowhere = createS3Store({ ...address, origin: 'http://127.0.0.1:9' });
    await expect(nowhere.keep(key, file, facts)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('serves a whole server, which does not start without it', async () => {
    const filesPlace = { kind: 's3' as const, ...address };
    const server = await startTestServer({ config: { filesPlace } });
    try {
      const wrong = { ...filesPlace, secretAccessKey: 'hunter2' };
      await expect(startTestServer({ beside: server, config: { filesPlace: wrong } })).rejects.toThrow(
        /FILES_URL/,
      );
      const [aircraft] = (await rowsOf(server, 'operator', 'aircraft')).rows;
      const [stored] = await keep(server, 'operator', `aircraft/${aircraft?.id}`, [
        { name: 'a.pdf', content: pdf('s3') },
      ]);
      const at = `/api/records/aircraft/${aircraft?.id}/files/${stored?.id}`;
      expect((await server.call('operator', 'GET', at)).body).toBe(pdf('s3').toString());
      expect(
        s3.objects.get(`/papers/clearway/${storageKeyOf(stored?.sha256 ?? '')}`)?.equals(pdf('s3')),
      ).toBe(true);
      s3.troubles.push(503);
      expect((await server.call('operator', 'GET', at)).status).toBe(503);
      await server.call('operator', 'DELETE', at);
      expect((await server.call('operator', 'POST', `${at}/purge`, {})).status).toBe(204);
      expect([...s3.objects.keys()].join()).not.toContain(stored?.sha256);
    } finally {
      await server.close();
    }
  }, 120_000);
});
