import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a body may hold; how long the largest ones take is measured in body-limits.full.test.ts. */

let server: RunningTestServer;
const app = '/api/services/app';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('a body', () => {
  test('of more than 256 KB is refused where the endpoint names no other size', async () => {
    const { status } = await server.call('admin', 'POST', `${app}/User/ResetPassword`, {
      newPassword: 'x'.repeat(256 * 1024),
    });
    expect(status).toBe(413);
  });

  test('with too many items is refused for that alone', async () => {
    const ids = Array.from({ length: 10_000 }, () => 'x');
    const answer = await server.call(
      'operator',
      'POST',
      `${app}/TomorrowNavigation/DoSubmitApproveNAircraftTomorrow`,
      { ids },
    );
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: { validationErrors: [{ members: ['ids'], message: expect.stringContaining('200') }] } },
    ]);
  });

  test('with many errors says a hundred of them and how many more there are', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `x${n}`);
    const { body } = await server.call(
      'operator',
      'POST',
      `${app}/TomorrowNavigation/DoSubmitApproveNAircraftTomorrow`,
      { ids },
    );
    const { validationErrors } = (body as { error: { validationErrors: { message: string }[] } }).error;
    expect([validationErrors.length, validationErrors.at(-1)?.message]).toEqual([101, '另有 100 处错误']);
  });

  test('with more names than the record type has fields is refused once', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`k${n}`, n]));
    for (const [verb, path, extra] of [
      ['POST', '/api/records/pilot', {}],
      ['PATCH', '/api/records/role/1', { version: 1 }],
      ['POST', '/api/records/pilot/bulk', { action: 'update', ids: [1], set: many }],
    ] as const) {
      const sent = 'set' in extra ? extra : { ...many, ...extra };
      const { status, body } = await server.call('admin', verb, path, sent);
      const { errors } = body as { errors: Record<string, string[]> };
      expect([path, status, Object.keys(errors).length < 20, errors['']?.[0]]).toEqual([
        path,
        400,
        true,
        expect.stringMatching(/^字段不能超过 \d+ 个$/),
      ]);
    }
    const service = await server.call('admin', 'POST', `${app}/User/Create`, many);
    expect(service.status).toBe(400);
  });

  test('that nests too deep is refused', async () => {
    for (const path of ['/api/records/pilot', `${app}/Preference/Set`]) {
      const deep = `{"key":"a","value":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
      expect([path, (await server.call('admin', 'POST', path, deep)).status]).toEqual([path, 400]);
    }
  });
});
