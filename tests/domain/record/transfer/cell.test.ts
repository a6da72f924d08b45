import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeValue } from '#domain/record/normalize.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { cellKind, readCell, writeCell } from '#domain/record/transfer/cell.ts';
import type { Cell, CellContext } from '#domain/record/transfer/cell-reading.ts';
import { denature, neutralise } from '#domain/record/transfer/neutralise.ts';
import { resources } from '#resources';

const names: CellContext['names'] = {
  related: (_, text) =>
    text === 'C172' ? [1, 2] : /^R\d+; ?x?$|^R\d+$/.test(text) ? [Number(/\d+/.exec(text)?.[0])] : [],
  nameOf: (_, id) => (id % 2 === 0 ? `R${id}` : `R${id};`),
  codes: (_, text) => (text === '其他' ? ['other'] : text.startsWith('c') ? [text] : []),
  labelOf: (_, code) => (code === 'other' ? '其他' : code),
};
const context = (locale: CellContext['locale']): CellContext => ({
  locale,
  names,
  timeZone: 'Asia/Shanghai',
});
const zh = context('zh-Hans');

const text: FieldSchema = { type: 'string' };
const number: FieldSchema = { type: 'number', 'x-unit': 'kg' };
const day: FieldSchema = { type: 'string', format: 'date' };
const moment: FieldSchema = { type: 'string', format: 'date-time' };
const flag: FieldSchema = { type: 'boolean' };
const altitude: FieldSchema = { type: 'object', 'x-altitude': true };
const relation: FieldSchema = { type: 'integer', 'x-relation': { resource: 'r' } };
const links: FieldSchema = { type: 'array', items: relation };
const choice: FieldSchema = {
  type: 'integer',
  enum: [0, 1, 2],
  'x-enum': {
    '0': { 'zh-Hans': '待审核', en: 'Pending' },
    '1': { 'zh-Hans': '通过', en: 'Passed' },
    '2': { 'zh-Hans': '1', en: '1' },
  },
};

const valueIn = (schema: FieldSchema, cell: Cell, at = zh) => {
  const reading = readCell(schema, cell, at);
  return 'value' in reading ? reading.value : reading.error.key;
};

describe('what a JSON file holds', () => {
  test.each<[FieldSchema, unknown, unknown]>([
    [number, 5.5, 5.5],
    [number, '1,234.5', 1234.5],
    [text, "'=x", "'=x"],
    [text, 139, '139'],
    [text, 'a\0', 'transfer.cell.character'],
    [flag, false, false],
    [flag, '是', true],
    [day, '2026-01-31', '2026-01-31'],
    [moment, '2026-01-31T08:30:00.250Z', '2026-01-31T08:30:00.250Z'],
    [choice, 2, 2],
    [choice, '通过', 1],
    // A number is a record itself, a text its name.
    [relation, 7, 7],
    [relation, 'R9', 9],
    [links, [3, 'R4'], [3, 4]],
    [links, [3, 'nobody'], 'transfer.cell.relation'],
    [altitude, { value: 1, unit: 'm', reference: 'AGL' }, { value: 1, unit: 'm', reference: 'AGL' }],
    [altitude, 'FL100', { value: 100, unit: 'FL', reference: 'STD' }],
    [number, null, null],
  ])('%o %j is %j', (schema, json, value) => {
    expect(valueIn(schema, { json })).toEqual(value);
  });
});

