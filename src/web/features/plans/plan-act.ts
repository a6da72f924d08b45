import type { CallName, InputOf } from '#contract/services.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import { callService, formInput } from '#web/client/services.ts';
import type { ActWeight } from '#web/ui/act-bar.tsx';

/** What a person is asked before an action goes out. */
export type Need =
  | 'reason'
  | 'reasonOptional'
  | 'comment'
  | 'restriction'
  | 'time'
  | 'sorties'
  | 'elsewhere'
  | 'underWay'
  | 'name'
  | 'assignees'
  | 'sure';

/**
 * An action as a screen offers it: the machine's own, the approver's return to the applicant and
 * reassignment, and what changes no state.
 */
export type Act = PlanAction | 'return' | 'reassign' | 'setFlightNum' | 'keepAirspace';

export interface ActInput {
  reason?: string;
  restriction?: string;
  /** The crew has confirmed the restriction of the release. */
  restrictionRead?: boolean;
  /** UTC, ISO 8601. */
  at?: string;
  sorties?: number | null;
  /** Where it landed, if not at its destination: an aerodrome or a point. */
  landedAirport?: number | undefined;
  landedPoint?: number | undefined;
  /** Sorties that are under way. */
  underWay?: number | null;
  /** Of a report: its own key, and when it was made (UTC, ISO 8601). */
  reportKey?: string;
  madeAt?: string;
  name?: string;
  /** User ids. */
  assignees?: number[];
}

/** What is acted on: the plan, and the step that the approver saw. */
export interface ActTarget {
  id: number;
  stepIndex: number | null;
  /** The plan's state as it was seen: a report of another one is not what they meant. */
  state?: number;
  /** The detour that is answered, the order that is acknowledged or lifted. */
  detour?: number;
  order?: number;
}

const needs: Partial<Record<Act, Need[]>> = {
  submit: ['sure'],
  approve: ['comment'],
  reject: ['reason'],
  return: ['reason'],
  reassign: ['assignees', 'comment'],
  allow: ['comment'],
  allowRestricted: ['restriction'],
  refuse: ['reason'],
  applyRelease: ['time'],
  editRelease: ['time'],
  withdrawRelease: ['sure'],
  takeOff: ['time', 'sorties'],
  land: ['time', 'sorties', 'elsewhere'],
  editReport: ['time', 'sorties', 'elsewhere'],
  revertReport: ['sure'],
  withdraw: ['reasonOptional'],
  cancel: ['reason'],
  split: ['sure'],
  delete: ['sure'],
  acceptDetour: ['comment'],
  refuseDetour: ['reason'],
  stopFlight: ['reason'],
  recall: ['reason'],
  acknowledgeOrder: ['sure'],
  liftOrder: ['reason'],
  setFlightNum: ['underWay'],
  keepAirspace: ['name'],
};

export function needsOf(action: Act): Need[] {
  return needs[action] ?? [];
}

const dangerous = new Set<Act>([
  'reject',
  'refuse',
  'cancel',
  'delete',
  'withdraw',
  'refuseDetour',
  'stopFlight',
  'recall',
]);
const primary = new Set<Act>([
  'submit',
  'approve',
  'allow',
  'applyRelease',
  'takeOff',
  'land',
  'acceptDetour',
]);

/** How its button looks. */
export function weightOf(action: Act): ActWeight {
  if (primary.has(action)) return 'primary';
  return dangerous.has(action) ? 'danger' : 'plain';
}

const decisions = {
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  reassign: 'reassign',
  allow: 'allow',
  allowRestricted: 'allowRestricted',
  refuse: 'refuse',
} as const satisfies Partial<Record<Act, string>>;

function isDecision(action: Act): action is keyof typeof decisions {
  return action in decisions;
}

/** Sends the action by its call of specification §7; throws RequestError with the server's reason. */
export async function act(
  action: Act,
  { id, stepIndex, state, detour, order }: ActTarget,
  input: ActInput,
): Promise<void> {
  // What a person left out is refused by the server, at its field.
  const call = <M extends CallName<'Navigation'>>(method: M, body: Partial<InputOf<'Navigation', M>>) =>
    callService('Navigation', method, formInput<InputOf<'Navigation', M>>({ id, ...body }));
  if (isDecision(action)) {
    await call('DoFlyApprove', {
      decision: decisions[action],
      stepIndex: stepIndex ?? 0,
      comment: input.reason ?? null,
      restriction: input.restriction ?? null,
      ...(input.assignees ? { assignees: input.assignees } : {}),
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
        ...(input.reason ? { reason: input.reason } : {}),
        ...(input.restrictionRead ? { restrictionRead: true } : {}),
        ...(input.reportKey ? { reportKey: input.reportKey, madeAt: input.madeAt } : {}),
        ...landedAt(input),
      });
      return;
    case 'editReport':
      await call('EditUpdateStateAndRealEta', {
        state,
        realEta: input.at,
        actualNum: input.sorties ?? null,
        ...(input.reason ? { reason: input.reason } : {}),
        ...landedAt(input),
      });
      return;
    case 'revertReport':
      await call('BackUpdateStateAndRealEta', { state, actualNum: input.sorties ?? null });
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
    case 'acceptDetour':
    case 'refuseDetour':
      await call('DecideDetour', {
        detour,
        accept: action === 'acceptDetour',
        ...(input.reason ? { comment: input.reason } : {}),
      });
      return;
    case 'stopFlight':
    case 'recall':
      await call('OrderFlight', {
        kind: action === 'recall' ? 'recall' : 'stop',
        reason: input.reason ?? '',
      });
      return;
    case 'acknowledgeOrder':
      await call('AcknowledgeOrder', { order });
      return;
    case 'liftOrder':
      await call('LiftOrder', { order, reason: input.reason ?? '' });
      return;
    case 'setFlightNum':
      await callService('Navigation', 'UpdateExceutingNum', { id, flightNum: input.underWay ?? 0 });
      return;
    case 'keepAirspace':
      await call('NAircraftToUserAirspace', input.name?.trim() ? { name: input.name.trim() } : {});
      return;
    case 'edit':
    case 'applyDetour':
    case 'endTerm':
    case 'lapse':
      throw new Error(`${action} is not sent from a screen`);
  }
}

/** Only where the dialog asked for it. */
function landedAt(input: ActInput): Record<string, number | null> {
  if (!('landedAirport' in input) && !('landedPoint' in input)) return {};
  return { landedAirport: input.landedAirport ?? null, landedPoint: input.landedPoint ?? null };
}
