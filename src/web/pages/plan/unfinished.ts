import { planState } from '../../../domain/plan/states.ts';
import type { PlanItem } from './plan-types.ts';

/** Released or in flight, and past its end: what forbids new plans until it is reported (decisions.md §4, NotFinish). */
export function isUnfinished({ state, endTime }: Pick<PlanItem, 'state' | 'endTime'>, now: number): boolean {
  const underWay = state === planState.releaseAllowed || state === planState.inFlight;
  return underWay && endTime !== null && Date.parse(endTime) < now;
}
