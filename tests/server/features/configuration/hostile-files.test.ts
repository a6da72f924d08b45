import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigurationItem } from '#domain/configuration/item.ts';
import { signedFile } from '#tests/support/configuration-file.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Files that are damaged or made to harm get an error at the field `file`, and the server goes on. */

let server: RunningTestServer;
const path = '/api/services/app/ConfigurationTransfer/Preview';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const label = { 'zh-Hans': '项', en: 'Item' };
const parameter = (key: string, values: Record<string, unknown> = { value: '1' }): ConfigurationItem => ({
  section: 'parameters',
  key,
  label,
  values,
});
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const valid = signedFile([parameter('session.idleMinutes')]);

test.each<[string, string]>([
  ['no JSON', 'hello'],
  ['a list', '[]'],
  ['deep JSON', nested(100_000)],
  ['another format', '{"format":"something-else","version":1}'],
  ['a newer form', signedFile([], 2)],
  ['10,000 items', signedFile(Array.from({ length: 10_000 }, (_, n) => parameter(`a.b${n}`)))],
  ['an item twice', signedFile([parameter('a.b'), parameter('a.b')])],
  ['names that objects inherit', valid.replace('"value":"1"', '"__proto__":{"polluted":true}')],
  ['a constructor', valid.replace('"value":"1"', '"constructor":{"prototype":{"polluted":true}}')],
  ['wrong types', valid.replace('"key":"session.idleMinutes"', '"key":7')],
  ['an unknown section', valid.replace('"section":"parameters"', '"section":"users"')],
  ['NUL in a text', valid.replace('"value":"1"', '"value":"\\u0000"')],
  ['a value that was changed after the export', valid.replace('"value":"1"', '"value":"2"')],
  ['a signature of another key', valid.replace(/"key":"[0-9a-f]{64}"/, `"key":"${'0'.repeat(64)}"`)],
])('%s', async (_, file) => {
  const answer = await server.call('admin', 'POST', path, { file });
  expect(answer, JSON.stringify(answer.body).slice(0, 500)).toMatchObject({
    status: 400,
    body: { error: { validationErrors: [{ members: ['file'] }] } },
  });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a file of more than 5 MB', async () => {
  const answer = await server.call('admin', 'POST', path, { file: 'x'.repeat(5_000_001) });
  expect(answer.status).toBe(400);
});

test('values of another type are errors of their items', async () => {
  const file = signedFile([
    parameter('session.idleMinutes', { value: { $gt: 1 } }),
    { section: 'roles', key: 'Odd', label, values: { displayName: 7, permissions: 'all', recordRules: {} } },
    { section: 'flows', key: 'odd', label, values: { documentKind: 'plan', steps: 'none' } },
    { section: 'schema', key: 'aircraft.odd', label, values: { name: 'odd', kind: 'nothing' } },
    { section: 'schema', key: 'oddType', label, values: { fields: [7] } },
    { section: 'dictionaries', key: 'odd', label, values: { name: 'x', nameEn: 'x', items: [{ code: 1 }] } },
    { section: 'dashboards', key: 'odd', label, values: { tiles: [{ title: 'x', resource: 'nothing' }] } },
  ]);
  const answer = await server.call('admin', 'POST', path, { file });
  expect(answer.status).toBe(200);
  const { items } = (answer.body as { result: { items: { id: string; problems: { level: string }[] }[] } })
    .result;
  const unrefused = items
    .filter(({ problems }) => problems.length === 0)
    .map(({ id }) => id)
    .filter((id) => /odd|Odd|idleMinutes/.test(id));
  expect(unrefused).toEqual([]);
});
