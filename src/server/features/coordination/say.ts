import type { MessageEvent } from '#contract/coordination/shapes.ts';
import type { MessageKind } from '#domain/coordination/kinds.ts';
import { cleanLine, cleanText, isStorable, showsNothing } from '#domain/text/clean.ts';
import { fieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { MessageBody, MessageRow } from './message-views.ts';
import { nextEntry, type RoomRow, storingEntries } from './room-record.ts';

export interface Said {
  kind: MessageKind;
  text: string;
  clientId?: string;
  mentions?: number[];
  quote?: number;
  files?: { id: number; name: string; size: number; sha256: string }[];
  body?: MessageBody;
}

/** Something that somebody says, and when. */
export interface Saying {
  by: Pick<Caller['actor'], 'userId' | 'name'>;
  now: Date;
  said: Said;
}

/**
 * Messages at the end of a room that this transaction has locked, in this order: their entries in the record, and the rows
 * that are shown.
 */
export async function say(
  sql: Sql,
  room: RoomRow,
  sayings: readonly [Saying, ...Saying[]],
): Promise<MessageRow[]> {
  const entered = sayings.map(({ by, now, said }) => {
    const { kind, text, clientId, mentions = [], quote, files = [], body = {} } = said;
    const entry = nextEntry(room, by, now, {
      kind: kind === 'event' ? 'event' : 'message',
      ...(clientId ? { clientId } : {}),
      body: { kind, text, mentions, quote, files, ...body },
    });
    const row = {
      roomId: room.id,
      seq: entry.seq,
      changedSeq: entry.seq,
      clientId: entry.clientId,
      kind,
      authorId: entry.author,
      authorName: entry.authorName,
      sentAt: entry.at,
      text,
      mentions,
      quote: quote ?? null,
      files: files.map(({ id }) => id),
      body: JSON.stringify(body),
      editedAt: null,
      withdrawnAt: null,
      pinnedAt: null,
      words: null,
    };
    return { entry, row };
  });
  const rows = await storingEntries(
    sql,
    room,
    entered.map(({ entry }) => entry),
  )
    .insertInto('chatMessage')
    .values(entered.map(({ row }) => row))
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.seq - b.seq);
}

/** What somebody did to the room, as a line between the messages. */
export async function sayEvent(
  sql: Sql,
  room: RoomRow,
  by: Saying['by'],
  now: Date,
  event: Pick<MessageEvent, 'type'> & Partial<MessageEvent>,
): Promise<MessageRow> {
  const said: Said = {
    kind: 'event',
    text: '',
    body: { event: { users: [], text: null, ...event } },
  };
  const [row] = await say(sql, room, [{ by, now, said }]);
  if (!row) throw new Error('an event that was stored has no row');
  return row;
}

/** A text that a user entered, without control and direction characters; empty where a reader would see nothing of it. */
export function visibleText(text: string): string {
  if (!isStorable(text)) throw fieldError('text', 'coordination.unreadable');
  const cleaned = cleanText(text).trim();
  return showsNothing(cleaned) ? '' : cleaned;
}

/** The same of one line. */
export function visibleLine(text: string, most: number): string {
  const cleaned = cleanLine(text, most);
  return showsNothing(cleaned) ? '' : cleaned;
}
