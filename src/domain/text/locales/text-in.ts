import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { own } from '#domain/text/own.ts';
import { textOf } from './catalogue.ts';

/**
 * Says a text in a language: its {{holes}} filled, an unknown key as itself. `$t(plan.state.{{state}})` in a
 * catalogue stands for another text of it; a value that reads so stays what it is, as i18next has it.
 */
export function textIn({ key, values = {} }: Text, locale: Locale): string {
  const text = textOf(locale, key) ?? key;
  const value = (name: string) =>
    nameIn({ name: own(values, name), nameEn: own(values, `${name}En`) }, locale);
  const fill = (part: string) =>
    part.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(value(name) ?? hole));
  return text
    .split(/(\$t\([^()]*\))/)
    .map((part) =>
      part.startsWith('$t(') ? textIn({ key: fill(part.slice(3, -1)), values }, locale) : fill(part),
    )
    .join('');
}
