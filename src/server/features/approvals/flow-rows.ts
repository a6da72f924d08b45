import {
  type DocumentKind,
  documentKinds,
  type FlowStep,
  type RunningFlow,
  readStep,
} from '#domain/approvals/flow.ts';
import type { FlowInstanceRecord } from '#domain/record/records.gen.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';

/** A running flow with its record. */
export interface FlowInstance extends RunningFlow {
  id: number;
  version: number;
  documentResource: string;
  documentId: number;
  state: FlowInstanceRecord['state'];
  /** UTC ISO 8601. */
  stepStartedAt: string | null;
  stepDueAt: string | null;
  takenBy: number | null;
  takenAt: string | null;
  /** The published version whose steps these are. */
  flowVersion: number | null;
  /** UTC ISO 8601. */
  startedAt: string | null;
  endedAt: string | null;
  /** What the applicant said. */
  comment: string | null;
}

/** Rows of the table with the approvals of their waiting steps. */
export async function withApprovals(sql: Sql, rows: Record<string, unknown>[]): Promise<FlowInstance[]> {
  if (rows.length === 0) return [];
  const approvals = await sql
    .selectFrom('approval')
    .select(['flowInstance', 'stepIndex', 'decidedBy'])
    .where(
      'flowInstance',
      'in',
      rows.map((row) => Number(row.id)),
    )
    .where('decision', '=', 'approve')
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    version: Number(row.version),
    kind: kindOf(row.documentKind),
    documentResource: String(row.documentResource),
    documentId: Number(row.documentId),
    state: stateOf(row.state),
    steps: stepsOf(row.steps),
    stepIndex: Number(row.stepIndex),
    companyId: numberOf(row.company),
    applicantId: numberOf(row.applicant),
    assignees: numbersOf(row.assignees),
    approvedBy: approvals
      .filter((one) => one.flowInstance === row.id && one.stepIndex === row.stepIndex)
      .flatMap((one) => (typeof one.decidedBy === 'number' ? [one.decidedBy] : [])),
    stepStartedAt: stringOf(row.stepStartedAt),
    stepDueAt: stringOf(row.stepDueAt),
    takenBy: numberOf(row.takenBy),
    takenAt: stringOf(row.takenAt),
    flowVersion: numberOf(row.flowVersion),
    startedAt: stringOf(row.submittedAt) ?? stringOf(row.createdAt),
    endedAt: stringOf(row.endedAt),
    comment: stringOf(row.comment),
  }));
}

export function stepsOf(value: unknown): FlowStep[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const step = objectOf(one);
    return step ? [readStep(step)] : [];
  });
}

function kindOf(value: unknown): DocumentKind {
  return documentKinds.find((kind) => kind === value) ?? 'plan';
}

const states: FlowInstance['state'][] = ['running', 'approved', 'rejected', 'returned', 'withdrawn'];

function stateOf(value: unknown): FlowInstance['state'] {
  return states.find((state) => state === value) ?? 'running';
}

export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
