import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Resource, relationOf } from '#domain/record/resource.ts';
import { guessMapping, importableFields } from '#domain/record/transfer/columns.ts';
import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { resources } from '#resources';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createExporter, type ExportFormat } from '#server/engine/transfer/export.ts';
import { createImporter } from '#server/engine/transfer/importer.ts';
import type { StoredJob } from '#server/engine/transfer/job-store.ts';
import { writeTemplate } from '#server/engine/transfer/template.ts';
import { createExportSlots } from '#server/kernel/export-slots.ts';
import { silentLog } from '#tests/support/database.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { exampleRecord, type Surroundings } from '#tests/support/example-record.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';
import { surroundings } from '#tests/support/surroundings.ts';

/**
 * The records of the product out into files and in again: nothing is lost on the way, and nothing is changed. Of types that
 * have everything between them (representative-records.ts), in the full run of every type.
 */

const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] }, 'zh-Hans');
const catalogue = createCatalogue(resources);
const clock = () => new Date();
const log = silentLog;

interface House {
  engine: Engine;
  folder: string;
  /** All records of a type as a file of this kind. */
  file(
    resource: Resource,
    format: ExportFormat,
    labels: 'zh-Hans' | 'en',
    columns?: string[],
  ): Promise<Buffer>;
  bring(resource: Resource, bytes: Buffer, plan: Partial<ImportPlan>): Promise<StoredJob>;
  /** What the errors of an import say, for a test that fails. */
  errors(job: StoredJob): Promise<string>;
  close(): Promise<void>;
}

