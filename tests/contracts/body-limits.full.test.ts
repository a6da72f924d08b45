import { afterAll, beforeAll, expect, test } from 'vitest';
import { airspaceFiles, type LargestBodies, startLargestBodies } from '#tests/support/largest-bodies.ts';

/** The largest body of each endpoint; `bench/bodies.ts` measures for how long it holds up everybody else. */

let bodies: LargestBodies;
beforeAll(async () => {
  bodies = await startLargestBodies();
});
afterAll(() => bodies?.close());

async function ask(verb: string, path: string, body: string, authorization: string) {
  const response = await fetch(`${bodies.server.address}${path}`, {
    method: verb,
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

test('the largest body of each endpoint is read and answered in few words', async () => {
  const wrong: string[] = [];
  let sent = 0;
  for (const { verb, path, note, body, authorization } of bodies.requests()) {
    const { status, text } = await ask(verb, path, body, authorization);
    sent += 1;
    const what = `${verb} ${path} ${note}`;
    if (status === 413) wrong.push(`${what}: too large`);
    if (status === 500) wrong.push(`${what}: ${text.slice(0, 200)}`);
    if (text.length >= 300_000) wrong.push(`${what}: ${text.length} letters`);
  }
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(300);
}, 600_000);

test.each(['openair', 'geojson'] as const)('a file of 2,000 airspaces (%s) is read whole', async (format) => {
  const authorization = `Bearer ${(await bodies.server.signIn('admin')).accessToken}`;
  const text = airspaceFiles[format](2_000);
  const path = '/api/services/app/Airspace/ImportCheck';
  const { text: answer } = await ask('POST', path, JSON.stringify({ format, text }), authorization);
  const { features } = JSON.parse(answer).result as { features: { errors: object[] }[] };
  expect([features.length, features.flatMap(({ errors }) => errors)]).toEqual([2_000, []]);
});
