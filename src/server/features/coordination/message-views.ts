import { sql as raw } from 'kysely';
import type { ChatMessage, DemandView, MessageEvent } from '#contract/coordination/shapes.ts';
import { demandState } from '#domain/coordination/demand.ts';
import { namesIn, withNames } from '#domain/coordination/message-names.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';

export type MessageRow = Row<'chatMessage'>;

/** What `chat_message.body` holds. */
export interface MessageBody {
  place?: { geometry: Geometry; label?: string };
  references?: ChatMessage['references'];
  event?: MessageEvent;
  /** The receivers' names are in `chat_receiver`. `anyOne`: one of them acknowledges for all. */
  demand?: { withinS: number; next: { id: number; name: string }[]; anyOne?: true };
  /** Id of the stop or recall that it gives. */
  flightOrder?: number;
  /** The English text, where the server wrote it; `text` is Chinese then. */
  textEn?: string;
}

const excerptLength = 200;

/**
 * Messages as they are shown, in the order of the rows, with what they quote, carry and request. `locale`: of the reader;
 * absent: readers of both languages receive them, so the English names of people come along (`namesEn`).
 */
export async function messageViews(
  sql: Sql,
  rows: readonly MessageRow[],
  locale?: Locale,
): Promise<ChatMessage[]> {
  const views = await storedViews(sql, rows, locale);
  if (locale === 'zh-Hans') return views;
  const names = views.map(namesIn);
  const read = await storedNamesIn(sql, 'en', names.flat());
  return views.map((view, index) => {
    const own = (names[index] ?? []).filter((name) => read(name) !== name);
    if (own.length === 0) return view;
    const namesEn = Object.fromEntries(own.map((name) => [name, read(name)]));
    return locale === 'en' ? withNames(view, namesEn) : { ...view, namesEn };
  });
}

async function storedViews(
  sql: Sql,
  rows: readonly MessageRow[],
  locale: Locale | undefined,
): Promise<ChatMessage[]> {
  const quoted = await quotedOf(sql, rows);
  const files = await filesOf(
    sql,
    rows.flatMap((row) => row.files),
  );
  const receivers = await receiversOf(sql, rows);
  return rows.map((row) => {
    const body = row.body as MessageBody;
    const withdrawn = row.withdrawnAt !== null;
    const textEn = withdrawn ? undefined : body.textEn;
    const original = row.quote === null ? undefined : quoted.get(`${row.roomId} ${row.quote}`);
    return {
      id: row.id,
      room: row.roomId,
      seq: row.seq,
      changedSeq: row.changedSeq,
      clientId: row.clientId,
      kind: row.kind as ChatMessage['kind'],
      author: row.authorId,
      authorName: row.authorName,
      sentAt: row.sentAt,
      text: locale === 'en' ? (textEn ?? row.text) : row.text,
      ...(locale === undefined && textEn !== undefined ? { textEn } : {}),
      event: body.event ?? null,
      mentions: withdrawn ? [] : row.mentions,
      quote: original ?? null,
      files: withdrawn ? [] : row.files.flatMap((id) => files.get(id) ?? []),
      place:
        body.place && !withdrawn ? { geometry: body.place.geometry, label: body.place.label ?? null } : null,
      references: withdrawn ? [] : (body.references ?? []),
      editedAt: row.editedAt,
      withdrawnAt: row.withdrawnAt,
      pinnedAt: row.pinnedAt,
      demand: body.demand ? demandOf(body.demand, receivers.get(`${row.roomId} ${row.seq}`) ?? []) : null,
      ...(body.flightOrder === undefined ? {} : { flightOrder: body.flightOrder }),
    };
  });
}

async function quotedOf(sql: Sql, rows: readonly MessageRow[]) {
  const quoting = rows.filter(({ quote }) => quote !== null);
  if (quoting.length === 0) return new Map<string, NonNullable<ChatMessage['quote']>>();
  const found = await raw<Pick<MessageRow, 'roomId' | 'seq' | 'authorName' | 'text' | 'withdrawnAt'>>`
    select m.room_id, m.seq, m.author_name, left(m.text, ${excerptLength}) as text, m.withdrawn_at
    from unnest(${quoting.map(({ roomId }) => roomId)}::bigint[], ${quoting.map(({ quote }) => quote)}::bigint[])
      as q (room_id, seq) join chat_message m on m.room_id = q.room_id and m.seq = q.seq`.execute(sql);
  return new Map(
    found.rows.map(({ roomId, seq, authorName, text, withdrawnAt }) => [
      `${roomId} ${seq}`,
      { seq, authorName, text, withdrawn: withdrawnAt !== null },
    ]),
  );
}

/** Files of messages, by id. */
export async function filesOf(sql: Sql, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ChatMessage['files'][number]>();
  const found = await sql
    .selectFrom('attachment')
    .select(['id', 'name', 'size', 'mediaType'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(found.map((file) => [file.id, file]));
}

export async function messageView(sql: Sql, row: MessageRow, locale?: Locale): Promise<ChatMessage> {
  const [view] = await messageViews(sql, [row], locale);
  if (!view) throw new Error('a message has no view');
  return view;
}

function demandOf(demand: NonNullable<MessageBody['demand']>, receivers: Row<'chatReceiver'>[]): DemandView {
  const known = new Set(receivers.map(({ userId }) => userId));
  return {
    withinS: demand.withinS,
    state: demandState(receivers, demand.anyOne),
    receivers: receivers.map(({ userId, name, level, dueAt, soundedAt, acknowledgedAt, remark }) => ({
      userId,
      name,
      level,
      dueAt,
      soundedAt,
      acknowledgedAt,
      remark,
    })),
    next: demand.next.filter(({ id }) => !known.has(id)),
  };
}

async function receiversOf(
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<Map<string, Row<'chatReceiver'>[]>> {
  const asking = rows.filter(({ kind }) => kind === 'order' || kind === 'information');
  const byMessage = new Map<string, Row<'chatReceiver'>[]>();
  if (asking.length === 0) return byMessage;
  const found = await raw<Row<'chatReceiver'>>`
    select x.* from unnest(${asking.map(({ roomId }) => roomId)}::bigint[], ${asking.map(({ seq }) => seq)}::bigint[])
      as q (room_id, seq) join chat_receiver x on x.room_id = q.room_id and x.seq = q.seq
    order by x.level, x.name, x.user_id`.execute(sql);
  for (const one of found.rows) {
    const key = `${one.roomId} ${one.seq}`;
    byMessage.set(key, [...(byMessage.get(key) ?? []), one]);
  }
  return byMessage;
}
