import { readCookie, writeCookie } from './cookies.ts';
import { type Preferences, readPreferences } from './read-preferences.ts';
import { createStore } from './store.ts';

const yearMs = 365 * 86_400_000;

export const preferences = createStore<Preferences>(readPreferences(readCookie));

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
}
