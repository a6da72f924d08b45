import { type AirspaceDeadlineParameters, defaultAirspaceDeadlines } from '#domain/airspace/deadlines.ts';
import type { AirspaceDistances } from '#domain/airspace/draft.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

export interface AirspaceParameters {
  deadlines: AirspaceDeadlineParameters;
  distances: AirspaceDistances;
}

/** Keys of the parameters, each with the figure that holds where nobody has recorded one. */
export async function readAirspaceParameters(
  parameters: Pick<Parameters, 'all'>,
): Promise<AirspaceParameters> {
  const values = await parameters.all();
  const number = (key: string, otherwise: number) => {
    const value = Number(values.get(key)?.trim() || Number.NaN);
    return Number.isFinite(value) ? value : otherwise;
  };
  const law = defaultAirspaceDeadlines;
  return {
    deadlines: {
      timeZone: values.get('deadline.timeZone')?.trim() || law.timeZone,
      submitWorkingDays: number('deadline.airspaceSubmitWorkingDays', law.submitWorkingDays),
      decideWorkingDays: number('deadline.airspaceDecideWorkingDays', law.decideWorkingDays),
      maxMonths: number('deadline.airspaceMaxMonths', law.maxMonths),
      remindDays: number('deadline.airspaceRemindDays', law.remindDays),
    },
    distances: {
      routeM: number('strategic.airspaceRouteDistanceKm', 10) * 1000,
      borderM: number('strategic.airspaceBorderDistanceKm', 10) * 1000,
    },
  };
}
