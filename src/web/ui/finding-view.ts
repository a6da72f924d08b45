import type { FindingShape, FindingWith } from '#domain/plans/findings.ts';

export interface FindingView {
  level: 'error' | 'warning';
  code: string;
  rule: string;
  /** e.g. `tasks.0.aircraft`; empty: the plan as a whole. */
  field: string;
  message: string;
  with: FindingWith | null;
  /** The air of what it is with; null where that has no extent. */
  shape?: FindingShape | null;
  /** False: the limits have no datum in common and the whole column counts. */
  altitudeCompared?: boolean | null;
}
