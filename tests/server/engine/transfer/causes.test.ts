import { afterAll, beforeAll, expect, test } from 'vitest';
import { importingOn } from '#tests/support/importing.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('a text that names several, and one that is misspelt, are settled once for all their rows', async () => {
  const importing = importingOn(server);
  const { rows: types } = await rowsOf(server, 'admin', 'aircraftType');
  const twice = types.find(({ designator, id }) =>
    types.some((other) => other.id !== id && other.designator === designator),
  );
  if (!twice) throw new Error('no two types of one designator');
  const designator = String(twice.designator);
  const company = String((await rowsOf(server, 'operator', 'company')).rows[0]?.name);
  const head = '国籍和登记标志,机型,运营企业,出厂序号,适航证编号,适航证有效期至';
  const lines = Array.from({ length: 20 }, (_, index) => {
    const mark = String(10 + index);
    const named = index === 19 ? `${company}x` : company;
    return `Ｂ－${mark}ZW,${designator},${named},ZW-${mark},AC-${mark}ZW,2031-05-01`;
  });
  const { body: job } = await importing.upload('admin', 'aircraft', [head, ...lines].join('\n'));
  const mapping = Object.fromEntries(
    job.columns.flatMap(({ index, guess }) => (guess ? [[index, guess]] : [])),
  );
  expect(Object.values(mapping)).toContain('type');
  const plan = { mapping, mode: 'insert', key: [] };
  const checked = await importing.step('admin', 'aircraft', job.id, 'check', plan);
  const byText = new Map(checked.causes.map((cause) => [cause.text, cause]));
  expect(byText.get(designator)).toMatchObject({ field: 'type', rows: 20, code: 'transfer.cell.ambiguous' });
  expect(byText.get(designator)?.options.length).toBeGreaterThan(1);
  const misspelt = byText.get(`${company}x`);
  expect(misspelt).toMatchObject({ field: 'company', rows: 1, code: 'transfer.cell.relation' });
  expect(misspelt?.options[0]?.label).toContain(company);

  const choices = [
    { field: 'type', text: designator, value: twice.id },
    { field: 'company', text: `${company}x`, value: misspelt?.options[0]?.value },
  ];
  const settled = await importing.step('admin', 'aircraft', job.id, 'check', { ...plan, choices });
  expect([settled.validRows, settled.causes, settled.faults.map(({ text }) => text)]).toEqual([20, [], []]);
  const done = await importing.step('admin', 'aircraft', job.id, 'run', { onError: 'all' });
  expect([done.state, done.created]).toEqual(['done', 20]);
  const { rows } = await rowsOf(server, 'admin', 'aircraft', 'registration=B-10ZW');
  expect(rows[0]).toMatchObject({ type: twice.id });

  const bad = await server.call('admin', 'POST', `/api/records/aircraft/import/${job.id}/check`, {
    ...plan,
    choices: [{ field: 'type', text: 7, value: {} }],
  });
  expect(bad.status).toBe(400);
});

test('a record is named by its English name too, and so it is written for who reads English', async () => {
  const importing = importingOn(server);
  const [company] = (await rowsOf(server, 'operator', 'company')).rows;
  const [name, nameEn] = [String(company?.name), String(company?.nameEn)];
  expect(nameEn).toMatch(/^[A-Z]/);
  const head = 'Registration mark,Type,Operator,Serial number (MSN)';
  const { body: job } = await importing.upload(
    'admin',
    'aircraft',
    `${head}\nB-99ZX,Cessna 172S,${nameEn},ZX-1`,
  );
  const mapping = Object.fromEntries(
    job.columns.flatMap(({ index, guess }) => (guess ? [[index, guess]] : [])),
  );
  expect(Object.values(mapping)).toContain('company');
  const checked = await importing.step('admin', 'aircraft', job.id, 'check', {
    mapping,
    mode: 'insert',
    key: [],
  });
  expect(checked.causes.filter(({ field }) => field === 'company')).toEqual([]);

  const exported = async (labels: string) => {
    const path = `/api/records/aircraft/export?format=csv&labels=${labels}`;
    return (await importing.download('admin', path)).bytes.toString();
  };
  expect(await exported('en')).toContain(nameEn);
  expect(await exported('zh-Hans')).toContain(name);
});
