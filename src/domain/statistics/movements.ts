/** Take-offs and landings at a place; `inferred` of them the ground was not seen, and the reported ones are of the same plans. */
export const movementMeasures = [
  'takeOffs',
  'landings',
  'inferred',
  'reportedTakeOffs',
  'reportedLandings',
] as const;
export type MovementMeasure = (typeof movementMeasures)[number];
export type MovementMeasures = Record<MovementMeasure, number>;

export const noMovements = Object.freeze(
  Object.fromEntries(movementMeasures.map((name) => [name, 0])),
) as MovementMeasures;

/** Where it was: `airport:3`, `point:5`, or `elsewhere`, away from every place that is recorded. */
export const movementPlace = /^(?:(airport|point):([1-9]\d{0,14})|elsewhere)$/;

/** Which flights of tracks a list shows: all, those of plans, of them those whose report tells another time, or those of none. */
export const trackFlightParts = ['all', 'withPlan', 'differing', 'withoutPlan'] as const;
export type TrackFlightPart = (typeof trackFlightParts)[number];

/** A report that differs from the track by more is shown as differing, minutes: reports are made to the minute, by hand. */
export const reportToleranceMin = 5;
