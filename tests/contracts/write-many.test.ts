import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionalFields } from '#domain/record/conditional.ts';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import type { NewOutcome } from '#server/engine/records/new-records.ts';
import type { RecordUpdate, StoredRecord } from '#server/engine/records/stored-record.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { callerWith, type Engine, refusalOf, startEngine } from '#tests/support/engine.ts';
import { exampleRecord, type Surroundings, uniqueByRule } from '#tests/support/example-record.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';
import { surroundings } from '#tests/support/surroundings.ts';

/** Many at once store exactly what one by one would: the same row, the same history, the same refusal. */

const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
const writable = representativeRecords(resources.filter(({ readOnly }) => !readOnly));

let engine: Engine;
let around: Surroundings;
let n = 300;

beforeAll(async () => {
  engine = await startEngine(resources);
  around = surroundings(engine, () => ++n);
}, 240_000);
afterAll(() => engine?.test.drop());

async function example(resource: Resource, which: 'every field' | 'required fields') {
  const { recordRules, ...values } = await exampleRecord(resource, ++n, around, which);
  // Rules of a role name records and fields that there are, and none where it gives everything.
  return resource.name === 'role' || recordRules === undefined ? values : { ...values, recordRules };
}

async function many(resource: Resource, rows: Record<string, unknown>[]): Promise<NewOutcome[]> {
  return engine.records.transaction((transaction) =>
    engine.records.createMany(
      admin,
      resource.name,
      rows.map((values, row) => ({ row, values })),
      new Map(),
      { ...transaction, trusted: false },
    ),
  );
}

function recordIn(outcome: NewOutcome | undefined): StoredRecord {
  if (outcome && 'record' in outcome) return outcome.record;
  throw new Error(`refused: ${JSON.stringify(outcome)}`);
}

/**
 * A record without what differs from record to record: its number, its hour, and the values that must be its
 * own.
 */
function shape(resource: Resource, record: Record<string, unknown>) {
  const unique = new Set([
    ...Object.entries(resource.schema.properties).flatMap(([name, schema]) =>
      schema['x-unique'] ? [name] : [],
    ),
    ...(resource.schema['x-uniques'] ?? []).flat(),
    ...(uniqueByRule[resource.name] ?? []),
  ]);
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => !['id', 'createdAt', 'updatedAt', 'at'].includes(name) && !unique.has(name),
    ),
  );
}

async function stored(resource: Resource, id: number) {
  const record = await engine.records.untyped.get(admin, resource.name, id);
  const history = await engine.records.untyped.history(admin, resource.name, id);
  return { record, history };
}

