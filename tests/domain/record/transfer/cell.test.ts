import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeValue } from '#domain/record/normalize.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { cellKind, readCell, writeCell } from '#domain/record/transfer/cell.ts';
import { readNumber } from '#domain/record/transfer/cell-number.ts';
import type { Cell, CellContext, ShownCell } from '#domain/record/transfer/cell-reading.ts';
import { denature, neutralise } from '#domain/record/transfer/neutralise.ts';
import { wallOfSerial } from '#domain/sheet/shown-time.ts';
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
const hours: FieldSchema = { type: 'number', 'x-unit': 'h' };
const minutes: FieldSchema = { type: 'integer', 'x-unit': 'min' };
const flag: FieldSchema = { type: 'boolean' };
const altitude: FieldSchema = { type: 'object', 'x-altitude': true };
const elevation: FieldSchema = { ...altitude, 'x-datum': 'AMSL' };
const relation: FieldSchema = { type: 'integer', 'x-relation': { resource: 'r' } };
const links: FieldSchema = { type: 'array', items: relation };
const point: FieldSchema = { type: 'object', 'x-geometry': ['Point'] };
const track: FieldSchema = { type: 'object', 'x-geometry': ['LineString'] };
const area: FieldSchema = { type: 'object', 'x-geometry': ['Polygon', 'MultiPolygon'] };
const anyShape: FieldSchema = { type: 'object', 'x-geometry': ['Point', 'LineString', 'Polygon'] };
const at = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });
const corners = [
  [104, 30],
  [105, 30],
  [105, 31],
  [104, 30],
];
const choice: FieldSchema = {
  type: 'integer',
  enum: [0, 1, 2],
  'x-enum': {
    '0': { 'zh-Hans': '待审核', en: 'Pending' },
    '1': { 'zh-Hans': '通过', en: 'Passed' },
    '2': { 'zh-Hans': '1', en: '1' },
  },
};

