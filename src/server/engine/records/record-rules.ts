import type { FieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import type { RecordType, RecordTypes } from './record-type.ts';
import type { Records } from './records.ts';
import type { Transaction } from './stored-record.ts';

/**
 * When a rule runs. The first four are asked of each record before its row is written; the first three not of services,
 * which have asked for themselves. The others run once, inside the transaction, after all that it writes.
 */
export const phases = [
  /** May it be changed at all, as things stand? */
  'guard',
  /** What the change brings with it. */
  'complete',
  /** May this caller make this change? */
  'authorise',
  /** What no schema can say of the record. */
  'validate',
  /** Further rows that follow from what was written. */
  'follow',
  /** The last word on what several transactions may want, under locks: as late as can be. */
  'reserve',
  /** Who is to learn of it: all that the phases before have announced is there to be read. */
  'notify',
] as const;
export type Phase = (typeof phases)[number];

export type WriteAction = RecordChange['action'];

/** What most rules are of: a record in the trash is judged when it comes back by what its schema relates it to. */
export const written: readonly WriteAction[] = ['create', 'update', 'delete'];

/** A change of one record, as a rule sees it: inside its transaction, the record locked. */
export interface RecordWrite {
  sql: Sql;
  types: RecordTypes;
  type: RecordType;
  caller: Caller;
  /** Absent: it is being made. */
  before: Record<string, unknown> | undefined;
  /** The whole record as it would be; null: it goes into the trash, out of it, or out of the world. */
  after: Record<string, unknown> | null;
}

/** What a transaction has written, once nothing but rules is to come. */
export interface RecordsWritten {
  transaction: Transaction;
  /** The changes that concern the rule, in their order. */
  changes: readonly RecordChange[];
  records: Records;
}

interface Concern {
  /** Says what it does, in a few words: docs/architecture.md lists it. */
  name: string;
  /** Record types; absent: every one. */
  types?: readonly string[];
  /** Absent: every action. */
  actions?: readonly WriteAction[];
}

/** Refuses by an AppError. */
export interface RefusingRule extends Concern {
  phase: 'guard' | 'authorise';
  refuse(write: RecordWrite): Promise<void> | void;
}

export interface CompletingRule extends Concern {
  phase: 'complete';
  /** The values that are written as well; `changed` names the fields that differ. */
  complete(write: RecordWrite, changed: string[]): Record<string, unknown>;
}

export interface ValidatingRule extends Concern {
  phase: 'validate';
  /** Errors at fields; an AppError where the whole change is refused. */
  validate(write: RecordWrite): Promise<FieldError[]>;
}

export interface ClosingRule extends Concern {
  phase: 'follow' | 'reserve' | 'notify';
  close(written: RecordsWritten): Promise<void>;
}

export type RecordRule = RefusingRule | CompletingRule | ValidatingRule | ClosingRule;

/** The rules of a store, asked phase by phase in the order of their list. */
export interface RuleBook {
  refuse(phase: RefusingRule['phase'], action: WriteAction, write: RecordWrite): Promise<void>;
  complete(action: WriteAction, write: RecordWrite, changed: string[]): Record<string, unknown>;
  validate(action: WriteAction, write: RecordWrite): Promise<FieldError[]>;
  /** Calls every closing rule that one of the changes announced by then concerns. */
  close(transaction: Transaction, announced: readonly RecordChange[], records: Records): Promise<void>;
}

/** Throws where a rule stands before one of an earlier phase: the list is to be read as it runs. */
export function createRuleBook(rules: readonly RecordRule[]): RuleBook {
  const misplaced = rules.find(
    ({ phase }, index) =>
      index > 0 && phases.indexOf(phase) < phases.indexOf(rules[index - 1]?.phase ?? phase),
  );
  if (misplaced) throw new Error(`the rule "${misplaced.name}" stands after one of a later phase`);

  const concerns = ({ types, actions }: Concern, resource: string, action: WriteAction) =>
    (types?.includes(resource) ?? true) && (actions?.includes(action) ?? true);
  const rulesFor = <Of extends RecordRule>(phase: Of['phase'], action: WriteAction, { type }: RecordWrite) =>
    rules.filter((rule): rule is Of => rule.phase === phase && concerns(rule, type.resource.name, action));

  return {
    async refuse(phase, action, write) {
      for (const rule of rulesFor<RefusingRule>(phase, action, write)) await rule.refuse(write);
    },

    complete: (action, write, changed) =>
      Object.assign(
        {},
        ...rulesFor<CompletingRule>('complete', action, write).map((rule) => rule.complete(write, changed)),
      ),

    async validate(action, write) {
      const errors: FieldError[] = [];
      for (const rule of rulesFor<ValidatingRule>('validate', action, write))
        errors.push(...(await rule.validate(write)));
      return errors;
    },

    async close(transaction, announced, records) {
      for (const rule of rules) {
        if (!('close' in rule)) continue;
        const changes = announced.filter(({ resource, action }) => concerns(rule, resource, action));
        if (changes.length > 0) await rule.close({ transaction, changes, records });
      }
    },
  };
}
