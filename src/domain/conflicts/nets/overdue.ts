import { planState } from '#domain/plans/states.ts';
import { type Finding, type ScenePlan, safetyNet } from './safety-net.ts';

const minuteMs = 60_000;

/** A flight that has not landed: the phases of ICAO Annex 11, chapter 5, each at its time. */
export const overdue = safetyNet({
  name: 'overdue',
  levels: ['caution', 'warning'],
  parameters: {
    uncertaintyMin: { value: 30, unit: 'min' },
    alertMin: { value: 60, unit: 'min' },
    distressMin: { value: 90, unit: 'min' },
  },
  evaluate({ plans, nowMs }, values) {
    return [...plans.values()].flatMap((plan) => {
      if (plan.state !== planState.inFlight) return [];
      const lateMin = Math.floor((nowMs - plan.endAt) / minuteMs);
      const phase =
        lateMin >= values.distressMin
          ? 'distress'
          : lateMin >= values.alertMin
            ? 'alert'
            : lateMin >= values.uncertaintyMin
              ? 'uncertainty'
              : null;
      if (!phase) return [];
      const level = phase === 'uncertainty' ? 'caution' : 'warning';
      return [
        ofPlan(plan, 'overdue', level, `alert.overdue.${phase}`, lateMin, `alert.overdue.advice.${phase}`),
      ];
    });
  },
});

/** Released, and nobody has reported that it left. */
export const takeOffReport = safetyNet({
  name: 'takeOffReport',
  levels: ['advisory', 'caution'],
  parameters: { afterMin: { value: 15, unit: 'min' }, cautionMin: { value: 30, unit: 'min' } },
  evaluate({ plans, nowMs }, { afterMin, cautionMin }) {
    return [...plans.values()].flatMap((plan) => {
      if (plan.state !== planState.releaseAllowed) return [];
      const lateMin = Math.floor((nowMs - plan.startAt) / minuteMs);
      if (lateMin < afterMin) return [];
      const level = lateMin >= cautionMin ? 'caution' : 'advisory';
      return [
        ofPlan(
          plan,
          'takeOffReport',
          level,
          'alert.takeOffReport.reason',
          lateMin,
          'alert.takeOffReport.advice',
        ),
      ];
    });
  },
});

function ofPlan(
  plan: ScenePlan,
  net: Finding['net'],
  level: Finding['level'],
  key: string,
  minutes: number,
  advice: string,
): Finding {
  return {
    net,
    key: `${net}:${plan.id}`,
    level,
    immediate: true,
    reason: { key, values: { plan: plan.planNumber, one: plan.callsigns.join(' '), minutes } },
    targets: [],
    planIds: [plan.id],
    advice,
    contacts: plan.contacts,
  };
}
