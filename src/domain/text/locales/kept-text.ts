import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from './index.ts';
import { textIn } from './text-in.ts';

/**
 * What the server itself writes into a record, a reason or a comment: kept as the text's key with its values, and
 * worded when it is read, in the reader's language. Beside them stand its words in both languages, so that a search
 * finds them, and so that it is still told when its key has gone. Whatever has no such marks is shown as it is.
 */

const begin = '\u001e';
const then = '\u001d';
const end = '\u001f';
const part = `[^${begin}${then}${end}]*`;
const kept = new RegExp(`${begin}(${part})${then}(${part})${then}(${part})${end}`, 'g');
/** The same within one string of JSON; a backslash before it is one that a person wrote. */
const keptInJson = /(?<!\\)\\u001e(?:[^"\\]|\\.)*?\\u001f/g;
const marks = new RegExp(`[${begin}${then}${end}]`, 'g');
/** Longest value, characters: the record's field holds the whole. */
const longestValue = 100;

/** A text as a record keeps it. */
export function keptText({ key, values = {} }: Text): string {
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value).replace(marks, ' ').slice(0, longestValue),
    ]),
  );
  const words = (locale: Locale) => textIn({ key, values: short }, locale);
  return `${begin}${JSON.stringify({ key, values: short })}${then}${words('zh-Hans')}${then}${words('en')}${end}`;
}

/** A kept text, or one with kept texts in it, in a language. */
export function wordedIn(text: string, locale: Locale): string {
  if (!text.includes(begin)) return text;
  return text.replace(kept, (_, code: string, inChinese: string, inEnglish: string) => {
    const said = textOf(code);
    if (said && Object.hasOwn(sharedTexts[locale], said.key)) return textIn(said, locale);
    return locale === 'en' ? inEnglish : inChinese;
  });
}

/** Null: somebody else wrote the marks. */
function textOf(code: string): Text | null {
  try {
    const said: unknown = JSON.parse(code);
    if (typeof said !== 'object' || said === null || !('key' in said) || typeof said.key !== 'string')
      return null;
    const values =
      'values' in said && typeof said.values === 'object' ? Object.entries(said.values ?? {}) : [];
    return {
      key: said.key,
      values: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
    };
  } catch {
    return null;
  }
}

/** The same in a text of JSON: what a door answers. */
export function wordedJson(json: string, locale: Locale): string {
  if (!json.includes('\\u001e')) return json;
  return json.replace(keptInJson, (found) =>
    JSON.stringify(wordedIn(JSON.parse(`"${found}"`) as string, locale)).slice(1, -1),
  );
}
