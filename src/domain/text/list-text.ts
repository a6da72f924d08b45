import type { Locale } from './label.ts';

/** Things one after the other as the language parts them: `a, b`, `甲、乙`. */
export function listText(items: readonly string[], locale: Locale): string {
  return items.join(locale === 'en' ? ', ' : '、');
}

/** Things that may have commas of their own: `a; b`, `甲；乙`. */
export function clausesText(items: readonly string[], locale: Locale): string {
  return items.join(locale === 'en' ? '; ' : '；');
}
