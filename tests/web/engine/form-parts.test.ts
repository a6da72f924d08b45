import { describe, expect, test, vi } from 'vitest';
import { type Actor, abilityOf, rulesFor } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { copyOf } from '#web/engine/form/copy-of.ts';
import { createDrafts } from '#web/engine/form/drafts.ts';
import { fieldUse } from '#web/engine/form/field-use.ts';
import { formSchema } from '#web/engine/form-schema.ts';
import { visibleValues, withFields } from '#web/engine/record-validator.ts';
import { type ConditionGroup, readCondition, writeCondition } from '#web/engine/widgets/condition.ts';
import { joinPhone, splitPhone } from '#web/engine/widgets/phone.ts';
import { overlapping, pastMidnight, readWeekly, tidyTime, writeWeekly } from '#web/engine/widgets/weekly.ts';
import { storedMoment, wallClock } from '#web/ui/wall-clock.ts';

// The language of the page is read from its cookies when the modules are first looked at.
vi.hoisted(() => vi.stubGlobal('document', { cookie: '' }));

function known(name: string): Resource {
  const resource = resources.find((one) => one.name === name);
  if (!resource) throw new Error(name);
  return resource;
}

/** A browser's place to keep things, with so much room. */
function place(room = Number.POSITIVE_INFINITY) {
  const stored = new Map<string, string>();
  return {
    stored,
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('no room');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe('drafts', () => {
  const now = Date.parse('2026-11-21T02:32:00Z');
  const draft = { at: '2026-11-21T02:32:00.000Z', version: 3, changes: { name: 'x', seats: null } };

  test('are given back as they were left, to the same user and record only', () => {
    const store = place();
    const mine = createDrafts(store, 1, () => now);
    expect(mine.write('aircraft', 7, draft)).toBe(true);
    expect(mine.read('aircraft', 7)).toEqual(draft);
    expect(mine.read('aircraft', 8)).toBeNull();
    expect(mine.read('aircraft', null)).toBeNull();
    expect(createDrafts(store, 1, () => now).read('aircraft', 7)).toEqual(draft);
    mine.drop('aircraft', 7);
    expect(mine.read('aircraft', 7)).toBeNull();
  });

  test('of another user, and old ones, are gone when someone signs in; what is no draft is left alone', () => {
    const store = place();
    createDrafts(store, 1, () => now).write('aircraft', 7, draft);
    store.setItem('tags', '[]');
    const other = createDrafts(store, 2, () => now);
    expect([...store.stored.keys()]).toEqual(['tags']);
    other.write('aircraft', 7, draft);
    createDrafts(store, 2, () => now + 15 * 86_400_000);
    expect([...store.stored.keys()]).toEqual(['tags']);
  });

  test('are bounded: the oldest goes, what is too large is not kept, a full browser breaks nothing', () => {
    const store = place();
    const drafts = createDrafts(store, 1, () => now);
    for (let id = 1; id <= 40; id += 1) {
      const at = new Date(now - (40 - id) * 60_000).toISOString();
      drafts.write('aircraft', id, { ...draft, at });
    }
    expect(store.stored.size).toBe(30);
    expect(drafts.read('aircraft', 1)).toBeNull();
    expect(drafts.read('aircraft', 40)).not.toBeNull();
    expect(drafts.write('aircraft', 40, { ...draft, changes: { text: 'x'.repeat(300_000) } })).toBe(false);
    expect(drafts.read('aircraft', 40)).toBeNull();
    expect(createDrafts(place(10), 1, () => now).write('aircraft', 1, draft)).toBe(false);
  });

  test('that cannot be read are none', () => {
    const store = place();
    const drafts = createDrafts(store, 1, () => now);
    store.setItem('draft:1:aircraft:7', 'not json');
    expect(drafts.read('aircraft', 7)).toBeNull();
  });
});

describe('a weekly pattern', () => {
  test('is read from what is stored and written in the order of the week', () => {
    const entries = readWeekly([{ days: [3, 1], startTime: '0800', endTime: '1800' }, 'nonsense', null]);
    expect(entries).toEqual([{ days: [3, 1], startTime: '0800', endTime: '1800' }]);
    expect(writeWeekly(entries)).toEqual([{ days: [1, 3], startTime: '0800', endTime: '1800' }]);
    expect(writeWeekly([])).toBeUndefined();
    expect(writeWeekly([{ days: [1], startTime: '' }])).toEqual([{ days: [1] }]);
  });

  test.each([
    ['8:30', '0830'],
    ['08:30', '0830'],
    ['830', '0830'],
    ['0830', '0830'],
    ['８：３０', '0830'],
    ['2400', '2400'],
    ['noon', 'noon'],
    ['8', '8'],
  ])('%s is written %s', (typed, expected) => {
    expect(tidyTime(typed)).toBe(expected);
  });

  test('tells which entries claim the same time, also past midnight and past Sunday', () => {
    const day = { days: [1], startTime: '0800', endTime: '1200' };
    expect([...overlapping([day, { days: [1, 2], startTime: '1100', endTime: '1300' }])].sort()).toEqual([
      0, 1,
    ]);
    expect([...overlapping([day, { days: [1], startTime: '1200', endTime: '1300' }])]).toEqual([]);
    const night = { days: [7], startTime: '2200', endTime: '0600' };
    expect(pastMidnight(night)).toBe(true);
    expect(overlapping([night, { days: [1], startTime: '0500', endTime: '0700' }]).size).toBe(2);
    expect(overlapping([night, { days: [1], startTime: '0600', endTime: '0700' }]).size).toBe(0);
  });
});

describe('a condition', () => {
  test.each<[string, Record<string, unknown>, ConditionGroup]>([
    [
      'equality',
      { kind: 'quick' },
      { join: 'and', parts: [{ field: 'kind', operator: '$eq', value: 'quick' }] },
    ],
    [
      'a figure and a list',
      { upperM: { $gte: 300, $lt: 900 }, urgency: { $in: ['rescue'] } },
      {
        join: 'and',
        parts: [
          { field: 'upperM', operator: '$gte', value: 300 },
          { field: 'upperM', operator: '$lt', value: 900 },
          { field: 'urgency', operator: '$in', value: ['rescue'] },
        ],
      },
    ],
    [
      'one or the other',
      { $or: [{ unmanned: true }, { upperM: { $gt: 3000 } }] },
      {
        join: 'or',
        parts: [
          { field: 'unmanned', operator: '$eq', value: true },
          { field: 'upperM', operator: '$gt', value: 3000 },
        ],
      },
    ],
    [
      'a group inside',
      { kind: 'quick', $or: [{ a: 1 }, { b: 2, c: 3 }] },
      {
        join: 'and',
        parts: [
          { field: 'kind', operator: '$eq', value: 'quick' },
          {
            join: 'or',
            parts: [
              { field: 'a', operator: '$eq', value: 1 },
              {
                join: 'and',
                parts: [
                  { field: 'b', operator: '$eq', value: 2 },
                  { field: 'c', operator: '$eq', value: 3 },
                ],
              },
            ],
          },
        ],
      },
    ],
  ])('%s is read as rows and written as it was', (_, stored, rows) => {
    expect(readCondition(stored)).toEqual(rows);
    expect(writeCondition(rows)).toEqual(stored);
  });

  test('that rows cannot say is left as it is written', () => {
    for (const stored of [
      { $not: { a: 1 } },
      { a: { $regex: 'x' } },
      { a: [1, 2] },
      { $or: [] },
      { a: { $in: 3 } },
      'text',
    ]) {
      expect(readCondition(stored)).toBeNull();
    }
  });

  test('that nobody has written is none, and rows that are not complete are left out', () => {
    expect(readCondition(undefined)).toEqual({ join: 'and', parts: [] });
    expect(writeCondition({ join: 'and', parts: [] })).toBeUndefined();
    expect(
      writeCondition({
        join: 'and',
        parts: [
          { field: 'a', operator: '$in', value: [] },
          { field: '', operator: '$eq', value: 1 },
        ],
      }),
    ).toBeUndefined();
  });

  test('two rows on one field do not overwrite each other', () => {
    const row = (value: number) => ({ field: 'a', operator: '$ne' as const, value });
    expect(writeCondition({ join: 'and', parts: [row(1), row(2)] })).toEqual({
      $and: [{ a: { $ne: 1 } }, { a: { $ne: 2 } }],
    });
  });
});

describe('a phone number', () => {
  test.each([
    ['13800138000', '86', '13800138000'],
    ['028-85702345', '86', '028-85702345'],
    ['+852 2345 6789', '852', '2345 6789'],
    ['+1-212-555-0100', '1', '212-555-0100'],
    ['+86 13800138000', '86', '+86 13800138000'],
    ['+39 06 12345678', '86', '+39 06 12345678'],
  ])('%s is of +%s', (value, code, number) => {
    expect(splitPhone(value)).toEqual({ code, number });
  });

  test('is written with its code, at home without', () => {
    expect(joinPhone('86', '13800138000')).toBe('13800138000');
    expect(joinPhone('852', '23456789')).toBe('+852 23456789');
    expect(joinPhone('852', '')).toBeUndefined();
    expect(joinPhone('86', '+39 06 12345678')).toBe('+39 06 12345678');
  });
});

test('a time is entered in the service’s zone and kept in UTC', () => {
  expect(wallClock('2026-11-21T02:30:00.000Z').format('YYYY-MM-DD HH:mm')).toBe('2026-11-21 10:30');
  expect(storedMoment(wallClock('2026-11-21T02:30:00.000Z'))).toBe('2026-11-21T02:30:00.000Z');
});

test('a copy has everything but what may not be twice and what services set', () => {
  const copy = copyOf(known('aircraft'), {
    id: 1,
    version: 4,
    registration: 'B-10AB',
    icao24: '780001',
    serialNumber: 'S-1',
    auditState: 1,
    callsign: null,
    _labels: {},
  });
  expect(copy).toEqual({ serialNumber: 'S-1' });
});

test('what has no place is not kept, and what is computed is', () => {
  const source = known('surveillanceSource').schema;
  expect(visibleValues(source, { name: ' A ', transport: 'replay', port: 8600, file: 'x' })).toEqual({
    name: 'A',
    transport: 'replay',
    file: 'x',
  });
  const line = {
    type: 'LineString',
    coordinates: [
      [103, 30],
      [104, 30],
    ],
  };
  expect(visibleValues(known('temporaryRoute').schema, { geometry: line, lengthKm: 1 })).toMatchObject({
    lengthKm: 96.5,
  });
});

describe('a form', () => {
  test('leaves out what has no place, and marks what is needed', () => {
    const resource = known('surveillanceSource');
    const look = { hidden: new Set(['port']), required: new Set(['name', 'file']) };
    const { schema, groups } = formSchema(resource, 'en', () => true, look);
    expect(Object.keys(schema.properties ?? {})).not.toContain('port');
    expect(groups.flatMap(({ fields }) => fields)).not.toContain('port');
    expect(schema.required).toEqual(['name', 'file']);
  });

  test('draws two fields that the schema orders as one range', () => {
    const { schema, uiSchema, ranges } = formSchema(known('airspace'), 'en', () => true);
    expect(ranges).toEqual({ validFrom: 'validTo' });
    expect(uiSchema.validFrom).toMatchObject({ 'ui:field': 'range' });
    expect(schema.properties?.validTo).toBeUndefined();
  });

  test('shows what may not be set as text, with the reason, and has not what may not be seen', () => {
    const { uiSchema, schema } = formSchema(known('pilot'), 'en', (field) =>
      field === 'mobile' ? 'permission' : field === 'residentId' ? 'hidden' : true,
    );
    expect(uiSchema.mobile).toMatchObject({ 'ui:field': 'locked', 'ui:options': { lock: 'permission' } });
    expect(schema.properties?.residentId).toBeUndefined();
  });

  test('asks the ability about each field', () => {
    const actor: Actor = {
      userId: 2,
      userName: 'op',
      name: 'Op',
      companyId: 1,
      companyIds: [1],
      coverageIds: [],
      roles: ['OM'],
      permissions: ['Pages.BaseManage', 'Pages.BaseManage.Pilot_Add'],
      organizationUnitIds: [],
      grants: [
        {
          role: 'OM',
          permissions: ['Pages.BaseManage', 'Pages.BaseManage.Pilot_Add'],
          recordRules: [{ resource: 'pilot', hidden: ['residentId'], readOnly: ['mobile'] }],
        },
      ],
    };
    const pilot = known('pilot');
    const ability = abilityOf(rulesFor(actor, resources));
    expect(fieldUse(ability, pilot, 'update', 'name')).toBe(true);
    expect(fieldUse(ability, pilot, 'update', 'residentId')).toBe('hidden');
    expect(fieldUse(ability, pilot, 'update', 'mobile')).toBe('permission');
    expect(fieldUse(ability, pilot, 'update', 'auditState')).toBe('service');
    expect(fieldUse(ability, pilot, 'create', 'auditState')).toBe('hidden');
    expect(fieldUse(ability, known('temporaryRoute'), 'create', 'lengthKm')).toBe('computed');
    expect(fieldUse(ability, known('flowConfig'), 'update', 'name')).toBe('hidden');
  });
});

describe('several fields set at once', () => {
  const before = { name: '训练', from: '2026-11-21', to: '2026-11-22' };

  test('both ends of a range, and no others', () => {
    expect(withFields(before, { from: '2026-12-01', to: '2026-12-02' })).toEqual({
      name: '训练',
      from: '2026-12-01',
      to: '2026-12-02',
    });
  });

  test('an end that is emptied is absent', () => {
    expect(Object.keys(withFields(before, { from: '2026-12-01', to: undefined }))).toEqual(['name', 'from']);
  });

  test('by a function of the values as they are by then', () => {
    expect(withFields(before, ({ to }) => ({ from: to }))).toEqual({ ...before, from: '2026-11-22' });
  });
});