describe.each(writable.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  it.each(['every field', 'required fields'] as const)('is stored with %s as one by one', async (which) => {
    const values = await example(resource, which);
    const again = await example(resource, which);
    const uniques = new Set(
      [
        ...Object.keys(resource.schema.properties).filter(
          (name) => resource.schema.properties[name]?.['x-unique'],
        ),
        ...(resource.schema['x-uniques'] ?? []).flat(),
        ...(uniqueByRule[resource.name] ?? []),
      ].filter((name) => name in again),
    );
    const twin = { ...values, ...Object.fromEntries([...uniques].map((name) => [name, again[name]])) };
    const alone = await engine.records.untyped.create(admin, resource.name, values);
    engine.changes.length = 0;
    const made = recordIn((await many(resource, [twin]))[0]);
    const [one, other] = [await stored(resource, alone.id), await stored(resource, made.id)];
    expect(shape(resource, other.record)).toEqual(shape(resource, one.record));
    expect(Object.keys(other.record).sort()).toEqual(Object.keys(one.record).sort());
    // What is said of it without reading it back is what is read back.
    expect(made).toEqual(other.record);
    expect(other.history).toHaveLength(1);
    const [entry, wanted] = [other.history[0], one.history[0]];
    expect({ ...entry, id: 0, recordId: 0, at: '', changes: [] }).toEqual({
      ...wanted,
      id: 0,
      recordId: 0,
      at: '',
      changes: [],
    });
    expect(entry?.changes.map(({ field }) => field)).toEqual(wanted?.changes.map(({ field }) => field));
    expect(entry?.changes).toEqual(
      wanted?.changes.map((change) =>
        uniques.has(change.field) ? { ...change, after: other.record[change.field] } : change,
      ),
    );
    expect(engine.changes).toMatchObject([
      { resource: resource.name, id: made.id, action: 'create', by: 1, many: true },
    ]);
  });

  it('is refused with the words of one by one, and hinders no other', async () => {
    const good = await example(resource, 'required fields');
    const bad: Record<string, unknown>[] = [{ ...good, noSuchField: 1 }];
    for (const field of resource.schema.required ?? []) bad.push({ ...good, [field]: null });
    const conditional = conditionalFields(resource.schema);
    for (const [field, schema] of Object.entries(resource.schema.properties)) {
      // What has no place in the record is dropped, right or wrong.
      if (conditional.has(field)) continue;
      if (schema['x-secret'] || schema.readOnly || resource.serviceOnly?.includes(field)) continue;
      if (schema['x-relation']) bad.push({ ...good, [field]: 999_999_999 });
      if (schema['x-dictionary']) bad.push({ ...good, [field]: 'no-such-code' });
      if (schema.format || schema.enum) bad.push({ ...good, [field]: '!?' });
    }
    const outcomes = await many(resource, [good, ...bad]);
    expect(recordIn(outcomes[0]).id).toBeGreaterThan(0);
    for (const [index, values] of bad.entries()) {
      const outcome = outcomes[index + 1];
      if (!outcome || !('error' in outcome)) throw new Error(`not refused: ${JSON.stringify(values)}`);
      const alone = await refusalOf(engine.records.untyped.create(admin, resource.name, values));
      expect([outcome.error.code, outcome.error.text, outcome.error.extra.fields]).toEqual([
        alone.code,
        alone.text,
        alone.extra.fields,
      ]);
    }
  });

  it('holds a unique value once: among those that are there, and among its own kind', async () => {
    const first = await example(resource, 'every field');
    const second = await example(resource, 'every field');
    const validated = await engine.records.validateMany(
      admin,
      resource.name,
      [first, first, second].map((values, row) => ({ row: row + 2, values })),
      new Map(),
    );
    // A value that only services set is theirs to keep apart.
    const hasUniques =
      Object.entries(resource.schema.properties).some(
        ([name, schema]) => schema['x-unique'] && name in first,
      ) || (resource.schema['x-uniques'] ?? []).length > 0;
    expect(validated[0]?.error).toBeNull();
    expect(validated[2]?.error).toBeNull();
    if (!hasUniques) return;
    expect(validated[1]?.error?.extra.fields?.[0]?.text).toEqual({
      key: 'transfer.row.duplicate',
      values: { row: 2 },
    });
    recordIn((await many(resource, [first]))[0]);
    const [again] = await many(resource, [first]);
    if (!again || !('error' in again)) throw new Error('two records hold one unique value');
    expect(again.error.code).toBe('conflict');
    expect(again.error.extra.fields?.[0]?.text.key).toBe('database.unique');
  });
});

it('a service makes many of what only services write, as it makes one', async () => {
  const resource = engine.records.resource('weatherReport');
  const { recordRules: _, ...values } = await exampleRecord(resource, ++n, around, 'every field');
  const source = engine.records.resource('informationSource');
  const gone = await engine.records.untyped.create(
    admin,
    'informationSource',
    await example(source, 'required fields'),
  );
  await engine.records.untyped.trash(admin, 'informationSource', gone.id);
  const { alone, outcomes } = await engine.records.transaction(async (transaction) => ({
    alone: await engine.records.untyped.create(systemCaller(), 'weatherReport', values, transaction),
    outcomes: await engine.records.untyped.createMany(
      systemCaller(),
      'weatherReport',
      // Who sent it once did so, even where the source is in the trash by now.
      [values, { ...values, source: gone.id }, { ...values, kind: '!?' }].map((one, row) => ({
        row,
        values: one,
      })),
      new Map(),
      transaction,
    ),
  }));
  const made = recordIn(outcomes[0]);
  expect(shape(resource, made)).toEqual(shape(resource, alone));
  expect(await engine.records.untyped.history(admin, 'weatherReport', made.id)).toHaveLength(1);
  expect(recordIn(outcomes[1])).toMatchObject({ source: gone.id });
  expect(outcomes[2]).toMatchObject({ error: { code: 'validation' } });
});

