import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { holeFormatter } from '#domain/text/hole-formatter.ts';
import type { Locale } from '#domain/text/label.ts';
import { preferences, setPreferences } from './preferences.ts';
import { shownLocale } from './shown-locale.ts';
import { loadTexts } from './texts/load-texts.ts';

export const i18n = i18next.createInstance();

void i18n
  .use(holeFormatter)
  .use(initReactI18next)
  .init({
    lng: shownLocale.get(),
    fallbackLng: false,
    load: 'currentOnly',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: {},
  });

/** Every text on the screen is in the language that is chosen, from now on. Rejects without a connection. */
export async function showLocale(): Promise<void> {
  const { locale } = preferences.get();
  const texts = await loadTexts(locale);
  // Another has been chosen meanwhile.
  if (locale !== preferences.get().locale) return;
  i18n.addResourceBundle(locale, 'translation', texts);
  dayjs.locale(locale === 'en' ? 'en' : 'zh-cn');
  document.documentElement.lang = locale;
  await i18n.changeLanguage(locale);
  shownLocale.set(locale);
}

/** Follows the choice without a reload; what a lost connection kept back comes with the connection. */
export function followLocale(): void {
  const follow = () => {
    if (preferences.get().locale !== shownLocale.get()) void showLocale().catch(() => undefined);
  };
  preferences.subscribe(follow);
  window.addEventListener('online', follow);
}

export function setLocale(locale: Locale): void {
  setPreferences({ locale });
}

/** refine's seam. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    String(i18n.t(key, { ...(typeof options === 'object' ? options : {}), defaultValue: fallback ?? key })),
  changeLocale: async (lang: string) => setLocale(lang === 'en' ? 'en' : 'zh-Hans'),
  getLocale: () => shownLocale.get(),
};
