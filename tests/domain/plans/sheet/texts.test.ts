import { describe, expect, test } from 'vitest';
import { readAltitudeText, writeAltitudeText } from '#domain/geo/altitude-text.ts';
import { headsOf, sheetColumnIds, sheetColumns } from '#domain/plans/sheet/columns.ts';
import { readTable, writeTable } from '#domain/plans/sheet/table-text.ts';
import {
  arrivalMinutes,
  momentOn,
  readClockText,
  readDayText,
  writeClockText,
} from '#domain/plans/sheet/time-text.ts';

const altitude = (value: number, unit: 'm' | 'ft' | 'FL', reference: string) => ({
  value: { value, unit, reference },
});

describe('a height in a cell', () => {
  test.each([
    ['300m AGL', altitude(300, 'm', 'AGL')],
    ['300 M agl', altitude(300, 'm', 'AGL')],
    ['真高300米', altitude(300, 'm', 'AGL')],
    ['300米真高', altitude(300, 'm', 'AGL')],
    ['海拔1,200米', altitude(1200, 'm', 'AMSL')],
    ['1200m AMSL', altitude(1200, 'm', 'AMSL')],
    ['１２００ｍ　ＡＭＳＬ', altitude(1200, 'm', 'AMSL')],
    ['1500ft QNH', altitude(1500, 'ft', 'AMSL')],
    ['场压 500米', altitude(500, 'm', 'QFE')],
    ['QFE 500m', altitude(500, 'm', 'QFE')],
    ['FL035', altitude(35, 'FL', 'STD')],
    ['FL 95', altitude(95, 'FL', 'STD')],
    ['F095', altitude(95, 'FL', 'STD')],
    ['S0120', altitude(1200, 'm', 'STD')],
    ['M0120', altitude(1200, 'm', 'AMSL')],
    ['A045', altitude(4500, 'ft', 'AMSL')],
    ['S0900', altitude(9000, 'm', 'STD')],
    ['QNH 3000ft', altitude(3000, 'ft', 'AMSL')],
    ['ＦＬ１００', altitude(100, 'FL', 'STD')],
    ['1,200 metres AMSL', altitude(1200, 'm', 'AMSL')],
    ['GND', altitude(0, 'm', 'AGL')],
    ['地面', altitude(0, 'm', 'AGL')],
    ['-20m AMSL', altitude(-20, 'm', 'AMSL')],
  ])('%s', (text, expected) => expect(readAltitudeText(text)).toEqual(expected));

  test.each([
    ['300', 'unit'],
    ['300 AGL', 'unit'],
    ['300m', 'datum'],
    ['300米', 'datum'],
    ['300m XYZ', 'none'],
    ['1.000 m AMSL', 'point'],
    ['2.500米 真高', 'point'],
    ['S120', 'none'],
    ['120¹ m AGL', 'none'],
    ['high', 'none'],
    ['', 'none'],
  ])('%s is none, and it is said why', (text, error) => expect(readAltitudeText(text)).toEqual({ error }));

  test('what is written is read back the same', () => {
    for (const value of [0, 1, 300, 1234.5, 8900]) {
      for (const unit of ['m', 'ft'] as const) {
        for (const reference of ['AGL', 'AMSL', 'QFE', 'STD', 'WGS84'] as const) {
          const one = { value, unit, reference };
          const expected = value === 0 && reference === 'AGL' ? { value: 0, unit: 'm', reference } : one;
          expect(readAltitudeText(writeAltitudeText(one))).toEqual({ value: expected });
        }
      }
    }
    for (const level of [35, 5, 120, 65.5, -5]) {
      const one = { value: level, unit: 'FL', reference: 'STD' };
      expect(readAltitudeText(writeAltitudeText(one))).toEqual({ value: one });
    }
  });
});