describe('what people and spreadsheets put into a cell', () => {
  test.each<[FieldSchema, Cell, unknown]>([
    [number, '1,234.50', 1234.5],
    [number, '１２３．５', 123.5],
    [number, ' 1 200 kg', 1200],
    [number, '-0.1', -0.1],
    [number, 5, 5],
    [number, '1,5', 'transfer.cell.number'],
    [number, 'about 3', 'transfer.cell.number'],
    [number, '', null],
    [text, 7, '7'],
    [text, '007', '007'],
    [text, 1.2e17, 'transfer.cell.precision'],
    [text, "'=1+1", '=1+1'],
    [text, "'quoted'", "'quoted'"],
    [text, 'a\0b', 'transfer.cell.character'],
    [flag, '是', true],
    [flag, 'NO', false],
    [flag, '１', true],
    [flag, false, false],
    [flag, 'maybe', 'transfer.cell.boolean'],
    [day, '2026-01-02', '2026-01-02'],
    [day, '2026/1/2', '2026-01-02'],
    [day, '2026年1月2日', '2026-01-02'],
    [day, '20260102', '2026-01-02'],
    [day, '2026.1.2', '2026-01-02'],
    [day, '2026-01-02 00:00:00', '2026-01-02'],
    [day, new Date(Date.UTC(2026, 0, 2)), '2026-01-02'],
    [day, 46024, '2026-01-02'],
    [day, '2026-02-29', 'transfer.cell.date'],
    [day, '1/2/2026', 'transfer.cell.date'],
    [day, '2026-01-02 10:30', 'transfer.cell.date'],
    [moment, '2026-11-21 10:30 +08:00', '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21 10:30', '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21T02:30:00Z', '2026-11-21T02:30:00.000Z'],
    [moment, '2026年11月21日 10时30分', '2026-11-21T02:30:00.000Z'],
    [moment, new Date(Date.UTC(2026, 10, 21, 10, 30)), '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21 24:30', 'transfer.cell.moment'],
    [choice, '待审核', 0],
    [choice, 'passed', 1],
    [choice, '2', 2],
    [choice, '1', 1],
    [choice, 'nothing', 'transfer.cell.choice'],
    [altitude, '500 m AMSL', { value: 500, unit: 'm', reference: 'AMSL' }],
    [altitude, '4,500ft agl', { value: 4500, unit: 'ft', reference: 'AGL' }],
    [altitude, 'fl95', { value: 95, unit: 'FL', reference: 'STD' }],
    [altitude, 'GND', { value: 0, unit: 'm', reference: 'AGL' }],
    [altitude, '500 m', 'transfer.cell.altitude'],
    [altitude, 500, 'transfer.cell.altitude'],
    [relation, 'R4', 4],
    [relation, 'C172', 'transfer.cell.ambiguous'],
    [relation, 'nobody', 'transfer.cell.relation'],
    [links, 'R2；R4、R6', [2, 4, 6]],
    [links, 'R2; nobody', 'transfer.cell.relation'],
    [{ type: 'string', 'x-dictionary': 'd' }, '其他', 'other'],
    [{ type: 'string', 'x-dictionary': 'd' }, 'zzz', 'transfer.cell.code'],
    [{ type: 'object' }, '{"a":1}', { a: 1 }],
    [{ type: 'object' }, '{a:1}', 'transfer.cell.json'],
  ])('%j %j is %j', (schema, cell, value) => {
    expect(valueIn(schema, cell)).toEqual(value);
  });

  test('an ambiguous name says how many it names', () => {
    expect(readCell(relation, 'C172', zh)).toEqual({
      error: { key: 'transfer.cell.ambiguous', values: { value: 'C172', count: 2 } },
    });
  });
});

