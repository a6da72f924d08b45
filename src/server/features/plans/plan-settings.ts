import { type Static, Type } from '@sinclair/typebox';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { PlanParameters } from './plan-parameters.ts';

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

const minuteMs = 60_000;

export async function settingsOf(deps: {
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): Promise<Static<typeof planSettings>> {
  const figures = await deps.figures();
  const { timeZone, lapseMinutes, ...deadlines } = figures.deadlines;
  const now = deps.clock();
  return {
    timeZone,
    now: now.toISOString(),
    today: dayOf(now.getTime(), timeZone),
    deadlines,
    lapseMinutes,
    takeoffToleranceMinutes: figures.takeoffToleranceMinutes,
    reportGraceMinutes: figures.reportGraceMs / minuteMs,
    unfinishedGraceMinutes: figures.notFinishGraceMs / minuteMs,
    overdueMinutes: figures.overdueMs / minuteMs,
    standingMaxDays: figures.standingMaxDays,
    standingMakeTime: figures.standingMakeTime,
    horizonDays: figures.horizonDays,
    corridorWidthM: figures.corridorWidthM,
    pointRadiusM: figures.pointRadiusM,
  };
}
