import { describe, expect, test } from 'vitest';
import { fieldColumns, guessMapping, importableFields, keysOf } from '#domain/record/transfer/columns.ts';
import { otherUnit, zoneOfHead } from '#domain/record/transfer/head-remark.ts';
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
      ['MTOW (kg)', '备注(UTC)'],
      ['mtowKg', 'remark'],
    ],
    [
      ['\ufeff备\u00a0注\u200b', 'MTOW\u2060 (kg)'],
      ['remark', 'mtowKg'],
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

  test.each([
    [
      ['机场名称', '纬度', '经度(°)'],
      [null, 'position.latitude', 'position.longitude'],
    ],
    [
      ['Lat', 'LON'],
      ['position.latitude', 'position.longitude'],
    ],
    [
      ['基准点：纬度', 'Reference point (ARP): longitude'],
      ['position.latitude', 'position.longitude'],
    ],
    // A half alone is no position, and one beside the whole says it twice.
    [['纬度'], [null]],
    [
      ['基准点', '纬度', '经度'],
      ['position', null, null],
    ],
  ])('%j of a sheet of aerodromes', (headers, fields) => {
    expect(guessMapping(named('airport'), headers)).toEqual(fields);
  });

  test('of a shape that may be a point too', () => {
    expect(guessMapping(named('obstacle'), ['名称', '纬度', '经度'])).toEqual([
      'name',
      'geometry.latitude',
      'geometry.longitude',
    ]);
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

describe('what a head says behind its name', () => {
  test.each([
    ['Elevation (ft)', 'm', 'ft'],
    ['标高（英尺）', 'm', '英尺'],
    ['标高/英尺', 'm', '英尺'],
    ['elevation_ft *', 'm', 'ft'],
    ['Speed km/h', 'm/s', 'km/h'],
    ['MTOW [lb]', 'kg', 'lb'],
    ['Elevation (m)', 'm', undefined],
    ['标高（米）*', 'm', undefined],
    ['Elevation (AMSL)', 'm', undefined],
    ['Time limit (min)', 'min', undefined],
    ['Remark (ft)', undefined, undefined],
  ])('%s of a field in %s: the other unit %s', (head, own, unit) => {
    expect(otherUnit(head, { type: 'number', ...(own ? { 'x-unit': own } : {}) })).toBe(unit);
  });

  test.each([
    ['Departure (UTC)', 'UTC'],
    ['起飞时间（世界时）', 'UTC'],
    ['ETD Z', 'UTC'],
    ['起飞时间（北京时间）', 'Asia/Shanghai'],
    ['Departure', undefined],
  ])('%s: the zone %s', (head, zone) => {
    expect(zoneOfHead(head)).toBe(zone);
  });

  test('the heads of our own sheets name no other unit and no zone', () => {
    const imported = resources.filter(({ readOnly }) => !readOnly);
    const said = imported.flatMap((resource) =>
      (['zh-Hans', 'en'] as const).flatMap((locale) =>
        fieldColumns(resource, importableFields(resource), locale).flatMap(({ label, schema }) =>
          otherUnit(label, schema) || zoneOfHead(label) ? [`${resource.name} ${label}`] : [],
        ),
      ),
    );
    expect(said).toEqual([]);
  });
});
