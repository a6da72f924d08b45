import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditState } from '#domain/approvals/audit.ts';
import { geoJson, gif, kml, pdf, png, refused } from '#tests/support/example-files.ts';
import { idOf, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { bearer, keep, type StoredFile, upload } from '#tests/support/uploads.ts';

let server: RunningTestServer;
const now = new Date();
/** An aircraft of `operator`, and one of another company. */
let mine = '';
let theirs = '';

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  const ids = async (user: string) => (await rowsOf(server, user, 'aircraft')).rows.map(({ id }) => id);
  const [own, other] = [await ids('operator'), await ids('operator2')];
  mine = `aircraft/${own[0]}`;
  theirs = `aircraft/${other.find((id) => !own.includes(id))}`;
});
afterAll(() => server?.close());

const files = (user: string, record: string, query = '') =>
  server.call(user, 'GET', `/api/records/${record}/files${query}`);
const names = async (user: string, record: string, query = '') =>
  ((await files(user, record, query)).body as StoredFile[]).map(({ name }) => name);
const placeOf = (sha256: string) => path.join(server.dataFolder, 'files', sha256.slice(0, 2), sha256);

async function download(user: string, at: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.address}${at}`, {
    headers: { authorization: await bearer(server, user), ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('a file of a record', () => {
  test('is kept whole, with its kind, and told in the history of its record', async () => {
    const before = (await server.call('operator', 'GET', `/api/records/${mine}`)).body as { version: number };
    const [stored] = await keep(
      server,
      'operator',
      mine,
      [{ name: '保险单 2026.pdf', content: pdf() }],
      'insurance',
    );
    expect(stored).toMatchObject({
      name: '保险单 2026.pdf',
      kind: 'insurance',
      size: pdf().length,
      mediaType: 'application/pdf',
      sha256: createHash('sha256').update(pdf()).digest('hex'),
      deletedAt: null,
    });
    expect(stored).not.toHaveProperty('storageKey');
    expect(await names('operator', mine)).toEqual(['保险单 2026.pdf']);
    const after = (await server.call('operator', 'GET', `/api/records/${mine}`)).body as { version: number };
    // Who edits the record meanwhile is not told that it changed under them.
    expect(after.version).toBe(before.version);
    const history = (await server.call('operator', 'GET', `/api/records/${mine}/history`)).body;
    const [newest] = history as object[];
    expect(newest).toMatchObject({
      action: 'update',
      changes: [{ field: 'files', before: null, after: '保险单 2026.pdf' }],
    });
    expect(existsSync(placeOf(stored?.sha256 ?? ''))).toBe(true);
    expect(readdirSync(path.join(server.dataFolder, 'files', 'incoming'))).toEqual([]);
  });

  test('comes back byte for byte, to keep and not to run', async () => {
    const [stored] = await keep(server, 'operator', mine, [
      { name: 'a b ü.png', content: png, type: 'text/html' },
    ]);
    const at = `/api/records/${mine}/files/${stored?.id}`;
    const { status, headers, bytes } = await download('operator', at);
    expect([status, bytes.equals(png)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `attachment; filename="a b _.png"; filename*=UTF-8''a%20b%20%C3%BC.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
      etag: `"${stored?.sha256}"`,
    });
    expect((await download('operator', at, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('is given in parts to whoever asks for a part', async () => {
    const [stored] = await keep(server, 'operator', mine, [{ name: 'part.txt', content: '0123456789' }]);
    const at = `/api/records/${mine}/files/${stored?.id}`;
    for (const [range, status, text] of [
      ['bytes=2-4', 206, '234'],
      ['bytes=7-', 206, '789'],
      ['bytes=-2', 206, '89'],
      ['bytes=5-99', 206, '56789'],
      ['bytes=10-', 416, ''],
      ['bytes=4-2', 200, '0123456789'],
      ['bytes=0-1,4-5', 200, '0123456789'],
      ['lines=1-2', 200, '0123456789'],
    ] as const) {
      const answer = await download('operator', at, { range });
      expect([range, answer.status, answer.bytes.toString()]).toEqual([range, status, text]);
    }
    const other = await download('operator', at, { range: 'bytes=2-4', 'if-range': '"another"' });
    expect([other.status, other.bytes.length]).toEqual([200, 10]);
  });

  test.each([
    ['image/png', 'a.png', png],
    ['image/gif', 'a.gif', gif],
    ['application/pdf', 'a.pdf', pdf()],
    ['text/plain', 'a.txt', 'just text, 你好'],
    ['text/csv', 'a.csv', 'name,hours\nB-1,20\nB-2,30\n'],
    ['text/csv', 'gb.csv', Buffer.concat([Buffer.from([0xc3, 0xfb]), Buffer.from(',h\n1,2\n')])],
    ['application/geo+json', 'a.geojson', geoJson],
    ['application/vnd.google-earth.kml+xml', 'a.kml', kml],
  ])('is %s by its bytes', async (mediaType, name, content) => {
    const [stored] = await keep(server, 'operator', mine, [
      { name, content, type: 'application/x-anything' },
    ]);
    expect(stored?.mediaType).toBe(mediaType);
  });

  test.each(refused)('is refused where it is %s', async (name, content) => {
    const before = await names('operator', mine);
    const answer = await upload(server, 'operator', mine, [{ name, content, type: 'application/pdf' }]);
    expect(answer.status).toBe(400);
    const { errors, code } = answer.body as { errors: Record<string, string[]>; code: string };
    expect(code).toBe('validation');
    expect(errors['files.0']?.[0]).toContain(name);
    expect(errors['files.0']?.[0]).not.toMatch(/^files\./);
    expect(await names('operator', mine)).toEqual(before);
  });

  test('is refused in a disguise, and none of those sent with it is kept', async () => {
    const before = await names('operator', mine);
    const answer = await upload(server, 'operator', mine, [
      { name: 'good.png', content: png },
      { name: 'photo.jpg', content: pdf() },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { 'files.1': [expect.stringContaining('photo.jpg')] } });
    expect(JSON.stringify(answer.body)).toContain('PDF');
    expect(await names('operator', mine)).toEqual(before);
    expect(readdirSync(path.join(server.dataFolder, 'files', 'incoming'))).toEqual([]);
  });

  test.each([
    ['../../../etc/passwd', 'passwd.png'],
    ['..\\..\\boot.ini.png', 'boot.ini.png'],
    ['/etc/cron.d/job.png', 'job.png'],
    ['.htaccess', 'htaccess.png'],
    ['no ending', 'no ending.png'],
    ['evil\u202egnp.png', 'evilgnp.png'],
    ['a\u0000b.png', 'ab.png'],
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(196)}.png`],
  ])('called %j is kept as %j and nowhere else', async (given, name) => {
    const [stored] = await keep(server, 'operator', mine, [{ name: given, content: png }]);
    expect(stored?.name).toBe(name);
    expect(existsSync(placeOf(stored?.sha256 ?? ''))).toBe(true);
  });

  test('larger than the parameter allows is refused, and a smaller limit is felt at once', async () => {
    const id = await idOf(server, 'parameter', 'key', 'files.maxMegabytes');
    const parameter = (await server.call('admin', 'GET', `/api/records/parameter/${id}`)).body as {
      version: number;
    };
    const patch = { version: parameter.version, value: '1' };
    expect((await server.call('admin', 'PATCH', `/api/records/parameter/${id}`, patch)).status).toBe(200);
    const large = Buffer.concat([pdf(), Buffer.alloc(1_000_001 - pdf().length, 32)]);
    const answer = await upload(server, 'operator', mine, [{ name: 'large.pdf', content: large }]);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('1 MB')]);
    const fits = large.subarray(0, 1_000_000);
    expect((await upload(server, 'operator', mine, [{ name: 'fits.pdf', content: fits }])).status).toBe(201);
  });

  test('has one of the kinds of its record type', async () => {
    const answer = await upload(server, 'operator', mine, [{ name: 'a.png', content: png }], 'medical');
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { kind: [expect.stringContaining('insurance')] } },
    });
  });

  test('must come as a form', async () => {
    const answer = await server.call('operator', 'POST', `/api/records/${mine}/files`, { files: [] });
    expect(answer).toMatchObject({ status: 400, body: { errors: { files: [expect.any(String)] } } });
  });
});

describe('whose files', () => {
  test("a record outside one's rows has none, by any endpoint", async () => {
    const [stored] = await keep(server, 'operator2', theirs, [
      { name: 'secret.pdf', content: pdf('theirs') },
    ]);
    const one = `/api/records/${theirs}/files/${stored?.id}`;
    for (const [verb, at] of [
      ['GET', `/api/records/${theirs}/files`],
      ['GET', one],
      ['DELETE', one],
      ['POST', `${one}/restore`],
      ['POST', `${one}/link`],
    ] as const) {
      const answer = await server.call('operator', verb, at, verb === 'POST' ? {} : undefined);
      expect([verb, at, answer.status]).toEqual([verb, at, 404]);
      expect(JSON.stringify(answer.body)).not.toContain('secret.pdf');
    }
    expect((await upload(server, 'operator', theirs, [{ name: 'a.png', content: png }])).status).toBe(404);
    // Nor is another's file found under a record of one's own.
    const across = await server.call('operator', 'GET', `/api/records/${mine}/files/${stored?.id}`);
    expect(across.status).toBe(404);
  });

  test('who reads a record but may not change it adds and removes nothing', async () => {
    const [stored] = await keep(server, 'operator', mine, [{ name: 'read.png', content: png }]);
    const one = `/api/records/${mine}/files/${stored?.id}`;
    expect((await download('atmb', one)).status).toBe(200);
    expect((await upload(server, 'atmb', mine, [{ name: 'a.png', content: png }])).status).toBe(403);
    expect((await server.call('atmb', 'DELETE', one)).status).toBe(403);
    expect((await server.call('atmb', 'POST', `${one}/restore`, {})).status).toBe(403);
    expect((await server.call('operator', 'GET', `/api/records/${mine}/files`)).body).toContainEqual(
      expect.objectContaining({ id: stored?.id }),
    );
  });

  test('without a session there is nothing, and record types without files have no such path', async () => {
    expect((await server.call(null, 'GET', `/api/records/${mine}/files`)).status).toBe(401);
    expect((await files('admin', 'session/1')).status).toBe(404);
    expect((await files('admin', 'webhook/1')).status).toBe(404);
    expect((await files('operator', mine, '?colour=red')).status).toBe(400);
  });

  test('a record that waits for a decision keeps the files that it was submitted with', async () => {
    const waiting = (await rowsOf(server, 'admin', 'aircraft')).rows.find(
      (row) => row.auditState === auditState.waiting,
    );
    if (!waiting) throw new Error('the demo has no aircraft that waits');
    const answer = await upload(server, 'admin', `aircraft/${waiting.id}`, [
      { name: 'late.png', content: png },
    ]);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining('审核')]);
    expect(await names('admin', `aircraft/${waiting.id}`)).toEqual([]);
  });

  test('the list of all files is for administrators', async () => {
    expect((await server.call('operator', 'GET', '/api/records/attachment')).status).toBe(403);
    const all = await server.call('admin', 'GET', '/api/records/attachment?_end=1000');
    expect(all.status).toBe(200);
    expect(JSON.stringify(all.body)).not.toContain('storageKey');
  });
});

describe('removing', () => {
  test('goes to the trash, comes back, and is told in the history', async () => {
    const [stored] = await keep(server, 'operator', mine, [{ name: 'trash.png', content: png }]);
    const one = `/api/records/${mine}/files/${stored?.id}`;
    expect((await server.call('operator', 'POST', `${one}/restore`, {})).status).toBe(409);
    expect((await server.call('operator', 'DELETE', one)).body).toMatchObject({
      deletedAt: expect.any(String),
    });
    expect(await names('operator', mine)).not.toContain('trash.png');
    expect(await names('operator', mine, '?_trash=only')).toContain('trash.png');
    expect((await server.call('operator', 'DELETE', one)).status).toBe(409);
    expect((await server.call('operator', 'POST', `${one}/link`, {})).status).toBe(409);
    expect((await server.call('operator', 'POST', `${one}/restore`, {})).body).toMatchObject({
      deletedAt: null,
    });
    expect(await names('operator', mine)).toContain('trash.png');
    const history = (await server.call('operator', 'GET', `/api/records/${mine}/history`)).body as {
      changes: { field: string; before: unknown; after: unknown }[];
    }[];
    expect(history.slice(0, 3).flatMap(({ changes }) => changes)).toEqual([
      { field: 'files', before: null, after: 'trash.png' },
      { field: 'files', before: 'trash.png', after: null },
      { field: 'files', before: null, after: 'trash.png' },
    ]);
  });

  test('for good frees the bytes only when no other file has the same', async () => {
    const content = pdf('kept twice');
    const [first] = await keep(server, 'operator', mine, [{ name: 'one.pdf', content }]);
    const [second] = await keep(server, 'operator2', theirs, [{ name: 'two.pdf', content }]);
    const place = placeOf(first?.sha256 ?? '');
    const purge = async (user: string, record: string, id: number | undefined) => {
      const one = `/api/records/${record}/files/${id}`;
      expect((await server.call(user, 'POST', `${one}/purge`, {})).status).toBe(409);
      await server.call(user, 'DELETE', one);
      expect((await server.call(user, 'POST', `${one}/purge`, {})).status).toBe(204);
      expect((await server.call(user, 'GET', one)).status).toBe(404);
    };
    await purge('operator', mine, first?.id);
    expect(existsSync(place)).toBe(true);
    expect(
      (await download('operator2', `/api/records/${theirs}/files/${second?.id}`)).bytes.equals(content),
    ).toBe(true);
    await purge('operator2', theirs, second?.id);
    expect(existsSync(place)).toBe(false);
  });

  test('a record in the trash keeps its files and takes no new ones; purged, it takes them along', async () => {
    const made = await server.call('admin', 'POST', '/api/records/notice', await newNotice());
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const record = `notice/${(made.body as { id: number }).id}`;
    const [stored] = await keep(server, 'admin', record, [{ name: 'map.pdf', content: pdf('of a notice') }]);
    expect((await server.call('admin', 'DELETE', `/api/records/${record}`)).status).toBe(200);
    expect(await names('admin', record)).toEqual(['map.pdf']);
    expect((await upload(server, 'admin', record, [{ name: 'a.png', content: png }])).status).toBe(409);
    expect((await server.call('admin', 'POST', `/api/records/${record}/purge`, {})).status).toBeLessThan(300);
    const left = await server.call('admin', 'GET', `/api/records/attachment?id=${stored?.id}&_trash=with`);
    expect(left.body).toEqual([]);
    await expect.poll(() => existsSync(placeOf(stored?.sha256 ?? ''))).toBe(false);
  });

  async function newNotice(): Promise<object> {
    const { rows } = await rowsOf(server, 'admin', 'notice');
    const fields = (await server.call('admin', 'GET', '/api/docs/json')).body as {
      components: { schemas: { noticeInput: { properties: object } } };
    };
    const known = Object.keys(fields.components.schemas.noticeInput.properties);
    const like: Record<string, unknown> = { ...rows[0], number: null };
    return Object.fromEntries(
      Object.entries(like).filter(([name, value]) => known.includes(name) && value !== null),
    );
  }
});
