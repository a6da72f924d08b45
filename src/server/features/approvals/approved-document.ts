import type { StoredText } from '#domain/text/locales/stored-text.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** A document that passes an approval flow, as its feature declares it to the machine that is common to all of them. */
export interface ApprovedDocument {
  resource: string;
  /** Takes the waiting step as a person does: in a transaction of its own, refused where somebody was there before. */
  decide(caller: Caller, turn: StepTurn): Promise<unknown>;
  /** What is said of it where a step has waited too long. */
  overdue(
    record: StoredRecord,
    step: string,
  ): Pick<
    NonNullable<RecordChange['message']>,
    'title' | 'titleEn' | 'content' | 'contentEn' | 'untitled' | 'state'
  >;
}

/** A step that ends without a person: its time is over, or nobody else may decide. */
export interface StepTurn {
  id: number;
  stepIndex: number;
  decision: 'approve' | 'reject';
  comment: StoredText;
}
