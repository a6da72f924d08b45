/**
 * GNSS interference by cell: whether many aircraft of one area state poor navigation accuracy, or jump, at the same time.
 * The share leaves out one affected aircraft, as public maps of interference do (gpsjam.org): a single aircraft with a
 * failed receiver is not interference.
 */

export const interferenceStates = ['few', 'normal', 'suspected', 'interference'] as const;
/** `few`: too few aircraft to evaluate. */
export type InterferenceState = (typeof interferenceStates)[number];

export interface InterferenceLimits {
  /** NACp and NIC below these are degraded (RTCA DO-260B): 8 is 92.6 m, 7 is a containment radius of 370.4 m. */
  nacp: number;
  nic: number;
  /** Above this share of the aircraft, per cent. */
  suspectedPercent: number;
  interferencePercent: number;
  /** Distinct aircraft of a cell, at least. */
  leastAircraft: number;
  /** The present state counts the aircraft of so many minutes. */
  windowMin: number;
  /** A lower state must last so many minutes before it is shown. */
  holdMin: number;
  /** Least position uncertainty of targets in such a cell, metres. */
  suspectedM: number;
  interferenceM: number;
  /** Whatever aircraft state, the safety nets are widened by no more, metres. */
  mostM: number;
}

/** Parameters `interference.<name>` until somebody changes them. */
export const defaultInterference: InterferenceLimits = {
  nacp: 8,
  nic: 7,
  suspectedPercent: 2,
  interferencePercent: 10,
  leastAircraft: 3,
  windowMin: 10,
  holdMin: 5,
  suspectedM: 370.4,
  interferenceM: 926,
  mostM: 3_704,
};

/** Distinct aircraft of a cell: heard, and those of them with degraded accuracy or jumps. */
export interface InterferenceSample {
  heard: number;
  affected: number;
}

/** Per cent of affected aircraft, one of them left out; 0 where none was heard. */
export function affectedPercent({ heard, affected }: InterferenceSample): number {
  return heard <= 0 ? 0 : (100 * Math.max(0, affected - 1)) / heard;
}

/** The state by these counts alone. */
export function interferenceOf(sample: InterferenceSample, limits: InterferenceLimits): InterferenceState {
  if (sample.heard < limits.leastAircraft) return 'few';
  const percent = affectedPercent(sample);
  if (percent > limits.interferencePercent) return 'interference';
  return percent > limits.suspectedPercent ? 'suspected' : 'normal';
}

/** The state of a cell as it is shown. Times are UTC ms. */
export interface CellState {
  state: InterferenceState;
  since: number;
  /** Since when the counts give a lower state; null: they do not. */
  lowerSince: number | null;
}

const rankOf = (state: InterferenceState): number => interferenceStates.indexOf(state);

/**
 * The next state: a higher one at once, a lower one after `holdMin`, so that a cell at a limit does not flicker. Too few
 * aircraft are a lower state than any: interference ends there too, since nobody is left to confirm it.
 */
export function nextCellState(
  before: CellState | null,
  sample: InterferenceSample,
  nowMs: number,
  limits: InterferenceLimits,
): CellState {
  const state = interferenceOf(sample, limits);
  if (before === null || rankOf(state) > rankOf(before.state))
    return { state, since: nowMs, lowerSince: null };
  if (state === before.state) return { ...before, lowerSince: null };
  // From `normal` nothing that matters is lost at once.
  const isBad = before.state === 'suspected' || before.state === 'interference';
  const lowerSince = before.lowerSince ?? nowMs;
  return isBad && nowMs - lowerSince < limits.holdMin * 60_000
    ? { ...before, lowerSince }
    : { state, since: nowMs, lowerSince: null };
}

export const isWidenedIn = (state: InterferenceState): state is 'suspected' | 'interference' =>
  state === 'suspected' || state === 'interference';

/**
 * Position uncertainty of targets in a cell, metres: the least of its state, or what 95 of 100 aircraft stay within by
 * their own statement, if that is more. 0: the safety nets stay as they are.
 */
export function uncertaintyM(
  state: InterferenceState,
  statedM: number | null,
  limits: InterferenceLimits,
): number {
  if (!isWidenedIn(state)) return 0;
  const least = state === 'interference' ? limits.interferenceM : limits.suspectedM;
  return Math.round(Math.min(Math.max(least, limits.mostM), Math.max(least, statedM ?? 0)));
}
