import i18next from 'i18next';
import type { Text } from '#domain/text/errors.ts';
import { holeFormatter } from '#domain/text/hole-formatter.ts';
import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';

/** Says a text in a language. A key that no catalogue has comes back as itself: the client may know it. */
export type Translate = (text: Text, locale: Locale) => string;

export function createTranslate(): Translate {
  const instance = i18next.createInstance();
  void instance.use(holeFormatter).init({
    lng: 'zh-Hans',
    fallbackLng: 'zh-Hans',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: {
      'zh-Hans': { translation: sharedTexts['zh-Hans'] },
      en: { translation: sharedTexts.en },
    },
  });
  return ({ key, values }, locale) => instance.t(key, { ...values, lng: locale });
}
