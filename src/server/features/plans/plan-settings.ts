import type { PlanSettings } from '#contract/plans/plan-settings.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { PlanParameters } from './plan-parameters.ts';

const minuteMs = 60_000;

export async function settingsOf(deps: {
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): Promise<PlanSettings> {
  const parameters = await deps.readParameters();
  const { timeZone, lapseMinutes, ...deadlines } = parameters.deadlines;
  const now = deps.clock();
  return {
    timeZone,
    now: now.toISOString(),
    today: dayOf(now.getTime(), timeZone),
    deadlines,
    lapseMinutes,
    takeoffToleranceMinutes: parameters.takeoffToleranceMinutes,
    reportGraceMinutes: parameters.reportGraceMs / minuteMs,
    unfinishedGraceMinutes: parameters.notFinishGraceMs / minuteMs,
    overdueMinutes: parameters.overdueMs / minuteMs,
    standingMaxDays: parameters.standingMaxDays,
    standingMakeTime: parameters.standingMakeTime,
    horizonDays: parameters.horizonDays,
    corridorWidthM: parameters.corridorWidthM,
    pointRadiusM: parameters.pointRadiusM,
  };
}
