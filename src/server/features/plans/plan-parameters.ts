import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import { defaultBuffers, type StrategicOptions } from '#domain/conflicts/strategic.ts';
import { type DeadlineParameters, defaultDeadlines } from '#domain/plans/deadlines.ts';
import type { VolumeParameters } from '#server/features/conflicts/known-volume.ts';
import {
  readWeatherParameters,
  type WeatherParameters,
} from '#server/features/weather/weather-parameters.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** Every figure that a plan's life depends on, as an administrator set it. */
export interface PlanParameters {
  deadlines: DeadlineParameters;
  /** In which a take-off or landing report may be edited or reverted. */
  reportGraceMs: number;
  /** After its end, until an unfinished flight forbids new plans (NotFinish). */
  notFinishGraceMs: number;
  /** A take-off further from the released time needs another release (Flight Basic Rules, art. 38). */
  takeoffToleranceMinutes: number;
  /** A take-off that much past the planned time is still on time in reports. */
  onTimeMinutes: number;
  /** A take-off or landing report made later after the event counts as late (Order 371, art. 41). */
  lateReportMinutes: number;
  /** After its estimated arrival, until a flight is overdue. */
  overdueMs: number;
  /** So long before its departure an approved flight is due (s_FLT PRE). */
  preActiveMs: number;
  /** The longest term of a standing plan that uses no approved temporary airspace, days. */
  standingMaxDays: number;
  /** When next-day plans are made from standing plans, on the wall; empty: by hand only. */
  standingMakeTime: string;
  /** Longest time between departure and arrival of one sortie. */
  longestTaskMs: number;
  /** From a landing until the same aircraft or pilot departs elsewhere. */
  turnRoundMs: number;
  /** Departures further ahead are not taken. */
  horizonDays: number;
  buffers: StrategicOptions;
  /** Whole width of a route for which none was given. */
  corridorWidthM: number;
  /** Radius taken around a lone point. */
  pointRadiusM: number;
  /** Without terrain data the ground lies within this of the aerodromes around, metres; without any, no higher (AMSL). */
  groundSpreadM: number;
  groundHighestM: number;
  /** By which the weather of its flights is judged. */
  weather: WeatherParameters;
}

const minuteMs = 60_000;

/** Keys of the parameters, each with the figure that holds where nobody has recorded one. */
export async function readPlanParameters(parameters: Pick<Parameters, 'all'>): Promise<PlanParameters> {
  const values = await parameters.all();
  const number = (key: string, otherwise: number) => {
    const value = Number(values.get(key)?.trim() || Number.NaN);
    return Number.isFinite(value) ? value : otherwise;
  };
  const text = (key: string, otherwise: string) => values.get(key)?.trim() || otherwise;
  const law = defaultDeadlines;
  return {
    deadlines: {
      timeZone: text('deadline.timeZone', law.timeZone),
      submitTime: text('deadline.submitTime', law.submitTime),
      decideTime: text('deadline.decideTime', law.decideTime),
      urgentSubmitMinutes: number('deadline.urgentSubmitMinutes', law.urgentSubmitMinutes),
      urgentDecideMinutes: number('deadline.urgentDecideMinutes', law.urgentDecideMinutes),
      transitSubmitDays: number('deadline.transitSubmitDays', law.transitSubmitDays),
      transitDecideTime: text('deadline.transitDecideTime', law.transitDecideTime),
      termSubmitMinutes: number('deadline.termSubmitMinutes', law.termSubmitMinutes),
      termDecideMinutes: number('deadline.termDecideMinutes', law.termDecideMinutes),
      unmannedSubmitTime: text('deadline.unmannedSubmitTime', law.unmannedSubmitTime),
      unmannedDecideTime: text('deadline.unmannedDecideTime', law.unmannedDecideTime),
      unmannedUrgentSubmitMinutes: number(
        'deadline.unmannedUrgentSubmitMinutes',
        law.unmannedUrgentSubmitMinutes,
      ),
      unmannedUrgentDecideMinutes: number(
        'deadline.unmannedUrgentDecideMinutes',
        law.unmannedUrgentDecideMinutes,
      ),
      releaseLeadMinutes: number('deadline.releaseLeadMinutes', law.releaseLeadMinutes),
      unmannedReleaseLeadMinutes: number(
        'deadline.unmannedReleaseLeadMinutes',
        law.unmannedReleaseLeadMinutes,
      ),
      lapseMinutes: number('deadline.lapseMinutes', law.lapseMinutes),
    },
    reportGraceMs: number('plan.reportGraceMinutes', 30) * minuteMs,
    notFinishGraceMs: number('plan.unfinishedGraceMinutes', 30) * minuteMs,
    takeoffToleranceMinutes: number('plan.takeoffToleranceMinutes', 30),
    onTimeMinutes: number('plan.onTimeMinutes', 15),
    lateReportMinutes: number('plan.lateReportMinutes', 15),
    overdueMs: number('plan.overdueMinutes', 30) * minuteMs,
    preActiveMs: number('plan.preActiveMinutes', 30) * minuteMs,
    standingMaxDays: number('plan.standingMaxDays', 15),
    standingMakeTime: values.get('plan.standingMakeTime')?.trim() ?? '0800',
    longestTaskMs: number('plan.longestTaskHours', 12) * 60 * minuteMs,
    turnRoundMs: number('plan.turnRoundMinutes', 20) * minuteMs,
    horizonDays: number('plan.horizonDays', 30),
    buffers: {
      horizontalBufferM: number('strategic.horizontalBufferM', defaultBuffers.horizontalBufferM),
      verticalBufferM: number('strategic.verticalBufferM', defaultBuffers.verticalBufferM),
      timeBufferMs: number('strategic.timeBufferMinutes', 0) * minuteMs,
    },
    corridorWidthM: number('strategic.corridorWidthM', 2_000),
    pointRadiusM: number('strategic.pointRadiusM', 1_000),
    groundSpreadM: number('tactical.heights.groundSpreadM', defaultHeights.groundSpreadM),
    groundHighestM: number('tactical.heights.groundHighestM', defaultHeights.groundHighestM),
    weather: await readWeatherParameters(parameters),
  };
}

/** Those that volumes are made with. */
export function volumeParametersOf({
  corridorWidthM,
  pointRadiusM,
  groundSpreadM,
  groundHighestM,
  deadlines: { timeZone },
}: PlanParameters): VolumeParameters {
  return { corridorWidthM, pointRadiusM, groundSpreadM, groundHighestM, timeZone };
}

export const readVolumeParameters = async (parameters: Pick<Parameters, 'all'>): Promise<VolumeParameters> =>
  volumeParametersOf(await readPlanParameters(parameters));
