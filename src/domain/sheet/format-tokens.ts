/** The pieces of a number format of a spreadsheet (ECMA-376 part 1, 18.8.31). */

/** A piece: signs to write, a place for a digit, or a part of a date or time such as `yyyy`. */
export type FormatToken =
  | { is: 'literal'; text: string }
  | { is: 'digit'; text: '0' | '#' | '?' }
  | { is: 'point' | 'comma' | 'percent' | 'exponent' | 'fraction' | 'text' | 'general' }
  | { is: 'condition'; compare: string; limit: number }
  | { is: 'time'; unit: TimeUnit; length: number; elapsed?: boolean; isChinese?: boolean }
  | { is: 'halves'; morning: string; afternoon: string };

/** `month` and `minute` are the same letter: what stands beside it tells them apart. */
export type TimeUnit = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'minute' | 'second' | 'part';

/** What one format has for positive, negative and zero numbers and for texts, each as its tokens. */
export function sectionsOf(code: string): FormatToken[][] {
  const sections: FormatToken[][] = [[]];
  let rest = code;
  while (rest !== '') {
    if (rest.startsWith(';')) {
      sections.push([]);
      rest = rest.slice(1);
      continue;
    }
    const { token, length } = nextToken(rest);
    if (token) sections.at(-1)?.push(token);
    rest = rest.slice(length);
  }
  return sections.map(withMinutes);
}

type Taken = { token?: FormatToken; length: number };

const literal = (text: string, length: number): Taken => ({ token: { is: 'literal', text }, length });

function nextToken(rest: string): Taken {
  const [sign = ''] = rest;
  switch (sign) {
    case '"': {
      const end = rest.indexOf('"', 1);
      return end < 0 ? literal(rest.slice(1), rest.length) : literal(rest.slice(1, end), end + 1);
    }
    case '\\':
      return literal(rest.slice(1, 2), 2);
    // A blank as wide as a sign, and a sign that fills the cell.
    case '_':
      return literal(' ', 2);
    case '*':
      return { length: 2 };
    case '[':
      return bracket(rest);
    case '0':
    case '#':
    case '?':
      return { token: { is: 'digit', text: sign }, length: 1 };
    case '.':
      return { token: { is: 'point' }, length: 1 };
    case ',':
      return { token: { is: 'comma' }, length: 1 };
    case '%':
      return { token: { is: 'percent' }, length: 1 };
    case '@':
      return { token: { is: 'text' }, length: 1 };
    default:
      return word(rest) ?? literal(sign, 1);
  }
}

const elapsedUnits: Record<string, TimeUnit> = { h: 'hour', m: 'minute', s: 'second' };

/** `[h]` counts beyond a day; `[$-804]` names a language, `[$￥-804]` a currency; colours show nothing. */
function bracket(rest: string): Taken {
  const end = rest.indexOf(']');
  if (end < 0) return literal('[', 1);
  const inside = rest.slice(1, end);
  const length = end + 1;
  const elapsed = /^([hms])\1*$/i.exec(inside)?.[1]?.toLowerCase();
  const unit = elapsed === undefined ? undefined : elapsedUnits[elapsed];
  if (unit) return { token: { is: 'time', unit, length: inside.length, elapsed: true }, length };
  if (inside.startsWith('$')) return literal(inside.slice(1).split('-')[0] ?? '', length);
  const [, compare, limit] = /^(<=|>=|<>|[<>=])\s*(-?\d+(?:\.\d+)?)$/.exec(inside) ?? [];
  return compare === undefined
    ? { length }
    : { token: { is: 'condition', compare, limit: Number(limit) }, length };
}

const halves: [RegExp, string, string][] = [
  [/^AM\/PM/i, 'AM', 'PM'],
  [/^A\/P/i, 'A', 'P'],
  [/^上午\/下午/, '上午', '下午'],
];
const units: [RegExp, TimeUnit][] = [
  [/^(?:y+|e+)/i, 'year'],
  [/^m+/i, 'month'],
  [/^d+/i, 'day'],
  [/^a{3,}/i, 'weekday'],
  [/^h+/i, 'hour'],
  [/^s+/i, 'second'],
];

function word(rest: string): Taken | undefined {
  // Chinese programs write its name as they show it.
  const general = /^(?:general|G\/通用格式)/i.exec(rest)?.[0];
  if (general) return { token: { is: 'general' }, length: general.length };
  if (/^E[+-]/i.test(rest)) return { token: { is: 'exponent' }, length: 2 };
  // A slash between places for digits is a fraction.
  if (/^\/\s*[?#\d]/.test(rest)) return { token: { is: 'fraction' }, length: 1 };
  for (const [pattern, morning, afternoon] of halves) {
    const length = pattern.exec(rest)?.[0].length;
    if (length) return { token: { is: 'halves', morning, afternoon }, length };
  }
  for (const [pattern, unit] of units) {
    const length = pattern.exec(rest)?.[0].length;
    if (!length) continue;
    const isWeekday = unit === 'weekday' || (unit === 'day' && length >= 3);
    const token = { is: 'time' as const, unit: isWeekday ? ('weekday' as const) : unit, length };
    return { token: unit === 'weekday' ? { ...token, isChinese: true } : token, length };
  }
  return undefined;
}

/** An `m` beside hours or seconds is a minute; digits behind seconds are parts of one. */
function withMinutes(tokens: FormatToken[]): FormatToken[] {
  const times = tokens.flatMap((token, at) => (token.is === 'time' ? [{ token, at }] : []));
  const minutes = new Set<number>();
  times.forEach(({ token, at }, i) => {
    if (token.unit !== 'month' || token.length > 2) return;
    const [before, after] = [times[i - 1]?.token.unit, times[i + 1]?.token.unit];
    if (before === 'hour' || after === 'second') minutes.add(at);
  });
  const isTime = times.length > 0;
  return tokens.map((token, at): FormatToken => {
    if (minutes.has(at) && token.is === 'time') return { ...token, unit: 'minute' };
    if (!isTime) return token;
    if (token.is === 'digit') return { is: 'time', unit: 'part', length: 1 };
    if (token.is === 'point') return { is: 'literal', text: '.' };
    return token.is === 'comma' ? { is: 'literal', text: ',' } : token;
  });
}
