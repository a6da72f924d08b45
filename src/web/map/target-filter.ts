import type { Target } from '#domain/surveillance/track/target.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Urgent } from '#web/map/map-signs.ts';

/** Which targets are shown. Every part that says nothing lets all pass. */
export interface TargetFilter {
  plan: 'all' | 'with' | 'without';
  where: 'all' | 'air' | 'ground';
  /** Metres, of the height that the target reports: pressure altitude, else geometric. */
  lowestM: number | null;
  highestM: number | null;
  /** Names of operators, and states of plans; empty: all. */
  companies: string[];
  planStates: number[];
  alertsOnly: boolean;
}

/** What is known of plans beside the targets themselves. */
export interface FilterFacts {
  plans: ReadonlyMap<number, { state: number; company: string }>;
  urgent: Pick<Urgent, 'has'>;
}

export const noFilter: TargetFilter = {
  plan: 'all',
  where: 'all',
  lowestM: null,
  highestM: null,
  companies: [],
  planStates: [],
  alertsOnly: false,
};

export function isFiltering(filter: TargetFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(noFilter);
}

/** A target in an alert is never hidden, nor one whose height is not known by limits of height. */
export function passes(target: Target, filter: TargetFilter, { plans, urgent }: FilterFacts): boolean {
  if (urgent.has(target.id)) return true;
  if (filter.alertsOnly) return false;
  if (filter.plan !== 'all' && (filter.plan === 'with') !== (target.planId !== null)) return false;
  if (filter.where !== 'all' && (filter.where === 'ground') !== target.onGround) return false;
  const heightM = target.pressureAltitudeM ?? target.amslAltitudeM ?? target.geometricAltitudeM;
  if (heightM !== null && !target.onGround) {
    if (filter.lowestM !== null && heightM < filter.lowestM) return false;
    if (filter.highestM !== null && heightM > filter.highestM) return false;
  }
  const plan = target.planId === null ? undefined : plans.get(target.planId);
  if (filter.companies.length > 0 && (!plan || !filter.companies.includes(plan.company))) return false;
  return filter.planStates.length === 0 || (plan !== undefined && filter.planStates.includes(plan.state));
}

/** A filter that was kept; what it does not say, or says wrongly, lets all pass. */
export function filterOf(value: unknown): TargetFilter {
  if (!isObject(value)) return noFilter;
  const { plan, where, lowestM, highestM, companies, planStates, alertsOnly } = value;
  const number = (one: unknown) => (typeof one === 'number' ? one : null);
  return {
    plan: plan === 'with' || plan === 'without' ? plan : 'all',
    where: where === 'air' || where === 'ground' ? where : 'all',
    lowestM: number(lowestM),
    highestM: number(highestM),
    companies: Array.isArray(companies) ? companies.filter((one) => typeof one === 'string') : [],
    planStates: Array.isArray(planStates) ? planStates.filter((one) => typeof one === 'number') : [],
    alertsOnly: alertsOnly === true,
  };
}
