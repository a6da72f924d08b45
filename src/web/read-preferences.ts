import type { Locale } from '../domain/resource.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type ComponentSize = 'small' | 'middle' | 'large';

/** What a person set for this browser. Kept in cookies: signing out empties the storages (specification §4). */
export interface Preferences {
  locale: Locale;
  theme: ThemeChoice;
  accent: string;
  size: ComponentSize;
  tagsView: boolean;
  logo: boolean;
}

/** Specification §2 and decisions.md §10. */
export const defaultPreferences: Preferences = {
  locale: 'zh-Hans',
  theme: 'system',
  accent: '#1890ff',
  size: 'middle',
  tagsView: true,
  logo: true,
};

const sizes: Record<string, ComponentSize> = { small: 'small', medium: 'middle', large: 'large' };

export function readPreferences(read: (name: string) => string | undefined): Preferences {
  const theme = read('theme');
  const accent = read('accent') ?? '';
  const flag = (name: string, fallback: boolean) =>
    read(name) === undefined ? fallback : read(name) === '1';
  return {
    locale: read('locale') === 'en' ? 'en' : 'zh-Hans',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultPreferences.accent,
    size: sizes[read('size') ?? 'medium'] ?? 'middle',
    tagsView: flag('tagsView', true),
    logo: flag('sidebarLogo', true),
  };
}
