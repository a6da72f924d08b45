import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server?.close();
});

interface Found {
  resource: string;
  label: string;
  items: { id: number; title: string; subtitle: string | null }[];
}

async function find(user: string, words: string): Promise<Found[]> {
  const answer = (await server.service(user, 'Search/Find', { words }, 'GET')) as { items: Found[] };
  return answer.items;
}

const titles = (found: Found[], resource: string) =>
  found.find((one) => one.resource === resource)?.items.map(({ title }) => title) ?? [];

test('finds records of several types by their search fields', async () => {
  const found = await find('admin', 'B-10QA');
  expect(titles(found, 'aircraft')).toEqual(['B-10QA']);
  expect(found.find(({ resource }) => resource === 'aircraft')?.label).toBe('航空器');
  expect(titles(await find('admin', 'ZUGH'), 'airport')).toHaveLength(1);
});

test('finds only what the asker may read', async () => {
  // An aircraft of another company, and a user.
  expect(titles(await find('operator', 'B-10QA'), 'aircraft')).toEqual(['B-10QA']);
  expect(titles(await find('operator2', 'B-10QA'), 'aircraft')).toEqual([]);
  expect(titles(await find('admin', 'operator'), 'user').length).toBeGreaterThan(0);
  expect(titles(await find('operator', 'operator'), 'user')).toEqual([]);
});

test('answers nothing to words that are nowhere, and refuses none and nobody', async () => {
  expect(await find('admin', 'no such words anywhere')).toEqual([]);
  const path = '/api/services/app/Search/Find';
  expect((await server.call('admin', 'GET', path)).status).toBe(400);
  expect((await server.call(null, 'GET', `${path}?words=B-10QA`)).status).toBe(401);
});

test('what is in the trash is not found', async () => {
  const [aircraft] = (await find('admin', 'B-7396')).flatMap(({ resource, items }) =>
    resource === 'missionType' || resource === 'aircraft' ? items : [],
  );
  expect(aircraft).toMatchObject({ title: 'B-7396' });
  const made = await server.call('admin', 'POST', '/api/records/missionType', {
    code: 'PALETTE',
    name: '只为此事',
    nameEn: 'For this alone',
  });
  expect(made.status).toBe(201);
  expect(titles(await find('admin', 'PALETTE'), 'missionType')).toEqual(['只为此事']);
  const { id } = made.body as { id: number };
  expect((await server.call('admin', 'DELETE', `/api/records/missionType/${id}`)).status).toBe(200);
  expect(titles(await find('admin', 'PALETTE'), 'missionType')).toEqual([]);
});
