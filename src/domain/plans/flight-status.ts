import type { PlanState } from './states.ts';

/** Labels of s_FLT (specification §4). Codes 40 and 50 have none. */
const flightStatusLabels: Record<number, string> = {
  10: 'SCH',
  20: 'QPR',
  30: 'FPL',
  40: '-',
  50: '-',
  60: 'PRE',
  70: 'REQ',
  80: 'CLD',
  90: 'RDY',
  110: 'P_S',
  120: 'TAX',
  130: 'QUE',
  140: 'LIN',
  150: 'DEP',
  160: 'ABT',
  170: 'CPL',
  180: 'RAD',
  190: 'LND',
  200: 'ARR',
  210: 'V/H',
  220: 'APR',
  230: 'FIN',
  240: 'CNL',
};

export function flightStatusLabel(code: number): string {
  return flightStatusLabels[code] ?? '-';
}

const statusOfState: Record<PlanState, number> = {
  0: 10,
  1: 10,
  2: 10,
  3: 10,
  4: 30,
  5: 70,
  6: 70,
  7: 30,
  8: 80,
  9: 150,
  10: 200,
  11: 240,
  12: 240,
};

/** s_FLT of a plan: what its state is in the words of a flight list. */
export function flightStatusOf(state: PlanState): number {
  return statusOfState[state];
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
