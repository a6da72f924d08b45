import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, png } from '#tests/support/example-files.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { keep } from '#tests/support/uploads.ts';

/** The calls of specification §7 that list files. */

let server: RunningTestServer;
const names = { aircraft: '', pilot: '' };

beforeAll(async () => {
  server = await startTestServer();
  const first = async (user: string, resource: string) => (await rowsOf(server, user, resource)).rows[0];
  const [aircraft, pilot] = [await first('operator', 'aircraft'), await first('operator', 'pilot')];
  const theirs = await first('operator2', 'aircraft');
  names.aircraft = String(aircraft?.registration);
  names.pilot = String(pilot?.name);
  await keep(
    server,
    'operator',
    `aircraft/${aircraft?.id}`,
    [{ name: 'insurance.pdf', content: pdf() }],
    'insurance',
  );
  await keep(server, 'operator', `aircraft/${aircraft?.id}`, [{ name: '100%_sure.png', content: png }]);
  await keep(
    server,
    'operator',
    `pilot/${pilot?.id}`,
    [{ name: 'licence.pdf', content: pdf('licence') }],
    'licence',
  );
  await keep(
    server,
    'admin',
    `pilot/${pilot?.id}`,
    [{ name: 'medical.pdf', content: pdf('medical') }],
    'medical',
  );
  await keep(server, 'operator2', `aircraft/${theirs?.id}`, [{ name: 'theirs.pdf', content: pdf('theirs') }]);
});
afterAll(() => server?.close());

async function list(user: string, call: string, input: object = {}) {
  const result = await server.service(user, call, input, 'GET');
  return result as { totalCount: number; items: { name: string; [field: string]: unknown }[] };
}
const found = async (user: string, call: string, input: object = {}) =>
  (await list(user, call, input)).items.map(({ name }) => name).sort();

test("BaseAircraft and BasePilot list the papers of one's own rows, whoever added them", async () => {
  expect(await found('operator', 'BaseAircraft/GetCurrentFileList')).toEqual([
    '100%_sure.png',
    'insurance.pdf',
  ]);
  expect(await found('operator', 'BasePilot/GetCurrentFileList')).toEqual(['licence.pdf', 'medical.pdf']);
  expect(await found('operator2', 'BaseAircraft/GetCurrentFileList')).toEqual(['theirs.pdf']);
  expect(await found('operator2', 'BasePilot/GetCurrentFileList')).toEqual([]);
  expect(await found('admin', 'BaseAircraft/GetCurrentFileList')).toHaveLength(3);
  expect((await server.call('aiw', 'GET', '/api/services/app/BasePilot/GetCurrentFileList')).status).toBe(
    403,
  );
});

test('UserFile lists what one added oneself, of one type of record or of all', async () => {
  expect(await found('operator', 'UserFile/GetCurrentList')).toEqual([
    '100%_sure.png',
    'insurance.pdf',
    'licence.pdf',
  ]);
  expect(await found('operator', 'UserFile/GetCurrentList', { operateType: 'pilot' })).toEqual([
    'licence.pdf',
  ]);
  expect(await found('operator', 'UserFile/GetCurrentList', { operateType: 'session' })).toEqual([]);
  expect(await found('admin', 'UserFile/GetCurrentList')).toEqual(['medical.pdf']);
  expect(await found('aiw', 'UserFile/GetCurrentList')).toEqual([]);
});

test('an item says whose file it is and where its bytes are', async () => {
  const { items } = await list('operator', 'BaseAircraft/GetCurrentFileList', { query: 'insur' });
  expect(items).toEqual([
    expect.objectContaining({
      operateType: 'aircraft',
      recordName: names.aircraft,
      kind: 'insurance',
      kindName: '保险单',
      name: 'insurance.pdf',
      mediaType: 'application/pdf',
      creationTime: expect.stringMatching(/Z$/),
    }),
  ]);
  expect((await server.call('operator', 'GET', String(items[0]?.url))).status).toBe(200);
});

test('`query` is looked for in names of files and of records, its signs as they are', async () => {
  const call = 'BaseAircraft/GetCurrentFileList';
  expect(await found('operator', call, { query: names.aircraft.toLowerCase() })).toHaveLength(2);
  expect(await found('operator', call, { query: '100%_' })).toEqual(['100%_sure.png']);
  expect(await found('operator', call, { query: '%' })).toEqual(['100%_sure.png']);
  expect(await found('operator', call, { query: "' or 1=1 --" })).toEqual([]);
  expect(await found('operator', 'BasePilot/GetCurrentFileList', { query: names.pilot })).toHaveLength(2);
});

test('pages and sorts as ABP does', async () => {
  const call = 'BasePilot/GetCurrentFileList';
  const page = await list('operator', call, { Sorting: 'name desc', SkipCount: 1, MaxResultCount: 1 });
  expect([page.totalCount, page.items.map(({ name }) => name)]).toEqual([2, ['licence.pdf']]);
  for (const wrong of [
    'MaxResultCount=0',
    'MaxResultCount=1001',
    'SkipCount=-1',
    'Sorting=storageKey',
    'Sorting=name;drop',
  ]) {
    const answer = await server.call('operator', 'GET', `/api/services/app/${call}?${wrong}`);
    expect([wrong, answer.status]).toEqual([wrong, 400]);
  }
});
