import { countedDeparture, deadlinesOf } from '#domain/plans/deadlines.ts';
import { lackingOf, wholeOf } from '#domain/plans/filed-fields.ts';
import { delayMinutes, flightStatusLabel, flightStatusOf } from '#domain/plans/flight-status.ts';
import { statesFor } from '#domain/plans/machine.ts';
import { planState, stateKey } from '#domain/plans/states.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { RelationLabels } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { expectedEndOf } from './expected-end.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf, msOf, type PlanRecord } from './plan-rows.ts';

/** A plan as the caller may see it. */
export function viewPlan(
  caller: Caller,
  plan: PlanRecord,
  labels: RelationLabels,
  now: number,
  figures: PlanParameters,
) {
  return withoutHidden(caller, 'plan', wholeView(caller, plan, labels, now, figures), emptyView);
}

function wholeView(
  caller: Caller,
  plan: PlanRecord,
  labels: RelationLabels,
  now: number,
  figures: PlanParameters,
) {
  const say = (key: string) => textIn({ key }, caller.locale);
  const restricted = plan.restricted === true;
  const status = flightStatusOf(plan.state);
  return {
    ...wholeOf('plan', plan),
    reason: wordedIn(plan.reason ?? null, caller.locale),
    id: plan.id,
    version: plan.version,
    planNumber: plan.planNumber ?? `#${plan.id}`,
    state: plan.state,
    stateText: say(stateKey(plan.state, { restricted })),
    todayStateText: say(stateKey(plan.state, { restricted, today: true })),
    ...clocksOf(plan, figures),
    sFlt: status,
    // A plan for a term is no flight: only those of its days leave, and late.
    sFltText: plan.kind === 'standing' ? '' : flightStatusLabel(status),
    // Light aircraft leave from where they stand: no taxi time is taken off.
    delayMinutes:
      plan.kind === 'standing'
        ? null
        : delayMinutes({ status, sobt: msOf(plan.startTime), vtt: 0, atot: msOf(plan.takeoffAt) }, now),
    labels,
  };
}

/** The moments that a screen counts down to, by the legal clocks. A plan that is not submitted shows those of now. */
function clocksOf(plan: PlanRecord, figures: PlanParameters) {
  const { deadlines } = figures;
  const startAt = msOf(plan.startTime);
  const endAt = expectedEndOf(plan);
  const unsubmitted = plan.state === planState.new || plan.state === planState.rejected;
  const limits =
    unsubmitted && startAt !== null
      ? deadlinesOf(
          {
            urgency: plan.urgency,
            unmanned: plan.unmanned === true,
            startAt,
            withinTerm: plan.withinTerm === true,
          },
          deadlines,
        )
      : null;
  const lapses =
    plan.kind !== 'standing' && startAt !== null && statesFor('lapse').includes(plan.state)
      ? countedDeparture(startAt, msOf(plan.realEtd)) + deadlines.lapseMinutes * 60_000
      : null;
  return {
    submitBy: limits ? isoOf(limits.submitBy) : (plan.submitBy ?? null),
    decideBy: limits ? isoOf(limits.decideBy) : (plan.decideBy ?? null),
    lapsesAt: isoOf(lapses),
    overdueAt: plan.state === planState.inFlight && endAt !== null ? isoOf(endAt + figures.overdueMs) : null,
  };
}

const { planNumber: _number, state: _state, ...lacking } = lackingOf('plan');

/** What a plan may lack; its number and its state are told whoever asks. */
const emptyView = { ...lacking, reason: null, lapsesAt: null, overdueAt: null };
