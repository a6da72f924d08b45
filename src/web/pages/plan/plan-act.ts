import type { PlanAction } from '../../../domain/plan/machine.ts';
import { callService } from '../../providers/services.ts';
import type { SavedPlan } from './plan-types.ts';

/** What a person is asked before an action goes out. */
export type Need = 'reason' | 'reasonOptional' | 'comment' | 'restriction' | 'time' | 'sorties' | 'sure';

/** An action as a screen offers it: the machine's own, and the approver's return to the applicant. */
export type Act = PlanAction | 'return';

export interface ActInput {
  reason?: string;
  restriction?: string;
  /** UTC, ISO 8601. */
  at?: string;
  sorties?: number | null;
}

/** What is acted on: the plan, and the step that the approver saw. */
export interface ActTarget {
  id: number;
  stepIndex: number | null;
}

const needs: Partial<Record<Act, Need[]>> = {
  submit: ['sure'],
  approve: ['comment'],
  reject: ['reason'],
  return: ['reason'],
  allow: ['comment'],
  allowRestricted: ['restriction'],
  refuse: ['reason'],
  applyRelease: ['time'],
  editRelease: ['time'],
  withdrawRelease: ['sure'],
  takeOff: ['time', 'sorties'],
  land: ['time', 'sorties'],
  editReport: ['time', 'sorties'],
  revertReport: ['sure'],
  withdraw: ['reasonOptional'],
  cancel: ['reason'],
  split: ['sure'],
  delete: ['sure'],
};

export function needsOf(action: Act): Need[] {
  return needs[action] ?? [];
}

const dangerous = new Set<Act>(['reject', 'refuse', 'cancel', 'delete', 'withdraw']);
const primary = new Set<Act>(['submit', 'approve', 'allow', 'applyRelease', 'takeOff', 'land']);

/** How its button looks. */
export function weightOf(action: Act): 'primary' | 'danger' | 'plain' {
  if (primary.has(action)) return 'primary';
  return dangerous.has(action) ? 'danger' : 'plain';
}

const decisions = {
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  allow: 'allow',
  allowRestricted: 'allowRestricted',
  refuse: 'refuse',
} as const satisfies Partial<Record<Act, string>>;

function isDecision(action: Act): action is keyof typeof decisions {
  return action in decisions;
}

/** Sends the action by its call of specification §7; throws RequestError with the server's reason. */
export async function act(action: Act, { id, stepIndex }: ActTarget, input: ActInput): Promise<void> {
  const call = (method: string, body: Record<string, unknown>) =>
    callService<SavedPlan | boolean>('Navigation', method, { id, ...body });
  if (isDecision(action)) {
    await call('DoFlyApprove', {
      decision: decisions[action],
      stepIndex: stepIndex ?? 0,
      comment: input.reason ?? null,
      restriction: input.restriction ?? null,
    });
    return;
  }
  switch (action) {
    case 'submit':
      await callService('Navigation', 'SaveNAircrafts', { ids: [id], submit: true });
      return;
    case 'takeUp':
    case 'takeUpRelease':
      await call('TakeUp', {});
      return;
    case 'applyRelease':
      await call('ApplyOpenDynamic', { state: 5, realEtd: input.at });
      return;
    case 'editRelease':
      await call('EditApplyOpenDynamic', { state: 5, realEtd: input.at });
      return;
    case 'withdrawRelease':
      await call('BackApplyOpenDynamic', {});
      return;
    case 'takeOff':
    case 'land':
      await call('UpdateStateAndRealEta', {
        state: action === 'takeOff' ? 9 : 10,
        realEta: input.at,
        actualNum: input.sorties ?? null,
      });
      return;
    case 'editReport':
      await call('EditUpdateStateAndRealEta', { realEta: input.at, actualNum: input.sorties ?? null });
      return;
    case 'revertReport':
      await call('BackUpdateStateAndRealEta', { actualNum: input.sorties ?? null });
      return;
    case 'withdraw':
      await call('BackNAircraft', input.reason ? { reason: input.reason } : {});
      return;
    case 'cancel':
      await call('CancelNAircraft', { reason: input.reason ?? '' });
      return;
    case 'split':
      await call('SplitNAircraftById', {});
      return;
    case 'delete':
      await call('DelNAircraft', {});
      return;
    case 'edit':
    case 'lapse':
      throw new Error(`${action} is not sent from a screen`);
  }
}
