import type { PlanItem } from '#contract/plans/plan-output.ts';

export interface PlanClockView {
  /** UTC, ISO 8601. */
  to: string;
  /** Catalogue key of what runs out. */
  key: string;
}

type Timed = Pick<
  PlanItem,
  'state' | 'startTime' | 'endTime' | 'realEtd' | 'submitBy' | 'decideBy' | 'lapsesAt' | 'overdueAt'
> & { kind?: string };

/**
 * The legal clocks of a plan in its state, the one that matters now first: once departure is past, the lapse of flight
 * basic rules art. 38; once the planned end is past, the overdue arrival.
 */
export function clocksOf(plan: Timed, now: number): PlanClockView[] {
  const clock = (key: string, at: string | null | undefined): PlanClockView[] =>
    at ? [{ to: at, key: `plan.clock.${key}` }] : [];
  const departure = plan.realEtd ?? plan.startTime;
  const past = (at: string | null | undefined) => Boolean(at) && Date.parse(at ?? '') <= now;
  const lapse = clock('lapse', plan.lapsesAt);
  switch (plan.state) {
    case 0:
    case 3:
      return clock('submit', plan.submitBy);
    case 1:
    case 2:
      return [...clock('decide', plan.decideBy), ...clock('departure', plan.startTime)];
    case 4:
    case 7:
    case 8:
      // A plan for a term does not leave: the plans of its days do.
      if (plan.kind === 'standing') return [];
      return past(departure) && lapse.length > 0 ? lapse : [...clock('departure', departure), ...lapse];
    case 5:
    case 6:
      return [...clock('release', departure), ...lapse];
    case 9:
      return past(plan.endTime)
        ? clock('overdue', plan.overdueAt ?? plan.endTime)
        : clock('landing', plan.endTime);
    default:
      return [];
  }
}
