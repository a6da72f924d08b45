import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const area = {
  type: 'Polygon',
  coordinates: [
    [
      [103, 30],
      [104, 30],
      [104, 31],
      [103, 31],
      [103, 30],
    ],
  ],
};

test('the areas that bound the globe of a user are told to that user alone, unless they have no shape', async () => {
  const settings = (user: string) => server.service(user, 'Map/GetSettings', {}, 'GET');
  expect(await settings('aiw')).toMatchObject({ coverage3d: [] });
  const make = async (values: object) => {
    const { status, body } = await server.call('admin', 'POST', '/api/records/organizationUnit', values);
    expect(status).toBe(201);
    return body as { id: number };
  };
  const shaped = await make({ displayName: 'West', area });
  const shapeless = await make({ displayName: 'Office' });
  const { user } = (await server.service('aiw', 'Session/GetCurrentUserInfo', {}, 'GET')) as {
    user: { id: number };
  };
  const coverageIds = `${shaped.id},${shapeless.id}`;
  await server.service('admin', 'User/GetCoverageIdsBySave', { id: user.id, coverageIds, type: 3 }, 'GET');
  expect(await settings('aiw')).toMatchObject({ coverage3d: [area] });
  expect(await settings('atmb')).toMatchObject({ coverage3d: [] });
});
