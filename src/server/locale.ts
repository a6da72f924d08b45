import type { Locale } from '../domain/resource.ts';

export const defaultLocale: Locale = 'zh-Hans';

/** ASP.NET's own, and those of ABP's clients, which say the bare name of a culture; headers arrive in lower case. */
const headerNames = [
  '.aspnetcore.culture',
  'abp.localization.culturename',
  'abp-localization-culturename',
  'abp.localization.culture',
];
const cookieNames = ['.AspNetCore.Culture', 'Abp.Localization.CultureName'];

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
    ...headerNames.map((name) => cultureIn(one(headers[name]))),
    ...cookieNames.map((name) => cultureIn(cookieOf(one(headers.cookie), name))),
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
