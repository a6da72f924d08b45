import { type RoomKind, roomKinds } from '#domain/coordination/kinds.ts';
import { isObject } from '#domain/text/narrow.ts';
import { isPublicKey } from './signature.ts';

export const dossierFormat = 'clearway dossier 1';
export const roomRecordFormat = 'clearway room record 2';

interface SignedBy {
  /** UTC, ISO 8601. */
  madeAt: string;
  /** Who exported the file: it holds what they may read, and no more. */
  madeBy: string;
  /** The installation's public key, Ed25519, 64 hexadecimal digits. */
  key: string;
}

/** The first entry of a flight's dossier. */
export interface DossierHead extends SignedBy {
  format: typeof dossierFormat;
  plan: { id: number; planNumber: string; callsign: string | null };
  /** Of the product that wrote it. */
  version: string;
}

/** The first entry of a room's exported record. Times are UTC, ISO 8601. */
export interface RoomRecordHead extends SignedBy {
  format: typeof roomRecordFormat;
  room: {
    id: number;
    kind: RoomKind;
    /** As the exporter knows the room. */
    title: string;
    military: boolean;
    createdAt: string;
    closedAt: string | null;
    /** The last entry that retention deleted, and its hash; 0 and empty: none. */
    droppedSeq: number;
    droppedHash: string;
    lastSeq: number;
    lastHash: string;
    /** Signature of the end by `room-seal.ts`; null: the room is open. */
    seal: string | null;
  };
}

export type EvidenceHead = DossierHead | RoomRecordHead;

/** What a file is about: the plan with its callsign, or the room. */
export const subjectOf = (head: EvidenceHead): string[] =>
  head.format === dossierFormat
    ? [head.plan.planNumber, head.plan.callsign ?? ''].filter(Boolean)
    : [head.room.title];

/** The value of a file's first entry as a head; null where it is not one. */
export function headOf(value: unknown): EvidenceHead | null {
  if (!isObject(value)) return null;
  const { format, madeAt, madeBy, key } = value;
  if (typeof madeAt !== 'string' || typeof madeBy !== 'string') return null;
  if (typeof key !== 'string' || !isPublicKey(key)) return null;
  const by = { madeAt, madeBy, key };
  if (format === dossierFormat) return dossierHeadOf(value, by);
  if (format === roomRecordFormat) return roomRecordHeadOf(value, by);
  return null;
}

function dossierHeadOf({ plan, version }: Record<string, unknown>, by: SignedBy): DossierHead | null {
  if (!isObject(plan) || typeof version !== 'string') return null;
  const { id, planNumber, callsign } = plan;
  if (typeof id !== 'number' || typeof planNumber !== 'string') return null;
  if (callsign !== null && typeof callsign !== 'string') return null;
  return { format: dossierFormat, plan: { id, planNumber, callsign }, version, ...by };
}

function roomRecordHeadOf({ room }: Record<string, unknown>, by: SignedBy): RoomRecordHead | null {
  if (!isObject(room)) return null;
  const { id, title, military, createdAt, closedAt, droppedSeq, droppedHash, lastSeq, lastHash, seal } = room;
  const kind = roomKinds.find((one) => one === room.kind);
  if (
    typeof id !== 'number' ||
    kind === undefined ||
    typeof title !== 'string' ||
    typeof military !== 'boolean' ||
    typeof createdAt !== 'string' ||
    !(closedAt === null || typeof closedAt === 'string') ||
    typeof droppedSeq !== 'number' ||
    typeof droppedHash !== 'string' ||
    typeof lastSeq !== 'number' ||
    typeof lastHash !== 'string' ||
    !(seal === null || typeof seal === 'string')
  )
    return null;
  return {
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
      seal,
    },
    ...by,
  };
}
