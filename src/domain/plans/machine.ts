import type { StoredText } from '#domain/text/locales/stored-text.ts';
import { type PlanState, planState } from './states.ts';

/** What can be done to a plan; each is a call of specification §7 (decisions.md §4). */
export const planActions = [
  'edit',
  'submit',
  'takeUp',
  'approve',
  'reject',
  'applyRelease',
  'editRelease',
  'withdrawRelease',
  'takeUpRelease',
  'allow',
  'allowRestricted',
  'refuse',
  'takeOff',
  'land',
  'editReport',
  'revertReport',
  'withdraw',
  'cancel',
  'delete',
  'split',
  'endTerm',
  'applyDetour',
  'acceptDetour',
  'refuseDetour',
  'stopFlight',
  'recall',
  'acknowledgeOrder',
  'liftOrder',
  'lapse',
] as const;
export type PlanAction = (typeof planActions)[number];

/** Who may do it, before flow and rows are asked: the operator whose plan it is, an approver of the step, a body that controls flights, or the clock. */
export type Party = 'operator' | 'approver' | 'control' | 'surveillance' | 'clock';

/** What else decides, beside the state. Times are UTC milliseconds. */
export interface ActionContext {
  /** This decision completes the last step of the flow; otherwise the plan waits for the next one. */
  lastStep: boolean;
  /** Why; some actions need it. */
  reason: StoredText | null;
  /** The restriction under which a release is allowed. */
  restriction: string | null;
  /** Another way was applied for in flight, and waits for its answer. */
  detourOpen: boolean;
  /** A stop or recall in force: whether its crew has acknowledged; null: none is. */
  order: 'open' | 'acknowledged' | null;
  /** A standing plan: approved for a term, flown only by the plans of a day that are made from it. */
  standing: boolean;
  /** How many tasks the plan has. */
  taskCount: number;
  /** Time of the report that is edited or reverted, and how long it may be. */
  reportedAt: number | null;
  reportGraceMs: number;
  /** The departure that counts: the later of the planned and the applied-for one; null: none known. */
  departureAt: number | null;
  lapseAfterMs: number;
  now: number;
}

export type Outcome =
  | { ok: true; to: PlanState | 'trash' }
  | {
      ok: false;
      /** Catalogue key of the sentence, and what fills it. */
      code: string;
      values: Record<string, string | number>;
      /** Catalogue key of the rule. */
      rule: string;
    };

interface Transition {
  from: readonly PlanState[];
  /** Where it leads; `same` keeps the state. */
  to: PlanState | 'trash' | 'same' | ((from: PlanState, context: ActionContext) => PlanState);
  who: readonly Party[];
  rule: string;
  /** A condition beside the state; the key of the sentence that says what is missing. */
  needs?: (context: ActionContext) => string | null;
}

const reasoned = (context: ActionContext) =>
  (typeof context.reason === 'string' ? context.reason.trim() : context.reason)
    ? null
    : 'plan.refused.reason';
const inGrace = (context: ActionContext) =>
  context.reportedAt !== null && context.now - context.reportedAt <= context.reportGraceMs
    ? null
    : 'plan.refused.grace';

