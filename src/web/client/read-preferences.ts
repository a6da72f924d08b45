import type { Locale } from '#domain/text/label.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type ComponentSize = 'small' | 'middle' | 'large';

/**
 * What a person set. Kept in cookies, since signing out empties the storages (specification §4), and with the user on
 * the server (shell/stored-preferences.ts).
 */
export interface Preferences {
  locale: Locale;
  theme: ThemeChoice;
  accent: string;
  size: ComponentSize;
  tagsView: boolean;
  logo: boolean;
  /** The menu and the tags stay in sight while the page scrolls. */
  fixedHeader: boolean;
}

/** Specification §2 and decisions.md §10. */
export const defaultPreferences: Preferences = {
  locale: 'zh-Hans',
  theme: 'system',
  accent: '#1890ff',
  size: 'middle',
  tagsView: true,
  logo: true,
  fixedHeader: false,
};

/** What the server kept, without what makes no sense here; null where it kept nothing. */
export function readStored(value: unknown): Partial<Preferences> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const texts = new Map<string, string>();
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'boolean') texts.set(cookieOf[name] ?? name, one ? '1' : '0');
    if (typeof one === 'string') texts.set(name, name === 'size' && one === 'middle' ? 'medium' : one);
  }
  const read = readPreferences((name) => texts.get(name));
  return Object.fromEntries(Object.entries(read).filter(([name]) => name in value));
}

const cookieOf: Record<string, string> = { logo: 'sidebarLogo' };

const locales: Locale[] = ['zh-Hans', 'en'];

const sizes: Record<string, ComponentSize> = { small: 'small', medium: 'middle', large: 'large' };

/** `language`: of the browser (BCP 47), for whoever has not chosen one. */
export function readPreferences(read: (name: string) => string | undefined, language = 'zh-CN'): Preferences {
  const theme = read('theme');
  const accent = read('accent') ?? '';
  const flag = (name: string, fallback: boolean) =>
    read(name) === undefined ? fallback : read(name) === '1';
  return {
    locale: locales.find((one) => one === read('locale')) ?? (/^zh\b/i.test(language) ? 'zh-Hans' : 'en'),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultPreferences.accent,
    size: sizes[read('size') ?? 'medium'] ?? 'middle',
    tagsView: flag('tagsView', true),
    logo: flag('sidebarLogo', true),
    fixedHeader: flag('fixedHeader', false),
  };
}
