/** A stretch of a text; `hit`: one of the words that were looked for. */
export interface Hit {
  text: string;
  hit: boolean;
}

/** Characters of an excerpt, and of it before the first word that was found. */
const long = 180;
const before = 40;

/**
 * The pattern that finds a word in a text: `120` does not match in `1200`, nor `m` in `mass`; Chinese may have spaces between
 * digits and characters.
 */
function patternOf(word: string): string {
  const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (!/^[\dA-Za-z]+$/.test(word)) return [...word].map(plain).join(' ?');
  const isWhole = word.length < 3 || /^\d+$/.test(word);
  return `(?<![\\dA-Za-z])${word}${isWhole ? '(?![\\dA-Za-z])' : ''}`;
}

/** The stretch of a text around the first of these words, with each of them marked; empty where there is none. */
export function excerpt(text: string, words: readonly string[]): Hit[] {
  const sought = [...new Set(words.filter((word) => word !== ''))]
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  if (sought.length === 0) return [];
  const pattern = new RegExp(`(${sought.join('|')})`, 'gi');
  const first = text.search(pattern);
  if (first < 0) return [];
  const start = Math.max(0, first - before);
  const piece = text.slice(start, start + long);
  const hits = piece
    .split(pattern)
    // Of what is split by a group every second one is the group.
    .map((one, index) => ({ text: one, hit: index % 2 === 1 }))
    .filter((one) => one.text !== '');
  return [
    ...(start > 0 ? [{ text: '…', hit: false }] : []),
    ...hits,
    ...(start + long < text.length ? [{ text: '…', hit: false }] : []),
  ];
}
