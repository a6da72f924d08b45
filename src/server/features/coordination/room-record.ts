import type { EntryKind } from '#domain/coordination/kinds.ts';
import { type HashedEntry, hashOf } from '#domain/coordination/record-chain.ts';
import type { RecordEntry } from '#domain/coordination/record-entry.ts';
import { refused } from '#domain/text/errors.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';

export type RoomRow = Row<'chatRoom'>;

/** What is to be put into the record of a room. */
export interface NewEntry {
  kind: EntryKind;
  /** Absent: it is a message, and about itself. */
  about?: number;
  clientId?: string;
  body: Record<string, unknown>;
}

type By = Pick<Caller['actor'], 'userId' | 'name'>;

/**
 * The entry after the last of a room's record, hashed over it. `room` was locked by this transaction, and is brought up to the
 * entry, which `storingEntries` stores; a closed room is refused. Time never goes back in a room, whatever the clocks of the
 * servers say.
 */
export function nextEntry(
  room: RoomRow,
  by: By,
  now: Date,
  { kind, about, clientId, body }: NewEntry,
): HashedEntry {
  if (room.closedAt !== null) throw refused('coordination.closed');
  const at = new Date(Math.max(now.getTime(), Date.parse(room.activeAt))).toISOString();
  const seq = room.lastSeq + 1;
  const entry: RecordEntry = {
    room: room.id,
    seq,
    kind,
    about: about ?? seq,
    author: by.userId > 0 ? by.userId : null,
    authorName: by.userId > 0 ? by.name : '',
    at,
    clientId: clientId ?? null,
    // As it will be read: without what is undefined.
    body: JSON.parse(JSON.stringify(body)),
  };
  const hash = hashOf(room.lastHash, entry);
  Object.assign(room, { lastSeq: seq, lastHash: hash, activeAt: at });
  return { ...entry, hash };
}

/** Stores the entries up to which a room was brought: a statement that the caller goes on with, and executes. */
export function storingEntries(
  sql: Sql,
  { id, lastSeq, lastHash, activeAt }: RoomRow,
  entries: readonly HashedEntry[],
) {
  return sql
    .with('entered', (db) =>
      db.insertInto('chatEntry').values(
        entries.map(({ room, seq, kind, about, author, authorName, at, clientId, body, hash }) => ({
          roomId: room,
          seq,
          kind,
          about,
          authorId: author,
          authorName,
          at,
          clientId,
          body: JSON.stringify(body),
          hash,
        })),
      ),
    )
    .with('moved', (db) =>
      db.updateTable('chatRoom').set({ lastSeq, lastHash, activeAt }).where('id', '=', id).returning('id'),
    );
}

/** Puts one entry at the end of the record of a room that this transaction has locked. */
export async function appendEntry(
  sql: Sql,
  room: RoomRow,
  by: By,
  now: Date,
  entry: NewEntry,
): Promise<RecordEntry> {
  const next = nextEntry(room, by, now, entry);
  await storingEntries(sql, room, [next]).selectFrom('moved').select('id').execute();
  return next;
}
