import type { ApprovalRule } from '#domain/record/resource.ts';
import type { Text } from '#domain/text/errors.ts';

/**
 * Where a record stands whose type has `approval` (audits of aircraft and pilots, certification of companies).
 * 1 and 2 are the specification's (§4, examineState: 1 passed, 2 failed); the others say what lies between.
 */
export const auditState = {
  notSubmitted: 0,
  accepted: 1,
  refused: 2,
  waiting: 3,
  returned: 4,
  expired: 5,
} as const;
export type AuditState = (typeof auditState)[keyof typeof auditState];

/** Those of the applicant, those of who decides, and what happens by itself. */
export const auditActions = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'return',
  'reassign',
  'reopen',
  'expire',
] as const;
export type AuditAction = (typeof auditActions)[number];

const open: AuditState[] = [
  auditState.notSubmitted,
  auditState.refused,
  auditState.returned,
  auditState.expired,
];

/** From which states, and to which one. `approve` goes there with the last step; until then it waits on. */
const moves: Record<AuditAction, { from: AuditState[]; to: AuditState }> = {
  submit: { from: open, to: auditState.waiting },
  withdraw: { from: [auditState.waiting], to: auditState.notSubmitted },
  approve: { from: [auditState.waiting], to: auditState.accepted },
  reject: { from: [auditState.waiting], to: auditState.refused },
  return: { from: [auditState.waiting], to: auditState.returned },
  reassign: { from: [auditState.waiting], to: auditState.waiting },
  reopen: { from: [auditState.accepted], to: auditState.notSubmitted },
  expire: { from: [auditState.accepted], to: auditState.expired },
};

function isAuditState(value: unknown): value is AuditState {
  return Object.values<unknown>(auditState).includes(value);
}

/** The state of a record; a type that gained its approval later has records without one. */
export function auditStateOf(rule: Pick<ApprovalRule, 'state'>, record: Record<string, unknown>): AuditState {
  const value = record[rule.state];
  return isAuditState(value) ? value : auditState.notSubmitted;
}

/** Where the action leads from here, or why it leads nowhere. */
export function auditMove(
  action: AuditAction,
  from: AuditState,
): { ok: true; to: AuditState } | { ok: false; why: Text } {
  const move = moves[action];
  if (move.from.includes(from)) return { ok: true, to: move.to };
  return { ok: false, why: { key: `audit.refused.${reasonFor(action, from)}` } };
}

function reasonFor(action: AuditAction, from: AuditState): string {
  if (from === auditState.waiting) return 'waiting';
  if (action === 'submit' || action === 'reopen') return 'accepted';
  return 'notWaiting';
}

/** The papers of the record whose last day is past on `today` (`YYYY-MM-DD`); a paper is valid on its last day. */
export function expiredPapers(
  rule: Pick<ApprovalRule, 'expiry'>,
  record: Record<string, unknown>,
  today: string,
): string[] {
  return rule.expiry.filter((field) => {
    const day = record[field];
    return typeof day === 'string' && day < today;
  });
}

/** The first day on which one of its papers ends; null: none does. */
export function firstExpiry(
  rule: Pick<ApprovalRule, 'expiry'>,
  record: Record<string, unknown>,
): string | null {
  const days = rule.expiry.flatMap((field) => {
    const day = record[field];
    return typeof day === 'string' ? [day] : [];
  });
  return days.sort()[0] ?? null;
}

/** Does a change of these fields undo the acceptance of the record as it was? */
export function reopensBy(
  rule: Pick<ApprovalRule, 'state' | 'matters'>,
  before: Record<string, unknown>,
  changed: string[],
): boolean {
  return (
    auditStateOf(rule, before) === auditState.accepted &&
    changed.some((field) => rule.matters.includes(field))
  );
}

/** Which decisions must say why. */
export function needsComment(decision: AuditAction): boolean {
  return decision === 'reject' || decision === 'return';
}

/**
 * The acceptance filter of specification §4: accepted (whatever I have decided), pending (waits for me), passed,
 * rejected, view only (waits for somebody else).
 */
export const acceptFilters = ['-1', '0', '1', '2', '3'] as const;
export type AcceptFilter = (typeof acceptFilters)[number];

/** The specification's state (§4: 0 not submitted, 1 approved, 2 expired) and acceptance that go with an act. */
const marksOfAction: Partial<Record<AuditAction, { state: number; accept: AcceptFilter | null }>> = {
  submit: { state: 0, accept: '0' },
  withdraw: { state: 0, accept: null },
  approve: { state: 1, accept: '1' },
  reject: { state: 0, accept: '2' },
  return: { state: 0, accept: '2' },
  reopen: { state: 0, accept: null },
  expire: { state: 2, accept: '1' },
};

/** What of a record follows from where its approval stands now; nothing where its type has no such fields. */
export function marksAfter(
  { marks }: Pick<ApprovalRule, 'marks'>,
  action: AuditAction,
  to: AuditState,
): Record<string, unknown> {
  if (!marks) return {};
  // A step has passed, or it was handed on: it is accepted, and not yet decided.
  if (to === auditState.waiting && action !== 'submit') return { [marks.accept]: '-1' };
  const made = marksOfAction[action];
  return made ? { [marks.state]: made.state, [marks.accept]: made.accept } : {};
}