const transitions: Record<PlanAction, Transition> = {
  edit: { from: [0, 3], to: 'same', who: ['operator'], rule: 'plan.rule.editable' },
  submit: {
    from: [0, 3],
    to: planState.submitted,
    who: ['operator'],
    rule: 'plan.rule.submission',
    needs: (context) => (context.taskCount > 0 ? null : 'plan.refused.noTask'),
  },
  takeUp: { from: [1], to: planState.underAcceptance, who: ['approver'], rule: 'plan.rule.acceptance' },
  approve: {
    from: [2],
    to: (_, context) => (context.lastStep ? planState.approved : planState.underAcceptance),
    who: ['approver'],
    rule: 'plan.rule.acceptance',
  },
  reject: {
    from: [2],
    to: planState.rejected,
    who: ['approver'],
    rule: 'plan.rule.acceptance',
    needs: reasoned,
  },
  applyRelease: {
    from: [4, 7],
    to: planState.releaseSubmitted,
    who: ['operator'],
    rule: 'plan.rule.release',
    needs: (context) => (context.standing ? 'plan.refused.standingRelease' : null),
  },
  // A release that was given ends where another time is applied for (Flight Basic Rules, art. 38).
  editRelease: {
    from: [5, 8],
    to: planState.releaseSubmitted,
    who: ['operator'],
    rule: 'plan.rule.release',
  },
  withdrawRelease: { from: [5], to: planState.approved, who: ['operator'], rule: 'plan.rule.release' },
  takeUpRelease: {
    from: [5],
    to: planState.releaseInProgress,
    who: ['approver'],
    rule: 'plan.rule.release',
  },
  allow: {
    from: [6],
    to: (_, context) => (context.lastStep ? planState.releaseAllowed : planState.releaseInProgress),
    who: ['approver'],
    rule: 'plan.rule.release',
  },
  allowRestricted: {
    from: [6],
    to: (_, context) => (context.lastStep ? planState.releaseAllowed : planState.releaseInProgress),
    who: ['approver'],
    rule: 'plan.rule.release',
    needs: (context) => (context.restriction?.trim() ? null : 'plan.refused.restriction'),
  },
  refuse: {
    from: [6],
    to: planState.releaseRejected,
    who: ['approver'],
    rule: 'plan.rule.release',
    needs: reasoned,
  },
  takeOff: {
    from: [8],
    to: planState.inFlight,
    who: ['operator', 'surveillance'],
    rule: 'plan.rule.reports',
  },
  land: { from: [9], to: planState.landed, who: ['operator', 'surveillance'], rule: 'plan.rule.reports' },
  editReport: { from: [9, 10], to: 'same', who: ['operator'], rule: 'plan.rule.reports', needs: inGrace },
  revertReport: {
    from: [9, 10],
    to: (from) => (from === planState.landed ? planState.inFlight : planState.releaseAllowed),
    who: ['operator'],
    rule: 'plan.rule.reports',
    needs: inGrace,
  },
  withdraw: { from: [1, 2], to: planState.revoked, who: ['operator'], rule: 'plan.rule.withdrawal' },
  cancel: {
    from: [4, 5, 6, 7, 8],
    to: planState.cancelled,
    who: ['operator', 'approver'],
    rule: 'plan.rule.cancellation',
    needs: reasoned,
  },
  delete: { from: [0, 3], to: 'trash', who: ['operator'], rule: 'plan.rule.editable' },
  split: {
    from: [0, 1, 4],
    to: 'same',
    who: ['operator'],
    rule: 'plan.rule.split',
    needs: (context) => (context.taskCount > 1 ? null : 'plan.refused.oneTask'),
  },
  endTerm: {
    from: [4],
    to: 'same',
    who: ['operator', 'approver'],
    rule: 'plan.rule.term',
    needs: (context) => (context.standing ? reasoned(context) : 'plan.refused.noTerm'),
  },
  applyDetour: {
    from: [9],
    to: 'same',
    who: ['operator'],
    rule: 'plan.rule.basic-38',
    needs: (context) => (context.detourOpen ? 'plan.refused.detourOpen' : reasoned(context)),
  },
  acceptDetour: {
    from: [9],
    to: 'same',
    who: ['approver'],
    rule: 'plan.rule.basic-38',
    needs: (context) => (context.detourOpen ? null : 'plan.refused.noDetour'),
  },
  refuseDetour: {
    from: [9],
    to: 'same',
    who: ['approver'],
    rule: 'plan.rule.basic-38',
    needs: (context) => (context.detourOpen ? reasoned(context) : 'plan.refused.noDetour'),
  },
  // A further order takes the place of the one in force: a stop becomes a recall without delay.
  stopFlight: { from: [9], to: 'same', who: ['control'], rule: 'plan.rule.order', needs: reasoned },
  recall: { from: [9], to: 'same', who: ['control'], rule: 'plan.rule.order', needs: reasoned },
  acknowledgeOrder: {
    from: [9],
    to: 'same',
    who: ['operator'],
    rule: 'plan.rule.order',
    needs: (context) => (context.order === 'open' ? null : 'plan.refused.noOrder'),
  },
  liftOrder: {
    from: [9],
    to: 'same',
    who: ['control'],
    rule: 'plan.rule.order',
    needs: (context) => (context.order === null ? 'plan.refused.noOrder' : reasoned(context)),
  },
  lapse: {
    from: [4, 5, 8],
    to: planState.cancelled,
    who: ['clock'],
    rule: 'plan.rule.lapse',
    needs: (context) =>
      !context.standing &&
      context.departureAt !== null &&
      context.now >= context.departureAt + context.lapseAfterMs
        ? null
        : 'plan.refused.notLapsed',
  },
};

/** May this action be taken from this state, and where does it lead? Everything not in the table is refused. */
export function decide(state: PlanState, action: PlanAction, context: ActionContext): Outcome {
  const transition = transitions[action];
  const no = (code: string): Outcome => ({
    ok: false,
    code,
    values: { state, action },
    rule: transition.rule,
  });
  if (!transition.from.includes(state)) return no('plan.refused.state');
  const missing = transition.needs?.(context);
  if (missing) return no(missing);
  const { to } = transition;
  if (to === 'same') return { ok: true, to: state };
  return { ok: true, to: typeof to === 'function' ? to(state, context) : to };
}

/** The parties to whom an action belongs. */
export function partiesOf(action: PlanAction): readonly Party[] {
  return transitions[action].who;
}

/** The states from which an action starts: what a query looks for. */
export function statesFor(action: PlanAction): readonly PlanState[] {
  return transitions[action].from;
}

/** Actions that need nothing but the state to be offered: a form asks for the rest (reason, time, restriction). */
export function actionsFrom(state: PlanState): PlanAction[] {
  return planActions.filter((action) => transitions[action].from.includes(state));
}