describe('a time in a cell (specification §5)', () => {
  test.each([
    ['0830', 510],
    ['8:30', 510],
    ['08:30:00', 510],
    ['830', 510],
    ['24:00', 1440],
    ['下午3:30', 930],
    ['上午8时30分', 510],
    ['０８３０', 510],
    ['0000', 0],
    ['2400', 1440],
    ['2459', 1499],
    ['01:30-05:00', 90],
    ['0130 +02:00', 90],
  ])('%s', (text, minutes) => expect(readClockText(text)?.minutes).toBe(minutes));
  test.each(['2500', '0860', '8', '30', 'abcd', '08300', '0230Z', '8.30', '1130-1230', '-05:00'])(
    '%s is none',
    (text) => expect(readClockText(text)).toBeNull(),
  );
  test('an arrival not after departure is the next day, and any day that is said', () => {
    const at = (text: string) => readClockText(text) ?? { minutes: 0, days: null, offsetMin: null };
    expect(arrivalMinutes(at('2330'), at('0030'))).toBe(1470);
    expect(arrivalMinutes(at('0830'), at('1030'))).toBe(630);
    expect(arrivalMinutes(at('0830'), at('1030+1'))).toBe(2070);
  });
  test('it is the wall of the zone that counts', () => {
    expect(momentOn('2026-11-22', 510, 'Asia/Shanghai')).toBe('2026-11-22T00:30:00.000Z');
    expect(momentOn('2026-12-31', 1470, 'Asia/Shanghai')).toBe('2026-12-31T16:30:00.000Z');
  });
  test('minutes as text', () =>
    expect([0, 510, 1439, 1440].map(writeClockText)).toEqual(['00:00', '08:30', '23:59', '00:00']));
});

describe('a day in a cell', () => {
  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026/1/2', '2026-01-02'],
    ['20261122', '2026-11-22'],
    ['2026年11月22日', '2026-11-22'],
    ['2026-11-22 00:00:00', '2026-11-22'],
    ['11-22', '2026-11-22'],
    ['1122', '2026-11-22'],
    ['1-2', '2027-01-02'],
    ['+1', '2026-11-22'],
    ['明天', '2026-11-22'],
  ])('%s', (text, day) => expect(readDayText(text, '2026-11-21')).toBe(day));
  test.each(['2026-02-30', '22/11/2026', '13-40', 'soon', ''])('%s is none', (text) =>
    expect(readDayText(text, '2026-11-21')).toBeNull(),
  );
});

describe('what a spreadsheet puts on the clipboard', () => {
  test.each([
    [
      'tabs, with the last line ended',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'quotes, a tab and a line inside',
      '"a\tb"\t"x ""y"""\n"p\nq"\tr',
      [
        ['a\tb', 'x "y"'],
        ['p\nq', 'r'],
      ],
    ],
    [
      'CSV of several lines',
      'a,b\nc,"d,e"',
      [
        ['a', 'b'],
        ['c', 'd,e'],
      ],
    ],
    [
      'semicolons',
      'a;b;c\nd;e;f',
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    ['two names in one cell', '高翔,苏静', [['高翔,苏静']]],
    ['empty cells stay', 'a\t\tb', [['a', '', 'b']]],
    ['the mark of UTF-8', '\uFEFFa\tb', [['a', 'b']]],
  ])('%s', (_, text, expected) => expect(readTable(text)).toEqual(expected));

  test('what is copied out is read back the same', () => {
    const table = [
      ['a', 'b "c"', ''],
      ['d\te', 'f', '高翔、苏静'],
    ];
    expect(readTable(writeTable(table))).toEqual(table);
  });
});

describe('a row of heads', () => {
  test('in either language, with units, and what is no column of ours', () => {
    expect(headsOf(['呼号', '机号', '预计起飞', '备注'])).toEqual(['callsign', 'aircraft', 'etd', null]);
    expect(headsOf(['Callsign', 'Registration', 'ETD (CST)', 'Upper limit [m AGL]'])).toEqual([
      'callsign',
      'aircraft',
      'etd',
      'upper',
    ]);
  });
  test('values are no heads', () => {
    expect(headsOf(['1', 'CWT001', 'B-10QA', '高翔'])).toBeNull();
    expect(headsOf(['呼号'])).toBeNull();
  });
  test('the columns stand in the order of their names, each name once', () => {
    expect(sheetColumns.map(({ id }) => id)).toEqual([...sheetColumnIds]);
  });
});
