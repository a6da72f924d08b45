import type { Locale } from '../domain/resource.ts';

export const defaultLocale: Locale = 'zh-Hans';

type Headers = Record<string, string | string[] | undefined>;

/**
 * The culture of a request in ABP's order (wire.md §1): query, header, cookie, Accept-Language, default.
 * A malformed one falls through and never fails.
 */
export function localeOf(headers: Headers, query: unknown): Locale {
  const fromQuery =
    typeof query === 'object' && query !== null && 'culture' in query ? query.culture : undefined;
  const candidates = [
    typeof fromQuery === 'string' ? fromQuery : undefined,
    cultureIn(one(headers['.aspnetcore.culture'])),
    cultureIn(cookieOf(one(headers.cookie), '.AspNetCore.Culture')),
    ...(one(headers['accept-language'])?.split(',') ?? []),
  ];
  for (const candidate of candidates) {
    const locale = localeNamed(candidate);
    if (locale) return locale;
  }
  return defaultLocale;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** `zh-Hans` or `c=zh-Hans|uic=zh-Hans`. */
function cultureIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return /^c=([^|]*)/.exec(value)?.[1] ?? value;
}

function localeNamed(name: string | undefined): Locale | undefined {
  const language = name?.trim().toLowerCase().split(/[-_;]/)[0];
  if (language === 'zh') return 'zh-Hans';
  if (language === 'en') return 'en';
  return undefined;
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) {
      try {
        return decodeURIComponent(value.join('='));
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
