/** What is counted of plans: sums of whole plans, and of those with a share the part of a task's aircraft or airspace. */
export const planCounts = [
  /** Filed, whatever became of them; drafts and standing plans are none of it. */
  'plans',
  'pending',
  'approved',
  'rejected',
  'revoked',
  'cancelled',
  'lapsed',
  'inFlight',
  'flown',
  /** Took off, and of those not later than `plan.onTimeMinutes` past the planned time. */
  'departed',
  'onTime',
  /** Take-off and landing reports made later than `plan.lateReportMinutes` after the event. */
  'lateReports',
  /** Decided, and of those by the legal clock (`decideBy`). */
  'decided',
  'decidedInTime',
  /** Of those that took off, the ones that a recorded track shows in flight. */
  'tracked',
] as const;

/** Minutes of those that `decided` and `departed` count. */
export const planWaits = ['decisionMinutes', 'delayMinutes'] as const;

/** Divided among the aircraft, types and airspaces of a plan by its tasks. */
export const planVolumes = [
  /** Of plans that took off: the reported number, else one for each task. */
  'sorties',
  /** From take-off to landing. */
  'minutes',
  /** Flown: by the recorded track where there is one, else along the filed route. */
  'km',
  /** Minutes that were applied for, and of them those of approved plans. */
  'appliedMinutes',
  'approvedMinutes',
  /** Seen on recorded tracks, whatever was reported. */
  'trackTakeoffs',
  'trackLandings',
  /** From take-off to landing, and from leaving the stand to standing again, where a track shows both. */
  'trackMinutes',
  'blockMinutes',
] as const;

export const planMeasures = [...planCounts, ...planWaits, ...planVolumes] as const;
export type PlanMeasure = (typeof planMeasures)[number];
export type PlanMeasures = Record<PlanMeasure, number>;

export const noPlans = Object.freeze(
  Object.fromEntries(planMeasures.map((name) => [name, 0])),
) as PlanMeasures;

/** By which sums of plans are split. `hour` is the day of the week and the hour, `1-09`: Mondays from nine. */
export const planKeys = [
  'total',
  'hour',
  'company',
  'aircraft',
  'aircraftType',
  'missionType',
  'airport',
  'airspace',
  'refusal',
] as const;
export type PlanKey = (typeof planKeys)[number];

/** What a chart or a column shows; the ratios follow from two sums. */
export const planFigures = [
  'plans',
  'approved',
  'rejected',
  'flown',
  'sorties',
  'hours',
  'km',
  'onTimeRate',
  'delayMean',
  'decisionMean',
  'decidedInTimeRate',
  'useRate',
  'cancelled',
  'lapsed',
  'lateReports',
  'trackedRate',
  'trackTakeoffs',
  'trackLandings',
  'trackHours',
  'blockHours',
] as const;
export type PlanFigure = (typeof planFigures)[number];

/** A figure of sums; rates from 0 to 1, means in minutes. Null: nothing to judge by. */
export function planFigure(sums: PlanMeasures, figure: PlanFigure): number | null {
  const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  switch (figure) {
    case 'hours':
      return sums.minutes / 60;
    case 'trackHours':
      return sums.trackMinutes / 60;
    case 'blockHours':
      return sums.blockMinutes / 60;
    case 'trackedRate':
      return ratio(sums.tracked, sums.departed);
    case 'onTimeRate':
      return ratio(sums.onTime, sums.departed);
    case 'delayMean':
      return ratio(sums.delayMinutes, sums.departed);
    case 'decisionMean':
      return ratio(sums.decisionMinutes, sums.decided);
    case 'decidedInTimeRate':
      return ratio(sums.decidedInTime, sums.decided);
    case 'useRate':
      return ratio(sums.minutes, sums.appliedMinutes);
    default:
      return sums[figure];
  }
}

/** Of decisions of the service: how many, how long they waited, and of those with a legal clock how many kept it. */
export const workMeasures = ['decisions', 'approved', 'refused', 'waitMinutes', 'clocked', 'inTime'] as const;
export type WorkMeasure = (typeof workMeasures)[number];
export type WorkMeasures = Record<WorkMeasure, number>;

/** What a table of decisions shows; the means and rates follow from two sums. */
export const workFigures = ['decisions', 'approved', 'refused', 'waitMean', 'inTimeRate'] as const;
export type WorkFigure = (typeof workFigures)[number];

/** A figure of decisions; means in minutes, rates from 0 to 1. Null: nothing to judge by. */
export function workFigure(work: WorkMeasures, figure: WorkFigure): number | null {
  if (figure === 'waitMean') return work.decisions > 0 ? work.waitMinutes / work.decisions : null;
  if (figure === 'inTimeRate') return work.clocked > 0 ? work.inTime / work.clocked : null;
  return work[figure];
}

/** Which decisions a list shows: those that a measure counts, or of those with a legal clock the ones that missed it. */
export const decisionParts = ['decisions', 'approved', 'refused', 'clocked', 'inTime', 'late'] as const;
export type DecisionPart = (typeof decisionParts)[number];

/** The decisions that a figure is made of. */
export const partOfFigure: Record<WorkFigure, DecisionPart> = {
  decisions: 'decisions',
  approved: 'approved',
  refused: 'refused',
  waitMean: 'decisions',
  inTimeRate: 'clocked',
};

/** Tables of the service's work, by which they are exported. */
export const workTables = ['time', 'people', 'kinds', 'waiting'] as const;
export type WorkTableName = (typeof workTables)[number];

export const workUnits = ['month', 'quarter', 'year'] as const;
export type WorkUnit = (typeof workUnits)[number];

export const noWork = Object.freeze(
  Object.fromEntries(workMeasures.map((name) => [name, 0])),
) as WorkMeasures;
