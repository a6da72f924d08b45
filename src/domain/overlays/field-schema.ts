import { formats } from '#domain/record/formats.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import type { OverlayField } from './overlay.ts';

/** Formats that a text may be held to: those of schemas/ and two of JSON Schema's own. */
export const textFormats: readonly string[] = [...Object.keys(formats), 'email', 'uri'];

/** A text without a limit of its own holds so many characters. */
export const usualLength = 256;
export const longestText = 4_000;
/** A B-tree entry of PostgreSQL has at most 2,704 bytes, and a character of UTF-8 up to 4. */
export const longestIndexed = 600;
/** A code of a choice or a dictionary, at most. */
const codeLength = 64;
export const mostDecimals = 6;
const mostItems = 100;

/** The field in the JSON Schema subset of schemas/: nothing else can come out of an overlay. */
export function fieldSchemaOf(field: OverlayField): FieldSchema {
  const { help, unit, unique } = field;
  return {
    ...shapeOf(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(unique ? { 'x-unique': true } : {}),
    ...(unit ? { 'x-unit': unit } : {}),
    'x-label': field.label,
    ...(help && (help.en || help['zh-Hans']) ? { 'x-help': help } : {}),
  };
}

function shapeOf(field: OverlayField): FieldSchema {
  const { minimum, maximum, required } = field;
  const limits = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  /** A list that must be filled in has at least one entry. */
  const list = (items: FieldSchema): FieldSchema => ({
    type: 'array',
    items,
    uniqueItems: true,
    maxItems: mostItems,
    ...(required ? { minItems: 1 } : {}),
  });
  switch (field.kind) {
    case 'text':
      return textShape(field);
    case 'integer':
      return { type: 'integer', ...limits };
    case 'number':
      return {
        type: 'number',
        ...limits,
        ...(field.decimals === undefined ? {} : { multipleOf: stepOf(field.decimals) }),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'dateTime':
      return { type: 'string', format: 'date-time' };
    case 'choice':
      return choiceShape(field);
    case 'choices':
      return list(choiceShape(field));
    case 'dictionary':
      return { type: 'string', maxLength: codeLength, 'x-dictionary': field.dictionary ?? '' };
    case 'dictionaries':
      return list({ type: 'string', maxLength: codeLength, 'x-dictionary': field.dictionary ?? '' });
    case 'relation':
      return { type: 'integer', 'x-relation': { resource: field.relation ?? '' }, 'x-index': true };
    case 'relations':
      return list({ type: 'integer', 'x-relation': { resource: field.relation ?? '' } });
    case 'texts':
      return list({ type: 'string', minLength: 1, maxLength: field.maxLength ?? usualLength });
    case 'geometry':
      return geometryShape(field);
    case 'altitude':
      return altitudeShape();
  }
}

function textShape({ required, minLength, maxLength, format }: OverlayField): FieldSchema {
  const least = minLength ?? (required ? 1 : undefined);
  return {
    type: 'string',
    ...(format ? { format } : {}),
    ...(least === undefined ? {} : { minLength: least }),
    maxLength: maxLength ?? usualLength,
  };
}

function choiceShape({ choices = [] }: OverlayField): FieldSchema {
  return {
    type: 'string',
    enum: choices.map(({ value }) => value),
    'x-enum': Object.fromEntries(choices.map(({ value, label }) => [value, label])),
  };
}

/** 2 → 0.01, without the dust of floating point. */
export function stepOf(decimals: number): number {
  return decimals === 0 ? 1 : Number(`1e-${decimals}`);
}

function geometryShape({ geometry = [] }: OverlayField): FieldSchema {
  return {
    type: 'object',
    'x-geometry': geometry,
    properties: { type: { type: 'string', enum: geometry }, coordinates: { type: 'array' } },
    required: ['type', 'coordinates'],
    additionalProperties: false,
  };
}

const both = (zh: string, en: string): Label => ({ 'zh-Hans': zh, en });

function altitudeShape(): FieldSchema {
  return {
    type: 'object',
    'x-altitude': true,
    properties: {
      value: { type: 'number', minimum: -1500, maximum: 100000, 'x-label': both('数值', 'Value') },
      unit: {
        type: 'string',
        enum: ['m', 'ft', 'FL'],
        'x-label': both('单位', 'Unit'),
        'x-enum': { m: both('米', 'm'), ft: both('英尺', 'ft'), FL: both('飞行高度层', 'FL') },
      },
      reference: {
        type: 'string',
        enum: ['AGL', 'AMSL', 'QFE', 'STD', 'WGS84'],
        'x-label': both('基准', 'Reference'),
        'x-enum': {
          AGL: both('真高（距地）', 'Above ground (AGL)'),
          AMSL: both('海拔（QNH）', 'Above mean sea level (AMSL)'),
          QFE: both('场压高（QFE）', 'Above aerodrome (QFE)'),
          STD: both('标准气压（1013.25 hPa）', 'Standard pressure'),
          WGS84: both('椭球高（WGS-84）', 'Ellipsoid (WGS-84)'),
        },
      },
    },
    required: ['value', 'unit', 'reference'],
    additionalProperties: false,
  };
}
