import type { AlertLevel, NetName } from '#domain/conflicts/nets/safety-net.ts';
import type { Text } from '#domain/text/errors.ts';
import type { ApprovalComparison } from '#domain/what-if/compare-approvals.ts';
import type { PlanComparison } from '#domain/what-if/compare-plans.ts';

/** What an evaluation found, in no language. Times are UTC ms. */
export interface StoredResult {
  plans: {
    evaluated: number;
    differ: number;
    newlyRefused: number;
    newlyAccepted: number;
    items: StoredPlan[];
  } | null;
  approvals: {
    evaluated: number;
    differ: number;
    outcomeDiffers: number;
    minutesBefore: number | null;
    minutesAfter: number | null;
    lateBefore: number;
    lateAfter: number;
    items: StoredApproval[];
  } | null;
  alerts: {
    evaluated: number;
    differ: number;
    raisedBefore: number;
    raisedAfter: number;
    items: StoredAlert[];
    leftOut: Text[];
  } | null;
}

export interface StoredPlan extends PlanComparison {
  id: number;
  planNumber: string;
  company: number;
  at: number;
  state: number;
}

export interface StoredApproval extends ApprovalComparison {
  kind: string;
  resource: string;
  document: number;
  submittedAt: number;
}

export interface StoredAlert {
  net: NetName;
  before: AlertLevel | null;
  after: AlertLevel | null;
  raisedAt: number;
  clearedAt: number | null;
  earlierS: number;
  reason: Text;
  targets: string[];
  track: string | null;
  /** Places of the differences that bear on it; absent in results of before they were stored. */
  causes?: number[];
}
