import type { Locale } from './label.ts';

/** A text in this language: its English twin for English, where it has one. */
export function textIn<Text, English = Text>(
  text: Text,
  english: English | undefined,
  locale: Locale,
): Text | NonNullable<English> {
  return locale === 'en' && english !== undefined && english !== null && english !== '' ? english : text;
}

/** The name of a thing in this language. */
export function nameIn<Name, English = Name>(
  { name, nameEn }: { name: Name; nameEn?: English },
  locale: Locale,
): Name | NonNullable<English> {
  return textIn(name, nameEn, locale);
}

/** The same of what keeps its names as `displayName` and `displayNameEn`. */
export function displayNameIn(
  { displayName, displayNameEn }: { displayName: string; displayNameEn?: string | null | undefined },
  locale: Locale,
): string {
  return textIn(displayName, displayNameEn, locale);
}

/** A name as the value `hole` of a text; the value `<hole>En`, where there is one, takes its place in English. */
export function nameValues<Hole extends string>(
  hole: Hole,
  { name, nameEn }: { name: string; nameEn?: string | null | undefined },
): Record<string, string> {
  return { [hole]: name, ...(nameEn ? { [`${hole}En`]: nameEn } : {}) };
}
