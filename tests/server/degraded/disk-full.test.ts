import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createErrorHandler } from '#server/http/envelope.ts';
import { createTranslate } from '#server/kernel/texts.ts';
import { silentLog } from '#tests/support/database.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A disk without room: a clear answer to each upload, nothing left of it, and the connection goes on. */

test.each(['ENOSPC', 'EDQUOT'])(
  '%s of the file system is 507 at both doors, in either language',
  async (code) => {
    const app = fastify();
    app.decorateRequest('locale', 'en');
    app.addHook('onRequest', async (request) => {
      request.locale = request.headers['accept-language'] === 'zh' ? 'zh-Hans' : 'en';
    });
    app.setErrorHandler(createErrorHandler(createTranslate(), silentLog));
    for (const url of ['/api/records/plan', '/api/services/app/Plan/Upload']) {
      app.post(url, async () => {
        throw Object.assign(new Error('write'), { code });
      });
    }
    const records = await app.inject({ method: 'POST', url: '/api/records/plan' });
    expect(records.statusCode).toBe(507);
    expect(records.json()).toMatchObject({ code: 'full', message: expect.stringMatching(/disk is full/) });
    const headers = { 'accept-language': 'zh' };
    const service = await app.inject({ method: 'POST', url: '/api/services/app/Plan/Upload', headers });
    expect(service.statusCode).toBe(507);
    expect(service.json()).toMatchObject({
      success: false,
      error: { message: expect.stringMatching(/磁盘已满/) },
    });
    await app.close();
  },
);

/** A file system of 256 KB; null where this user may not mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    console.log('skipped: this user may not mount a small file system');
    return null;
  }
}

const disk = await smallDisk();

describe.runIf(disk !== null)('uploads to a file system of 256 KB', () => {
  let server: RunningTestServer;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    const folder = disk ?? '';
    await mkdir(path.join(folder, 'imports'));
    server = await startTestServer({
      config: { filesPlace: { kind: 'folder', folder: path.join(folder, 'files') }, dataFolder: folder },
    });
  });
  afterAll(async () => {
    agent.destroy();
    await server?.close();
    execFileSync('umount', ['-l', disk ?? '']);
    await rm(disk ?? '', { recursive: true, force: true });
  });

  /** One request over the agent's only connection; which one it was, by its own port. */
  async function send(verb: string, url: string, file?: { field: string; name: string; bytes: Buffer }) {
    const boundary = 'a-boundary-of-ours';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file?.field}"; filename="${file?.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const body =
      file && Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { accessToken } = await signedIn;
    return new Promise<{ status: number; text: string; port: number | undefined }>((resolve, reject) => {
      const asking = request(server.address + url, {
        method: verb,
        agent,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'accept-language': 'en',
          ...(body && {
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': body.length,
          }),
        },
      });
      asking.on('error', reject);
      asking.on('response', (answer) => {
        const port = answer.socket.localPort;
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, port }));
      });
      asking.end(body);
    });
  }

  let signedIn: ReturnType<RunningTestServer['signIn']>;
  beforeAll(() => {
    signedIn = server.signIn('admin');
  });

  test.each([
    ['a file of a record', '/files', 'files', 'large.txt'],
    ['an import', '', 'file', 'large.csv'],
  ])(
    '%s is answered with 507, and the same connection carries the next request',
    async (_, end, field, name) => {
      const listed = await send('GET', '/api/records/aircraft?_start=0&_end=1');
      const [{ id }] = JSON.parse(listed.text);
      const url = end === '' ? '/api/records/aircraft/import' : `/api/records/aircraft/${id}${end}`;
      const bytes = Buffer.alloc(2_000_000, 'a line of text\n');
      const answer = await send('POST', url, { field, name, bytes });
      expect([answer.status, answer.text]).toEqual([507, expect.stringMatching(/disk is full/)]);
      const next = await send('GET', '/api/records/aircraft?_start=0&_end=1');
      expect(next.status).toBe(200);
      expect(next.port).toBe(answer.port);
      // Nothing is left of it: what fits is taken.
      const small = await send('POST', url, { field, name, bytes: Buffer.from('registration\nB-70XN\n') });
      expect([small.status, small.text]).toEqual([201, expect.anything()]);
    },
  );
});
