import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAssets } from '#scripts/compress-assets.ts';
import { staticRoutes } from '#server/http/static.ts';

const long = `export const words = ${JSON.stringify('altitude '.repeat(400))};`;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-static-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(folder, 'assets/long-1a2b.js'), long);
  await writeFile(path.join(folder, 'assets/short-3c4d.js'), 'export {};');
  await writeFile(path.join(folder, 'assets/long-1a2b.js.map'), '{}');
  await compressAssets(path.join(folder, 'assets'));
  app = fastify();
  await staticRoutes(app, { webFolder: folder, dataFolder: folder });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'to whoever takes %s a file goes as it was compressed at the build',
  async (takes, encoding, open) => {
    const answer = await get('/assets/long-1a2b.js', takes);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(answer.rawPayload.length).toBeLessThan(long.length / 10);
    expect(open(answer.rawPayload).toString()).toBe(long);
  },
);

test('who takes none has it as it is, and so does whoever asks for one too short to compress', async () => {
  const plain = await get('/assets/long-1a2b.js');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, long]);
  const short = await get('/assets/short-3c4d.js', 'br');
  expect([short.headers['content-encoding'], short.body]).toEqual([undefined, 'export {};']);
});

test('neither the compressed files nor the maps have an address', async () => {
  for (const url of ['/assets/long-1a2b.js.br', '/assets/long-1a2b.js.gz', '/assets/long-1a2b.js.map'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});
