import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';

const require = createRequire(import.meta.url);
let loaded: Jieba | undefined;

/** Loaded by the first who searches or is searched: its dictionary is of several megabytes. */
function jieba(): Jieba {
  if (!loaded) {
    const { Jieba: Loaded } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
    const { dict } = require('@node-rs/jieba/dict') as typeof import('@node-rs/jieba/dict');
    loaded = Loaded.withDict(dict);
  }
  return loaded;
}

const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);

/** The words of a text, the longer ones also in their parts, so that a part of a term finds it. */
export function wordsOf(text: string): string[] {
  return jieba().cutForSearch(text, true).filter(isWord);
}

/** Words that say nothing by themselves. */
const particle = /^[的了和与或及在是之]$/;

/** The words that a query asks for, none of them in parts; particles only where there is nothing else. */
export function askedWords(query: string): string[] {
  const words = [...new Set(jieba().cut(query, true).filter(isWord))];
  const telling = words.filter((word) => !particle.test(word));
  return telling.length > 0 ? telling : words;
}
