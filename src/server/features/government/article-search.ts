import { sql as raw } from 'kysely';
import type { ArticleHit } from '#contract/government.ts';
import { articleIn, inWordsOfLaw } from '#domain/documents/article-number.ts';
import { excerpt } from '#domain/documents/excerpt.ts';
import { wordVector } from '#server/db/document-tables.ts';
import type { Sql } from '#server/db/sql.ts';
import { refreshArticleWords } from './article-words.ts';
import { askedWords } from './jieba.ts';

export interface ArticleQuery {
  query: string;
  /** `YYYY-MM-DD`; absent: of every version. */
  day?: string | undefined;
  kind?: string | undefined;
  document?: number | undefined;
  most?: number | undefined;
}

interface Row extends Omit<ArticleHit, 'zh' | 'en'> {
  text: string;
  textEn: string | null;
  total: number;
  /** The words of the English text that were found, as they are written there. */
  found: string;
}

/** The columns of an article with those of its document, as `a` and `d`. */
export const articleColumns = raw`a.id, d.id as document, d.code, d.title, d.title_en as "titleEn", d.edition,
  d.effective_from::text as "effectiveFrom", d.effective_to::text as "effectiveTo",
  coalesce(d.is_summary, false) as "isSummary", a.number, a.chapter, a.chapter_en as "chapterEn", a.heading,
  a.heading_en as "headingEn", a.text, a.text_en as "textEn"`;

/** Not in the trash, and in force on a day (`YYYY-MM-DD`; null: on any). */
export const inForce = (day: string | null) => raw`a.deleted_at is null and d.deleted_at is null
  and (${day}::date is null or (d.effective_from <= ${day}::date
    and (d.effective_to is null or d.effective_to >= ${day}::date)))`;

const beginningOf = (text: string) => [
  { text: text.length > 180 ? `${text.slice(0, 180)}…` : text, hit: false },
];

/** Between what `ts_headline` found: signs that no text has. */
const [mark, end] = ['\u0002', '\u0003'];

/** Its documents that a query names, by title or short title, and the query without that name. */
async function namedDocuments(sql: Sql, query: string): Promise<{ ids: number[] | null; rest: string }> {
  const { rows } = await raw<{ id: number; name: string }>`
    select id, name from government_document,
      unnest(array[title, title_en, short_title, short_title_en]) as name
    where deleted_at is null and name <> '' and strpos(lower(${query}), lower(name)) > 0
    order by length(name) desc`.execute(sql);
  const [longest] = rows;
  if (!longest) return { ids: null, rest: query };
  const at = query.toLowerCase().indexOf(longest.name.toLowerCase());
  const rest = `${query.slice(0, at)} ${query.slice(at + longest.name.length)}`.replace(/《\s*》/g, ' ');
  return { ids: rows.flatMap(({ id, name }) => (name === longest.name ? [id] : [])), rest };
}

const hasHan = (text: string) => /\p{Script=Han}/u.test(text);

/**
 * Articles with every word of the query, best first, and how many there are. One that is named by its number (`第十六条`,
 * `Order 371 art. 16`) is that article; what Chinese cuts into other words is found as it stands (`15时`, `空`).
 */
export async function searchArticles(
  sql: Sql,
  { query, day, kind, document, most = 30 }: ArticleQuery,
): Promise<{ totalCount: number; items: ArticleHit[] }> {
  await refreshArticleWords(sql);
  const { article, rest: withoutNumber, isWhole } = articleIn(inWordsOfLaw(query));
  const named = await namedDocuments(sql, withoutNumber);
  // The name of a document alone is words like others.
  const isNamed = named.ids !== null && (article !== null || named.rest.trim() !== '');
  const text = isWhole ? query : isNamed ? named.rest : withoutNumber;
  const words = askedWords(text);
  if (words.length === 0 && article === null) return { totalCount: 0, items: [] };
  const runs = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const asItStands = runs.every(hasHan) ? runs : [];
  // Each word as it is, or as English by its stem; where English knows it as a stop word it is not asked for.
  const asked = raw.join(
    [
      raw`''::tsquery`,
      ...words.map(
        (
          word,
        ) => raw`(case when numnode(plainto_tsquery('english', ${word})) = 0 and ${/^[\x20-\x7e]+$/.test(word)}
        then ''::tsquery else plainto_tsquery('simple', ${word}) || plainto_tsquery('english', ${word}) end)`,
      ),
    ],
    raw` && `,
  );
  const vector = raw.raw(wordVector);
  const { rows } = await raw<Row>`
    with asked as (select ${asked} as q)
    select ${articleColumns}, count(*) over ()::int as total,
      ts_headline('english', coalesce(a.text_en, ''), q,
        ${`HighlightAll=true, StartSel=${mark}, StopSel=${end}`}) as found
    from asked, article_words w join document_article a on a.id = w.article_id
      cross join lateral (select lower(replace(concat_ws(' ', a.chapter, a.heading, a.text), ' ', '')) as standing) as s
      join government_document d on d.id = a.document
    where ${inForce(day ?? null)}
      and (${article}::int is null or a.number = ${article} or ${isWhole})
      and ((numnode(q) = 0 and ${article !== null}) or (${vector}) @@ q or (${isWhole} and a.number = ${article})
        or (${asItStands.length > 0} and (select bool_and(strpos(s.standing, run) > 0) from unnest(${asItStands}::text[]) as run)))
      and (${isNamed ? named.ids : null}::bigint[] is null or d.id = any(${named.ids}::bigint[]))
      and (${kind ?? null}::text is null or d.kind = ${kind ?? null})
      and (${document ?? null}::bigint is null or d.id = ${document ?? null})
    order by coalesce(a.number = ${article}, false) desc, ts_rank_cd((${vector}), q, 1) desc, d.effective_from desc, a.document, a.number
    limit ${most}`.execute(sql);
  return {
    totalCount: rows[0]?.total ?? 0,
    items: rows.map(({ text, textEn, total: _, found, ...article }) => {
      const stems = [...found.matchAll(new RegExp(`${mark}([^${end}]*)${end}`, 'g'))].map(
        (one) => one[1] ?? '',
      );
      const [zh, en] = [excerpt(text, [...words, ...asItStands]), excerpt(textEn ?? '', stems)];
      if (zh.length + en.length > 0) return { ...article, zh, en };
      // Found in its heading alone: it is shown by how it begins.
      return { ...article, zh: beginningOf(text), en: textEn ? beginningOf(textEn) : [] };
    }),
  };
}
