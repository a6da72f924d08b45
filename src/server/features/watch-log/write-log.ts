import type { WatchLogEntry } from '#domain/record/records.gen.ts';
import type { Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';

/** An entry of the log; its text is worded for whoever reads it, or as somebody wrote it. */
export type LogEntry = Pick<WatchLogEntry, 'kind' | 'level' | 'byName' | 'aboutResource' | 'aboutId'> & {
  at: string;
  text: Text;
  /** Absent: of every position of the bodies. */
  position?: { id: number; company?: number | null };
};

/** Writes an entry in the transaction of what it tells of: neither is there without the other. */
export async function writeLog(
  records: Records,
  transaction: Transaction,
  { position, text, ...entry }: LogEntry,
): Promise<number> {
  const { id } = await records.untyped.create(
    systemCaller(),
    'watchLogEntry',
    { ...entry, text: storedText(text), position: position?.id ?? null, company: position?.company ?? null },
    { ...transaction, trusted: true },
  );
  return id;
}
