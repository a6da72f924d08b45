import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '#domain/text/label.ts';

/** The texts of a folder's `<area>.<language>.json`, by language. */
export function readTexts(folder: string): Record<Locale, Record<string, string>> {
  const texts: Record<Locale, Record<string, string>> = { 'zh-Hans': {}, en: {} };
  for (const file of readdirSync(folder)) {
    for (const locale of ['zh-Hans', 'en'] as const) {
      if (!file.endsWith(`.${locale}.json`)) continue;
      Object.assign(texts[locale], JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    }
  }
  return texts;
}

/** Those of the web, wherever this is called from. */
export const webTexts = readTexts(path.join(import.meta.dirname, '../src/web/client/texts'));
