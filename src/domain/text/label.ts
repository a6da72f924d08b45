/** A text in both languages of the product. */
export interface Label {
  'zh-Hans': string;
  en: string;
}

export type Locale = keyof Label;

/** The text of a label in a locale. */
export function labelIn(label: Label, locale: Locale): string {
  return label[locale];
}
