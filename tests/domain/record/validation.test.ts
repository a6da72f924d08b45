import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import type { RecordSchema } from '#domain/record/resource.ts';
import { isGeometry, validationErrors, validationMessages } from '#domain/record/validation.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';

const label = (zh: string, en: string) => ({ 'zh-Hans': zh, en });

const schema: RecordSchema = {
  $id: 'kite',
  type: 'object',
  title: 'Kite',
  'x-label': label('风筝', 'Kite'),
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5, 'x-label': label('名称', 'Name') },
    mark: { type: 'string', format: 'registration-mark', 'x-label': label('登记标志', 'Registration mark') },
    day: { type: 'string', format: 'date', 'x-label': label('日期', 'Day') },
    size: { type: 'number', maximum: 9, 'x-unit': 'm', 'x-label': label('尺寸', 'Size') },
    kind: {
      type: 'string',
      enum: ['a', 'b'],
      'x-enum': { a: label('甲', 'A'), b: label('乙', 'B') },
      'x-label': label('类别', 'Kind'),
    },
    upper: {
      type: 'object',
      'x-altitude': true,
      properties: {
        value: { type: 'number', 'x-label': label('数值', 'Value') },
        unit: { type: 'string' },
        reference: { type: 'string' },
      },
      required: ['value', 'unit', 'reference'],
      'x-label': label('上限', 'Upper limit'),
    },
    legs: {
      type: 'array',
      'x-label': label('航段', 'Legs'),
      items: {
        type: 'object',
        properties: { to: { type: 'string', minLength: 1, 'x-label': label('至', 'To') } },
        required: ['to'],
      },
    },
  },
  required: ['name'],
  additionalProperties: false,
  if: { properties: { kind: { const: 'b' } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['size'] },
};

const { $id: _, ...anonymous } = schema;
const validate = prepareAjv(new Ajv({ allErrors: true, strictRequired: false, strictTypes: false })).compile(
  anonymous,
);

function errorsOf(value: unknown) {
  validate(value);
  return validate.errors ?? [];
}

describe('what AJV finds, said at the field', () => {
  it.each([
    [{}, 'name', '名称 必填', 'Name is required'],
    [{ name: '' }, 'name', '名称 必填', 'Name is required'],
    [{ name: 'abcdef' }, 'name', '名称 最多 5 个字符', 'Name may have at most 5 characters'],
    [{ name: 3 }, 'name', '名称 应为文本', 'Name must be text'],
    [{ name: 'x', size: 10 }, 'size', '尺寸 不能大于 9 m', 'Size must not be above 9 m'],
    [{ name: 'x', kind: 'c' }, 'kind', '类别 应为下列之一：甲、乙', 'Kind must be one of: A, B'],
    [{ name: 'x', kind: 'b' }, 'size', '尺寸 必填', 'Size is required'],
    [
      { name: 'x', day: '2026-02-30' },
      'day',
      '日期 应为日期，例如 2026-11-21，年份为 1920 至 2199',
      'Day must be a date such as 2026-11-21, in the years 1920 to 2199',
    ],
    [{ name: 'x', upper: { unit: 'm', reference: 'AGL' } }, 'upper.value', '数值 必填', 'Value is required'],
    [{ name: 'x', legs: [{ to: 'a' }, {}] }, 'legs.1.to', '至 必填', 'To is required'],
    [{ name: 'x', colour: 1 }, 'colour', '没有字段“colour”', 'There is no field "colour" here'],
    [
      { name: 'x', upper: { value: 100, unit: 'FL', reference: 'AGL' } },
      'upper',
      '上限：飞行高度层以标准气压（STD）为基准',
      'Upper limit: a flight level refers to standard pressure (STD)',
    ],
  ])('%j', (value, field, zh, en) => {
    const errors = errorsOf(value);
    expect(validationMessages(errors, schema, 'zh-Hans')).toEqual([{ field, message: zh }]);
    expect(validationMessages(errors, schema, 'en')).toEqual([{ field, message: en }]);
  });

  it('says our formats by their own messages, with an example', () => {
    const [error] = validationErrors(errorsOf({ name: 'x', mark: 'nonsense' }), schema, 'en');
    expect(error).toMatchObject({
      field: 'mark',
      text: { values: { label: 'Registration mark', example: 'B-10AB' } },
    });
    expect(validationMessages(errorsOf({ name: 'x', mark: 'nonsense' }), schema, 'en')[0]?.message).toContain(
      'B-10AB',
    );
  });

  it('has each text in both languages, with the same holes', () => {
    const holes = (text: string | undefined) =>
      [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, hole]) => hole).sort();
    const keys = Object.keys(sharedTexts.en).filter((key) => /^(validation|records)\./.test(key));
    expect(keys.length).toBeGreaterThan(40);
    for (const key of keys) {
      expect([key, holes(sharedTexts['zh-Hans'][key])]).toEqual([key, holes(sharedTexts.en[key])]);
    }
  });
});

describe('GeoJSON that may be stored', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  it.each([
    [{ type: 'Point', coordinates: [104, 30] }, true],
    [{ type: 'Point', coordinates: [104, 30, 500] }, true],
    [{ type: 'Point', coordinates: [30, 104] }, false],
    [{ type: 'Point', coordinates: [181, 0] }, false],
    [{ type: 'Point', coordinates: ['104', '30'] }, false],
    [{ type: 'Point', coordinates: [Number.NaN, 0] }, false],
    [{ type: 'LineString', coordinates: ring.slice(0, 2) }, true],
    [{ type: 'LineString', coordinates: ring.slice(0, 1) }, false],
    [{ type: 'Polygon', coordinates: [ring] }, true],
    [{ type: 'Polygon', coordinates: [ring.slice(0, 3)] }, false],
    [{ type: 'Polygon', coordinates: [[...ring.slice(0, 3), [0, 0.5]]] }, false],
    [{ type: 'Polygon', coordinates: [] }, false],
    [{ type: 'MultiPolygon', coordinates: [[ring], [ring]] }, true],
    [{ type: 'GeometryCollection', geometries: [] }, false],
    [null, false],
  ])('%j: %s', (value, sound) => {
    expect(isGeometry(value, ['Point', 'LineString', 'Polygon', 'MultiPolygon'])).toBe(sound);
  });

  it('is of a kind that the field takes', () => {
    expect(isGeometry({ type: 'Point', coordinates: [0, 0] }, ['Polygon'])).toBe(false);
  });
});
