import type { Locale } from '#domain/text/label.ts';
import { addTexts } from '#domain/text/locales/catalogue.ts';

type Texts = Readonly<Record<string, string>>;

const files: Record<Locale, () => Promise<{ texts: Texts }>> = {
  'zh-Hans': () => import('./chinese.ts'),
  en: () => import('./english.ts'),
};

const loaded = new Map<Locale, Promise<Texts>>();

/** The texts of a language, fetched once; rejects without a connection, and may be asked again. */
export function loadTexts(locale: Locale): Promise<Texts> {
  const known = loaded.get(locale);
  if (known) return known;
  const coming = files[locale]().then(({ texts }) => {
    addTexts(locale, texts);
    return texts;
  });
  loaded.set(locale, coming);
  coming.catch(() => loaded.delete(locale));
  return coming;
}
