/** A text in both languages of the product. */
export interface Label {
  'zh-Hans': string;
  en: string;
}

export type Locale = keyof Label;

/** A label inside a sentence: `Sorties` as `sorties`; `ICAO code` stays. */
export function withinSentence(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** The text of a label in a locale. */
export function labelIn(label: Label, locale: Locale): string {
  return label[locale];
}
