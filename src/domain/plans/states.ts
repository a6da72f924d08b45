/** The state of a plan (specification §4, plan status). */
export const planStates = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type PlanState = (typeof planStates)[number];

/** The same codes by name, for code that people read. */
export const planState = {
  new: 0,
  submitted: 1,
  underAcceptance: 2,
  rejected: 3,
  approved: 4,
  releaseSubmitted: 5,
  releaseInProgress: 6,
  releaseRejected: 7,
  releaseAllowed: 8,
  inFlight: 9,
  landed: 10,
  revoked: 11,
  cancelled: 12,
} as const satisfies Record<string, PlanState>;

export function isPlanState(value: unknown): value is PlanState {
  return planStates.some((state) => state === value);
}

/** States in which a plan takes room in the air: what a strategic check is made against. A rejected plan takes none. */
export const activeStates: readonly PlanState[] = [1, 2, 4, 5, 6, 7, 8, 9];

/** Catalogue key of the state's text. The view of today and a restricted release have their own words. */
export function stateKey(state: PlanState, variant: { restricted?: boolean; today?: boolean } = {}): string {
  if (state === planState.approved && variant.today) return 'plan.state.4.today';
  if (state === planState.releaseAllowed && variant.restricted) return 'plan.state.8.restricted';
  return `plan.state.${state}`;
}
