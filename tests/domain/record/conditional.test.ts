import { describe, expect, test } from 'vitest';
import { appearance, conditionalFields, droppedFields, holds } from '#domain/record/conditional.ts';
import { derivedFields } from '#domain/record/derived.ts';
import { recordSchema } from '#domain/record/record-schema.ts';
import type { RecordSchema } from '#domain/record/resource.ts';
import airspaceJson from '#schemas/airspace.json' with { type: 'json' };
import sourceJson from '#schemas/surveillance-source.json' with { type: 'json' };

const source = recordSchema(sourceJson);
const airspace = recordSchema(airspaceJson);

const text = { type: 'string', 'x-label': { 'zh-Hans': 'x', en: 'x' } } as const;
const chain: RecordSchema = {
  $id: 'chain',
  type: 'object',
  title: 'Chain',
  'x-label': { 'zh-Hans': 'x', en: 'x' },
  properties: { a: text, b: text, c: { ...text, 'x-when-hidden': 'keep' }, d: text },
  allOf: JSON.parse(`[
    { "if": { "properties": { "a": { "const": "on" } }, "required": ["a"] }, "then": { "required": ["b"] } },
    { "if": { "required": ["b"] }, "then": { "properties": { "c": true } } }
  ]`),
};

describe('which fields have their place', () => {
  test.each([
    ['a unicast source', { transport: 'udpUnicast' }, ['port'], ['file', 'multicastGroup', 'speed', 'loop']],
    ['a multicast source', { transport: 'udpMulticast' }, ['port', 'multicastGroup'], ['file', 'speed']],
    ['a recording', { transport: 'replay' }, ['file', 'speed', 'loop'], ['port', 'multicastGroup']],
    ['one that is not chosen yet', {}, ['position'], ['port', 'file', 'multicastGroup']],
  ])('%s', (_, values, there, absent) => {
    const { hidden } = appearance(source, values);
    for (const field of there) expect(hidden.has(field)).toBe(false);
    for (const field of absent) expect(hidden.has(field)).toBe(true);
  });

  test('a branch that only narrows a field does not hide it', () => {
    expect(conditionalFields(source).has('edition')).toBe(false);
  });

  test('what is needed always is never hidden', () => {
    expect(appearance(airspace, {}).hidden.has('geometry')).toBe(false);
    expect([...appearance(airspace, { shape: 'circle' }).hidden].sort()).toEqual([
      'centerline',
      'endBearing',
      'startBearing',
      'widthM',
    ]);
  });

  test('what is hidden counts as absent for other conditions', () => {
    expect([...appearance(chain, { a: 'on', b: 'x' }).hidden]).toEqual([]);
    expect([...appearance(chain, { a: 'off', b: 'x' }).hidden].sort()).toEqual(['b', 'c']);
  });

  test('hidden values are dropped, unless the schema says to keep them', () => {
    expect(droppedFields(chain, { a: 'off', b: 'x', c: 'y' })).toEqual(['b']);
    expect(derivedFields(chain, { a: 'off', b: 'x', c: 'y' })).toEqual({ b: null });
    expect(derivedFields(chain, { a: 'on', b: 'x', c: 'y' })).toEqual({});
  });
});

test.each([
  [{ const: 1 }, 1, true],
  [{ const: 1 }, 2, false],
  [{ enum: ['a', 'b'] }, 'b', true],
  [{ not: { const: 1 } }, 1, false],
  [{ type: 'integer' }, 1.5, false],
  [{ type: ['string', 'null'] }, null, true],
  [{ minimum: 3, exclusiveMaximum: 5 }, 5, false],
  [{ minimum: 3 }, 'text', true],
  [{ pattern: '^B-' }, 'B-10AB', true],
  [{ required: ['a'] }, { a: '' }, false],
  [{ properties: { a: { const: 1 } } }, {}, true],
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, 2, true],
  [{ oneOf: [{ type: 'number' }, { const: 2 }] }, 2, false],
  [{ contains: { const: 2 } }, [1, 2], true],
  [{ minItems: 2 }, [1], false],
  [true, 1, true],
  [false, 1, false],
])('%j holds for %j: %s', (condition, value, expected) => {
  expect(holds(condition, value)).toBe(expected);
});
