import type { FieldError } from '#domain/text/errors.ts';
import { roleRules, userRules } from './role-rules.ts';
import type { RecordRuleCheck, RuleContext } from './rule-check.ts';
import { unitRules } from './unit-rules.ts';

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
