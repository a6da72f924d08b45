import type { AcceptFilter } from '#domain/approvals/audit.ts';
import type { FlowView } from '#web/features/approvals/flow/flow-types.ts';

/** One line of the desk's queue, as Audit/GetInbox gives it. */
export interface AuditItem {
  flowInstance: number;
  resource: string;
  kindText: string;
  id: number;
  title: string;
  subtitle: string | null;
  companyName: string | null;
  state: number;
  stateText: string;
  flowState: string;
  stepIndex: number;
  stepCount: number;
  stepName: string;
  submittedAt: string | null;
  waitingSince: string | null;
  stepDueAt: string | null;
  endedAt: string | null;
  applicantName: string | null;
  mine: boolean;
  expiry: string | null;
}

export interface AuditInboxView {
  totalCount: number;
  items: AuditItem[];
  counts: Record<AcceptFilter | 'all', number>;
  /** What waits for me, by resource. */
  waiting: Record<string, number>;
}

/** What can be done to a record under approval. */
export type AuditAct = 'submit' | 'withdraw' | 'approve' | 'reject' | 'return' | 'reassign';

export interface AuditEventView {
  at: string;
  action: string;
  actionText: string;
  byName: string | null;
  unit: string | null;
  step: string | null;
  comment: string | null;
  toStateText: string | null;
}

/** Where a record stands, as Audit/GetTimeline gives it. */
export interface AuditTimeline {
  resource: string;
  id: number;
  title: string;
  version: number;
  state: number;
  stateText: string;
  opinion: string | null;
  papers: { field: string; label: string; until: string; expired: boolean }[];
  expiry: string | null;
  stepIndex: number | null;
  mine: boolean;
  mayReturn: boolean;
  mayReassign: boolean;
  /** Why each act is not for me; null: it is. What is absent is none of my business. */
  may: Partial<Record<AuditAct, string | null>>;
  flows: FlowView[];
  events: AuditEventView[];
  baseline: { at: string; byName: string | null } | null;
  changes: { field: string; before: unknown; after: unknown }[];
}

export interface Candidate {
  id: number;
  name: string;
  roleNames: string[];
  unit: string | null;
  named: boolean;
}
