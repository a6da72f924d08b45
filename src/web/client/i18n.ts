import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { preferences, setPreferences } from './preferences.ts';
import { webTexts } from './texts/index.ts';

export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: preferences.get().locale,
  fallbackLng: 'zh-Hans',
  load: 'currentOnly',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {
    'zh-Hans': { translation: { ...sharedTexts['zh-Hans'], ...webTexts['zh-Hans'] } },
    en: { translation: { ...sharedTexts.en, ...webTexts.en } },
  },
});

applyLocale(preferences.get().locale);
// Every text on the screen follows, without a reload.
preferences.subscribe(() => {
  const { locale } = preferences.get();
  if (locale === i18n.language) return;
  applyLocale(locale);
  void i18n.changeLanguage(locale);
});

function applyLocale(locale: Locale): void {
  dayjs.locale(locale === 'en' ? 'en' : 'zh-cn');
  document.documentElement.lang = locale;
}

export function setLocale(locale: Locale): void {
  setPreferences({ locale });
}

function currentLocale(): Locale {
  return preferences.get().locale;
}

/** refine's seam. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    String(i18n.t(key, { ...(typeof options === 'object' ? options : {}), defaultValue: fallback ?? key })),
  changeLocale: async (lang: string) => setLocale(lang === 'en' ? 'en' : 'zh-Hans'),
  getLocale: () => currentLocale(),
};
