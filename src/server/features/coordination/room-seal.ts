import { createHmac } from 'node:crypto';
import { isSealOf, type SealedEnd, sealOf } from '#domain/evidence/room-seal.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import { roomResource } from '#domain/record/files.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import { evidenceKeyOf } from '#server/kernel/evidence-key.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';
import { isSameSecret } from '#server/kernel/same-secret.ts';
import { orderAsks } from './order-reminders.ts';
import type { RoomRow } from './room-record.ts';

/** Seals the records of closed rooms by the installation's key. */
export interface RoomSeal {
  of(end: SealedEnd): string;
  isOf(end: SealedEnd, seal: string): boolean;
}

export function createRoomSeal(secret: string): RoomSeal {
  const privateKey = evidenceKeyOf(secret);
  const key = publicKeyOf(privateKey);
  const formerKey = purposeKey(secret, 'room record');
  /** HMAC-SHA256 of 64 digits, as rooms were sealed before they were signed. */
  const former = ({ room, lastSeq, lastHash, closedAt }: SealedEnd) =>
    createHmac('sha256', formerKey).update(`${room}\n${lastSeq}\n${lastHash}\n${closedAt}`).digest('hex');
  return {
    of: (end) => sealOf(end, privateKey),
    isOf: (end, seal) => (seal.length === 64 ? isSameSecret(seal, former(end)) : isSealOf(end, seal, key)),
  };
}

/** The end of a room's record as it is sealed; null: the room is open. */
export const endOf = ({ id, lastSeq, lastHash, closedAt }: RoomRow): SealedEnd | null =>
  closedAt === null ? null : { room: id, lastSeq, lastHash, closedAt };

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
    .set({ closedAt: activeAt, seal: seal.of({ room: id, lastSeq, lastHash, closedAt: activeAt }) })
    .where('id', '=', id)
    .execute();
}
