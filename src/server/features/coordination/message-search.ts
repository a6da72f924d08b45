import { sql as raw } from 'kysely';
import type { MessageHit } from '#contract/coordination/messages.ts';
import { excerpt } from '#domain/documents/excerpt.ts';
import { messageVector } from '#server/db/chat-tables.ts';
import type { Sql } from '#server/db/sql.ts';
import { askedWords, wordsOf } from '#server/features/government/jieba.ts';
import { members } from './membership.ts';
import { type MessageRow, messageViews } from './message-views.ts';
import { type Reader, roomsOf } from './room-list.ts';

const batch = 500;

/** Cuts into words the messages that were not yet, the oldest first; how many. */
export async function cutMessages(sql: Sql): Promise<number> {
  for (let cut = 0; ; ) {
    const { rows } = await raw<{ id: number; changedSeq: number; text: string }>`
      select id, changed_seq, text from chat_message where words is null order by id limit ${batch}`.execute(
      sql,
    );
    const words = rows.map(({ text }) => piecesOf(wordsOf(text)).join(' '));
    // One that was edited meanwhile is cut again.
    await raw`
      update chat_message m set words = given.words
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ changedSeq }) => changedSeq)}::bigint[], ${words}::text[])
        as given (id, changed_seq, words)
      where m.id = given.id and m.changed_seq = given.changed_seq`.execute(sql);
    cut += rows.length;
    if (rows.length < batch) return cut;
  }
}

/** Words without signs between letters and digits: `ZULU-12` is two. */
const piecesOf = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter(Boolean)),
];

/** A mark is found by its beginning: `B70` finds B70YK. Of letters and digits alone, so it needs no quoting. */
const simpleQuery = (word: string) =>
  /^(?=.*[a-z])[a-z\d]{2,}$/i.test(word)
    ? raw`to_tsquery('simple', ${`${word}:*`})`
    : raw`plainto_tsquery('simple', ${word})`;

export interface MessageQuery {
  query: string;
  room?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  author?: number | undefined;
  skipCount?: number | undefined;
  maxResultCount?: number | undefined;
}

/** Messages with every word of the query in the rooms that a user is in now, the newest first. */
export async function searchMessages(
  sql: Sql,
  reader: Reader,
  { query, room, from, to, author, skipCount = 0, maxResultCount = 30 }: MessageQuery,
): Promise<{ totalCount: number; items: MessageHit[] }> {
  await cutMessages(sql);
  const words = piecesOf(askedWords(query));
  if (words.length === 0) return { totalCount: 0, items: [] };
  const asked = raw.join(
    words.map((word) => raw`(${simpleQuery(word)} || plainto_tsquery('english', ${word}))`),
    raw` && `,
  );
  const vector = raw.raw(messageVector);
  const { rows } = await raw<MessageRow & { total: number }>`
    with asked as (select ${asked} as q)
    select m.*, count(*) over ()::int as total from asked, chat_message m
    where (${vector}) @@ q and m.withdrawn_at is null and m.kind <> 'event'
      and m.room_id in (select b.room_id from ${members} b where b.user_id = ${reader.user})
      and (${room ?? null}::bigint is null or m.room_id = ${room ?? null})
      and (${author ?? null}::bigint is null or m.author_id = ${author ?? null})
      and (${from ?? null}::timestamptz is null or m.sent_at >= ${from ?? null}::timestamptz)
      and (${to ?? null}::timestamptz is null or m.sent_at < ${to ?? null}::timestamptz)
    order by m.sent_at desc, m.id desc offset ${skipCount} limit ${maxResultCount}`.execute(sql);
  const ids = [...new Set(rows.map(({ roomId }) => roomId))];
  const { items: found } = await roomsOf(sql, reader, { where: raw`r.id = any(${ids}::bigint[])` });
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const views = await messageViews(sql, rows, reader.locale);
  return {
    totalCount: rows[0]?.total ?? 0,
    items: views.map((message) => {
      const parts = excerpt(message.text, words);
      return {
        message,
        roomTitle: titles.get(message.room) ?? '',
        // Found by its stem: it is shown by how it begins.
        parts: parts.length > 0 ? parts : [{ text: message.text.slice(0, 180), hit: false }],
      };
    }),
  };
}
