import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { resources } from '#resources';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createImporter, type Importer, type ImporterDeps } from '#server/engine/transfer/importer.ts';
import type { StoredJob } from '#server/engine/transfer/job-store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from '#tests/support/database.ts';
import { callerWith, type Engine, refusalOf, startEngine } from '#tests/support/engine.ts';

/** An import goes on when its page is closed and when its server dies, and never does a row twice. */

const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] }, 'zh-Hans');
const catalogue = createCatalogue(resources);
const type = catalogue.find('missionType');
const plan: ImportPlan = {
  mapping: { 0: 'code', 1: 'name', 2: 'nameEn' },
  mode: 'insert',
  key: [],
  onError: 'valid',
  blanks: 'keep',
};

let engine: Engine;
let folder = '';
let prefix = 'A';

beforeAll(async () => {
  engine = await startEngine(resources);
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-survive-'));
}, 240_000);
afterAll(async () => {
  await engine?.test.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  prefix = String.fromCharCode(prefix.charCodeAt(0) + 1);
});

const deps = (): ImporterDeps => ({
  database: engine.test.database,
  catalogue,
  records: engine.records,
  dataFolder: folder,
  actorOf: async (userId) => (userId === 1 ? admin.actor : null),
  timeZone: async () => 'Asia/Shanghai',
  clock: () => new Date(),
  log: silentLog,
});

/** A file of this many mission types; each hundredth has no name, or none lacks one (0). */
async function upload(importer: Importer, rows: number, badEvery = 100): Promise<StoredJob> {
  const place = await importer.newFile();
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `${prefix}${n},${badEvery > 0 && n % badEvery === badEvery - 1 ? '' : `名称 ${prefix}${n}`},Name ${n}`,
  );
  await writeFile(place.path, ['代码,名称,英文名称', ...lines].join('\n'));
  return importer.accept(admin, type, { storedName: place.storedName, fileName: 'types.csv', sizeBytes: 1 });
}

async function countOf(): Promise<number> {
  const { rows } = await engine.test.database.pool.query<{ count: number }>(
    'select count(*) as count from mission_type where code like $1',
    [`${prefix}%`],
  );
  return Number(rows[0]?.count);
}

async function doubles(): Promise<number> {
  const { rows } = await engine.test.database.pool.query(
    `select record_id from record_history where resource = 'missionType' group by record_id having count(*) > 1`,
  );
  return rows.length;
}

