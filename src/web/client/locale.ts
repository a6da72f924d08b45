import type { Label, Locale } from '#domain/text/label.ts';
import { preferences } from './preferences.ts';
import { useStore } from './store.ts';

/** The language of the screen; a component that asks follows its change. */
export function useLocale(): Locale {
  return useStore(preferences).locale;
}

/** Says labels of schemas in the language of the screen. */
export function useLabel(): (label: Label | undefined, fallback?: string) => string {
  const locale = useLocale();
  return (label, fallback = '') => label?.[locale] ?? fallback;
}
