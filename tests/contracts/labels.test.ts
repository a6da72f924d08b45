import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A record is read with the titles of what it relates to in one statement, a page in two: they say the same. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const perType = 3;
/** One with every right, one with the rows of a company, one with those of an area. */
test.each(['admin', 'operator', 'atmb'])(
  'one record and a page have the same labels for %s',
  async (user) => {
    let titles = 0;
    for (const { name } of resources) {
      const path = `/api/records/${name}`;
      const { status, body } = await server.call(user, 'GET', `${path}?_end=${perType}&_sort=id&_order=desc`);
      if (status !== 200) continue;
      for (const { id, _labels } of body as { id: number; _labels: object }[]) {
        const one = await server.call(user, 'GET', `${path}/${id}`);
        expect([name, id, one.status, one.body]).toMatchObject([name, id, 200, { id }]);
        expect([name, id, (one.body as { _labels: object })._labels]).toEqual([name, id, _labels]);
        titles += Object.keys(_labels).length;
      }
    }
    expect(titles).toBeGreaterThan(20);
  },
);