describe('a server that dies while it imports', () => {
  test('valid rows only: the next goes on after the last committed batch', async () => {
    const dying = createImporter(deps());
    const job = await upload(dying, 3_000);
    await dying.check(admin, type, job.id, plan);
    await dying.settled();
    await dying.run(admin, type, job.id, 'valid');
    // Stopped somewhere in the middle, as its process would be: nothing is written into the import any more.
    for (let done = 0; done === 0; ) done = (await dying.jobs.read(job.id))?.committedRow ?? 0;
    await dying.close();
    const left = await dying.jobs.read(job.id);
    expect(left?.state === 'importing' ? 'importing' : left?.state).toMatch(/importing|done/);

    const next = createImporter(deps());
    await next.recover();
    await next.settled();
    expect(await next.jobs.read(job.id)).toMatchObject({
      state: 'done',
      doneRows: 3_000,
      created: 2_970,
      badRows: 30,
    });
    expect(await countOf()).toBe(2_970);
    expect(await doubles()).toBe(0);
    await next.close();
  });

  test('all or nothing: it has failed, for its transaction was never committed', async () => {
    const dying = createImporter(deps());
    const job = await upload(dying, 2_000, 0);
    await dying.check(admin, type, job.id, plan);
    await dying.settled();
    await dying.run(admin, type, job.id, 'all');
    await dying.close();
    const before = await dying.jobs.read(job.id);
    const next = createImporter(deps());
    await next.recover();
    await next.settled();
    const after = await next.jobs.read(job.id);
    // It may have been quicker than its end.
    if (before?.state === 'done') expect(await countOf()).toBe(2_000);
    else {
      expect(after).toMatchObject({
        state: 'failed',
        created: 0,
        reason: { key: 'transfer.reason.interrupted' },
      });
      expect(await countOf()).toBe(0);
    }
    await next.close();
  });

  test('in a check: it can be checked again', async () => {
    const dying = createImporter(deps());
    const job = await upload(dying, 2_000);
    await dying.jobs.move(admin, job.id, 'checking', { plan });
    const next = createImporter(deps());
    await next.recover();
    expect(await next.jobs.read(job.id)).toMatchObject({
      state: 'uploaded',
      reason: { key: 'transfer.reason.checkInterrupted' },
    });
  });

  test('one that another server is working on is left to it', async () => {
    const working = createImporter(deps());
    const job = await upload(working, 2_000);
    await working.check(admin, type, job.id, plan);
    const other = createImporter(deps());
    await other.recover();
    await working.settled();
    expect(await other.jobs.read(job.id)).toMatchObject({
      state: 'checked',
      checkedRows: 2_000,
      badRows: 20,
    });
  });

  test('for a user who is no more: it ends there', async () => {
    const dying = createImporter(deps());
    const job = await upload(dying, 10);
    await dying.jobs.move(admin, job.id, 'importing', { plan });
    const next = createImporter({ ...deps(), actorOf: async () => null });
    await next.recover();
    expect(await next.jobs.read(job.id)).toMatchObject({ state: 'failed' });
    expect(await countOf()).toBe(0);
  });
});

test('a cancelled import keeps what it had committed, and says so', async () => {
  const importer = createImporter(deps());
  const job = await upload(importer, 4_000);
  await importer.check(admin, type, job.id, plan);
  await importer.settled();
  await importer.run(admin, type, job.id, 'valid');
  for (let done = 0; done === 0; ) done = (await importer.jobs.read(job.id))?.committedRow ?? 0;
  const cancelled = await importer.cancel(admin, type, job.id).catch(() => importer.jobs.read(job.id));
  expect(cancelled?.created).toBe(await countOf());
  if (cancelled?.state === 'cancelled') expect(cancelled.created).toBeLessThan(3_960);
  else expect(cancelled?.state).toBe('done');
});

test('the change feed tells of many in one go that they belong together', async () => {
  const importer = createImporter(deps());
  const job = await upload(importer, 20, 0);
  await importer.check(admin, type, job.id, plan);
  await importer.settled();
  engine.changes.length = 0;
  await importer.run(admin, type, job.id, 'valid');
  await importer.settled();
  const made = engine.changes.filter(({ resource }) => resource === 'missionType');
  expect(made).toHaveLength(20);
  expect(made.every(({ many, by }) => many === true && by === 1)).toBe(true);
});

test('files that nobody has touched for days are cleared away, and their imports stay', async () => {
  const importer = createImporter(deps());
  const job = await upload(importer, 5);
  const later = createImporter({ ...deps(), clock: () => new Date(Date.now() + 30 * 86_400_000) });
  await later.recover();
  expect(await readdir(path.join(folder, 'imports'))).toEqual([]);
  expect(await later.jobs.read(job.id)).toMatchObject({ storedName: null, state: 'uploaded' });
  const refused = await refusalOf(later.check(admin, type, job.id, plan));
  expect(refused.text.key).toBe('transfer.job.noFile');
});

test('a body that sees as another role imports nothing', async () => {
  const importer = createImporter(deps());
  const job = await upload(importer, 5);
  const viewing = { ...admin, viewAs: { role: 'OM', companyId: null } };
  expect((await refusalOf(importer.check(viewing, type, job.id, plan))).code).toBe('forbidden');
  expect(systemCaller().viewAs).toBeUndefined();
});
