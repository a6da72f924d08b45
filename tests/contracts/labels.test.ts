import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A record is read with the titles of what it relates to in one statement, a page in two: they say the same. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Labelled {
  id: number;
  version?: number;
  _labels: object;
}

/** The labels of a record alone and in a page, both of one version: the server sends messages meanwhile, which changes them. */
async function labelsOf(user: string, path: string, listed: Labelled): Promise<[object, object]> {
  const { id } = listed;
  let [one, row]: (Labelled | undefined)[] = [undefined, listed];
  await eventually(async () => {
    if (one) [row] = (await server.call(user, 'GET', `${path}?id=${id}`)).body as Labelled[];
    const alone = await server.call(user, 'GET', `${path}/${id}`);
    expect([path, id, alone.status, alone.body]).toMatchObject([path, id, 200, { id }]);
    one = alone.body as Labelled;
    return one.version === row?.version;
  }, `${path}/${id} in one version`);
  return [one?._labels ?? {}, row?._labels ?? {}];
}

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
      for (const listed of body as Labelled[]) {
        const [alone, inPage] = await labelsOf(user, path, listed);
        expect([name, listed.id, alone]).toEqual([name, listed.id, inPage]);
        titles += Object.keys(inPage).length;
      }
    }
    expect(titles).toBeGreaterThan(20);
  },
);
