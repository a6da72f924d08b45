import type { Text } from '../errors.ts';
import type { Locale } from '../resource.ts';
import { sharedTexts } from './index.ts';

/** Says a text in a language: its {{holes}} filled, an unknown key as itself. */
export function textIn({ key, values = {} }: Text, locale: Locale): string {
  const text = sharedTexts[locale][key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole));
}
