import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSchema } from '#domain/record/record-schema.ts';
import type { Resource } from '#domain/record/resource.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

/** Parcels: a fragile one says how it is packed, one by air has an aircraft; the load is what they weigh together. */
const parcel = recordSchema(
  JSON.parse(`{
    "$id": "parcel", "type": "object", "title": "Parcel", "x-label": { "zh-Hans": "包裹", "en": "Parcel" },
    "required": ["kind"], "additionalProperties": false,
    "properties": {
      "kind": { "type": "string", "enum": ["plain", "fragile", "air"], "x-label": { "zh-Hans": "种类", "en": "Kind" } },
      "packing": { "type": "string", "x-label": { "zh-Hans": "包装", "en": "Packing" } },
      "note": { "type": "string", "x-when-hidden": "keep", "x-label": { "zh-Hans": "备注", "en": "Note" } },
      "count": { "type": "integer", "x-label": { "zh-Hans": "件数", "en": "Count" } },
      "eachKg": { "type": "number", "x-label": { "zh-Hans": "单重", "en": "Each" } },
      "loadKg": { "type": "number", "readOnly": true, "x-label": { "zh-Hans": "总重", "en": "Load" },
        "x-computed": { "by": "product", "of": ["count", "eachKg"] } },
      "mark": { "type": "string", "x-label": { "zh-Hans": "登记标志", "en": "Mark" } },
      "address": { "type": "string", "x-label": { "zh-Hans": "地址码", "en": "Address" } }
    },
    "allOf": [
      { "if": { "properties": { "kind": { "const": "fragile" } }, "required": ["kind"] },
        "then": { "required": ["packing"], "properties": { "note": true } } }
    ],
    "x-agree": [{ "rule": "addressOfMark", "fields": ["mark", "address"] }]
  }`),
);

const resources: Resource[] = [
  ...inventedResources(),
  {
    name: 'parcel',
    schema: parcel,
    path: '/parcels',
    permissions: { read: [], create: [], update: [], delete: [] },
    titleField: 'kind',
    columns: ['kind'],
    search: ['kind'],
  },
];
const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });

describe.each(databases())('what follows from a record’s own values, on $name PostgreSQL', (server) => {
  let engine: Engine;
  let app: RecordsApp;

  beforeAll(async () => {
    engine = await startEngine(resources, server);
    app = await startRecordsApp(engine.records, resources);
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  const make = (body: object) => app.ask(admin, 'POST', '/api/records/parcel', body);

  it('is computed when it is made and when it changes, and is refused from a person', async () => {
    const made = await make({ kind: 'plain', count: 4, eachKg: 2.5 });
    expect(made.body).toMatchObject({ loadKg: 10 });
    const { id } = await engine.records.create(admin, 'parcel', { kind: 'plain', count: 4, eachKg: 2.5 });
    const changed = await app.ask(admin, 'PATCH', `/api/records/parcel/${id}`, { version: 1, count: 2 });
    expect(changed.body).toMatchObject({ loadKg: 5, version: 2 });
    const emptied = await app.ask(admin, 'PATCH', `/api/records/parcel/${id}`, { version: 2, count: null });
    expect(emptied.body).toMatchObject({ loadKg: null });
    const [newest] = await engine.records.history(admin, 'parcel', id);
    expect(newest?.changes).toContainEqual({ field: 'loadKg', before: 5, after: null });
    const set = await app.ask(admin, 'PATCH', `/api/records/parcel/${id}`, { version: 3, loadKg: 99 });
    expect(set).toMatchObject({ status: 400, body: { errors: { loadKg: [expect.any(String)] } } });
    expect((await make({ kind: 'plain', loadKg: 99 })).status).toBe(400);
  });

  it('drops what has no place in the record, and keeps what its schema says to keep', async () => {
    const made = await make({ kind: 'plain', packing: 'straw', note: 'stays' });
    expect(made).toMatchObject({ status: 201, body: { packing: null, note: 'stays' } });
    const missing = await make({ kind: 'fragile' });
    expect(missing).toMatchObject({ status: 400, body: { errors: { packing: [expect.any(String)] } } });
    const { id } = await engine.records.create(admin, 'parcel', { kind: 'fragile', packing: 'straw' });
    const plain = await app.ask(admin, 'PATCH', `/api/records/parcel/${id}`, { version: 1, kind: 'plain' });
    expect(plain.body).toMatchObject({ kind: 'plain', packing: null });
    const [newest] = await engine.records.history(admin, 'parcel', id);
    expect(newest?.changes).toContainEqual({ field: 'packing', before: 'straw', after: null });
  });

  it('refuses fields that contradict each other, at the field', async () => {
    const refused = await make({ kind: 'air', mark: 'B-10AB', address: '400001' });
    expect(refused).toMatchObject({ status: 400, body: { errors: { address: [expect.any(String)] } } });
    const { id } = await engine.records.create(admin, 'parcel', {
      kind: 'air',
      mark: 'B-10AB',
      address: '780001',
    });
    const later = await app.ask(admin, 'PATCH', `/api/records/parcel/${id}`, {
      version: 1,
      address: '400001',
    });
    expect(later).toMatchObject({ status: 400, body: { errors: { address: [expect.any(String)] } } });
    expect(await engine.records.get(admin, 'parcel', id)).toMatchObject({ version: 1, address: '780001' });
  });
});
