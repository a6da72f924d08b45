import { describe, expect, test } from 'vitest';
import { fieldColumns, guessMapping, importableFields, keysOf } from '#domain/record/transfer/columns.ts';
import { resources } from '#resources';

const named = (name: string) => {
  const resource = resources.find((one) => one.name === name);
  if (!resource) throw new Error(`there is no ${name}`);
  return resource;
};
const aircraft = named('aircraft');

describe('which column is which field', () => {
  test.each([
    [
      ['国籍和登记标志', 'Aircraft type', 'serialNumber'],
      ['registration', 'type', 'serialNumber'],
    ],
    [
      ['国籍和登记标志 *', '最大起飞重量（kg）', 'ＩＤ'],
      ['registration', 'mtowKg', 'id'],
    ],
    [
      ['备注', '备注', 'something else', ''],
      ['remark', null, null, null],
    ],
    [
      ['审核状态', 'REGISTRATION_MARK'],
      [null, 'registration'],
    ],
  ])('%j', (headers, fields) => {
    expect(guessMapping(aircraft, headers)).toEqual(fields);
  });

  test.each(
    resources.filter(({ readOnly }) => !readOnly).map((resource) => [resource.name, resource] as const),
  )('the heads of %s are known again in both languages', (_, resource) => {
    const fields = ['id', ...importableFields(resource)];
    for (const locale of ['zh-Hans', 'en'] as const) {
      const heads = fieldColumns(resource, fields, locale).map(({ label }) => label);
      expect(new Set(heads).size).toBe(heads.length);
      expect(guessMapping(resource, heads)).toEqual(fields);
    }
  });
});

describe('by what a record is found', () => {
  test('what is unique, alone or together, and its number last', () => {
    expect(keysOf(aircraft)).toEqual([['registration'], ['icao24'], ['id']]);
    expect(keysOf(named('dictionaryItem'))).toEqual([['dictionary', 'code'], ['id']]);
  });

  test('what the entry names comes first', () => {
    expect(keysOf({ ...aircraft, keys: ['serialNumber', 'icao24'] })).toEqual([
      ['serialNumber'],
      ['icao24'],
      ['registration'],
      ['id'],
    ]);
  });
});

test('fields that only services set, secrets and computed ones are not filled by an import', () => {
  expect(importableFields(aircraft)).not.toContain('auditState');
  expect(importableFields(named('user'))).not.toContain('passwordHash');
});
