import type { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { StoredRecord, Transaction, Values } from './stored-record.ts';

/** A record to be made, and the number by which its giver knows it (a row of a sheet). */
export interface NewRecord<Of = Record<string, unknown>> {
  row: number;
  /** The number that was drawn for it from the sequence of its table; all rows of a call have one, or none has. */
  id?: number;
  values: Of;
}

/** What became of it: as it is stored, or why not. */
export type NewOutcome<Of = StoredRecord> = { record: Of } | { error: AppError };

/** Whether it could be made. */
export type Judgement = { error: AppError | null };

/** Unique values that earlier rows of the same giver hold, with the row: a file may contradict itself. */
export type Taken = Map<string, number>;

export interface WriteMany<Stored, Given extends Record<keyof Stored, object>> {
  /** Judges new records as `create` would, and makes nothing of them. */
  validateMany<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    rows: NewRecord<Values<Given[Name]>>[],
    taken: Taken,
  ): Promise<Judgement[]>;
  /**
   * Makes many records of one type, each exactly as `create` would and with the same history, in a few statements.
   * One that is refused does not hinder the others; what they announce is left in the transaction. `turn` is waited for
   * between the judging, which locks no more than what the records name, and the writing.
   */
  createMany<Name extends keyof Stored & string>(
    caller: Caller,
    resource: Name,
    rows: NewRecord<Values<Given[Name]>>[],
    taken: Taken,
    transaction: Transaction,
    turn?: () => Promise<void>,
  ): Promise<NewOutcome<Stored[Name]>[]>;
}
