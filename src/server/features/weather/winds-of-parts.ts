import type { RouteWind } from '#contract/weather.ts';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { lowestAlong } from './pressures.ts';
import { type FlownPart, stationsAlong } from './route-weather.ts';
import { type Elevation, windsOfRoute } from './route-winds.ts';
import { readWeatherParameters } from './weather-parameters.ts';
import { windsIn } from './weather-rows.ts';
import { stationsWithWeather } from './weather-stations.ts';

export interface WindDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
  elevationAt: Elevation;
}

/**
 * Wind and temperature by legs of sorties as `GetRouteWeather` answers them, for those who need nothing else of the
 * weather. Empty: no winds aloft are known for the time.
 */
export async function windsOfParts(
  deps: WindDeps,
  caller: Caller,
  parts: readonly FlownPart[],
): Promise<RouteWind[]> {
  if (parts.length === 0) return [];
  const winds = await windsIn(deps.sql, {
    from: Math.min(...parts.map(({ from }) => from)),
    to: Math.max(...parts.map(({ to }) => to)),
  });
  if (winds.length === 0) return [];
  const now = deps.clock().getTime();
  const { qnh, routeWithinM, windsWithinM } = await readWeatherParameters(deps.parameters);
  // Categories of the weather are of no matter to the pressure.
  const limits = defaultCategoryLimits;
  const stations = await stationsWithWeather(deps, caller, now, limits);
  const along = stationsAlong(parts, stations, now, { withinM: routeWithinM, limits });
  const qnhHpa = lowestAlong(along, now, qnh)?.qnhHpa ?? null;
  return windsOfRoute(deps, caller, parts, winds, { withinM: windsWithinM, qnhHpa });
}
