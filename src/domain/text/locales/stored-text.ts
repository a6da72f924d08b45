import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textOf } from './catalogue.ts';
import { textIn } from './text-in.ts';

/** What the server itself wrote: worded when it is read, in the reader's language. */
export interface WordedText {
  key: string;
  values: Record<string, string>;
  /** As it read when it was written: by them a search finds it, and so it reads once its key has gone. */
  words: Record<Locale, string>;
}

/**
 * The value of a field that its schema marks `x-worded`, a reason or an opinion: what a person wrote, to the letter,
 * or a text of the server's own.
 */
export type StoredText = string | WordedText;

/** Longest value, characters: the record's field holds the whole. */
const longestValue = 100;

/** A text of the server's own as a record stores it. */
export function storedText({ key, values = {} }: Text): WordedText {
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value).slice(0, longestValue)]),
  );
  const words = (locale: Locale) => textIn({ key, values: short }, locale);
  return { key, values: short, words: { 'zh-Hans': words('zh-Hans'), en: words('en') } };
}

/** Words that the server put together of several labels, in each language. */
export function storedWords(wordsIn: (locale: Locale) => string): WordedText {
  return { key: '', values: {}, words: { 'zh-Hans': wordsIn('zh-Hans'), en: wordsIn('en') } };
}

/** What is stored in such a field as its reader is to see it; null: nothing is. */
export function wordedIn(stored: StoredText, locale: Locale): string;
export function wordedIn(stored: unknown, locale: Locale): string | null;
export function wordedIn(stored: unknown, locale: Locale): string | null {
  if (typeof stored === 'string') return stored;
  if (!isWordedText(stored)) return null;
  const { key, values, words } = stored;
  return textOf(locale, key) === undefined ? words[locale] : textIn({ key, values }, locale);
}

/** From a row, which nothing but `storedText` and the migration of older texts writes. */
function isWordedText(stored: unknown): stored is WordedText {
  return typeof stored === 'object' && stored !== null && 'key' in stored && 'words' in stored;
}