describe('many updates', () => {
  const update = (updates: RecordUpdate[], resource = 'aircraft', caller: Caller = admin) =>
    engine.records.transaction((transaction) =>
      engine.records.untyped.updateMany(caller, resource, updates, { ...transaction, trusted: false }),
    );
  const make = async (name: string) => {
    const made = await example(engine.records.resource(name), 'every field');
    return engine.records.untyped.create(admin, name, made);
  };

  it.each(['company', 'aircraft', 'airport'])('change each %s as one by one', async (name) => {
    const [one, other, third] = [await make(name), await make(name), await make(name)];
    await engine.records.untyped.update(admin, name, one.id, one.version, { remark: 'Changed' });
    engine.changes.length = 0;
    const updates = [
      { id: third.id, version: third.version, values: { remark: third.remark } },
      { id: other.id, version: other.version, values: { remark: 'Changed' } },
    ];
    const after = await update(updates, name);
    expect(after.map(({ id, version }) => [id, version])).toEqual([
      [third.id, third.version],
      [other.id, other.version + 1],
    ]);
    expect(after[1]).toEqual((await stored(engine.records.resource(name), other.id)).record);
    expect(engine.changes).toMatchObject([{ id: other.id, action: 'update', by: 1, many: true }]);
    const [wanted] = await engine.records.untyped.history(admin, name, one.id);
    const [entry] = await engine.records.untyped.history(admin, name, other.id);
    expect(entry).toMatchObject({ action: 'update', version: wanted?.version, source: wanted?.source });
    expect(entry?.changes.map(({ field: changed, after: value }) => [changed, value])).toEqual(
      wanted?.changes.map(({ field: changed, after: value }) => [changed, value]),
    );
  });

  it('are refused as a whole: a stale version, a wrong value, a record that is not there', async () => {
    const [one, other] = [await make('company'), await make('company')];
    const good = { id: one.id, version: one.version, values: { name: 'Changed' } };
    const refusal = async (bad: RecordUpdate) => (await refusalOf(update([good, bad], 'company'))).code;
    expect(await refusal({ id: other.id, version: 7, values: { name: 'Changed' } })).toBe('conflict');
    expect(await refusal({ id: other.id, version: 1, values: { name: null } })).toBe('validation');
    expect(await refusal({ id: 999_999_999, version: 1, values: {} })).toBe('notFound');
    expect((await stored(engine.records.resource('company'), one.id)).record.version).toBe(1);
    const nobody = callerWith(resources, { userId: 2 });
    expect((await refusalOf(update([good], 'company', nobody))).code).toBe('forbidden');
  });
});

it('nobody makes many of what they may not make one of', async () => {
  const nobody = callerWith(resources, { userId: 2 });
  const refused = await refusalOf(
    engine.records.validateMany(nobody, 'aircraft', [{ row: 2, values: {} }], new Map()),
  );
  expect(refused.code).toBe('forbidden');
  const readOnly = await refusalOf(engine.records.validateMany(systemCaller(), 'plan', [], new Map()));
  expect(readOnly.text.key).toBe('records.readOnly');
});

it('a row outside the own company is refused by itself', async () => {
  const operator = callerWith(resources, {
    userId: 3,
    companyId: await around.relate('company'),
    companyIds: [await around.relate('company')],
    permissions: ['Pages.BaseManage', 'Pages.BaseManage.Craft_Add'],
  });
  const other = await engine.records.create(admin, 'company', {
    ...(await exampleRecord(engine.records.resource('company'), ++n, around, 'required fields')),
  });
  const resource = engine.records.resource('aircraft');
  const mine = await example(resource, 'required fields');
  const theirs = { ...(await example(resource, 'required fields')), company: other.id };
  const validated = await engine.records.validateMany(
    operator,
    'aircraft',
    [mine, theirs].map((values, row) => ({ row, values })),
    new Map(),
  );
  expect(validated[0]?.error).toBeNull();
  expect(validated[1]?.error).not.toBeNull();
});
