import type { NotedCount } from '#contract/surveillance-source.ts';
import { fieldKey } from '#domain/surveillance/formats/report-rows.ts';
import type { Noted } from '#domain/surveillance/track/reading.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

/** What a source sent, counted by kind or by field, in the words of a language, the most frequent first. */

/** Messages that gave no report, by kind. */
export const kindsIn = (kinds: ReadonlyMap<string, Noted>, locale: Locale): NotedCount[] =>
  named(kinds, (kind) => textIn({ key: kind }, locale));

/** Values that could not be used, by field of the report. */
export const fieldsIn = (fields: ReadonlyMap<string, Noted>, locale: Locale): NotedCount[] =>
  named(fields, (field) => {
    const key = fieldKey(field);
    return key === null ? field : textIn({ key }, locale);
  });

function named(notes: ReadonlyMap<string, Noted>, nameOf: (name: string) => string): NotedCount[] {
  return [...notes]
    .map(([name, { count, example }]) => ({ name: nameOf(name), count, example }))
    .toSorted((a, b) => b.count - a.count);
}
