import { type FormatToken, sectionsOf } from './format-tokens.ts';
import { sectionFor, shownNumber } from './shown-number.ts';
import { shownTime } from './shown-time.ts';

/** What a number format makes of a number: a figure, a share, a day, a day with a time, or a time without a day. */
export type ShownKind = 'number' | 'percent' | 'day' | 'moment' | 'time';

export interface NumberFormat {
  kind: ShownKind;
  /** Neither more nor less than the number itself: its digits. */
  isGeneral: boolean;
  /** The number as the cell shows it; null: this format is not known well enough. Days are counted from 1900 or 1904. */
  show(value: number, is1904: boolean): string | null;
  /** Of a format whose sections differ in kind, as `[=0]"";yyyy-mm-dd`: the one for this number. */
  partFor?(value: number): NumberFormat;
  /** A text as the cell shows it, where the format has a section for texts: `"B-"@`. */
  showText?(text: string): string;
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
  const numeric = numericSections(sections);
  const parts = numeric.map((section) => partOf(code, section, numeric, sections.length === 1));
  const [first = general] = parts;
  const ofText = textFormat(sections);
  const showText = ofText ? { showText: ofText } : {};
  if (parts.every(({ kind }) => kind === first.kind)) {
    // Negative days and times have no section of their own to be shown in.
    const isTime = first.kind !== 'number' && first.kind !== 'percent';
    if (!isTime || parts.length === 1) return { ...first, ...showText };
  }
  const partFor = (value: number) => parts[numeric.indexOf(sectionFor(numeric, value).section)] ?? first;
  return { ...first, ...showText, partFor };
}

const hasToken = (section: FormatToken[], is: FormatToken['is']) => section.some((token) => token.is === is);

/** Those of numbers: at most three, and not a last one for texts, as of `yyyy-mm-dd;@`. */
function numericSections(sections: FormatToken[][]): FormatToken[][] {
  const numeric = sections.slice(0, 3);
  return numeric.length > 1 && hasToken(numeric.at(-1) ?? [], 'text') ? numeric.slice(0, -1) : numeric;
}

function partOf(
  code: string,
  section: FormatToken[],
  numeric: FormatToken[][],
  isOnlySection: boolean,
): NumberFormat {
  const units = new Set(section.flatMap((token) => (token.is === 'time' ? [token.unit] : [])));
  if (units.size > 0) return timeFormat(code, section, units);
  // An empty section among others hides its numbers.
  const isPlain = section.every(({ is }) => is === 'general' || is === 'text');
  if (isPlain && numeric.length === 1 && (section.length > 0 || isOnlySection)) return general;
  const kind = hasToken(section, 'percent') ? 'percent' : 'number';
  return { kind, isGeneral: false, show: (value) => shownNumber(numeric, value) };
}

/** What the fourth section, or a section with `@`, makes of a text; undefined: texts are shown as they are. */
function textFormat(sections: FormatToken[][]): NumberFormat['showText'] | undefined {
  const section = sections[3] ?? sections.findLast((one) => hasToken(one, 'text'));
  if (!section?.every(({ is }) => is === 'text' || is === 'literal')) return undefined;
  // Nothing but blanks around it.
  const isText = (token: FormatToken) =>
    token.is === 'text' || (token.is === 'literal' && !token.text.trim());
  if (hasToken(section, 'text') && section.every(isText)) return undefined;
  return (text) =>
    section
      .map((token) => (token.is === 'text' ? text : token.is === 'literal' ? token.text : ''))
      .join('')
      .trim();
}

/** Years of eras, as 令和8年 or 民國115年, are not counted here. */
function hasEra(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return /g+\W*e|bb/i.test(bare) || (/\[\$-\w*4(?:04|11)\b[^\]]*\]/i.test(code) && /e/i.test(bare));
}

function timeFormat(code: string, tokens: FormatToken[], units: ReadonlySet<string>): NumberFormat {
  const hasDay = ['year', 'month', 'day', 'weekday'].some((unit) => units.has(unit));
  const hasTime = ['hour', 'minute', 'second'].some((unit) => units.has(unit));
  // The long date and the time of the machine.
  if (/\[\$-(?:F800|x-sysdate)\]/i.test(code)) return localDay;
  if (/\[\$-(?:F400|x-systime)\]/i.test(code)) return localTime;
  const kind = hasDay ? (hasTime ? 'moment' : 'day') : 'time';
  const isUnknown = hasEra(code);
  return {
    kind,
    isGeneral: false,
    show: (value, is1904) => (isUnknown ? null : shownTime(tokens, value, is1904)),
  };
}
