import { readCookie, writeCookie } from './cookies.ts';
import { type Preferences, readPreferences } from './read-preferences.ts';
import { createStore } from './store.ts';

const yearMs = 365 * 86_400_000;

export const preferences = createStore<Preferences>(
  readPreferences(readCookie, globalThis.navigator?.language),
);

/** The other windows of this browser follow. */
const windows = new BroadcastChannel('preferences');
windows.onmessage = ({ data }: MessageEvent<Preferences>) => preferences.set(data);

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.get(), ...change };
  writeCookie('locale', next.locale, yearMs);
  writeCookie('theme', next.theme, yearMs);
  writeCookie('accent', next.accent, yearMs);
  writeCookie('size', next.size === 'middle' ? 'medium' : next.size, yearMs);
  writeCookie('tagsView', next.tagsView ? '1' : '0', yearMs);
  writeCookie('sidebarLogo', next.logo ? '1' : '0', yearMs);
  writeCookie('fixedHeader', next.fixedHeader ? '1' : '0', yearMs);
  preferences.set(next);
  windows.postMessage(next);
}

const chosenKey = 'locale.chosen';

/** The language was chosen on a page before signing in: it goes before the one that the user has stored. */
export function noteChosenLocale(): void {
  sessionStorage.setItem(chosenKey, '1');
}

/** Whether it was; asked once. */
export function takeChosenLocale(): boolean {
  const isChosen = sessionStorage.getItem(chosenKey) !== null;
  sessionStorage.removeItem(chosenKey);
  return isChosen;
}
