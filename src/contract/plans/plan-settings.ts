import { type Static, Type } from '@sinclair/typebox';

/** What a client needs to know before it asks: the clocks of the law, in the service's zone, and today's date there. */
export const planSettings = Type.Object({
  timeZone: Type.String(),
  /** UTC, and the day on the service's wall. */
  now: Type.String(),
  today: Type.String(),
  deadlines: Type.Object({
    /** `HHmm` on the wall of the day before. */
    submitTime: Type.String(),
    decideTime: Type.String(),
    urgentSubmitMinutes: Type.Number(),
    urgentDecideMinutes: Type.Number(),
    transitSubmitDays: Type.Number(),
    transitDecideTime: Type.String(),
    termSubmitMinutes: Type.Number(),
    termDecideMinutes: Type.Number(),
    unmannedSubmitTime: Type.String(),
    unmannedDecideTime: Type.String(),
    unmannedUrgentSubmitMinutes: Type.Number(),
    unmannedUrgentDecideMinutes: Type.Number(),
    releaseLeadMinutes: Type.Number(),
    unmannedReleaseLeadMinutes: Type.Number(),
  }),
  lapseMinutes: Type.Number(),
  /** Take-off earlier or later than the released time by more is not taken until the release is changed. */
  takeoffToleranceMinutes: Type.Number(),
  reportGraceMinutes: Type.Number(),
  unfinishedGraceMinutes: Type.Number(),
  overdueMinutes: Type.Number(),
  standingMaxDays: Type.Number(),
  /** `HHmm`; empty: next-day plans are made by hand only. */
  standingMakeTime: Type.String(),
  horizonDays: Type.Number(),
  /** Whole width of a route for which none was given, and the radius around a lone point, metres. */
  corridorWidthM: Type.Number(),
  pointRadiusM: Type.Number(),
});
export type PlanSettings = Static<typeof planSettings>;
