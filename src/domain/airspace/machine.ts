import { type AuditState, auditState } from '#domain/approvals/audit.ts';
import type { Text } from '#domain/text/errors.ts';

/** Specification §4. */
export const airspaceState = { notSubmitted: 0, approved: 1, expired: 2 } as const;
export type AirspaceState = (typeof airspaceState)[keyof typeof airspaceState];

/** What people do to an airspace, in the order of its life; approve, reject and return are the flow's. */
export const airspaceActions = [
  'edit',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'return',
  'change',
  'open',
  'close',
  'askExtension',
  'withdrawExtension',
  'extend',
  'declineExtension',
  'complete',
  'cancel',
  'delete',
] as const;
export type AirspaceAction = (typeof airspaceActions)[number];

export type AirspaceParty = 'operator' | 'approver' | 'keeper' | 'watch';

/** Where an airspace stands, and what decides about it. */
export interface AirspaceStanding {
  state: AirspaceState;
  audit: AuditState;
  /** UTC ms; null: without end. */
  validTo: number | null;
  /** A request for an extension waits for its answer. */
  extensionRequested: boolean;
  now: number;
}

const parties: Record<AirspaceAction, AirspaceParty> = {
  edit: 'operator',
  submit: 'operator',
  withdraw: 'operator',
  approve: 'approver',
  reject: 'approver',
  return: 'approver',
  change: 'keeper',
  open: 'watch',
  close: 'watch',
  askExtension: 'operator',
  withdrawExtension: 'operator',
  extend: 'keeper',
  declineExtension: 'keeper',
  complete: 'operator',
  cancel: 'keeper',
  delete: 'operator',
};

/** Whose action it is: the holder's, the step's, the keeper's of the library, or that of who watches and controls. */
export function partyOf(action: AirspaceAction): AirspaceParty {
  return parties[action];
}

/** What must be said with it. */
export const reasonNeeded: readonly AirspaceAction[] = [
  'reject',
  'return',
  'close',
  'askExtension',
  'extend',
  'declineExtension',
  'cancel',
];

/** Those that speak of a request for an extension, and are nobody's where none waits. */
export const answersExtension: readonly AirspaceAction[] = ['withdrawExtension', 'declineExtension'];

export type AirspaceOutcome = { ok: true } | { ok: false; why: Text; rule: string };

/** May it be done to an airspace that stands so, whoever asks? */
export function airspaceMove(action: AirspaceAction, standing: AirspaceStanding): AirspaceOutcome {
  const { state, audit, validTo, extensionRequested, now } = standing;
  const waiting = audit === auditState.waiting;
  const no = (key: string, rule: string): AirspaceOutcome => ({
    ok: false,
    why: { key: `airspace.refused.${key}` },
    rule: `airspace.rule.${rule}`,
  });
  switch (action) {
    case 'edit':
    case 'submit':
    case 'delete':
      if (waiting) return no('waiting', 'locked');
      if (state === airspaceState.approved) return no('granted', 'granted');
      if (state === airspaceState.expired) return no('ended', 'ended');
      return { ok: true };
    case 'withdraw':
    case 'approve':
    case 'reject':
    case 'return':
      return waiting ? { ok: true } : no('notWaiting', 'flow');
    default:
      if (state === airspaceState.expired) return no('ended', 'ended');
      if (state !== airspaceState.approved) return no('notGranted', 'library');
      if (action !== 'change' && validTo !== null && validTo <= now) return no('ended', 'ended');
      if (answersExtension.includes(action) && !extensionRequested) return no('notAsked', 'order371-10');
      if (action === 'askExtension' && extensionRequested) return no('alreadyAsked', 'order371-10');
      if ((action === 'askExtension' || action === 'extend') && validTo === null) {
        return no('noEnd', 'order371-10');
      }
      return { ok: true };
  }
}
