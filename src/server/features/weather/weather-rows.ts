import { sql as raw, type SqlBool } from 'kysely';
import { isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import type { WeatherReport } from '#domain/record/records.gen.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Interval } from '#domain/time/interval.ts';
import { regionOf } from '#domain/weather/region.ts';
import type {
  AreaWarning,
  DecodedWeather,
  Forecast,
  Observation,
  WindsAloft,
} from '#domain/weather/weather.ts';
import type { Sql } from '#server/db/sql.ts';
import { firAreas } from '#server/features/conflicts/fir-areas.ts';

/** A stored report with what was read of it. */
export interface StoredReport<Of extends DecodedWeather = DecodedWeather> {
  id: number;
  station: string;
  raw: string;
  amendment: string;
  isDemo: boolean;
  decoded: Of;
}

/** A warning with its area as it was stored. */
export interface StoredWarning extends StoredReport<AreaWarning> {
  /** Of one that draws no area that of its whole region; null: the region is not recorded. */
  area: Geometry | null;
  isWholeRegion: boolean;
}

/** An observation of so long ago is of interest, a forecast of so long ahead. */
export const dayMs = 86_400_000;

type StoredState = NonNullable<WeatherReport['state']>;

/** The observations that an answer holds at most, and the warnings. */
const most = 20_000;

const observed = ['METAR', 'SPECI'] as const;
export const warningKinds = ['SIGMET', 'AIRMET', 'GAMET', 'volcanicAsh', 'tropicalCyclone'] as const;

const reports = (sql: Sql, states: readonly StoredState[] = ['current']) =>
  sql
    .selectFrom('weatherReport')
    .select(['id', 'station', 'raw', 'amendment', 'isDemo', 'decoded', 'area', 'lower', 'upper'])
    .where('deletedAt', 'is', null)
    .where('state', 'in', states);

const iso = (at: number) => new Date(at).toISOString();

/** The newest observation of each station, of the last 24 hours; one that is missing stands only where there is no other. */
export async function newestObservations(
  sql: Sql,
  now: number,
  stations?: readonly string[],
): Promise<Map<string, StoredReport<Observation>>> {
  if (stations?.length === 0) return new Map();
  const newest = (among: readonly string[] | undefined, isTold: boolean) => {
    let query = reports(sql)
      .distinctOn('station')
      .where('kind', 'in', observed)
      .where('validFrom', '>', iso(now - dayMs))
      .where('validFrom', '<=', iso(now + 3_600_000))
      .orderBy('station')
      .orderBy('validFrom', 'desc')
      .orderBy('id', 'desc');
    if (among) query = query.where('station', 'in', [...among]);
    if (isTold) query = query.where(raw<SqlBool>`(decoded::jsonb->>'isMissing') is distinct from 'true'`);
    return query.execute();
  };
  const found = byStation(
    (await newest(stations, false)).flatMap((row) => decodedAs<Observation>(row, observed)),
  );
  const missing = [...found.values()].flatMap(({ station, decoded }) => (decoded.isMissing ? [station] : []));
  if (missing.length === 0) return found;
  const before = (await newest(missing, true)).flatMap((row) => decodedAs<Observation>(row, observed));
  return new Map([...found, ...byStation(before)]);
}

/** The forecasts of each station that say something and are not over at a moment, the newest first. */
export async function currentForecasts(
  sql: Sql,
  at: number,
  stations?: readonly string[],
  states: readonly StoredState[] = ['current'],
): Promise<Map<string, StoredReport<Forecast>[]>> {
  const found = new Map<string, StoredReport<Forecast>[]>();
  if (stations?.length === 0) return found;
  let query = reports(sql, states)
    .where('kind', '=', 'TAF')
    .where('validTo', '>', iso(at))
    .orderBy('station')
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
  if (stations) query = query.where('station', 'in', [...stations]);
  const rows = await query.execute();
  for (const report of rows.flatMap((row) => decodedAs<Forecast>(row, ['TAF']))) {
    if (report.decoded.isMissing) continue;
    const known = found.get(report.station);
    if (known) known.push(report);
    else found.set(report.station, [report]);
  }
  return found;
}

/**
 * The same with those behind them that were replaced: until the newer one begins, the one before it is what is forecast.
 * Where a forecast was cancelled none comes back.
 */
export async function forecastsUntilReplaced(
  sql: Sql,
  at: number,
): Promise<Map<string, StoredReport<Forecast>[]>> {
  const [current, replaced, cancelled] = await Promise.all([
    currentForecasts(sql, at),
    currentForecasts(sql, at, undefined, ['superseded']),
    currentForecasts(sql, at, undefined, ['cancelled']),
  ]);
  for (const [station, forecasts] of current) {
    if (!cancelled.has(station)) forecasts.push(...(replaced.get(station) ?? []));
  }
  return current;
}

/** Observations of a station in a span, newest first. */
export async function observationsOf(
  sql: Sql,
  station: string,
  { from, to }: Interval,
): Promise<StoredReport<Observation>[]> {
  const rows = await reports(sql)
    .where('station', '=', station)
    .where('kind', 'in', observed)
    .where('validFrom', '>', iso(from))
    .where('validFrom', '<=', iso(to))
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.flatMap((row) => decodedAs<Observation>(row, observed));
}

/** Warnings that hold at any moment of a span, by when they begin. */
export async function warningsIn(sql: Sql, { from, to }: Interval): Promise<StoredWarning[]> {
  const rows = await reports(sql)
    .where('kind', 'in', warningKinds)
    .where('validFrom', '<', iso(to))
    .where('validTo', '>', iso(from))
    .orderBy('validFrom')
    .orderBy('id')
    .limit(most)
    .execute();
  const warnings = rows.flatMap(warningOf);
  const regions = await firAreas(
    sql,
    warnings.flatMap(({ area, decoded }) => (area ? [] : [regionOf(decoded.text, decoded.fir)])),
  );
  return warnings.map((one) =>
    one.area ? one : { ...one, area: regions.get(regionOf(one.decoded.text, one.decoded.fir)) ?? null },
  );
}

/** Winds aloft that are to be used at any moment of a span, by place and moment. */
export async function windsIn(sql: Sql, { from, to }: Interval): Promise<StoredReport<WindsAloft>[]> {
  const rows = await reports(sql)
    .where('kind', '=', 'windsAloft')
    .where('validFrom', '<', iso(to))
    .where('validTo', '>', iso(from))
    .orderBy('station')
    .orderBy('validFrom')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.flatMap((row) => decodedAs<WindsAloft>(row, ['windsAloft']));
}

/** A stored row as a warning; none: it is another kind, or cancels one. */
export function warningOf(
  row: Parameters<typeof decodedAs>[0] & { area: unknown; lower: unknown; upper: unknown },
): StoredWarning[] {
  return decodedAs<AreaWarning>(row, warningKinds)
    .filter(({ decoded }) => !decoded.isCancellation)
    .map((report) => {
      const area = storedGeometry(row.area ?? report.decoded.area);
      return {
        ...report,
        decoded: {
          ...report.decoded,
          lower: isAltitude(row.lower) ? row.lower : report.decoded.lower,
          upper: isAltitude(row.upper) ? row.upper : report.decoded.upper,
        },
        area,
        isWholeRegion: area === null,
      };
    });
}

/** What was read is written by our own readers; of what they could not read nothing is known. */
export function decodedAs<Of extends DecodedWeather>(
  row: {
    id: number;
    station: string;
    raw: string;
    amendment: string;
    isDemo: boolean | null;
    decoded: string | null;
  },
  kinds: readonly string[],
): StoredReport<Of>[] {
  if (!row.decoded) return [];
  const decoded: unknown = JSON.parse(row.decoded);
  if (!isObject(decoded) || typeof decoded.kind !== 'string' || !kinds.includes(decoded.kind)) return [];
  const { id, station, raw, amendment, isDemo } = row;
  return [{ id, station, raw, amendment, isDemo: isDemo === true, decoded: decoded as unknown as Of }];
}

const byStation = <Of extends DecodedWeather>(found: StoredReport<Of>[]) =>
  new Map(found.map((report) => [report.station, report]));
