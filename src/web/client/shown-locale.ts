import type { Locale } from '#domain/text/label.ts';
import { preferences } from './preferences.ts';
import { createStore } from './store.ts';

/** The language of the screen: the one that was chosen, as soon as its texts are there. */
export const shownLocale = createStore<Locale>(preferences.get().locale);
