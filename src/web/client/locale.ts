import type { Label, Locale } from '#domain/text/label.ts';
import { shownLocale } from './shown-locale.ts';
import { useStore } from './store.ts';

/** The language of the screen; a component that asks follows its change. */
export function useLocale(): Locale {
  return useStore(shownLocale);
}

/** Says labels of schemas in the language of the screen. */
export function useLabel(): (label: Label | undefined, fallback?: string) => string {
  const locale = useLocale();
  return (label, fallback = '') => label?.[locale] ?? fallback;
}
