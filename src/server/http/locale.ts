import { screenHeader } from '#domain/record/screen-header.ts';
import type { Locale } from '#domain/text/label.ts';

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
 * The culture of a request in ABP's order (wire.md §1): query, what the user saved, header, cookie, Accept-Language,
 * default. Our own screens say which language they are in, and are answered in it whatever is saved. A malformed one
 * falls through and never fails.
 */
export function localeOf(headers: Headers, query: unknown, saved: Locale | null = null): Locale {
  const inHeaders = headerNames.map((name) => cultureIn(one(headers[name])));
  const candidates = [
    cultureInQuery(query),
    ...(one(headers[screenHeader]) === '1' ? inHeaders : []),
    saved ?? undefined,
    ...inHeaders,
    ...cookieNames.map((name) => cultureIn(cookieOf(one(headers.cookie), name))),
    ...(one(headers['accept-language'])?.split(',') ?? []),
  ];
  for (const candidate of candidates) {
    const locale = localeNamed(candidate);
    if (locale) return locale;
  }
  return defaultLocale;
}

/** `?culture=en`; ASP.NET reads names of a query without regard to case. */
function cultureInQuery(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  for (const [name, value] of Object.entries(query)) {
    if (name.toLowerCase() === 'culture' && typeof value === 'string') return value;
  }
  return undefined;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** `zh-Hans` or `c=zh-Hans|uic=zh-Hans`. */
function cultureIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return /^c=([^|]*)/.exec(value)?.[1] ?? value;
}

/** The language of ours that a culture's name means. */
export function localeNamed(name: string | undefined): Locale | undefined {
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
