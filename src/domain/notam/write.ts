import { isUnlimited } from '#domain/airspace/formats/limits.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { longestText, wrapped } from '#domain/messages/envelope.ts';
import { type Notam, partLetters } from './notam.ts';
import { writeQLine } from './q-line.ts';
import { timeText } from './times.ts';
import { openBrackets } from './words.ts';

/** The fields of a NOTAM that are written: what `readNotam` reads of the text again. */
export type NotamFields = Pick<
  Notam,
  | 'number'
  | 'type'
  | 'refers'
  | 'q'
  | 'locations'
  | 'validFrom'
  | 'validTo'
  | 'isEstimated'
  | 'isPermanent'
  | 'schedule'
  | 'text'
  | 'textZh'
  | 'lower'
  | 'upper'
>;

/** Characters of E) that a person fills in, in each language. */
export const longestWords = 10_000;
/** More would not fit into one record. */
export const mostParts = 12;

/** Characters of a message as AFTN counts them: lines of 69 at most, each with its end (Annex 10 Vol. II, 4.4.15). */
export const messageLength = (text: string): number => wrapped(text).join('\r\r\n').length;

/**
 * The messages as which a NOTAM is sent: one, or where AFTN does not carry it in one its parts in their order. Each has all
 * items, a piece of E), and its letter with the number of parts behind the number, `A1234/26B03` (OPADD 4.1, 6.2).
 */
export function writeMessages(fields: NotamFields): string[] {
  const whole = writeNotam(fields);
  if (messageLength(whole) <= longestText) return [whole];
  const write = (words: string, indicator: string) => messageOf(fields, words, indicator);
  const pieces: string[] = [];
  for (let rest = wordsOf(fields); rest !== ''; ) {
    const piece = pieceOf(rest, (words) => messageLength(write(words, 'A00')) <= longestText);
    pieces.push(piece.trim());
    rest = rest.slice(piece.length).trimStart();
  }
  const of = String(pieces.length).padStart(2, '0');
  return pieces.map((piece, index) => write(piece, `${partLetters.charAt(index)}${of}`));
}

/** Where a text may be cut: at the end of a line, at a blank, between two corners of an area, behind a Chinese stop. */
const breaks = /\n| |(?<=\d)(?=-[NS]\d)|(?<=[，。；、])/g;

/** As much of a text as fits: to the end of a line or a word, outside brackets where possible. */
function pieceOf(text: string, fits: (piece: string) => boolean): string {
  if (fits(text)) return text;
  const places = [...text.matchAll(breaks)].map(({ index }) => index).filter((index) => index > 0);
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(text.slice(0, places[middle]))) low = middle + 1;
    else high = middle;
  }
  const fitting = places.slice(0, low);
  // One word that is longer than a message is sent as it is.
  const at =
    fitting.findLast((end) => openBrackets(text.slice(0, end)) === 0) ??
    fitting.at(-1) ??
    places[0] ??
    text.length;
  return text.slice(0, at);
}

/** E) in both languages. Chinese is set apart line by line: a line with a Chinese character is of the Chinese text. */
function wordsOf({ text, textZh }: NotamFields): string {
  return [text, ...(textZh && textZh !== text ? [textZh] : [])].join('\n');
}

/** The text of a NOTAM, from `(A1234/26 NOTAMN` to the bracket that closes it (Doc 8126, App. B), however long it is. */
export const writeNotam = (fields: NotamFields): string => messageOf(fields, wordsOf(fields), '');

function messageOf(fields: NotamFields, words: string, indicator: string): string {
  const { number, type, refers, q, schedule } = fields;
  const until = fields.isPermanent
    ? 'PERM'
    : fields.validTo === null
      ? ''
      : `${timeText(fields.validTo)}${fields.isEstimated ? ' EST' : ''}`;
  const places = [
    `A) ${fields.locations.join(' ')}`,
    fields.validFrom === null ? '' : `B) ${timeText(fields.validFrom)}`,
    until === '' ? '' : `C) ${until}`,
  ].filter((part) => part !== '');
  const limits = limitsText(fields);
  const lines = [
    `${number ?? ''}${indicator} NOTAM${type}${refers ? ` ${refers}` : ''}`.trim(),
    ...(q ? [`Q) ${writeQLine(q)}`] : []),
    places.join(' '),
    ...(schedule ? [`D) ${schedule}`] : []),
    `E) ${words}`,
    ...(limits ? [limits] : []),
  ];
  return `(${lines.join('\n')})`;
}

/** `F) SFC G) FL120`; empty: neither is given. */
export function limitsText({ lower, upper }: Pick<NotamFields, 'lower' | 'upper'>): string {
  if (!lower && !upper) return '';
  return `F) ${lower ? limitText(lower, 'lower') : 'SFC'} G) ${upper ? limitText(upper, 'upper') : 'UNL'}`;
}

/** What a conversion between units adds to a whole number. */
const noise = 1e-6;

/** `SFC`, `FL120`, `600M AGL`, `3000FT AMSL`, `UNL`: in whole units, a lower limit rounded down, an upper one up. */
export function limitText(limit: Altitude, side: 'lower' | 'upper'): string {
  const { unit, reference } = limit;
  const value = side === 'lower' ? Math.floor(limit.value + noise) : Math.ceil(limit.value - noise);
  if (value === 0 && reference === 'AGL') return 'SFC';
  if (isUnlimited(limit)) return 'UNL';
  if (unit === 'FL') return `FL${String(value).padStart(3, '0')}`;
  return `${value}${unit.toUpperCase()} ${reference}`;
}
