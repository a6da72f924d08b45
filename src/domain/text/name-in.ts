import type { Locale } from './label.ts';

/** The name of a thing in this language: the English one for English, where it has one. */
export function nameIn<Name, English = Name>(
  { name, nameEn }: { name: Name; nameEn?: English },
  locale: Locale,
): Name | NonNullable<English> {
  return locale === 'en' && nameEn !== undefined && nameEn !== null && nameEn !== '' ? nameEn : name;
}

/** A name as the value `hole` of a text; the value `<hole>En`, where there is one, takes its place in English. */
export function nameValues<Hole extends string>(
  hole: Hole,
  { name, nameEn }: { name: string; nameEn?: string | null | undefined },
): Record<string, string> {
  return { [hole]: name, ...(nameEn ? { [`${hole}En`]: nameEn } : {}) };
}
