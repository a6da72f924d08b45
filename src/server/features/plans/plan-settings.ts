import type { PlanSettings } from '#contract/plans/plan-settings.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { PlanParameters } from './plan-parameters.ts';

const minuteMs = 60_000;

export async function settingsOf(deps: {
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): Promise<PlanSettings> {
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
