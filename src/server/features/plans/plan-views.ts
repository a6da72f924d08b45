import { countedDeparture, deadlinesOf } from '#domain/plans/deadlines.ts';
import { delayMinutes, flightStatusLabel, flightStatusOf } from '#domain/plans/flight-status.ts';
import { statesFor } from '#domain/plans/machine.ts';
import { planState, stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { RelationLabels } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { expectedEndOf } from './expected-end.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf, msOf, type PlanRecord } from './plan-rows.ts';

/** A plan of a list, as the caller may see it. */
export function viewPlan(
  caller: Caller,
  plan: PlanRecord,
  labels: RelationLabels,
  now: number,
  figures: PlanParameters,
) {
  return withoutHidden(caller, 'plan', wholeView(caller, plan, labels, now, figures), emptyItemView);
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
    id: plan.id,
    version: plan.version,
    planNumber: plan.planNumber ?? `#${plan.id}`,
    kind: plan.kind,
    urgency: plan.urgency,
    unmanned: plan.unmanned === true,
    company: plan.company,
    missionType: plan.missionType,
    state: plan.state,
    stateText: say(stateKey(plan.state, { restricted })),
    todayStateText: say(stateKey(plan.state, { restricted, today: true })),
    restricted,
    callsign: plan.callsign ?? null,
    startTime: plan.startTime ?? null,
    endTime: plan.endTime ?? null,
    departure: plan.departure ?? null,
    departurePoint: plan.departurePoint ?? null,
    destination: plan.destination ?? null,
    destinationPoint: plan.destinationPoint ?? null,
    airspace: plan.airspace ?? null,
    ...clocksOf(plan, figures),
    validFrom: plan.validFrom ?? null,
    validTo: plan.validTo ?? null,
    weekdays: plan.weekdays ?? [],
    standingPlan: plan.standingPlan ?? null,
    withinTerm: plan.withinTerm === true,
    landedAirport: plan.landedAirport ?? null,
    landedPoint: plan.landedPoint ?? null,
    realEtd: plan.realEtd ?? null,
    takeoffAt: plan.takeoffAt ?? null,
    realEta: plan.realEta ?? null,
    actualNum: plan.actualNum ?? null,
    flightNum: plan.flightNum ?? null,
    submittedAt: plan.submittedAt ?? null,
    reason: plan.reason ?? null,
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

/** What a plan of a list may lack. */
const emptyItemView = {
  callsign: null,
  startTime: null,
  endTime: null,
  departure: null,
  departurePoint: null,
  destination: null,
  destinationPoint: null,
  airspace: null,
  submitBy: null,
  decideBy: null,
  lapsesAt: null,
  overdueAt: null,
  validFrom: null,
  validTo: null,
  weekdays: [],
  standingPlan: null,
  landedAirport: null,
  landedPoint: null,
  realEtd: null,
  takeoffAt: null,
  realEta: null,
  actualNum: null,
  flightNum: null,
  submittedAt: null,
  reason: null,
};

export const emptyPlanView = {
  mission: null,
  restriction: null,
  alternate: null,
  geometry: null,
  lower: null,
  upper: null,
  picName: null,
  crewCount: null,
  aircraftCount: null,
  ssrCode: null,
  communications: null,
  weatherMinima: null,
  supportNeeds: null,
  contact: null,
  phone: null,
  missionApproval: null,
  remarks: null,
  submittedBy: null,
  decidedAt: null,
  releaseSubmittedAt: null,
  releaseDecidedAt: null,
  splitFrom: null,
};
