const digits = new Map([...'零一二三四五六七八九'].map((sign, value) => [sign, value]));
digits.set('〇', 0).set('两', 2);
const units = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The number that Chinese or Arabic numerals write, `一百零二` and `102` alike; null where they write none below 10,000. */
export function numberIn(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  let total = 0;
  let digit: number | null = null;
  for (const sign of text) {
    const unit = units.get(sign);
    const value = digits.get(sign);
    if (unit !== undefined) {
      total += (digit ?? 1) * unit;
      digit = null;
    } else if (value !== undefined) {
      digit = value;
    } else return null;
  }
  const sum = total + (digit ?? 0);
  return text === '' || sum >= 10_000 ? null : sum;
}

const numerals = '[〇零一二三四五六七八九十百千\\d]+';
/** `第十六条` anywhere; `16条` where nothing follows that it counts; `article 16`, `art. 16`; or a number and nothing else. */
const reference = new RegExp(
  `第\\s*(${numerals})\\s*条|(?<![\\d〇零一二三四五六七八九十百千])(${numerals})\\s*条(?!\\p{L})|\\bart(?:icles?|s)?\\b\\.?\\s*(\\d{1,4})(?!\\d)|^\\s*(${numerals})\\s*$`,
  'iu',
);

/**
 * The article that a query names, and the query without it; null: it names none. `isWhole`: it is a bare number, which may
 * as well be one that a text holds.
 */
export function articleIn(query: string): { article: number | null; rest: string; isWhole: boolean } {
  const match = reference.exec(query);
  const article = match && numberIn(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
  if (!match || article === null) return { article: null, rest: query, isWhole: false };
  const rest = `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`;
  return { article, rest, isWhole: match[4] !== undefined };
}

/** A query in the words of laws, which write the long word where people ask with the short one. */
export const inWordsOfLaw = (query: string): string => query.replaceAll('无人机', '无人驾驶航空器');
