import { createStore } from '#web/client/store.ts';
import { dropTags, parseTags, type Tag } from './tags.ts';

const storageKey = 'tags';

/** The visited pages of this window, kept over a reload. */
export const tagStore = createStore<Tag[]>(parseTags(window.sessionStorage.getItem(storageKey)));
tagStore.subscribe(() => window.sessionStorage.setItem(storageKey, JSON.stringify(tagStore.get())));

/** Closes tags of pages that were left for good. */
export function forgetTags(...paths: string[]): void {
  tagStore.set(dropTags(tagStore.get(), paths));
}
