import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kml, png } from '#tests/support/example-files.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { keep } from '#tests/support/uploads.ts';

let server: RunningTestServer;
let now = new Date();
/** An aircraft of `operator`. */
let mine = '';

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  const { rows } = await rowsOf(server, 'operator', 'aircraft');
  mine = `aircraft/${rows[0]?.id}`;
});
afterAll(() => server?.close());

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a signed link', () => {
  const linkTo = async (user: string, name: string, content: Buffer | string, minutes?: number) => {
    const [stored] = await keep(server, user, mine, [{ name, content }]);
    const answer = await server.call(
      user,
      'POST',
      `/api/records/${mine}/files/${stored?.id}/link`,
      minutes ? { minutes } : {},
    );
    return {
      ...(answer.body as { page: string; file: string; expiresAt: string; inline: boolean }),
      id: stored?.id,
    };
  };
  const open = (at: string) => fetch(`${server.address}${at}`);

  test('opens an image without a session, to look at and never to run', async () => {
    const link = await linkTo('operator', 'look.png', png);
    expect(link).toMatchObject({ inline: true, page: expect.stringMatching(/^\/preview\?file=/) });
    const answer = await open(link.file);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const copy = await open(`${link.file}?download`);
    expect(copy.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(await (await open(`${link.file}/about`)).json()).toEqual({
      name: 'look.png',
      size: png.length,
      mediaType: 'image/png',
      inline: true,
      expiresAt: link.expiresAt,
    });
  });

  test('gives everything else to keep', async () => {
    const link = await linkTo('operator', 'places.kml', kml);
    const answer = await open(link.file);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
  });

  test('is made by whoever may read the record, for a day at most', async () => {
    const [stored] = await keep(server, 'operator', mine, [{ name: 'x.png', content: png }]);
    const at = `/api/records/${mine}/files/${stored?.id}/link`;
    expect((await server.call('atmb', 'POST', at, {})).status).toBe(200);
    for (const minutes of [0, 1441, 1.5, '15']) {
      expect((await server.call('operator', 'POST', at, { minutes })).status).toBe(400);
    }
  });

  test('opens nothing when its time is over', async () => {
    const link = await linkTo('operator', 'late.png', png, 5);
    const before = now;
    now = new Date(now.getTime() + 5 * 60_000 + 1);
    for (const at of [link.file, `${link.file}/about`]) {
      const answer = await open(at);
      expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
        404,
        expect.stringContaining('过期'),
      ]);
    }
    now = before;
    expect((await open(link.file)).status).toBe(200);
  });

  test('opens nothing when it is forged, cut or of another file', async () => {
    const link = await linkTo('operator', 'mine.png', png);
    const other = await linkTo('operator', 'other.png', png);
    const signed = link.file.replace('/api/files/', '');
    const [head = '', body = '', mac = ''] = signed.split('.');
    const [, otherBody] = other.file.replace('/api/files/', '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const later = inBase64({ ...claims, exp: claims.exp + 3600 });
    for (const forged of [
      `${head}.${otherBody}.${mac}`,
      `${head}.${later}.${mac}`,
      `${head}.${body}.${'A'.repeat(43)}`,
      `${inBase64({ alg: 'none' })}.${body}.`,
      `${head}.${body}`,
      signed.slice(0, -1),
      `${signed}A`,
      '..%2f..%2fsecret',
    ]) {
      const answer = await open(`/api/files/${forged}`);
      expect([forged, answer.status]).toEqual([forged, 404]);
    }
  });

  test('opens nothing when the file or its record is in the trash', async () => {
    const link = await linkTo('operator', 'gone.png', png);
    await server.call('operator', 'DELETE', `/api/records/${mine}/files/${link.id}`);
    expect((await open(link.file)).status).toBe(404);
  });
});
