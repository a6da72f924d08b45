import { metresPerFoot } from '#domain/geo/units.ts';
import {
  type CategoryLimits,
  defaultCategoryLimits,
  limitsWith,
  type OwnMinima,
} from '#domain/weather/category.ts';
import type { QnhLimits } from '#domain/weather/qnh.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** By which weather is judged, as an administrator set it. */
export interface WeatherParameters {
  limits: CategoryLimits;
  oldAfterMin: number;
  routeWithinM: number;
  /** So far from its place a table of winds aloft counts, metres. */
  windsWithinM: number;
  qnh: QnhLimits;
}

/** Parameters `weather.*`; what is not set, is no figure or is below zero is as it is shipped. */
export async function readWeatherParameters(parameters: Pick<Parameters, 'all'>): Promise<WeatherParameters> {
  const values = await parameters.all();
  const number = (name: string, otherwise: number) => {
    const value = Number(values.get(`weather.${name}`)?.trim() || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  };
  const { marginal, instrument, low } = defaultCategoryLimits;
  return {
    limits: {
      marginal: {
        visibilityM: number('marginalVisibilityM', marginal.visibilityM),
        ceilingFt: number('marginalCeilingFt', marginal.ceilingFt),
      },
      instrument: {
        visibilityM: number('vfrVisibilityM', instrument.visibilityM),
        ceilingFt: number('vfrCeilingFt', instrument.ceilingFt),
      },
      low: {
        visibilityM: number('lowVisibilityM', low.visibilityM),
        ceilingFt: number('lowCeilingFt', low.ceilingFt),
      },
    },
    oldAfterMin: number('oldAfterMin', 75),
    routeWithinM: number('routeWithinM', 50_000),
    windsWithinM: number('windsWithinM', 200_000),
    qnh: { withinM: number('qnhWithinM', 100_000), forMs: number('qnhForMin', 90) * 60_000 },
  };
}

/** The minima of a company or a type as its record has them. */
export function minimaOf(row: { minVisibilityM?: unknown; minCeilingM?: unknown } | undefined): OwnMinima {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const ceilingM = number(row?.minCeilingM);
  return {
    visibilityM: number(row?.minVisibilityM),
    ceilingFt: ceilingM === null ? null : Math.round(ceilingM / metresPerFoot),
  };
}

/** The limits by which a company's weather is judged; null: it is of none. */
export async function limitsOf(
  sql: Sql,
  company: number | null,
  limits: CategoryLimits,
): Promise<CategoryLimits> {
  if (company === null) return limits;
  const row = await sql
    .selectFrom('company')
    .select(['minVisibilityM', 'minCeilingM'])
    .where('id', '=', company)
    .executeTakeFirst();
  return limitsWith(limits, minimaOf(row));
}
