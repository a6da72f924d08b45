import type { FieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordTypes } from './record-type.ts';

/** A change of one record, as a rule sees it: inside the transaction, after the schema has judged it. */
export interface RuleContext {
  sql: Sql;
  types: RecordTypes;
  caller: Caller;
  /** Absent: it is being made. */
  before: Record<string, unknown> | undefined;
  /** The whole record as it would be; null: it goes into the trash. */
  after: Record<string, unknown> | null;
}

/** What no schema can say of a record: faults at its fields, or an AppError where the whole change is refused. */
export type RecordRuleCheck = (context: RuleContext) => Promise<FieldError[]>;
