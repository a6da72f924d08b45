import type { Actor } from '#domain/identity/access.ts';
import { adminPermission } from '#domain/identity/access.ts';
import { actionsFrom, type PlanAction, partiesOf } from '#domain/plans/machine.ts';
import { isPlanState, type PlanState } from '#domain/plans/states.ts';

/** What carries a flight on, in its order; the rest is on the plan's page. */
const onward: PlanAction[] = ['submit', 'applyRelease', 'takeOff', 'land'];

/** The operator's next step from a state; null where they wait for others or all is done. */
export function nextAction(state: unknown): PlanAction | null {
  if (!isPlanState(state)) return null;
  const possible = actionsFrom(state).filter((action) => partiesOf(action).includes('operator'));
  return onward.find((action) => possible.includes(action)) ?? null;
}

/** Does the user act for the company of this plan? The server decides; this hides what it would refuse. */
export function actsFor(actor: Actor | undefined, company: number): boolean {
  if (!actor) return false;
  if (actor.permissions.includes(adminPermission)) return true;
  return actor.permissions.includes('Pages.Navigation.Create') && actor.companyIds.includes(company);
}

/**
 * Kinds that are released and flown; a standing plan is flown only by the plans of a day that are made from
 * it.
 */
export const flownKinds = ['quick', 'nextDay', 'sameDay'] as const;

/** States in which a plan is under way: filed, or on its way to its landing. */
export const openStates: readonly PlanState[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
