import type { InformationItem } from '#domain/briefing/item.ts';
import type { Label, Locale } from '#domain/text/label.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** What an item says in both languages. */
export type Words = Pick<InformationItem, 'zh' | 'en'>;

export const both = (say: (locale: Locale) => string): Words => ({ zh: say('zh-Hans'), en: say('en') });

/** A text of the briefing, `briefing.<key>`. */
export const said = (key: string, values: Record<string, string | number> = {}): Words =>
  both((locale) => textIn({ key: `briefing.${key}`, values }, locale));

/** The parts that there are, one after the other. */
export const lines = (...parts: (Words | null | false)[]): Words => {
  const there = parts.filter((part) => part !== null && part !== false);
  return both((locale) =>
    clausesText(
      there.map(({ zh, en }) => (locale === 'en' ? en : zh)),
      locale,
    ),
  );
};

/** What it is called, behind its code where it has one; in English where it has such a name. */
export function titled(record: object, code?: unknown): Pick<InformationItem, 'title' | 'titleEn'> {
  const { name, nameEn } = record as { name?: unknown; nameEn?: unknown };
  const [zh, en] = [textOrNull(name), textOrNull(nameEn)];
  const title = (text: string | null) => [textOrNull(code), text].filter(Boolean).join(' ');
  return en ? { title: title(zh), titleEn: title(en) } : { title: title(zh) };
}

export const labelled = (label: Label | undefined, otherwise: string): Words => ({
  zh: label?.['zh-Hans'] ?? otherwise,
  en: label?.en ?? otherwise,
});

/** An item without time, height, place or message. */
export const blank = {
  raw: null,
  from: null,
  to: null,
  lower: null,
  upper: null,
  geometry: null,
  grave: false,
} satisfies Partial<InformationItem>;

export const isoOf = (at: number) => new Date(at).toISOString();
export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
