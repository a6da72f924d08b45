import type { Label, Locale } from '../resource.ts';
import commonEn from './common.en.json' with { type: 'json' };
import commonZh from './common.zh-Hans.json' with { type: 'json' };
import sessionEn from './session.en.json' with { type: 'json' };
import sessionZh from './session.zh-Hans.json' with { type: 'json' };

/** Texts that both ends say: one pair of files an area, flat keys that begin with the area's name. */
export const sharedTexts: Record<Locale, Record<string, string>> = {
  'zh-Hans': { ...commonZh, ...sessionZh },
  en: { ...commonEn, ...sessionEn },
};

/** The text of a label in a locale. */
export function labelIn(label: Label, locale: Locale): string {
  return label[locale];
}
