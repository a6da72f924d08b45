import type { Locale } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';

const catalogue: Record<Locale, Record<string, string>> = { 'zh-Hans': {}, en: {} };

/**
 * Takes in texts of a language. A server has all from its start (`index.ts`); a page has those of the language that it
 * shows.
 */
export function addTexts(locale: Locale, texts: Readonly<Record<string, string>>): void {
  Object.assign(catalogue[locale], texts);
}

/** A text as it stands, with its holes; undefined: there is none with this key, or the language is not there yet. */
export function textOf(locale: Locale, key: string): string | undefined {
  return own(catalogue[locale], key);
}
