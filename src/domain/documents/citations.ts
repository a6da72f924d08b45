import { numberIn } from './article-number.ts';

/** An article that a text names. */
export interface Citation {
  /** The code of its document. */
  code: string;
  article: number;
}

/** A stretch of a text; `cites`: the article that it names. */
export interface TextPart {
  text: string;
  cites?: Citation;
}

/** How texts of the product name the documents of authorities, by the code of their records. */
const names: [code: string, pattern: string][] = [
  ['order371', '《通用航空飞行管制条例》|Order 371'],
  ['order761', '《无人驾驶航空器飞行管理暂行条例》|Order 761'],
  ['flightBasicRules', '《(?:中华人民共和国)?飞行基本规则》|(?:Flight )?Basic Rules'],
];
/** `第十五、十六条` · `第八条、第十一条` · `art. 15 and 16` · `Art 12 to 14`. */
const numberList =
  '第?[〇零一二三四五六七八九十百千\\d]+条?(?:[、和至,，]\\s*第?[〇零一二三四五六七八九十百千\\d]+条?)*';
const englishList = ',?\\s*[Aa]rt(?:icle|s)?\\.?\\s*\\d+(?:(?:,| and| to|, and)\\s+\\d+(?!\\d|:\\d))*';
const citation = new RegExp(
  `(?:${names.map(([code, pattern]) => `(?<${code}>${pattern})`).join('|')})(?:(?<zh>(?=第)${numberList})|(?<en>${englishList}))`,
  'g',
);
const number = /第?(?<chinese>[〇零一二三四五六七八九十百千]+|\d+)条?/g;

/** A text in parts: each article that it names is a part of its own, so that all of them together are the text. */
export function citedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const plain = (piece: string) => {
    if (piece !== '') parts.push({ text: piece });
  };
  let at = 0;
  for (const match of text.matchAll(citation)) {
    const groups = match.groups ?? {};
    const code = names.find(([one]) => groups[one] !== undefined)?.[0];
    const list = groups.zh ?? groups.en ?? '';
    if (code === undefined) continue;
    const start = match.index + match[0].length - list.length;
    let first = true;
    let from = match.index;
    plain(text.slice(at, from));
    for (const one of list.matchAll(number)) {
      const article = numberIn(one.groups?.chinese ?? '');
      if (article === null) continue;
      const begin = start + one.index;
      // The name of the document belongs to its first article.
      if (!first) plain(text.slice(from, begin));
      const end = begin + one[0].length;
      parts.push({ text: text.slice(first ? match.index : begin, end), cites: { code, article } });
      first = false;
      from = end;
    }
    at = match.index + match[0].length;
    plain(text.slice(from, at));
  }
  plain(text.slice(at));
  return parts;
}

/** Every article that a text names. */
export function citationsIn(text: string): Citation[] {
  return citedParts(text).flatMap(({ cites }) => (cites ? [cites] : []));
}
