import type { FormatToken } from './format-tokens.ts';

/** A spreadsheet keeps and shows this many digits of a number. */
const digitsKept = 15;
/** What a cell of the format General shows of a number that is not whole. */
const digitsOfFraction = 10;

/** The digits of a number without a format of its own: `13800138000`, `0.3`; never an exponent below 10^15. */
export function generalText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? value.toFixed(0) : String(value);
  return String(Number(value.toPrecision(digitsOfFraction)));
}

/** The number without the last bits that come of calculating in halves: 3.3000000000000003 is 3.3. */
export function keptNumber(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(digitsKept));
}

const unknown = new Set(['exponent', 'fraction']);

/** A number by the sections of its format; null: with a sign that we do not show, as of an exponent or a fraction. */
export function shownNumber(sections: FormatToken[][], value: number): string | null {
  const { section: chosen, writesSign } = sectionFor(sections, value);
  if (chosen.some(({ is }) => unknown.has(is))) return null;
  const lastDigit = chosen.findLastIndex(({ is }) => is === 'digit');
  // A comma behind the digits counts thousands.
  if (chosen[lastDigit + 1]?.is === 'comma') return null;
  const text = filled(chosen, Math.abs(value));
  return value < 0 && !writesSign ? `-${text}` : text;
}

/** The section of a number: by its sign, or by conditions such as `[>=100]`. `writesSign`: it is of negative numbers alone. */
export function sectionFor(
  sections: FormatToken[][],
  value: number,
): { section: FormatToken[]; writesSign: boolean } {
  const [first = [], second, third] = sections;
  const stated = [first, second ?? []].map((section) => section.find(({ is }) => is === 'condition'));
  if (!stated[0] && !stated[1]) {
    if (value < 0 && second) return { section: second, writesSign: true };
    return { section: value === 0 && third ? third : first, writesSign: false };
  }
  // What states no condition is of positive numbers in the first place, of negative ones in the second.
  const fits = (at: 0 | 1) =>
    stated[at] ? holds(stated[at], value) : at === 0 ? value > 0 : third === undefined || value < 0;
  const at = fits(0) ? 0 : second && fits(1) ? 1 : 2;
  const section = [first, second, third][at] ?? second ?? first;
  const condition = stated[at];
  const isOfNegatives =
    condition?.is === 'condition'
      ? /^<=?$/.test(condition.compare) && condition.limit <= 0
      : at === 1 && third;
  return { section, writesSign: Boolean(isOfNegatives) };
}

function holds(token: FormatToken, value: number): boolean {
  if (token.is !== 'condition') return false;
  const { compare, limit } = token;
  if (compare === '<>') return value !== limit;
  return (
    (compare.includes('=') && value === limit) ||
    (compare.startsWith('<') && value < limit) ||
    (compare.startsWith('>') && value > limit)
  );
}

function filled(tokens: FormatToken[], value: number): string {
  const percents = tokens.filter(({ is }) => is === 'percent').length;
  const point = tokens.findIndex(({ is }) => is === 'point');
  const [before, after] = point < 0 ? [tokens, []] : [tokens.slice(0, point), tokens.slice(point + 1)];
  const places = after.filter(({ is }) => is === 'digit').length;
  const scaled = Number((value * 100 ** percents).toPrecision(digitsKept));
  const [whole = '', fraction = ''] = roundedText(scaled, Math.min(places, 30)).split('.');
  if (tokens.some(({ is }) => is === 'general' || is === 'text'))
    return wordsAround(tokens, generalText(value));
  return wholeText(before, whole) + (point < 0 ? '' : fractionText(after, fraction));
}

/** Halves are rounded up as decimals: 1.005 is 1.01, though no such number is kept in halves. */
function roundedText(value: number, places: number): string {
  const unit = 10 ** places;
  const whole = Math.round(Number((value * unit).toPrecision(digitsKept)));
  return (Number.isSafeInteger(whole) ? whole / unit : value).toFixed(places);
}

function wordsAround(tokens: FormatToken[], text: string): string {
  return tokens
    .map((token) => (token.is === 'general' || token.is === 'text' ? text : literalOf(token)))
    .join('');
}

function literalOf(token: FormatToken): string {
  if (token.is === 'literal') return token.text;
  return token.is === 'percent' ? '%' : '';
}

/** From the right: each place takes a digit, the first place all that are left. */
function wholeText(tokens: FormatToken[], digits: string): string {
  const isGrouped = tokens.some(({ is }) => is === 'comma');
  let left = digits === '0' ? '' : digits;
  let count = 0;
  let text = '';
  const put = (digit: string) => {
    text = digit + (isGrouped && count > 0 && count % 3 === 0 ? ',' : '') + text;
    count += 1;
  };
  const firstPlace = tokens.findIndex(({ is }) => is === 'digit');
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (token?.is !== 'digit') {
      if (token) text = literalOf(token) + text;
      continue;
    }
    const digit = left.at(-1) ?? { '0': '0', '?': ' ', '#': '' }[token.text];
    left = left.slice(0, -1);
    if (digit !== '') put(digit);
    if (at !== firstPlace) continue;
    for (; left !== ''; left = left.slice(0, -1)) put(left.at(-1) ?? '');
  }
  return text;
}

function fractionText(tokens: FormatToken[], digits: string): string {
  const places = tokens.filter((token) => token.is === 'digit');
  let last = places.length;
  while (last > 0 && places[last - 1]?.text !== '0' && digits[last - 1] === '0') last -= 1;
  let at = 0;
  const text = tokens.map((token) => {
    if (token.is !== 'digit') return literalOf(token);
    at += 1;
    return at <= last ? (digits[at - 1] ?? '') : token.text === '?' ? ' ' : '';
  });
  // The point stays, though no digit follows it.
  return `.${text.join('')}`;
}
