import { type FormatToken, sectionsOf } from './format-tokens.ts';
import { shownNumber } from './shown-number.ts';
import { shownTime } from './shown-time.ts';

/** What a number format makes of a number: a figure, a share, a day, a day with a time, or a time without a day. */
export type ShownKind = 'number' | 'percent' | 'day' | 'moment' | 'time';

export interface NumberFormat {
  kind: ShownKind;
  /** Neither more nor less than the number itself: its digits. */
  isGeneral: boolean;
  /** The number as the cell shows it; null: this format is not known well enough. Days are counted from 1900 or 1904. */
  show(value: number, is1904: boolean): string | null;
}

const general: NumberFormat = { kind: 'number', isGeneral: true, show: () => null };
/** How these are shown depends on the machine on which the sheet is looked at. */
const localDay: NumberFormat = { kind: 'day', isGeneral: false, show: () => null };
const localMoment: NumberFormat = { kind: 'moment', isGeneral: false, show: () => null };
const localTime: NumberFormat = { kind: 'time', isGeneral: false, show: () => null };

/** Formats that a workbook names by number only (ECMA-376 part 1, 18.8.30). */
const builtIn: Record<number, string | NumberFormat> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: localDay,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: localMoment,
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: '上午/下午h"时"mm"分"',
  35: '上午/下午h"时"mm"分"ss"秒"',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  55: '上午/下午h"时"mm"分"',
  56: '上午/下午h"时"mm"分"ss"秒"',
};
for (const day of [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]) builtIn[day] = localDay;

/** The format of a number of 18.8.30, or of the code that the workbook has for it. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return formatOfCode(code);
  const known = builtIn[id];
  return typeof known === 'string' ? formatOfCode(known) : (known ?? general);
}

export function formatOfCode(code: string): NumberFormat {
  const sections = sectionsOf(code);
  const [first = []] = sections;
  const has = (is: FormatToken['is']) => first.some((token) => token.is === is);
  const units = new Set(first.flatMap((token) => (token.is === 'time' ? [token.unit] : [])));
  if (units.size > 0) return timeFormat(code, first, units);
  const isPlain = first.length === 0 || has('general') || has('text');
  if (isPlain && first.every(({ is }) => is === 'general' || is === 'text')) return general;
  const kind = has('percent') ? 'percent' : 'number';
  return { kind, isGeneral: false, show: (value) => shownNumber(sections, value) };
}

function timeFormat(code: string, tokens: FormatToken[], units: ReadonlySet<string>): NumberFormat {
  const hasDay = ['year', 'month', 'day', 'weekday'].some((unit) => units.has(unit));
  const hasTime = ['hour', 'minute', 'second'].some((unit) => units.has(unit));
  // The long date and the time of the machine.
  if (/\[\$-(?:F800|x-sysdate)\]/i.test(code)) return localDay;
  if (/\[\$-(?:F400|x-systime)\]/i.test(code)) return localTime;
  const kind = hasDay ? (hasTime ? 'moment' : 'day') : 'time';
  return { kind, isGeneral: false, show: (value, is1904) => shownTime(tokens, value, is1904) };
}
