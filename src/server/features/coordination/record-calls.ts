import { Readable } from 'node:stream';
import type { RecordVerdict } from '#contract/coordination/record.ts';
import { evidenceFile } from '#contract/evidence.ts';
import type { EntryKind, RoomKind } from '#domain/coordination/kinds.ts';
import { followChain, type HashedEntry } from '#domain/coordination/record-chain.ts';
import { type RoomRecordHead, roomRecordFormat } from '#domain/evidence/heads.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import { createEvidenceWriter } from '#domain/evidence/signed-file.ts';
import { AppError } from '#domain/text/errors.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { CoordinationDeps } from './coordination-deps.ts';
import { waysIn } from './membership.ts';
import { filesOf } from './message-views.ts';
import { enterRoom, noRoom } from './room-access.ts';
import { readerOf, roomOf } from './room-list.ts';
import type { RoomRow } from './room-record.ts';
import { endOf } from './room-seal.ts';

const batch = 1000;

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

/**
 * The records of the rooms of a document that the caller is in. Refused at the end where there is a room that they are not in;
 * a military one does not count, for nobody else learns of it.
 */
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
  let isLeftOut = false;
  for (const room of rooms) {
    if ((await waysIn(sql, room, caller.actor.userId)).length > 0) yield* entriesOf(sql, room);
    else isLeftOut ||= !room.military;
  }
  if (isLeftOut) throw noRoom();
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

/** The record of a room against its own hashes. */
async function checked(
  { droppedSeq, droppedHash, lastSeq, lastHash }: RoomRow,
  entries: AsyncIterable<HashedEntry>,
): Promise<Omit<RecordVerdict, 'sealed'>> {
  const chain = followChain({ seq: droppedSeq, hash: droppedHash });
  let count = 0;
  let brokenAt: number | null = null;
  for await (const entry of entries) {
    count += 1;
    if (!chain.follows(entry)) brokenAt ??= entry.seq;
  }
  const { seq, hash } = chain.end();
  if (seq !== lastSeq || hash !== lastHash) brokenAt ??= seq + 1;
  return { valid: brokenAt === null, entries: count, brokenAt, lastHash: hash };
}

export function recordCalls(
  deps: CoordinationDeps,
): Pick<Handlers<'Coordination'>, 'GetVersions' | 'VerifyRoom' | 'ExportRecord'> {
  const { database, seal, privateKey, clock } = deps;
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
      const message = await kysely
        .selectFrom('chatMessage')
        .select('files')
        .where('roomId', '=', id)
        .where('seq', '=', seq)
        .executeTakeFirst();
      const carried = message?.files ?? [];
      const files = await filesOf(kysely, carried);
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
          return {
            seq: row.seq,
            kind,
            by: row.authorId,
            byName,
            at: row.at,
            text: said,
            files: kind === 'message' ? carried.flatMap((file) => files.get(file) ?? []) : [],
          };
        }),
      };
    },

    async VerifyRoom({ room: id }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const verdict = await checked(room, entriesOf(kysely, room));
      const end = endOf(room);
      if (!end) return { ...verdict, sealed: null };
      const sealed = room.seal !== null && seal.isOf(end, room.seal);
      return { ...verdict, valid: verdict.valid && sealed, sealed };
    },

    async ExportRecord({ room: id }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const { kind, title } = await roomOf(kysely, readerOf(caller), id);
      const { military, createdAt, closedAt, droppedSeq, droppedHash, lastSeq, lastHash } = room;
      const madeAt = clock().toISOString();
      const end = endOf(room);
      const head: RoomRecordHead = {
        format: roomRecordFormat,
        room: {
          id,
          kind,
          title,
          military,
          createdAt,
          closedAt,
          droppedSeq,
          droppedHash,
          lastSeq,
          lastHash,
          // Older seals are no signatures: signed now, if they are of this installation.
          seal: end && room.seal !== null && seal.isOf(end, room.seal) ? seal.of(end) : null,
        },
        madeAt,
        madeBy: caller.actor.name || caller.actor.userName,
        key: publicKeyOf(privateKey),
      };
      async function* lines() {
        const writer = createEvidenceWriter(roomRecordFormat, privateKey);
        yield writer.line({ section: 'head', value: head });
        for await (const entry of entriesOf(kysely, room))
          yield writer.line({ section: 'chat', value: entry });
        yield writer.end([]);
      }
      return new FileAnswer({
        name: `clearway-room-${id}-${madeAt.slice(0, 10)}.record.jsonl`,
        mediaType: evidenceFile,
        stream: Readable.from(lines()),
      });
    },
  };
}