async function house(): Promise<House> {
  const engine = await startEngine(resources);
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-transfer-'));
  const { records, test: made } = engine;
  const { database } = made;
  const timeZone = async () => 'Asia/Shanghai';
  const slots = createExportSlots({ ofUser: 100, inAll: 100 });
  const exporter = createExporter({ records, types: catalogue.types, slots, timeZone, log });
  const importer = createImporter({
    database,
    catalogue,
    records,
    dataFolder: folder,
    timeZone,
    actorOf: async () => null,
    clock,
    log,
  });
  return {
    engine,
    folder,
    async file(resource, format, labels, columns) {
      const query = { filter: undefined, search: undefined, trash: 'without' as const, sort: [] };
      const stream = exporter.open(admin, catalogue.find(resource.name), { format, columns, labels, query });
      const place = path.join(folder, 'out');
      await pipeline(stream, createWriteStream(place));
      const { readFile } = await import('node:fs/promises');
      return readFile(place);
    },
    async bring(resource, bytes, plan) {
      const type = catalogue.find(resource.name);
      const { storedName, path: place } = await importer.newFile();
      const { writeFile } = await import('node:fs/promises');
      await writeFile(place, bytes);
      const { size } = await stat(place);
      const job = await importer.accept(admin, type, { storedName, fileName: 'x', sizeBytes: size });
      const guesses = guessMapping(resource, job.headers);
      const mapping = Object.fromEntries(guesses.flatMap((field, index) => (field ? [[index, field]] : [])));
      await importer.check(admin, type, job.id, {
        mapping,
        mode: 'insert',
        key: [],
        onError: 'valid',
        blanks: 'keep',
        ...plan,
      });
      await importer.settled();
      const checked = await importer.jobs.read(job.id);
      if (checked?.state !== 'checked') return checked ?? job;
      await importer.run(admin, type, job.id, plan.onError ?? 'valid');
      await importer.settled();
      return (await importer.jobs.read(job.id)) ?? job;
    },
    async errors(job) {
      const { readFile } = await import('node:fs/promises');
      return readFile(importer.jobs.errorsPathOf(job), 'utf8');
    },
    async close() {
      await importer.close();
      await engine.test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Records that others relate to come before them. */
function inOrder(all: Resource[]): Resource[] {
  const ordered: Resource[] = [];
  const seen = new Set<string>();
  const visit = (resource: Resource) => {
    if (seen.has(resource.name)) return;
    seen.add(resource.name);
    for (const field of importableFields(resource)) {
      const target = relationOf(resource.schema.properties[field] ?? {})?.resource;
      const next = all.find(({ name }) => name === target);
      if (next) visit(next);
    }
    ordered.push(resource);
  };
  for (const name of ['dictionary', 'dictionaryItem']) visit(catalogue.find(name).resource);
  for (const resource of all) visit(resource);
  return ordered;
}

/** These and what their records cannot be without. */
function withNeeded(some: Resource[], all: Resource[]): Resource[] {
  const needed = new Set(some);
  for (const { schema } of needed) {
    for (const field of schema.required ?? []) {
      const target = relationOf(schema.properties[field] ?? {})?.resource;
      const next = all.find(({ name }) => name === target);
      if (next) needed.add(next);
    }
  }
  return all.filter((resource) => needed.has(resource));
}

const brought = resources.filter(({ readOnly }) => !readOnly);
const writable = inOrder(withNeeded(representativeRecords(brought), brought));
/** What an import can carry to another house: its own relations lead to what an import can carry too. */
const portable = (resource: Resource) =>
  importableFields(resource).filter((field) => {
    const target = relationOf(resource.schema.properties[field] ?? {})?.resource;
    return target === undefined || writable.some(({ name }) => name === target);
  });

let one: House;
let other: House;
let n = 500;

beforeAll(async () => {
  [one, other] = await Promise.all([house(), house()]);
  const around: Surroundings = surroundings(one.engine, () => ++n);
  for (const resource of writable) {
    for (const which of ['every field', 'required fields'] as const) {
      const values = await exampleRecord(resource, ++n, around, which);
      await one.engine.records.untyped.create(admin, resource.name, values).catch(async () => {
        // Some rule knows more than the schema: what it asks for is there in the other record.
        await one.engine.records.untyped.create(
          admin,
          resource.name,
          await exampleRecord(resource, ++n, around, 'required fields'),
        );
      });
    }
  }
}, 240_000);
afterAll(() => Promise.all([one?.close(), other?.close()]));

describe.each(writable.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  test.each([
    ['csv', 'zh-Hans'],
    ['xlsx', 'en'],
  ] as const)('as %s, imported as an update it changes nothing', async (format, labels) => {
    const before = await one.file(resource, 'json', 'en');
    const bytes = await one.file(resource, format, labels);
    const job = await one.bring(resource, bytes, { mode: 'update', key: ['id'], blanks: 'clear' });
    expect(job, await one.errors(job)).toMatchObject({ state: 'done', created: 0, updated: 0, badRows: 0 });
    expect(job.unchanged).toBe(JSON.parse(before.toString()).length);
    expect(job.unchanged).toBeGreaterThan(0);
    expect(await one.file(resource, 'json', 'en')).toEqual(before);
  });

  test('as JSON, with its shapes as GeoJSON too, imported as an update it changes nothing', async () => {
    const before = await one.file(resource, 'json', 'en');
    const shapes = Object.values(resource.schema.properties).some((schema) => schema['x-geometry']);
    for (const format of shapes ? (['json', 'geojson'] as const) : (['json'] as const)) {
      const bytes = await one.file(resource, format, 'en');
      const job = await one.bring(resource, bytes, { mode: 'update', key: ['id'], blanks: 'clear' });
      expect(job, await one.errors(job)).toMatchObject({ format, state: 'done', updated: 0, badRows: 0 });
      expect(job.unchanged).toBe(JSON.parse(before.toString()).length);
      expect(await one.file(resource, 'json', 'en')).toEqual(before);
    }
  });

  test('in an empty house it gives equal records', async () => {
    const columns = portable(resource);
    const format = writable.indexOf(resource) % 2 === 0 ? 'csv' : 'xlsx';
    const bytes = await one.file(resource, format, 'zh-Hans', columns);
    const job = await other.bring(resource, bytes, { mode: 'insert', onError: 'all' });
    expect(job, await other.errors(job)).toMatchObject({ state: 'done', updated: 0, badRows: 0 });
    const lines = (file: Buffer) => {
      const rows: string[][] = parse(file, { bom: true });
      return rows.map((cells) => JSON.stringify(cells)).sort();
    };
    expect(lines(await other.file(resource, 'csv', 'en', columns))).toEqual(
      lines(await one.file(resource, 'csv', 'en', columns)),
    );
    const { items } = await other.engine.records.untyped.list(admin, name, {
      start: 0,
      end: 1,
      sort: [],
      filter: undefined,
      search: undefined,
      trash: 'without',
    });
    const [entry] = await other.engine.records.untyped.history(admin, name, items[0]?.id ?? 0);
    expect(entry).toMatchObject({ action: 'create', source: `import:${job.id}` });
  });

  test.each(['csv', 'xlsx'] as const)(
    'its template as %s holds no record, and knows its own columns',
    async (format) => {
      const deps = {
        sql: one.engine.test.database.kysely,
        types: catalogue.types,
        timeZone: 'Asia/Shanghai',
      };
      const bytes = await writeTemplate(deps, admin, catalogue.find(name), format, 'zh-Hans');
      const job = await one.bring(resource, bytes, { mode: 'insert' });
      expect(job).toMatchObject({ state: 'done', checkedRows: 0, badRows: 0, created: 0 });
      expect(guessMapping(resource, job.headers)).toEqual(importableFields(resource));
    },
  );
});

test('shapes go out as GeoJSON, and only where there are any', async () => {
  const airspace = catalogue.find('airspace').resource;
  const collection = JSON.parse((await one.file(airspace, 'geojson', 'en')).toString());
  expect(collection.type).toBe('FeatureCollection');
  expect(collection.features.length).toBeGreaterThan(1);
  for (const feature of collection.features) {
    expect(feature).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Polygon' },
      properties: { name: expect.any(String) },
    });
  }
  expect(collection.features[0].properties.geometry).toBeUndefined();
  await expect(one.file(catalogue.find('company').resource, 'geojson', 'en')).rejects.toMatchObject({
    text: { key: 'transfer.export.noGeometry' },
  });
});
