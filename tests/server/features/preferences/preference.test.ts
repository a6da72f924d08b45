import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const get = async (user: string, key: string) => {
  const answer = (await server.service(user, 'Preference/Get', { key }, 'GET')) as { value: unknown };
  return answer.value;
};
const path = '/api/services/app/Preference/Set';

describe('what a person keeps', () => {
  test.each([
    ['an object', { widths: { name: 120 }, cols: ['a', 'b'] }],
    ['a list', [1, 'two', null]],
    ['a text', '列宽'],
    ['a number', 0],
    ['a truth', false],
  ])('%s is read as it was written', async (_, value) => {
    await server.service('operator', 'Preference/Set', { key: 'test.kinds', value });
    expect(await get('operator', 'test.kinds')).toEqual(value);
  });

  test('is null before it is written, and after it is forgotten', async () => {
    expect(await get('operator', 'test.none')).toBeNull();
    await server.service('operator', 'Preference/Set', { key: 'test.none', value: 1 });
    await server.service('operator', 'Preference/Set', { key: 'test.none', value: null });
    expect(await get('operator', 'test.none')).toBeNull();
  });

  test('is the user’s alone, under the same key', async () => {
    await server.service('operator', 'Preference/Set', { key: 'test.own', value: 'mine' });
    expect(await get('operator2', 'test.own')).toBeNull();
    await server.service('operator2', 'Preference/Set', { key: 'test.own', value: 'theirs' });
    expect(await get('operator', 'test.own')).toBe('mine');
    const records = await server.call('operator', 'GET', '/api/records/userPreference');
    expect(records.status).toBe(403);
  });

  test('is the last of several that are written at once', async () => {
    const writes = Array.from({ length: 12 }, (_, n) =>
      server.call('operator', 'POST', path, { key: 'test.race', value: n }),
    );
    for (const answer of await Promise.all(writes)) expect(answer.status).toBe(200);
    expect(await get('operator', 'test.race')).toBeTypeOf('number');
    const rows = await server.call('admin', 'GET', '/api/records/userPreference?key=test.race');
    expect(rows.headers.get('x-total-count')).toBe('1');
  });

  test('is refused beyond 64 kB, and what was there stays', async () => {
    await server.service('operator', 'Preference/Set', { key: 'test.size', value: 'before' });
    const answer = await server.call('operator', 'POST', path, {
      key: 'test.size',
      value: '宽'.repeat(22_000),
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('64 kB');
    expect(await get('operator', 'test.size')).toBe('before');
  });

  test.each(['', 'a key', 'k'.repeat(129), 'ä'])('is refused under the key "%s"', async (key) => {
    const answer = await server.call('operator', 'POST', path, { key, value: 1 });
    expect(answer.status).toBe(400);
  });

  test('asks for a session', async () => {
    const answer = await server.call(null, 'POST', path, { key: 'test.nobody', value: 1 });
    expect(answer.status).toBe(401);
  });
});
