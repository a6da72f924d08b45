/** Record types whose fields an evaluation may change: what plans, approvals and alerts are evaluated by. */
export const changeableTypes = [
  'parameter',
  'airspace',
  'missionType',
  'airport',
  'takeoffLandingPoint',
] as const;
export type ChangeableType = (typeof changeableTypes)[number];

/** One field of one record with another value, or the draft of an approval flow as if it were published. */
export type Change =
  | { kind: 'field'; resource: ChangeableType; id: number; field: string; value: unknown }
  | { kind: 'flow'; id: number };

/** A change with what is in force now: `version` of the record it was evaluated on. */
export interface Difference {
  /** Place in the list of changes. */
  change: number;
  resource: ChangeableType | 'flowConfig';
  id: number;
  label: string;
  labelEn: string | null;
  version: number;
  /** Of a flow: `steps`. */
  field: string;
  before: unknown;
  after: unknown;
}

export const evaluatedParts = ['plans', 'approvals', 'alerts'] as const;
export type EvaluatedPart = (typeof evaluatedParts)[number];

/** The longest period that is evaluated, days. */
export const longestDays = 31;
/** Items of each list of a result; further ones are counted. */
export const mostListed = 500;
