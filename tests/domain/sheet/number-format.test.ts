import { expect, test } from 'vitest';
import { formatOfCode, numberFormat } from '#domain/sheet/number-format.ts';
import { generalText, keptNumber } from '#domain/sheet/shown-number.ts';
import { clockShown, isoShown, wallOfSerial } from '#domain/sheet/shown-time.ts';

const shown = (code: string, value: number, is1904 = false) => formatOfCode(code).show(value, is1904);

test.each([
  ['00000', 42, '00042'],
  ['"B-"0000', 123, 'B-0123'],
  ['000-0000-0000', 13_800_138_000, '138-0013-8000'],
  ['0.00', 1.005, '1.01'],
  ['#,##0', 1_234_567, '1,234,567'],
  ['#,##0.0#', 1234.5, '1,234.5'],
  ['0.##', 3, '3.'],
  ['0%', 0.85, '85%'],
  ['0.0%', -0.125, '-12.5%'],
  ['#,##0 ;(#,##0)', -1200, '(1,200)'],
  ['0;-0;"none"', 0, 'none'],
  ['0"米"', 120, '120米'],
  ['[Red]0.0_ ', 2, '2.0 '],
  ['General"米"', 120.5, '120.5米'],
  ['#', 0, ''],
  ['G/通用格式"米"', 120.5, '120.5米'],
  ['General;-General;;@', 0, ''],
  ['General;-General;;@', -2.5, '-2.5'],
  [';;;', 5, ''],
  ['0.00;@', -5, '-5.00'],
  ['"B-"@', 12, 'B-12'],
  // Conditions: the first section that fits.
  ['[>100]0;0.0', 12, '12.0'],
  ['[>=100]"big" 0;[<0]"neg" 0;0.0', 150, 'big 150'],
  ['[>=100]"big" 0;[<0]"neg" 0;0.0', -3, 'neg 3'],
  ['[Blue][<10]0;[Red]0.0', -12, '-12'],
  ['[=1]"是";[=0]"否";General', 1, '是'],
  ['[=1]"是";[=0]"否";General', 5, '5'],
  ['[<=9999999]###-####;(###) ###-####', 2_125_551_234, '(212) 555-1234'],
])('%s shows %d as %j', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test.each([
  ['[=0]"";yyyy-mm-dd', 46_353, 'day', '2026-11-27'],
  ['[=0]"";yyyy-mm-dd', 0, 'number', ''],
  ['yyyy-mm-dd;;', 0, 'number', ''],
  ['[<1]h:mm;yyyy-mm-dd h:mm', 46_353.25, 'moment', '2026-11-27 6:00'],
  ['[<=1]0%;0', 5, 'number', '5'],
])('the section of %s for %d makes a %s of it: %j', (code, value, kind, text) => {
  const part = formatOfCode(code).partFor?.(value);
  expect([part?.kind, part?.show(value, false)]).toEqual([kind, text]);
});

test.each([
  ['"B-"@', '70XN', 'B-70XN'],
  ['0;-0;0;"京"@', 'A1', '京A1'],
  [';;;', 'a', ''],
  // As it is: no section for texts, or one that adds nothing.
  ['0', 'a', undefined],
  ['yyyy-mm-dd;@', 'a', undefined],
  ['_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', 'a', undefined],
  ['General;General;General;General', 'a', undefined],
])('%s shows the text %j as %j', (code, text, seen) => {
  expect(formatOfCode(code).showText?.(text)).toBe(seen);
});

test.each(['[$-411]ggge"年"m"月"d"日"', '[$-404]e/m/d'])('years of eras are not counted: %s', (code) => {
  expect(formatOfCode(code)).toMatchObject({ kind: 'day' });
  expect(shown(code, 46_353)).toBeNull();
});

test.each(['0.00E+00', '# ?/?', '0,'])('%s is not shown by us', (code) => {
  expect(shown(code, 12)).toBeNull();
});

test.each([
  ['yyyy-mm-dd', 46_353, '2026-11-27'],
  ['yyyy/m/d h:mm', 46_353.354_166_666_7, '2026/11/27 8:30'],
  ['yyyy"年"m"月"d"日"', 46_353, '2026年11月27日'],
  ['[$-804]yyyy"年"m"月"d"日" aaaa', 46_353, '2026年11月27日 星期五'],
  ['d-mmm-yy', 46_353, '27-Nov-26'],
  ['dddd', 46_353, 'Friday'],
  ['h:mm', 0.354_166_666_7, '8:30'],
  ['hh:mm:ss', 0.5, '12:00:00'],
  ['h:mm AM/PM', 0.646, '3:30 PM'],
  ['上午/下午h"时"mm"分"', 0.646, '下午3时30分'],
  ['[h]:mm', 1.354_166_666_7, '32:30'],
  ['[mm]:ss', 0.354_166_666_7, '510:00'],
  ['mm:ss.0', 0.000_011_574_07 * 90.5, '01:30.5'],
])('%s shows %d days as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test.each([
  ['yyyy-mm-dd', 'day'],
  ['m/d/yy h:mm', 'moment'],
  ['h:mm', 'time'],
  ['mm:ss', 'time'],
  ['[h]:mm', 'time'],
  ['0%', 'percent'],
  ['"day" 0', 'number'],
  ['[Red]0', 'number'],
  ['@', 'number'],
  ['General', 'number'],
])('%s makes a %s of it', (code, kind) => {
  expect(formatOfCode(code).kind).toBe(kind);
});

test.each([
  [14, 'day'],
  [22, 'moment'],
  [20, 'time'],
  [31, 'day'],
  [46, 'time'],
  [10, 'percent'],
  [0, 'number'],
  [49, 'number'],
])('the format of number %d makes a %s of it', (id, kind) => {
  expect(numberFormat(id, undefined).kind).toBe(kind);
});

test('numbers without a format have their digits, and no bits of halves', () => {
  expect(generalText(13_800_138_000)).toBe('13800138000');
  expect(generalText(123_456_789_012_345)).toBe('123456789012345');
  expect(generalText(0.1 + 0.2)).toBe('0.3');
  expect(keptNumber(1.1 * 3)).toBe(3.3);
});

test('days are counted from 1900 with a leap day that never was, or from 1904', () => {
  const day = (days: number, is1904 = false) => {
    const wall = wallOfSerial(days, is1904);
    return wall === null ? null : isoShown(wall);
  };
  expect([1, 59, 60, 61].map((days) => day(days))).toEqual(['1900-01-01', '1900-02-28', null, '1900-03-01']);
  expect(day(46_353)).toBe('2026-11-27');
  expect(day(44_891, true)).toBe('2026-11-27');
  expect(day(46_353.354_166_667)).toBe('2026-11-27 08:30');
  expect(day(0.5)).toBeNull();
  expect(clockShown(117_000_000)).toBe('32:30');
});
