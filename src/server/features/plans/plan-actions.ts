import type { ActionView } from '#contract/plans/plan-output.ts';
import { isDecider, isOwn, mayDecide } from '#domain/approvals/flow.ts';
import { holds } from '#domain/identity/access.ts';
import { type ActionContext, decide, type PlanAction } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import type { Text } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { PlanRecord } from './plan-rows.ts';
import { isFlightController, isOperatorOf, makersOf } from './plan-store.ts';

/** What a person can be offered, in the order of a plan's life. */
const offered: { action: PlanAction; party: ActionView['party']; call: string; needs: string[] }[] = [
  { action: 'edit', party: 'operator', call: 'Navigation/UpdateNAircraftById', needs: [] },
  { action: 'submit', party: 'operator', call: 'Navigation/SaveNAircrafts', needs: [] },
  { action: 'takeUp', party: 'approver', call: 'Navigation/TakeUp', needs: [] },
  { action: 'approve', party: 'approver', call: 'Navigation/DoFlyApprove', needs: [] },
  { action: 'reject', party: 'approver', call: 'Navigation/DoFlyApprove', needs: ['reason'] },
  { action: 'applyRelease', party: 'operator', call: 'Navigation/ApplyOpenDynamic', needs: ['time'] },
  { action: 'editRelease', party: 'operator', call: 'Navigation/EditApplyOpenDynamic', needs: ['time'] },
  { action: 'withdrawRelease', party: 'operator', call: 'Navigation/BackApplyOpenDynamic', needs: [] },
  { action: 'takeUpRelease', party: 'approver', call: 'Navigation/TakeUp', needs: [] },
  { action: 'allow', party: 'approver', call: 'Navigation/DoFlyApprove', needs: [] },
  { action: 'allowRestricted', party: 'approver', call: 'Navigation/DoFlyApprove', needs: ['restriction'] },
  { action: 'refuse', party: 'approver', call: 'Navigation/DoFlyApprove', needs: ['reason'] },
  { action: 'takeOff', party: 'operator', call: 'Navigation/UpdateStateAndRealEta', needs: ['time'] },
  { action: 'land', party: 'operator', call: 'Navigation/UpdateStateAndRealEta', needs: ['time'] },
  { action: 'editReport', party: 'operator', call: 'Navigation/EditUpdateStateAndRealEta', needs: ['time'] },
  { action: 'revertReport', party: 'operator', call: 'Navigation/BackUpdateStateAndRealEta', needs: [] },
  { action: 'applyDetour', party: 'operator', call: 'Navigation/ApplyDetour', needs: ['reason'] },
  { action: 'acceptDetour', party: 'approver', call: 'Navigation/DecideDetour', needs: [] },
  { action: 'refuseDetour', party: 'approver', call: 'Navigation/DecideDetour', needs: ['reason'] },
  { action: 'stopFlight', party: 'control', call: 'Navigation/OrderFlight', needs: ['reason'] },
  { action: 'recall', party: 'control', call: 'Navigation/OrderFlight', needs: ['reason'] },
  { action: 'acknowledgeOrder', party: 'operator', call: 'Navigation/AcknowledgeOrder', needs: [] },
  { action: 'liftOrder', party: 'control', call: 'Navigation/LiftOrder', needs: ['reason'] },
  { action: 'withdraw', party: 'operator', call: 'Navigation/BackNAircraft', needs: [] },
  { action: 'cancel', party: 'operator', call: 'Navigation/CancelNAircraft', needs: ['reason'] },
  { action: 'split', party: 'operator', call: 'Navigation/SplitNAircraftById', needs: [] },
  { action: 'delete', party: 'operator', call: 'Navigation/DelNAircraft', needs: [] },
];

const ofDetour: ReadonlySet<PlanAction> = new Set(['acceptDetour', 'refuseDetour']);

/**
 * Every action with whether the caller may take it now, and if not, why and by which rule. A decision that waits
 * to be taken up is offered at once: taking up is its first half.
 */
export function actionsFor(
  caller: Caller,
  plan: PlanRecord,
  flows: FlowInstance[],
  context: ActionContext,
): ActionView[] {
  const say = (text: Text) => textIn(text, caller.locale);
  const running = flows.find((flow) => flow.state === 'running');
  const isOperator = isOperatorOf(caller, plan.company) && holds(caller.actor, makersOf(plan));
  const isApprover =
    flows.some((flow) => isDecider(flow, caller.actor)) ||
    flows.some((flow) => flow.assignees.includes(caller.actor.userId));
  const controls = isFlightController(caller);
  const isOwnFlight = flows.some((flow) => isOwn(flow, caller.actor));
  return offered.map(({ action, party, call, needs }) => {
    const relevant =
      party === 'operator'
        ? isOperator || (action === 'cancel' && isApprover && !isOwnFlight)
        : party === 'control'
          ? controls && plan.state === planState.inFlight
          : isApprover && !(isOwnFlight && ofDetour.has(action));
    const no = (reason: Text, rule: string): ActionView => ({
      action,
      text: say({ key: `plan.action.${action}` }),
      call,
      party,
      relevant,
      allowed: false,
      reason: say(reason),
      rule: say({ key: rule }),
      needs,
    });
    const outcome = decide(takenUp(plan.state, action), action, {
      ...context,
      // What a form will ask for is not missing yet.
      reason: '…',
      restriction: '…',
    });
    if (!outcome.ok) {
      const values = { ...outcome.values, state: plan.state };
      return no({ key: outcome.code, values }, outcome.rule);
    }
    if (!relevant) return no({ key: 'plan.refused.party', values: { action } }, 'plan.rule.flow');
    // A detour waits for no step of a flow: whoever its flight's flow names answers it.
    if (party === 'approver' && !ofDetour.has(action)) {
      const answer = running ? mayDecide(running, caller.actor) : null;
      if (!answer) return no({ key: 'flow.refused.ended' }, 'plan.rule.flow');
      if (!answer.ok) return no({ key: answer.code }, answer.rule);
    }
    return {
      action,
      text: say({ key: `plan.action.${action}` }),
      call,
      party,
      relevant,
      allowed: true,
      reason: null,
      rule: null,
      needs,
    };
  });
}

function takenUp(state: PlanRecord['state'], action: PlanAction): PlanRecord['state'] {
  if (state === planState.submitted && (action === 'approve' || action === 'reject')) return 2;
  const isRelease = action === 'allow' || action === 'allowRestricted' || action === 'refuse';
  return state === planState.releaseSubmitted && isRelease ? 6 : state;
}
