import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import { readOperations, sampleOf } from '#tests/support/api-document.ts';
import { makeUser } from '#tests/support/people.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A server whose pool has one connection: a call that asks for a second while it holds one would never be answered. */

let server: RunningTestServer;
let token: string;
let operations: Awaited<ReturnType<typeof readOperations>>;
beforeAll(async () => {
  server = await startTestServer({ poolSize: 1 });
  await makeUser(server, 'prober', { roles: ['Admin'] });
  token = `Bearer ${(await server.signIn('prober')).accessToken}`;
  operations = (await readOperations(server)).filter(({ path }) => isWalked(path) && !spared.test(path));
});
afterAll(() => server?.close());

/** The records endpoint is one code for all types: in the full run every one of them is asked for. */
const walked = new Set(representativeRecords(resources).map(({ name }) => name));

function isWalked(path: string): boolean {
  const [, resource] = /^\/api\/records\/([^/]+)/.exec(path) ?? [];
  return resource === undefined || walked.has(resource);
}

/** What would end the session of this test, or its rights. */
const spared = /LogOut|EndOtherSessions|BeginDisplay/;

const parts = Array.from({ length: 8 }, (_, part) => part);

test.each(parts)(
  'operations are answered, with records that are there and a sample of input: part %i',
  async (part) => {
    const failed: string[] = [];
    const own = operations.filter((_, index) => index % parts.length === part);
    expect(own.length).toBeGreaterThan(30);
    for (const { verb, path, query, body } of own) {
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
      if (isInternal || statusCode === 503)
        failed.push(`${verb} ${path}: ${statusCode} ${text.slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
  },
);
