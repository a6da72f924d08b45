import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import { readOperations, sampleOf } from '#tests/support/api-document.ts';
import { makeUser } from '#tests/support/people.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A server whose pool has one connection: a call that asks for a second while it holds one would never be answered. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ poolSize: 1 });
});
afterAll(() => server?.close());

/** The records endpoint is one code for all types: in the full run every one of them is asked for. */
const walked = new Set(representativeRecords(resources).map(({ name }) => name));

function isWalked(path: string): boolean {
  const [, resource] = /^\/api\/records\/([^/]+)/.exec(path) ?? [];
  return resource === undefined || walked.has(resource);
}

/** What would end the session of this test, or its rights. */
const spared = /LogOut|EndOtherSessions/;

test('every operation is answered, with records that are there and a sample of its input', async () => {
  await makeUser(server, 'prober', { roles: ['Admin'] });
  const token = `Bearer ${(await server.signIn('prober')).accessToken}`;
  const failed: string[] = [];
  for (const { verb, path, query, body } of await readOperations(server)) {
    if (spared.test(path) || !isWalked(path)) continue;
    const pairs = query
      .filter(({ required }) => required)
      .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema)))}`);
    const { statusCode, body: text } = await server.app.inject({
      method: verb as 'POST',
      // Nothing is deleted: later calls find it.
      url: `${path.replace(/\{\w+\}/g, verb === 'DELETE' ? '987654321' : '1')}?${pairs.join('&')}`,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body && verb !== 'GET' ? { payload: JSON.stringify(sampleOf(body)) } : {}),
    });
    const isInternal =
      statusCode >= 500 && (text.includes('产生了一个服务器内部错误') || text.includes('"internal"'));
    if (isInternal || statusCode === 503) failed.push(`${verb} ${path}: ${statusCode} ${text.slice(0, 200)}`);
  }
  expect(failed).toEqual([]);
});
