import {
  type ChainEnd,
  followChain,
  type HashedEntry,
  type RecordChain,
} from '#domain/coordination/record-chain.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type EvidenceHead, type RoomRecordHead, roomRecordFormat } from './heads.ts';
import { isSealOf } from './room-seal.ts';

/**
 * Lines (from 1) of a file at which the records of rooms do not follow from their own hashes, or end otherwise than they were
 * sealed: they had been changed before the file was signed. A dossier's room whose older entries retention has deleted is followed
 * from its first line here.
 */
export function linesAltered(
  head: EvidenceHead | null,
  entries: readonly { section: string; value: unknown }[],
): number[] {
  const record = head?.format === roomRecordFormat ? head.room : null;
  const chains = new Map<number, RecordChain>();
  if (record) chains.set(record.id, followChain({ seq: record.droppedSeq, hash: record.droppedHash }));

  function follows(value: unknown): boolean {
    if (!isRoomEntry(value) || (record && value.room !== record.id)) return false;
    const chain = chains.get(value.room);
    if (chain) return chain.follows(value);
    const begun = followChain(value.seq === 1 ? { seq: 0, hash: '' } : value);
    chains.set(value.room, begun);
    return value.seq === 1 ? begun.follows(value) : true;
  }

  const lines = entries.flatMap(({ section, value }, index) =>
    section === 'chat' && !follows(value) ? [index + 1] : [],
  );
  if (head?.format === roomRecordFormat && !endsAsSealed(head, chains.get(head.room.id)?.end()))
    lines.push(entries.length);
  return lines;
}

/** Whether the record ends as its head states, and, of a closed room, as it was sealed by the key of the file. */
function endsAsSealed({ room, key }: RoomRecordHead, end: ChainEnd | undefined): boolean {
  const { id, lastSeq, lastHash, closedAt, seal } = room;
  if (end?.seq !== lastSeq || end.hash !== lastHash) return false;
  if (closedAt === null) return true;
  return seal !== null && isSealOf({ room: id, lastSeq, lastHash, closedAt }, seal, key);
}

/** Whether a value of section `chat` is an entry of a room's record. */
export function isRoomEntry(value: unknown): value is HashedEntry {
  return (
    isObject(value) &&
    typeof value.room === 'number' &&
    typeof value.seq === 'number' &&
    typeof value.hash === 'string' &&
    isObject(value.body)
  );
}
