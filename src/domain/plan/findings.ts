import type { Text } from '../errors.ts';

/** What a finding is about beside the plan itself. */
export interface FindingWith {
  resource: string;
  id: number;
  /** Its name, as a person knows it. */
  label: string;
}

/** One thing that CheckErrors found (decisions.md §4). An error forbids submission, a warning does not. */
export interface Finding {
  level: 'error' | 'warning';
  /** Stable name of the check, e.g. `papers.expired`. */
  code: string;
  /** Catalogue key of the rule it follows from. */
  rule: string;
  /** Path of the field, e.g. `tasks.0.aircraft`; empty: the plan as a whole. */
  field: string;
  message: Text;
  with: FindingWith | null;
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === 'error');
}
