import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** The content of a message or a reminder in both languages. */
export function inBoth(content: (locale: Locale) => string): { content: string; contentEn: string } {
  return { content: content('zh-Hans'), contentEn: content('en') };
}

/** The title of a message in both languages. */
export function titleInBoth(key: string): { title: string; titleEn: string } {
  return { title: textIn({ key }, 'zh-Hans'), titleEn: textIn({ key }, 'en') };
}
