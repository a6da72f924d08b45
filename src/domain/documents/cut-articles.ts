import { numberIn } from './article-number.ts';

/** An article as it was found in a text; `chapter` and `heading` are empty where the text has none. */
export interface CutArticle {
  number: number;
  chapter: string;
  heading: string;
  text: string;
}

/** What a text was cut into, and what a person should look at before it is saved. */
export interface CutText {
  articles: CutArticle[];
  /** Numbers that come twice, and gaps between numbers: often a reference that begins a line. */
  problems: { kind: 'twice' | 'gap' | 'tooLong' | 'none'; number: number }[];
}

const chinese = '[〇零一二三四五六七八九十百千\\d]{1,8}';
const articleLine = new RegExp(
  `^(?:第\\s?(${chinese})\\s?条|(?:Article|ARTICLE|Art\\.)\\s?(\\d{1,4})[.:：]?)(?=[\\s　]|$)[\\s　]*(.*)$`,
);
const chapterLine = new RegExp(
  `^(?:第\\s?${chinese}\\s?章.{0,60}|(?:Chapter|CHAPTER|PART|Part)\\s[\\dIVXLC]{1,8}\\b.{0,80})$`,
);
/** Of a schema's `text`. */
const longestText = 20_000;
/** Articles of one document at most. */
export const mostArticles = 2_000;

/** Cuts a text at `第…条` and `Article n` where they begin a line. What stands before the first article is left out. */
export function cutArticles(text: string): CutText {
  const articles: CutArticle[] = [];
  const problems: CutText['problems'] = [];
  let chapter = '';
  let current: CutArticle | undefined;
  const lines = text
    .replace(/\r\n?/g, '\n')
    // A text that was one paragraph: an article begins after the end of a sentence.
    .replace(new RegExp(`([。；]|\\s)(?=第${chinese}条[\\s　])`, 'g'), '$1\n')
    .split('\n');
  for (const raw of lines) {
    const line = raw.replaceAll('　', ' ').trim();
    if (line === '') continue;
    if (chapterLine.test(line)) {
      chapter = line.replace(/\s+/g, ' ');
      current = undefined;
      continue;
    }
    const match = articleLine.exec(line);
    const number = match ? numberIn(match[1] ?? match[2] ?? '') : null;
    if (match && number !== null && number > 0 && articles.length < mostArticles) {
      const { heading, rest } = headed(match[3] ?? '', match[2] !== undefined);
      current = { number, chapter, heading, text: rest };
      articles.push(current);
    } else if (current) current.text += current.text === '' ? line : `\n${line}`;
  }
  const seen = new Set<number>();
  let previous: number | undefined;
  for (const { number, text: body } of articles) {
    if (seen.has(number)) problems.push({ kind: 'twice', number });
    else if (previous !== undefined && number !== previous + 1) problems.push({ kind: 'gap', number });
    if (body.length > longestText) problems.push({ kind: 'tooLong', number });
    seen.add(number);
    previous = number;
  }
  if (articles.length === 0) problems.push({ kind: 'none', number: 0 });
  return { articles, problems };
}

/** `【时限】最迟…` has a heading, and in English a line after the number that ends no sentence. */
function headed(line: string, english: boolean): { heading: string; rest: string } {
  const bracketed = /^[【[(（]([^】\])）]{1,60})[】\])）]\s*(.*)$/.exec(line);
  if (bracketed) return { heading: bracketed[1] ?? '', rest: bracketed[2] ?? '' };
  if (english && line !== '' && line.length <= 120 && !/[.;:]$/.test(line))
    return { heading: line, rest: '' };
  return { heading: '', rest: line };
}
