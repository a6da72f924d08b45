import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '#scripts/run.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { blocksOf, copyProduct, type ProductCopy, patience } from '#tests/support/product-copy.ts';
import { killServers, type ServerProcess, startProcess } from '#tests/support/server-process.ts';

/** docs/adding-a-record-type.md, done with its very text in a copy of the repository. */

const entryFile = 'src/resources/base-manage.ts';

let copy: ProductCopy;
let schema: string;
let entry: string;
/** The copy before anything was written. */
let before: Map<string, string>;

beforeAll(async () => {
  [schema = ''] = await blocksOf('adding-a-record-type.md', 'json');
  [entry = ''] = await blocksOf('adding-a-record-type.md', 'ts');
  copy = await copyProduct();
  before = await copy.files();

  await writeFile(path.join(copy.folder, 'schemas', 'fuel-point.json'), schema);
  const config = path.join(copy.folder, entryFile);
  const text = await readFile(config, 'utf8');
  const end = text.lastIndexOf('];');
  await writeFile(config, `${text.slice(0, end)}${entry}${text.slice(end)}`);
  await copy.generate();
}, patience);
afterAll(() => copy?.remove());

test('one file and one entry are written; what is generated follows; no other line changes', async () => {
  const after = await copy.files();
  const changed = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
  expect(changed.sort()).toEqual([
    'schemas/all.gen.ts',
    'schemas/fuel-point.json',
    'src/domain/record/records.gen.ts',
    entryFile,
    'src/server/db/tables.gen.ts',
  ]);
  const written = after.get(entryFile) ?? '';
  expect(written.replace(entry, '')).toBe(before.get(entryFile));
  expect(after.get('src/domain/record/records.gen.ts')).toContain('export interface FuelPoint {');
});

test('it compiles, and what is generated is fresh', { timeout: patience }, async () => {
  await copy.generate('--check');
  // The house's own types are checked by themselves; here what the example may have broken.
  const output = await copy.compile('.');
  expect(output.split('\n').filter((line) => /fuel|resources|schemas\/|records\.gen/i.test(line))).toEqual(
    [],
  );
  // And it is written as the house writes.
  await copy.node(
    commandOf('@biomejs/biome', 'biome'),
    'check',
    '--vcs-enabled=false',
    entryFile,
    'schemas/fuel-point.json',
  );
});

test('the web application is built with its screens and its judge', { timeout: patience }, async () => {
  await copy.build();
  const assets = path.join(copy.folder, 'dist', 'web', 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(assets, name), 'utf8')));
  expect(texts.some((text) => text.includes('/baseManage/fuelPoint') && text.includes('加油点'))).toBe(true);
  // The judge is a chunk of its own, fetched when a form opens: it knows the limits and asks for no
  // evaluation.
  const validators = texts.filter((text) => text.includes('#/properties/capacityL/'));
  expect(validators.length).toBe(1);
  expect(validators[0]).not.toMatch(/new Function|eval\(/);
});

