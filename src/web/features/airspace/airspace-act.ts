import type { CallName } from '#contract/services.ts';
import type { AirspaceAction } from '#domain/airspace/machine.ts';
import { callService } from '#web/client/services.ts';
import type { ActWeight } from '#web/ui/act-bar.tsx';

/** What a person is asked before an action goes out. */
export type Need = 'sure' | 'reason' | 'reasonOptional' | 'span' | 'until';

/** Actions that are sent from a dialog; editing is a screen, decisions are the desk's. */
export type AirspaceAct = Exclude<AirspaceAction, 'edit' | 'change' | 'approve' | 'reject' | 'return'>;

const needs: Record<AirspaceAct, Need[]> = {
  submit: ['sure'],
  withdraw: ['sure'],
  open: ['span', 'reasonOptional'],
  close: ['span', 'reason'],
  askExtension: ['until', 'reason'],
  withdrawExtension: ['sure'],
  extend: ['until', 'reason'],
  declineExtension: ['reason'],
  complete: ['sure', 'reasonOptional'],
  cancel: ['sure', 'reason'],
  delete: ['sure'],
};

export function needsOf(action: AirspaceAct): Need[] {
  return needs[action];
}

const primary = new Set<AirspaceAction>(['submit', 'open', 'approve']);
const dangerous = new Set<AirspaceAction>([
  'close',
  'cancel',
  'delete',
  'withdraw',
  'withdrawExtension',
  'declineExtension',
  'complete',
]);

/** How its button looks. */
export function weightOf(action: AirspaceAction): ActWeight {
  if (primary.has(action)) return 'primary';
  return dangerous.has(action) ? 'danger' : 'plain';
}

export function isAct(action: AirspaceAction): action is AirspaceAct {
  return action in needs;
}

export interface ActInput {
  reason?: string;
  /** UTC, ISO 8601. */
  from?: string;
  to?: string;
  validTo?: string;
}

const methods = {
  submit: 'Submit',
  withdraw: 'Withdraw',
  open: 'Open',
  close: 'Close',
  askExtension: 'AskExtension',
  withdrawExtension: 'WithdrawExtension',
  extend: 'Extend',
  declineExtension: 'DeclineExtension',
  complete: 'Complete',
  // Ended before its time by the keeper instead of the holder: the same call.
  cancel: 'Complete',
  delete: 'Delete',
} satisfies Record<AirspaceAct, CallName<'Airspace'>>;

/** Sends the action by its call; throws RequestError with the server's reason. */
export async function actOn(action: AirspaceAct, id: number, input: ActInput): Promise<void> {
  await callService('Airspace', methods[action], { id, ...input });
}
