import { Readable } from 'node:stream';
import type { RecordVerdict } from '#contract/coordination/record.ts';
import type { EntryKind, RoomKind } from '#domain/coordination/kinds.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { CoordinationDeps } from './coordination-deps.ts';
import { waysIn } from './membership.ts';
import { enterRoom } from './room-access.ts';
import { type HashedEntry, hashOf, type RoomRow } from './room-record.ts';

const batch = 1000;
const format = 'clearway room record 1';

/** The entries of a room in their order, as they were hashed. */
async function* entriesOf(sql: Sql, room: Pick<RoomRow, 'id' | 'lastSeq'>): AsyncGenerator<HashedEntry> {
  for (let last = 0; ; ) {
    const rows = await sql
      .selectFrom('chatEntry')
      .selectAll()
      .where('roomId', '=', room.id)
      .where('seq', '>', last)
      // What comes meanwhile is not of the record that was asked for.
      .where('seq', '<=', room.lastSeq)
      .orderBy('seq')
      .limit(batch)
      .execute();
    for (const row of rows) yield entryOf(row);
    last = rows.at(-1)?.seq ?? last;
    if (rows.length < batch) return;
  }
}

/** The records of the rooms of a document that the caller is in; of others nobody learns that they are there. */
export async function* roomRecordsOf(
  sql: Sql,
  caller: Pick<Caller, 'actor'>,
  kind: RoomKind,
  subject: number,
): AsyncGenerator<HashedEntry> {
  const rooms = await sql
    .selectFrom('chatRoom')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  for (const room of rooms)
    if ((await waysIn(sql, room, caller.actor.userId)).length > 0) yield* entriesOf(sql, room);
}

function entryOf(row: Row<'chatEntry'>): HashedEntry {
  return {
    room: row.roomId,
    seq: row.seq,
    kind: row.kind as EntryKind,
    about: row.about,
    author: row.authorId,
    authorName: row.authorName,
    at: row.at,
    clientId: row.clientId,
    body: isObject(row.body) ? row.body : {},
    hash: row.hash,
  };
}

interface Chain {
  droppedSeq: number;
  droppedHash: string;
  lastSeq: number;
  lastHash: string;
}

async function judged(
  chain: Chain,
  entries: AsyncIterable<HashedEntry> | Iterable<HashedEntry>,
): Promise<Omit<RecordVerdict, 'sealed'>> {
  let [previous, seq, count] = [chain.droppedHash, chain.droppedSeq, 0];
  let brokenAt: number | null = null;
  for await (const entry of entries) {
    const { hash, ...hashed } = entry;
    count += 1;
    if (brokenAt === null && (entry.seq !== seq + 1 || hashOf(previous, hashed) !== hash))
      brokenAt = entry.seq;
    [previous, seq] = [hash, entry.seq];
  }
  if (brokenAt === null && (seq !== chain.lastSeq || previous !== chain.lastHash)) brokenAt = seq + 1;
  return { valid: brokenAt === null, entries: count, brokenAt, lastHash: previous };
}

export function recordCalls(
  deps: CoordinationDeps,
): Pick<Handlers<'Coordination'>, 'GetVersions' | 'VerifyRoom' | 'ExportRecord' | 'VerifyRecord'> {
  const { database, seal, clock } = deps;
  const { kysely } = database;

  return {
    async GetVersions({ room: id, seq }, caller) {
      await enterRoom(kysely, caller, id);
      const rows = await kysely
        .selectFrom('chatEntry')
        .selectAll()
        .where('roomId', '=', id)
        .where('about', '=', seq)
        .orderBy('seq')
        .execute();
      if (rows[0]?.kind !== 'message') throw new AppError('notFound', { key: 'coordination.noMessage' });
      const nameOf = await storedNamesIn(
        kysely,
        caller.locale,
        rows.map(({ authorName }) => authorName),
      );
      return {
        items: rows.map((row) => {
          const { kind, body } = entryOf(row);
          const said = kind === 'message' || kind === 'edit' ? stringOf(body.text) : null;
          const byName = nameOf(row.authorName);
          return { seq: row.seq, kind, by: row.authorId, byName, at: row.at, text: said };
        }),
      };
    },

    async VerifyRoom({ room: id }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const verdict = await judged(room, entriesOf(kysely, room));
      if (room.closedAt === null || room.seal === null) return { ...verdict, sealed: null };
      const sealed = seal.fits(
        { room: id, lastSeq: room.lastSeq, lastHash: room.lastHash, at: room.closedAt },
        room.seal,
      );
      return { ...verdict, valid: verdict.valid && sealed, sealed };
    },

    async ExportRecord({ room: id }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const { kind, name, military, createdAt, closedAt, droppedSeq, droppedHash, lastSeq, lastHash } = room;
      const exportedAt = clock().toISOString();
      const head = {
        format,
        room: { id, kind, name, military, createdAt, closedAt },
        exportedAt,
        exportedBy: caller.actor.name,
        droppedSeq,
        droppedHash,
        lastSeq,
        lastHash,
        seal: seal.of({ room: id, lastSeq, lastHash, at: exportedAt }),
      };
      async function* lines() {
        yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
        let separator = '\n';
        for await (const entry of entriesOf(kysely, room)) {
          yield separator + JSON.stringify(entry);
          separator = ',\n';
        }
        yield '\n]}\n';
      }
      return new FileAnswer({
        name: `clearway-room-${id}-${exportedAt.slice(0, 10)}.json`,
        mediaType: 'application/json',
        stream: Readable.from(lines()),
      });
    },

    async VerifyRecord({ record }) {
      const { chain, entries, room, at, given } = readRecord(record);
      const verdict = await judged(chain, entries);
      const sealed = seal.fits({ room, lastSeq: chain.lastSeq, lastHash: chain.lastHash, at }, given);
      return {
        ...verdict,
        valid: verdict.valid && sealed && entries.every((one) => one.room === room),
        sealed,
      };
    },
  };
}

/** An exported record as it came; what is none is refused at its field. */
function readRecord(record: Record<string, unknown>) {
  const { format: of, room, exportedAt, droppedSeq, droppedHash, lastSeq, lastHash, seal, entries } = record;
  if (
    of !== format ||
    !isObject(room) ||
    typeof room.id !== 'number' ||
    typeof exportedAt !== 'string' ||
    typeof droppedSeq !== 'number' ||
    typeof droppedHash !== 'string' ||
    typeof lastSeq !== 'number' ||
    typeof lastHash !== 'string' ||
    typeof seal !== 'string' ||
    !Array.isArray(entries) ||
    !entries.every(isEntry)
  )
    throw fieldError('record', 'coordination.noRecord');
  return {
    chain: { droppedSeq, droppedHash, lastSeq, lastHash },
    entries,
    room: room.id,
    at: exportedAt,
    given: seal,
  };
}

function isEntry(value: unknown): value is HashedEntry {
  return (
    isObject(value) &&
    typeof value.room === 'number' &&
    typeof value.seq === 'number' &&
    typeof value.hash === 'string' &&
    isObject(value.body)
  );
}
