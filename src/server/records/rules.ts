import type { FieldError } from '../../domain/errors.ts';
import type { Caller } from '../caller.ts';
import type { Sql } from '../db/sql.ts';
import type { RecordTypes } from './record-type.ts';
import { roleRules, userRules } from './role-rules.ts';
import { unitRules } from './unit-rules.ts';

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

export type RecordRules = Record<string, RecordRuleCheck[]>;

/** The rules of each record type. A new one is a function and a line here. */
const rules: RecordRules = {
  role: roleRules,
  user: userRules,
  organizationUnit: unitRules,
};

/** `more`: those that go by the settings of this installation. */
export async function checkRules(
  resource: string,
  context: RuleContext,
  more: RecordRules = {},
): Promise<FieldError[]> {
  const found: FieldError[] = [];
  for (const check of [...(rules[resource] ?? []), ...(more[resource] ?? [])])
    found.push(...(await check(context)));
  return found;
}