describe('a server of the copy', () => {
  let database: TestDatabase;
  let data: { folder: string; remove(): Promise<unknown> };
  let server: ServerProcess;
  const tokens = new Map<string, string>();

  async function call(user: string | null, verb: string, where: string, body?: object | FormData) {
    if (user && !tokens.has(user)) {
      const signed = await fetch(`${server.address}/api/TokenAuth/Authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userNameOrEmailAddress: user, password: demoPassword }),
      });
      const { result } = (await signed.json()) as { result: { accessToken: string } };
      tokens.set(user, result.accessToken);
    }
    const isForm = body instanceof FormData;
    const answer = await fetch(server.address + where, {
      method: verb,
      headers: {
        ...(user ? { authorization: `Bearer ${tokens.get(user)}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson && text ? JSON.parse(text) : text };
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    data = await makeDataFolder('copy');
    const started = await startProcess(
      { DATABASE_URL: database.url, CLEARWAY_DATA: data.folder, CLEARWAY_DEMO: '1' },
      copy.folder,
    );
    if (!started.started) throw new Error(started.printed);
    server = started;
  }, patience);
  afterAll(async () => {
    await server?.end('SIGTERM');
    killServers();
    await database?.drop();
    await data?.remove();
  });

  const records = '/api/records/fuelPoint';

  test('has its table', async () => {
    const { rows } = await database.database.pool.query(
      "select column_name as name from information_schema.columns where table_name = 'fuel_point' order by ordinal_position",
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'id',
        'version',
        'name',
        'code',
        'airport',
        'fuel',
        'capacity_l',
        'open_since',
      ]),
    );
  });

  test('makes, lists, finds and judges its records', async () => {
    const made = await call('operator', 'POST', records, {
      name: '广汉一号',
      code: 'gh-1',
      capacityL: 20000,
    });
    expect(made).toMatchObject({ status: 201, body: { code: 'GH-1', fuel: 'jetA1', version: 1 } });
    const found = await call('operator', 'GET', `${records}?q=广汉&capacityL_gte=20000&_sort=code`);
    expect(found.body).toMatchObject([{ code: 'GH-1' }]);
    const wrong = await call('operator', 'POST', records, {
      name: 'x',
      code: 'GH-2',
      capacityL: -1,
      fuel: 'tea',
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        errors: { capacityL: [expect.stringContaining('储量')], fuel: [expect.stringContaining('油品')] },
      },
    });
    expect((await call('operator', 'POST', records, { name: 'y', code: 'GH-1' })).status).toBe(409);
  });

  test('obeys its permissions, at the endpoint and in the rules of its readers', async () => {
    expect((await call(null, 'GET', records)).status).toBe(401);
    expect((await call('aiw', 'GET', records)).status).toBe(403);
    expect((await call('aiw', 'POST', records, { name: 'x', code: 'XX' })).status).toBe(403);
    // Another company's rows are not there.
    expect((await call('operator2', 'GET', records)).body).toEqual([]);
    const { body } = await call('operator', 'GET', '/api/services/app/Session/GetCurrentUserInfo');
    expect(body.result.rules).toContainEqual(
      expect.objectContaining({ subject: 'fuelPoint', action: 'create' }),
    );
  });

  test('keeps their history and their trash', async () => {
    const { body } = await call('operator', 'GET', `${records}?code=GH-1`);
    const [{ id, version }] = body;
    await call('operator', 'PATCH', `${records}/${id}`, { version, capacityL: 30000 });
    expect((await call('operator', 'GET', `${records}/${id}/history`)).body).toMatchObject([
      { action: 'update', changes: [{ field: 'capacityL', before: 20000, after: 30000 }] },
      { action: 'create' },
    ]);
    expect((await call('operator', 'DELETE', `${records}/${id}`)).status).toBe(200);
    expect((await call('operator', 'POST', `${records}/${id}/restore`)).status).toBe(200);
  });

  test('takes them from a file and gives them as one', async () => {
    const template = await call('operator', 'GET', `${records}/import-template?format=csv`);
    expect([template.status, String(template.body)]).toEqual([200, expect.stringContaining('代码')]);
    const form = new FormData();
    form.append('file', new Blob(['名称,代码,油品\r\n绵阳一号,MY-1,Jet A-1\r\n无代码,,\r\n']), 'points.csv');
    const uploaded = await call('operator', 'POST', `${records}/import`, form);
    expect(uploaded.status).toBe(201);
    const job = `${records}/import/${uploaded.body.id}`;
    const mapping = Object.fromEntries(
      (uploaded.body.columns as { index: number; guess?: string }[]).flatMap(({ index, guess }) =>
        guess ? [[index, guess]] : [],
      ),
    );
    await settled(job, 'check', { mapping, mode: 'insert', key: [] });
    const done = await settled(job, 'run', { onError: 'valid' });
    expect(done.state).toBe('done');
    const exported = await call('operator', 'GET', `${records}/export?format=csv&_sort=code`);
    expect(exported.status).toBe(200);
    expect(String(exported.body)).toMatch(/GH-1[\s\S]*MY-1/);
    expect(String(exported.body)).not.toContain('无代码');
  });

  async function settled(job: string, step: string, body: object) {
    expect((await call('operator', 'POST', `${job}/${step}`, body)).status).toBe(200);
    for (;;) {
      const report = (await call('operator', 'GET', job)).body;
      if (report.state !== 'checking' && report.state !== 'importing') return report;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  test('tells of it in the document', async () => {
    const { body } = await call(null, 'GET', '/api/docs/json');
    for (const where of [records, `${records}/{id}`, `${records}/{id}/history`]) {
      expect(Object.keys(body.paths)).toContain(where);
    }
    expect(body.components.schemas.fuelPointInput.required).toEqual(['name', 'code']);
  });
});
