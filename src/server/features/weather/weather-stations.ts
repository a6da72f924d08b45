import type { WarningReport, WeatherStation } from '#contract/weather.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { type Bounds, type Geometry, polygonWithin } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { coverageField } from '#domain/identity/access.ts';
import { type CategoryLimits, categoryOf } from '#domain/weather/category.ts';
import { forecastOf } from '#domain/weather/forecast-time.ts';
import type { RunwayBearing } from '#domain/weather/runway-wind.ts';
import type { Forecast, Observation } from '#domain/weather/weather.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import {
  currentForecasts,
  newestObservations,
  type StoredReport,
  type StoredWarning,
} from './weather-rows.ts';

/** Indicators that one question names at most. */
const mostStations = 20_000;

/** An aerodrome as weather needs it. */
export interface StationPlace {
  airport: number | null;
  name: string | null;
  nameEn: string | null;
  position: Position | null;
  runways: readonly RunwayBearing[];
  variationDeg: number | null;
  /** Areas of coverage in which it lies. */
  coverageIds: readonly number[];
}

/** A place that nobody recorded: its weather is told all the same, without a position. */
const unrecorded: StationPlace = {
  airport: null,
  name: null,
  nameEn: null,
  position: null,
  runways: [],
  variationDeg: null,
  coverageIds: [],
};

/** The aerodromes of these indicators that the caller may read. */
export async function stationPlaces(
  deps: { records: Records; sql: Sql },
  caller: Caller,
  stations: readonly string[],
): Promise<Map<string, StationPlace>> {
  if (stations.length === 0) return new Map();
  const filter = { field: 'icao', operator: 'in' as const, value: [...stations] };
  const rows = await deps.records.rows(caller, 'airport', { filter, sort: [], most: mostStations }, deps.sql);
  return new Map(
    rows.flatMap((row): [string, StationPlace][] =>
      row.icao
        ? [
            [
              row.icao,
              {
                airport: row.id,
                name: row.name ?? null,
                nameEn: row.nameEn ?? null,
                position: positionIn(row.position),
                runways: row.runways ?? [],
                variationDeg: row.magneticVariation ?? null,
                coverageIds: coverageOf(row),
              },
            ],
          ]
        : [],
    ),
  );
}

/** Of whose areas a row is; the store says so beside its fields. */
function coverageOf(row: object): number[] {
  const ids = coverageField in row ? row[coverageField] : null;
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** Every station that reports or is forecast, with where it is; of `stations` alone where they are given. */
export async function stationsWithWeather(
  deps: { records: Records; sql: Sql },
  caller: Caller,
  now: number,
  limits: CategoryLimits,
  stations?: readonly string[],
): Promise<{ station: WeatherStation; place: StationPlace; forecasts: StoredReport<Forecast>[] }[]> {
  const [observations, forecasts] = await Promise.all([
    newestObservations(deps.sql, now, stations),
    currentForecasts(deps.sql, now, stations),
  ]);
  const names = stations ?? [...new Set([...observations.keys(), ...forecasts.keys()])].sort();
  const places = await stationPlaces(deps, caller, names);
  return names.map((station) => {
    const place = places.get(station) ?? unrecorded;
    const { airport, name, nameEn, position } = place;
    const observation = observations.get(station);
    const all = forecasts.get(station) ?? [];
    const forecast = forecastOf(all, { from: now, to: now }) ?? all[0];
    return {
      place,
      forecasts: all,
      station: {
        station,
        airport,
        name,
        nameEn,
        position,
        observation: observation ? observationView(observation, limits) : null,
        forecast: forecast ? forecastView(forecast) : null,
      },
    };
  });
}

export function observationView(report: StoredReport<Observation>, limits: CategoryLimits) {
  const { id, raw, amendment, isDemo, decoded } = report;
  const category = decoded.isMissing ? null : categoryOf(decoded, limits);
  return { id, raw, amendment, isDemo, decoded, category };
}

export function forecastView({ id, raw, amendment, isDemo, decoded }: StoredReport<Forecast>) {
  return { id, raw, amendment, isDemo, decoded };
}

export function warningView({
  id,
  raw,
  amendment,
  isDemo,
  decoded,
  area,
  isWholeRegion,
}: StoredWarning): WarningReport {
  return {
    id,
    raw,
    amendment,
    isDemo,
    decoded,
    area,
    isWholeRegion,
    lower: decoded.lower,
    upper: decoded.upper,
  };
}

/** Corners of an area as a call gives them; null: not all four. */
export function boundsOf(box: {
  west?: number | undefined;
  south?: number | undefined;
  east?: number | undefined;
  north?: number | undefined;
}): Bounds | null {
  const { west, south, east, north } = box;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  return [west, south, east, north];
}

/** Does a place lie within? West of more than east goes over the date line. */
export function liesIn([west, south, east, north]: Bounds, { latitude, longitude }: Position): boolean {
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** Does an area reach into these corners? */
export const reachesInto = (bounds: Bounds, area: Geometry): boolean =>
  overlapInPlanView(polygonWithin(bounds), area, 0.01);
