import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import { wordsOf } from './jieba.ts';

/** Articles that are cut into words at a time. */
const batch = 500;

/**
 * Brings the words of the articles up to what is committed: an article that is new or changed is cut anew. They follow
 * from the articles alone, so whoever writes one, in whatever way, need not know of them.
 */
export async function refreshArticleWords(sql: Sql): Promise<void> {
  for (;;) {
    const { rows } = await raw<{ id: number; version: number; chinese: string; english: string }>`
      select a.id, a.version,
        concat_ws(' ', a.heading, a.text) as chinese, concat_ws(' ', a.heading_en, a.text_en) as english
      from document_article a left join article_words w on w.article_id = a.id and w.article_version = a.version
      where w.article_id is null and a.deleted_at is null
      limit ${batch}`.execute(sql);
    if (rows.length === 0) return;
    const words = rows.map(({ chinese }) => wordsOf(chinese).join(' '));
    // An article that is purged meanwhile is left out.
    await raw`
      insert into article_words (article_id, article_version, chinese, english)
      select given.* from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ version }) => version)}::bigint[],
        ${words}::text[], ${rows.map(({ english }) => english)}::text[]) as given (id, version, chinese, english)
      join document_article a on a.id = given.id
      on conflict (article_id) do update
        set article_version = excluded.article_version, chinese = excluded.chinese, english = excluded.english`.execute(
      sql,
    );
    if (rows.length < batch) return;
  }
}
