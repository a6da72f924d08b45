import { type PlanState, planState } from './states.ts';

/** Who or what brings a flight to a status: what is done to its plan, a report, time, surveillance, airspace watch. */
export type StatusSource = 'plan' | 'report' | 'clock' | 'surveillance' | 'hand';

/** What surveillance sees of a flight that its plan does not say. */
export const seenEvents = ['standing', 'taxiing', 'identified', 'inbound', 'touchedDown'] as const;
export type SeenEvent = (typeof seenEvents)[number];

interface Row {
  /** s_FLT of specification §4. */
  code: number;
  label: string;
  source: StatusSource;
  /** What reaches it, as the machine of plans, the clock or the watch on targets names it; `set`: by hand alone. */
  event: string;
  /** States of the plan in which a flight can have it. */
  states: readonly PlanState[];
}

const { approved, releaseRejected, releaseAllowed, inFlight, landed } = planState;
const awaiting: readonly PlanState[] = [approved, releaseRejected];

/**
 * s_FLT (specification §4) of a general-aviation flight: each code with the one event that reaches it. 40 and 50
 * have no meaning and nothing reaches them. Where one state of a plan has several, the later event counts.
 */
const rows = [
  { code: 10, label: 'SCH', source: 'plan', event: 'edit', states: [0, 1, 2, 3] },
  { code: 20, label: 'QPR', source: 'hand', event: 'set', states: [1, 2, approved] },
  { code: 30, label: 'FPL', source: 'plan', event: 'approve', states: awaiting },
  { code: 60, label: 'PRE', source: 'clock', event: 'departureNear', states: awaiting },
  { code: 70, label: 'REQ', source: 'plan', event: 'applyRelease', states: [5, 6] },
  { code: 80, label: 'CLD', source: 'plan', event: 'allow', states: [releaseAllowed] },
  { code: 90, label: 'RDY', source: 'surveillance', event: 'standing', states: [releaseAllowed] },
  { code: 110, label: 'P_S', source: 'hand', event: 'set', states: [releaseAllowed] },
  { code: 120, label: 'TAX', source: 'surveillance', event: 'taxiing', states: [releaseAllowed] },
  { code: 130, label: 'QUE', source: 'hand', event: 'set', states: [releaseAllowed] },
  { code: 140, label: 'LIN', source: 'hand', event: 'set', states: [releaseAllowed] },
  { code: 150, label: 'DEP', source: 'report', event: 'takeOff', states: [inFlight] },
  { code: 160, label: 'ABT', source: 'hand', event: 'set', states: [releaseAllowed, inFlight] },
  { code: 170, label: 'CPL', source: 'hand', event: 'set', states: [inFlight] },
  { code: 180, label: 'RAD', source: 'surveillance', event: 'identified', states: [inFlight] },
  { code: 190, label: 'LND', source: 'surveillance', event: 'touchedDown', states: [inFlight] },
  { code: 200, label: 'ARR', source: 'report', event: 'land', states: [landed] },
  { code: 210, label: 'V/H', source: 'hand', event: 'set', states: [inFlight] },
  { code: 220, label: 'APR', source: 'surveillance', event: 'inbound', states: [inFlight] },
  { code: 230, label: 'FIN', source: 'clock', event: 'reportsFinal', states: [landed] },
  { code: 240, label: 'CNL', source: 'plan', event: 'withdraw', states: [11, 12] },
] as const satisfies readonly Row[];

export type StatusLabel = (typeof rows)[number]['label'];
export const flightStatuses: readonly (Row & { label: StatusLabel })[] = rows;

const byCode = new Map(flightStatuses.map((row) => [row.code, row]));
const bySeen = new Map(
  flightStatuses.flatMap((row) => (row.source === 'surveillance' ? [[row.event, row.label] as const] : [])),
);

export function flightStatusLabel(code: number): string {
  return byCode.get(code)?.label ?? '-';
}

/** The status that an event of surveillance reaches. */
export function statusSeen(event: SeenEvent): StatusLabel {
  const label = bySeen.get(event);
  if (label === undefined) throw new Error(`no flight status is reached by ${event}`);
  return label;
}

/** What airspace watch may set by hand while a plan is in this state. */
export function settableStatuses(state: PlanState): readonly { code: number; label: StatusLabel }[] {
  return flightStatuses.filter(({ source, states }) => source === 'hand' && states.includes(state));
}

/** What surveillance or a person noted of a flight, beside what its plan says. */
export interface StatusNote {
  code: number;
  source: 'surveillance' | 'hand';
  /** State of the plan when it was noted: a further state of the plan ends it. */
  planState: number;
  /** UTC ms. */
  at: number;
}

export interface StatusFacts {
  state: PlanState;
  /** The departure that counts, UTC ms. */
  departureAt: number | null;
  /** So long before it a flight is due, ms. */
  preActiveMs: number;
  /** Reported landing, and how long its report may still be corrected. */
  landedAt: number | null;
  reportGraceMs: number;
  /** In force: none that was withdrawn. */
  notes: readonly StatusNote[];
}

/** s_FLT, and what brought the flight to it. What a person set stands above what is seen, that above the plan. */
export function flightStatusOf(facts: StatusFacts, now: number): { code: number; source: StatusSource } {
  const { state } = facts;
  const noted = facts.notes
    .filter(({ code, planState: of }) => of === state && byCode.get(code)?.states.includes(state))
    .sort((a, b) => Number(b.source === 'hand') - Number(a.source === 'hand') || b.at - a.at)[0];
  if (noted) return { code: noted.code, source: noted.source };
  const possible = flightStatuses.filter(({ states }) => states.includes(state));
  const timed = possible.find(({ source, event }) => source === 'clock' && hasCome(event, facts, now));
  const row = timed ?? possible.find(({ source }) => source === 'plan' || source === 'report');
  return { code: row?.code ?? 10, source: row?.source ?? 'plan' };
}

function hasCome(event: string, facts: StatusFacts, now: number): boolean {
  if (event === 'departureNear')
    return facts.departureAt !== null && now >= facts.departureAt - facts.preActiveMs;
  return facts.landedAt !== null && now > facts.landedAt + facts.reportGraceMs;
}

export interface FlightTimes {
  /** s_FLT. */
  status: number;
  /** Scheduled off-block time, UTC ms. */
  sobt: number | null;
  /** Variable taxi time, minutes. */
  vtt: number | null;
  /** Actual take-off, UTC ms. */
  atot: number | null;
}

/**
 * Delay in whole minutes: past the scheduled time minus vtt, against now before departure (30 up to below 150)
 * and against the actual take-off after it (150 to 230). Null, shown as '--', where not positive or not known.
 */
export function delayMinutes(flight: FlightTimes, now: number): number | null {
  const { status, sobt, vtt } = flight;
  if (sobt === null || vtt === null) return null;
  const against = status >= 30 && status < 150 ? now : status >= 150 && status <= 230 ? flight.atot : null;
  if (against === null) return null;
  const minutes = Math.floor((against - sobt) / 60_000) - vtt;
  return minutes > 0 ? minutes : null;
}

export function delayText(flight: FlightTimes, now: number): string {
  const minutes = delayMinutes(flight, now);
  return minutes === null ? '--' : String(minutes);
}
