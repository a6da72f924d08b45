import { describe, expect, test } from 'vitest';
import { computedFields } from '#domain/record/computed.ts';
import { birthDateOf, genderOf } from '#domain/record/formats.ts';
import { agreements, ruleErrors } from '#domain/record/record-rules.ts';
import { recordSchema } from '#domain/record/record-schema.ts';
import type { FieldSchema, RecordSchema } from '#domain/record/resource.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import aircraftJson from '#schemas/aircraft.json' with { type: 'json' };
import pilotJson from '#schemas/pilot.json' with { type: 'json' };
import routeJson from '#schemas/temporary-route.json' with { type: 'json' };

const pilot = recordSchema(pilotJson);
const aircraft = recordSchema(aircraftJson);

/** A woman born on the last day of 1949 (GB 11643-1999's own example), and a man. */
const hers = '11010519491231002X';
const his = '110105194912310011';

describe('an identity number against what stands beside it', () => {
  test.each([
    ['all of it agrees', { residentId: hers, birthDate: '1949-12-31', gender: 'female' }, []],
    ['another day', { residentId: hers, birthDate: '1949-12-30', gender: 'female' }, ['birthDate']],
    ['another gender', { residentId: hers, birthDate: '1949-12-31', gender: 'male' }, ['gender']],
    ['both', { residentId: hers, birthDate: '1950-01-01', gender: 'male' }, ['birthDate', 'gender']],
    ['nothing beside it', { residentId: hers }, []],
    ['no number', { birthDate: '1949-12-31', gender: 'male' }, []],
    ['a number that is wrong in itself', { residentId: '110105194912310021', gender: 'male' }, []],
  ])('%s', (_, record, fields) => {
    expect(ruleErrors(pilot, record, 'en').map(({ field }) => field)).toEqual(fields);
  });

  test('a number says a gender only where it is right', () => {
    expect(genderOf(hers)).toBe('female');
    expect(birthDateOf(his) === null ? null : genderOf(his)).toBe(birthDateOf(his) === null ? null : 'male');
    expect(genderOf('1')).toBeNull();
  });
});

describe('a 24-bit address against the registration mark', () => {
  test.each([
    ['the block of China', { registration: 'B-10AB', icao24: '780a1c' }, []],
    ['the last of it', { registration: 'B-10AB', icao24: '7bffff' }, []],
    ['another State', { registration: 'B-10AB', icao24: '400001' }, ['icao24']],
    ['a foreign mark', { registration: 'N123AB', icao24: 'a00001' }, []],
    ['Hong Kong, which has addresses of its own', { registration: 'B-HAB', icao24: '789abc' }, []],
    ['no address', { registration: 'B-10AB' }, []],
    ['no mark', { icao24: '400001' }, []],
  ])('%s', (_, record, fields) => {
    expect(ruleErrors(aircraft, record, 'en').map(({ field }) => field)).toEqual(fields);
  });
});

test('every rule says what is wrong in both languages, and names both fields', () => {
  for (const rule of agreements) {
    for (const texts of Object.values(sharedTexts)) {
      expect(texts[`validation.agree.${rule}`]).toMatch(/\{\{label\}\}.*\{\{other\}\}/);
    }
  }
});

const label = { 'zh-Hans': 'x', en: 'x' };
function withComputed(by: string, of: string[]): RecordSchema {
  const plain: FieldSchema = { 'x-label': label };
  return {
    $id: 'c',
    type: 'object',
    title: 'C',
    'x-label': label,
    properties: {
      a: plain,
      b: plain,
      c: { ...plain, type: 'number', readOnly: true, 'x-computed': { by, of } },
    },
  };
}

describe('what is computed', () => {
  test.each([
    ['joinedText', { a: ' 张', b: '三 ' }, '张 三'],
    ['joinedText', { a: '张' }, '张'],
    ['joinedText', {}, null],
    ['durationMinutes', { a: '2026-01-01T00:00:00Z', b: '2026-01-01T01:30:00Z' }, 90],
    ['durationMinutes', { a: '2026-01-01T00:00:00Z' }, null],
    ['durationMinutes', { a: 'soon', b: 'later' }, null],
    ['durationDays', { a: '2026-02-01', b: '2026-03-01' }, 28],
    ['product', { a: 3, b: 2.5 }, 7.5],
    ['product', { a: 3 }, null],
    ['sum', { a: 3 }, 3],
    ['sum', {}, null],
  ])('%s of %j is %s', (by, record, value) => {
    expect(computedFields(withComputed(by, ['a', 'b']), record)).toEqual({ c: value });
  });

  test('a route is as long as its line along the earth', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [103, 30],
        [104, 30],
      ],
    };
    // A degree of longitude on the 30th parallel of WGS-84.
    expect(computedFields(recordSchema(routeJson), { geometry: line })).toEqual({ lengthKm: 96.5 });
    expect(computedFields(recordSchema(routeJson), { geometry: null })).toEqual({ lengthKm: null });
  });

  test.each([
    ['by a function that is not there', { by: 'magic', of: ['a'] }, true, /magic/],
    ['of a field that is not there', { by: 'sum', of: ['wings'] }, true, /wings/],
    ['and writable', { by: 'sum', of: ['a'] }, false, /readOnly/],
  ])('%s is refused when the program starts', (_, computation, readOnly, message) => {
    const good = withComputed('sum', ['a']);
    const c = { ...good.properties.c, 'x-computed': computation, readOnly };
    expect(() => recordSchema({ ...good, properties: { ...good.properties, c } })).toThrow(message);
  });
});