/** Values that a field of this schema may hold, kept as they are kept. */
function valuesOf(schema: FieldSchema): fc.Arbitrary<unknown> {
  const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('-0'));
  switch (cellKind(schema)) {
    case 'relation':
      return fc.integer({ min: 1, max: 999_999 });
    case 'dictionary':
      return fc.constantFrom('other', 'cabc', 'c1');
    case 'choice':
      return fc.constantFrom(...(schema.enum ?? []));
    case 'number':
      return schema.type === 'integer'
        ? fc.maxSafeInteger()
        : fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc
        .date({
          min: new Date('0100-01-01T00:00:00Z'),
          max: new Date('9999-01-01T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().slice(0, 10));
    case 'moment':
      return fc
        .date({
          min: new Date('1000-01-01T00:00:00Z'),
          max: new Date('9990-01-01T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString());
    case 'altitude':
      return fc.oneof(
        fc.record({
          value: fc.integer({ min: -500, max: 20_000 }),
          unit: fc.constantFrom('m', 'ft'),
          reference: fc.constantFrom('AGL', 'AMSL', 'QFE', 'WGS84'),
        }),
        fc.record({
          value: fc.integer({ min: 0, max: 600 }),
          unit: fc.constant('FL'),
          reference: fc.constant('STD'),
        }),
      );
    case 'list':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 4 });
    case 'json':
      return schema.type === 'array'
        ? fc.array(json, { minLength: 1, maxLength: 3 })
        : fc.dictionary(fc.string(), json);
    default:
      return fc.string({ unit: 'grapheme' });
  }
}

/** Every kind of field that the product has, once each. */
const kinds = new Map<string, FieldSchema>();
for (const { schema } of resources) {
  for (const field of Object.values(schema.properties)) {
    const inner = cellKind(field) === 'list' ? cellKind(field.items ?? {}) : '';
    const id = `${cellKind(field)} ${inner} ${field.type ?? ''}`;
    if (!kinds.has(id)) kinds.set(id, field);
  }
}

describe('what is written is read back as it was', () => {
  test.each([...kinds])('%s', (_, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), fc.constantFrom('zh-Hans' as const, 'en' as const), (given, locale) => {
        const value = JSON.parse(JSON.stringify(normalizeValue(schema, given)));
        const empty = value === null || (Array.isArray(value) && value.length === 0);
        // Lists of texts do not hold empty ones.
        fc.pre(!Array.isArray(value) || cellKind(schema) === 'json' || !value.includes(null));
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        const cell = writeCell(schema, value, context(locale));
        const inFile = typeof cell === 'string' ? neutralise(cell) : cell;
        const inText = inFile === null ? null : String(inFile);
        for (const read of [inFile, inText]) {
          const reading = readCell(schema, read, context(locale));
          if (!('value' in reading)) throw new Error(`${JSON.stringify(read)}: ${reading.error.key}`);
          expect(normalizeValue(schema, reading.value) ?? null).toEqual(empty ? null : value);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('times to the thousandth, their zone beside them', () => {
    expect(writeCell(moment, '2026-11-21T02:30:00.000Z', zh)).toBe('2026-11-21 10:30 +08:00');
    expect(writeCell(moment, '2026-11-21T02:30:15.120Z', zh)).toBe('2026-11-21 10:30:15.120 +08:00');
  });
});

describe('formulas', () => {
  test.each(['=1+1', '+8613', '-1', '@x', '\tx', '\rx', "'=1", "''@"])(
    '%j is no formula, and comes back',
    (value) => {
      const written = neutralise(value);
      expect(written).toBe(`'${value}`);
      expect(denature(written)).toBe(value);
    },
  );

  test.each(['a=1', "'a'", '', '1-2', "it's"])('%j is left alone', (value) => {
    expect(neutralise(value)).toBe(value);
    expect(denature(value)).toBe(value);
  });
});

describe('times on the wall of another zone', () => {
  const there: CellContext = { ...zh, timeZone: 'America/New_York' };
  test.each([
    ['2026-01-15T15:30:00.000Z', '2026-01-15 10:30 -05:00', '2026-01-15 10:30'],
    ['2026-07-15T14:30:00.000Z', '2026-07-15 10:30 -04:00', '2026/7/15 10:30'],
    ['2026-07-15T14:30:07.250Z', '2026-07-15 10:30:07.250 -04:00', '2026-07-15 10:30:07.250'],
  ])('%s is written with the distance of that day, and read without one', (iso, written, typed) => {
    expect(writeCell(moment, iso, there)).toBe(written);
    expect(readCell(moment, written, there)).toEqual({ value: iso });
    expect(readCell(moment, typed, there)).toEqual({ value: iso });
    expect(readCell(moment, written, zh)).toEqual({ value: iso });
  });

  test('CST stays Beijing time', () => {
    expect(readCell(moment, '2026-01-15 10:30 CST', there)).toEqual({ value: '2026-01-15T02:30:00.000Z' });
  });
});
