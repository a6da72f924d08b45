import { createHmac } from 'node:crypto';
import { roomResource } from '#domain/record/files.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';
import { isSameSecret } from '#server/kernel/same-secret.ts';
import { orderAsks } from './order-reminders.ts';
import type { RoomRow } from './room-record.ts';

/** The end of a record as it is sealed. */
export interface SealedEnd {
  room: number;
  lastSeq: number;
  lastHash: string;
  /** When the room was closed, or its record exported. UTC, ISO 8601. */
  at: string;
}

/** Says of a record's end that this installation wrote it: HMAC-SHA256 under a key of the server's secret. */
export interface RoomSeal {
  of(end: SealedEnd): string;
  fits(end: SealedEnd, seal: string): boolean;
}

export function createRoomSeal(secret: string): RoomSeal {
  const key = purposeKey(secret, 'room record');
  const of = ({ room, lastSeq, lastHash, at }: SealedEnd) =>
    createHmac('sha256', key).update(`${room}\n${lastSeq}\n${lastHash}\n${at}`).digest('hex');
  return {
    of,
    fits: (end, seal) => isSameSecret(seal, of(end)),
  };
}

/**
 * Ends a room whose last entry has been made, and seals its record: what was not acknowledged by then is asked for no
 * more. The transaction has it locked.
 */
export async function closeRoom(
  records: Pick<Records, 'trash'>,
  transaction: Transaction,
  room: RoomRow,
  seal: RoomSeal,
): Promise<void> {
  const { id, lastSeq, lastHash, activeAt } = room;
  await endReminders(records, transaction, { type: orderAsks, resource: roomResource, id });
  await transaction.sql
    .updateTable('chatRoom')
    .set({ closedAt: activeAt, seal: seal.of({ room: id, lastSeq, lastHash, at: activeAt }) })
    .where('id', '=', id)
    .execute();
}
