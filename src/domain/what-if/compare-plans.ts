import { type Finding, hasErrors } from '#domain/plans/findings.ts';

/** What a check finds, as it is stored with an evaluation: shapes are left out. */
export type StoredFinding = Pick<Finding, 'level' | 'code' | 'rule' | 'field' | 'message' | 'with'>;

export type PlanOutcome = 'accepted' | 'refused';

export interface PlanComparison {
  before: PlanOutcome;
  after: PlanOutcome;
  /** Found after the change only, or at a higher level. */
  added: StoredFinding[];
  /** Found before the change only, or at a higher level. */
  removed: StoredFinding[];
}

const outcomeOf = (findings: readonly Finding[]): PlanOutcome =>
  hasErrors(findings) ? 'refused' : 'accepted';

const keyOf = ({ level, code, rule, field, with: about }: Finding) =>
  [level, code, rule, field, about?.resource, about?.id].join(' ');

const stored = ({ level, code, rule, field, message, with: about }: Finding): StoredFinding => ({
  level,
  code,
  rule,
  field,
  message,
  with: about,
});

/** How a plan's check differs; null: it does not, or in the values of its messages alone. */
export function comparePlan(before: readonly Finding[], after: readonly Finding[]): PlanComparison | null {
  const [known, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const added = after.filter((finding) => !known.has(keyOf(finding))).map(stored);
  const removed = before.filter((finding) => !now.has(keyOf(finding))).map(stored);
  if (added.length + removed.length === 0) return null;
  return { before: outcomeOf(before), after: outcomeOf(after), added, removed };
}