/** A number of a workbook that is counted in days from 1900 where it is one of these. */
const shown = (kind: ShownCell['kind'], number: number, text: string): ShownCell => ({
  kind,
  number,
  shown: text,
  wallMs: wallOfSerial(number, false),
});

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
    [text, 9_007_199_254_740_991, '9007199254740991'],
    [text, JSON.parse('510107199001011234'), 'transfer.cell.jsonDigits'],
    [text, 1e21, 'transfer.cell.jsonDigits'],
    [{ type: 'array', items: text }, [1, 1e21], 'transfer.cell.jsonDigits'],
    [number, 1e21, 1e21],
    [text, 0.5, '0.5'],
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
    [text, 6_222_021_234_567_890, 'transfer.cell.precision'],
    [text, 1e15, 'transfer.cell.precision'],
    [text, 999_999_999_999_999, '999999999999999'],
    [text, '6.22202E+15', 'transfer.cell.shortened'],
    [text, '6E5', '6E5'],
    [{ type: 'string', format: 'time-hhmm' }, '下午3:30', '1530'],
    [{ type: 'string', format: 'time-hhmm' }, shown('time', 0.354_166_666_7, '8:30'), '0830'],
    [{ type: 'string', format: 'time-hhmm' }, 830, '0830'],
    [relation, '6.22202E+15', 'transfer.cell.shortened'],
    [number, '6.2e3', 6200],
    [text, shown('number', 42, '00042'), '00042'],
    [text, shown('day', 46_353, '2026-11-27'), '2026-11-27'],
    [text, shown('time', 0.354_166_666_7, '8:30'), '8:30'],
    [text, shown('percent', 0.85, '85%'), '85%'],
    [number, shown('percent', 0.85, '85%'), 0.85],
    [{ type: 'number', 'x-unit': '%' }, shown('percent', 0.85, '85%'), 85],
    [{ type: 'number', 'x-unit': '%' }, '85%', 85],
    [number, '85%', 0.85],
    [hours, shown('time', 5.020_833_333, '120:30'), 120.5],
    [hours, '120:30', 120.5],
    [hours, '8:30', 8.5],
    [minutes, shown('time', 0.0625, '1:30'), 90],
    [number, shown('time', 0.0625, '1:30'), 'transfer.cell.number'],
    [number, shown('day', 46_353, '2026-11-27'), 'transfer.cell.number'],
    [text, { fault: { key: 'transfer.cell.sheetError' }, shown: '#N/A' }, 'transfer.cell.sheetError'],
    [{ type: 'number', 'x-unit': 'm' }, '120米', 120],
    [{ type: 'number', 'x-unit': 'm' }, '1,200 metres', 1200],
    [{ type: 'number', 'x-unit': 'm' }, '120英尺', 'transfer.cell.number'],
    [hours, '12.5小时', 12.5],
    [text, shown('number', 7, ' ¥7.00 '), '¥7.00'],
    [text, '#WERT!', 'transfer.cell.sheetError'],
    [text, '#¡DIV/0!', 'transfer.cell.sheetError'],
    [text, '#N/D', 'transfer.cell.sheetError'],
    [text, 'Err:502', 'transfer.cell.sheetError'],
    [text, '#1!', '#1!'],
    [text, '#N/A', 'transfer.cell.sheetError'],
    [number, '#DIV/0!', 'transfer.cell.sheetError'],
    [day, '########', 'transfer.cell.narrow'],
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
    [day, shown('day', 46_024, '2026-01-02'), '2026-01-02'],
    [day, 46024, '2026-01-02'],
    [day, 20_260_102, '2026-01-02'],
    [day, 2026, 'transfer.cell.date'],
    [day, '1899-12-30', 'transfer.cell.year'],
    [day, shown('day', 2026, '1905-07-18'), 'transfer.cell.year'],
    [day, '0001-01-01', '0001-01-01'],
    [day, '08:30', 'transfer.cell.dayMissing'],
    [day, shown('time', 0.354_166_666_7, '8:30'), 'transfer.cell.dayMissing'],
    [day, '2026-02-29', 'transfer.cell.date'],
    [day, '1/2/2026', 'transfer.cell.date'],
    [day, '2026-01-02 10:30', 'transfer.cell.date'],
    [day, '2026-11-21 24:00', 'transfer.cell.date'],
    [day, '2026-11-21 12:00 AM', 'transfer.cell.date'],
    [day, '2026-11-21 0000', '2026-11-21'],
    [moment, '2026-11-21 10:30 +08:00', '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21 10:30', '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21T02:30:00Z', '2026-11-21T02:30:00.000Z'],
    [moment, '2026年11月21日 10时30分', '2026-11-21T02:30:00.000Z'],
    [moment, shown('moment', 46_347.4375, '2026-11-21 10:30'), '2026-11-21T02:30:00.000Z'],
    [moment, '2026-11-21 24:30', 'transfer.cell.moment'],
    [moment, '2026-11-21 24:00', '2026-11-21T16:00:00.000Z'],
    [moment, '2026-11-21 0830', '2026-11-21T00:30:00.000Z'],
    [moment, '2026-11-21 下午3:30', '2026-11-21T07:30:00.000Z'],
    [moment, '2026/11/21下午3:30', '2026-11-21T07:30:00.000Z'],
    [moment, '2026.11.21上午8时', '2026-11-21T00:00:00.000Z'],
    [moment, '2026/11/21 3:30:15 PM', '2026-11-21T07:30:15.000Z'],
    [moment, '2026年11月21日 上午8时30分', '2026-11-21T00:30:00.000Z'],
    [moment, '２０２６－１１－２１　０８：３０', '2026-11-21T00:30:00.000Z'],
    [moment, '8:30', 'transfer.cell.dayMissing'],
    [moment, 0.354_166_666_7, 'transfer.cell.dayMissing'],
    [moment, shown('time', 0.354_166_666_7, '8:30'), 'transfer.cell.dayMissing'],
    [moment, shown('time', 1.354_166_666_7, '32:30'), 'transfer.cell.dayMissing'],
    [moment, shown('time', 46_347.4375, '10:30'), '2026-11-21T02:30:00.000Z'],
    [choice, '待审核', 0],
    [choice, 'passed', 1],
    [choice, '2', 2],
    [choice, '1', 1],
    [choice, 'nothing', 'transfer.cell.choice'],
    [altitude, '500 m AMSL', { value: 500, unit: 'm', reference: 'AMSL' }],
    [altitude, '4,500ft agl', { value: 4500, unit: 'ft', reference: 'AGL' }],
    [altitude, 'fl95', { value: 95, unit: 'FL', reference: 'STD' }],
    [altitude, 'F100', { value: 100, unit: 'FL', reference: 'STD' }],
    [altitude, 'A045', { value: 4500, unit: 'ft', reference: 'AMSL' }],
    [altitude, 'S0900', { value: 9000, unit: 'm', reference: 'STD' }],
    [altitude, '真高300米', { value: 300, unit: 'm', reference: 'AGL' }],
    [altitude, 'QNH 3000ft', { value: 3000, unit: 'ft', reference: 'AMSL' }],
    [altitude, '120米', 'transfer.cell.altitudeDatum'],
    [altitude, '1.000 m AMSL', 'transfer.cell.altitudePoint'],
    [altitude, '1.525 m AMSL', 'transfer.cell.altitudePoint'],
    [altitude, 'GND', { value: 0, unit: 'm', reference: 'AGL' }],
    [altitude, '500 m', 'transfer.cell.altitudeDatum'],
    [altitude, 500, 'transfer.cell.altitudeUnit'],
    [relation, 'R4', 4],
    [relation, 'C172', 'transfer.cell.ambiguous'],
    [relation, 'nobody', 'transfer.cell.relation'],
    [links, 'R2；R4、R6', [2, 4, 6]],
    [links, 'R2; nobody', 'transfer.cell.relation'],
    [{ type: 'string', 'x-dictionary': 'd' }, '其他', 'other'],
    [{ type: 'string', 'x-dictionary': 'd' }, 'zzz', 'transfer.cell.code'],
    [{ type: 'object' }, '{"a":1}', { a: 1 }],
    [{ type: 'object' }, '{a:1}', 'transfer.cell.json'],
    [elevation, '1600 ft', { value: 1600, unit: 'ft', reference: 'AMSL' }],
    [elevation, '520米', { value: 520, unit: 'm', reference: 'AMSL' }],
    [elevation, '520 m WGS84', { value: 520, unit: 'm', reference: 'WGS84' }],
    [elevation, 520, 'transfer.cell.altitudeUnit'],
    [point, '30.6, 104.05', at(104.05, 30.6)],
    [point, '30.6，104.05', at(104.05, 30.6)],
    [point, 'N303600 E1040300', at(104.05, 30.6)],
    [point, '303600N1040300E', at(104.05, 30.6)],
    [point, '北纬30度36分 东经104度3分', at(104.05, 30.6)],
    [point, 'E104.05 N30.6', at(104.05, 30.6)],
    [point, "'-33.9, 151.2", at(151.2, -33.9)],
    [point, '{"type":"Point","coordinates":[104.05,30.6]}', at(104.05, 30.6)],
    [point, '{"type":"Point"', 'transfer.cell.json'],
    // Longitude first without a letter is not guessed at: in the west of China both orders are possible.
    [point, '104.05, 30.6', 'transfer.cell.position'],
    [point, '30.6', 'transfer.cell.position'],
    [point, '30.6, 104.05; 30.7, 104.05', 'transfer.cell.onePosition'],
    [
      track,
      '30.6, 104.05; N304200 E1040300',
      {
        type: 'LineString',
        coordinates: [
          [104.05, 30.6],
          [104.05, 30.7],
        ],
      },
    ],
    [track, '30.6, 104.05', 'transfer.cell.line'],
    [track, '30.6, 104.05; nowhere', 'transfer.cell.position'],
    [area, '30, 104\n30, 105\n31, 105', { type: 'Polygon', coordinates: [corners] }],
    [area, '30, 104; 30, 105; 31, 105; 30, 104', { type: 'Polygon', coordinates: [corners] }],
    [area, '30, 104; 30, 105', 'transfer.cell.corners'],
    [anyShape, '30, 104; 30, 105; 31, 105; 30, 104', { type: 'Polygon', coordinates: [corners] }],
    [anyShape, '30, 104; 30, 105; 31, 105', { type: 'LineString', coordinates: corners.slice(0, 3) }],
  ])('%j %j is %j', (schema, cell, value) => {
    expect(valueIn(schema, cell)).toEqual(value);
  });

  test.each<[FieldSchema, string, unknown]>([
    [number, '1,500', 'transfer.cell.comma'],
    [number, '-1,500 kg', 'transfer.cell.comma'],
    [number, '2,25', 'transfer.cell.decimalComma'],
    [number, '2,25 kg', 'transfer.cell.decimalComma'],
    [number, '2,5%', 'transfer.cell.decimalComma'],
    [number, '1234,567', 'transfer.cell.decimalComma'],
    [number, '1,234,567', 1_234_567],
    [number, '1,500.5', 1500.5],
    [number, '2.25', 2.25],
    [number, '1.500', 'transfer.cell.point'],
    [number, '-12.525 kg', 'transfer.cell.point'],
    [{ type: 'number', minimum: -90, maximum: 90 }, '30.123', 30.123],
    [number, '1.5000', 1.5],
    [number, '0.525', 0.525],
    [number, '1234.567', 1234.567],
    [{ type: 'array', items: number }, '1; 2,25', 'transfer.cell.decimalComma'],
    [text, '1,500', '1,500'],
  ])('%j %j is %j where the comma may be a decimal comma', (schema, cell, value) => {
    expect(valueIn(schema, cell, { ...zh, commaIsUnclear: true })).toEqual(value);
  });

  test('the head of a column may say the unit of altitudes, the field their datum', () => {
    const metres = { ...zh, headUnit: 'm' };
    expect(valueIn(elevation, 520, metres)).toEqual({ value: 520, unit: 'm', reference: 'AMSL' });
    expect(valueIn(elevation, '1600 ft', metres)).toEqual({ value: 1600, unit: 'ft', reference: 'AMSL' });
    expect(valueIn(altitude, '520', metres)).toBe('transfer.cell.altitudeUnit');
    expect(valueIn(elevation, '520', { ...zh, headUnit: 'kg' })).toBe('transfer.cell.altitudeUnit');
  });

  test('a decimal comma is refused with the number to write', () => {
    expect(readCell(number, '1,500 kg', { ...zh, commaIsUnclear: true })).toEqual({
      error: { key: 'transfer.cell.comma', values: { text: '1,500', joined: '1500', point: '1.5000' } },
    });
    expect(readNumber('1.5000', { 'x-unit': 'kg' }, true)).toEqual({ value: 1.5 });
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
          min: new Date('1920-01-01T00:00:00Z'),
          max: new Date('2199-01-01T00:00:00Z'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().slice(0, 10));
    case 'moment':
      return fc
        .date({
          min: new Date('1920-01-02T00:00:00Z'),
          max: new Date('2199-01-01T00:00:00Z'),
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
    case 'geometry':
      return fc
        .tuple(degrees(180), degrees(90))
        .chain((corner) =>
          fc.constantFrom(
            { type: 'Point', coordinates: corner },
            { type: 'LineString', coordinates: [corner, [104, 30]] },
          ),
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

/** Kept as JSON keeps it: there is no zero below zero. */
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0);

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
  test.each(['=1+1', '+8613', '-1', '@x', '＝1+1', '＠x', '\tx', '\rx', '\nx', "'=1", "''@"])(
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

  test.each([
    ['2026-03-08 02:30', 'transfer.cell.leftOut'],
    ['2026-11-01 01:30', 'transfer.cell.twice'],
  ])('%s is no moment there, or two, and is refused in words', (typed, key) => {
    expect(readCell(moment, typed, there)).toEqual({ error: { key, values: { zone: 'America/New_York' } } });
    expect(readCell(moment, `${typed} -05:00`, there)).toMatchObject({ value: expect.any(String) });
  });

  test('CST stays Beijing time', () => {
    expect(readCell(moment, '2026-01-15 10:30 CST', there)).toEqual({ value: '2026-01-15T02:30:00.000Z' });
  });
});
