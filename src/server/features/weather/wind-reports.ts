import type { WindsAloftReport } from '#contract/weather.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { WindsAloft } from '#domain/weather/weather.ts';
import type { PlacedWinds } from '#domain/weather/wind-along.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { StoredReport } from './weather-rows.ts';
import { stationPlaces } from './weather-stations.ts';

/** Winds aloft with the place that they are of. */
interface WindReport {
  report: StoredReport<WindsAloft>;
  place: { name: string | null; nameEn: string | null; position: Position | null };
}

/** Each table with its place: its own, or that of the aerodrome that the caller may read. */
export async function windReports(
  deps: { records: Records; sql: Sql },
  caller: Caller,
  reports: readonly StoredReport<WindsAloft>[],
): Promise<WindReport[]> {
  const places = await stationPlaces(deps, caller, [...new Set(reports.map(({ station }) => station))]);
  return reports.map((report) => {
    const aerodrome = places.get(report.station);
    const { name = null, nameEn = null } = aerodrome ?? {};
    const position = report.decoded.position ?? aerodrome?.position ?? null;
    return { report, place: { name, nameEn, position } };
  });
}

export const placedWinds = (reports: readonly WindReport[]): PlacedWinds[] =>
  reports.flatMap(({ report: { id, isDemo, decoded }, place: { position } }) =>
    position ? [{ id, isDemo, decoded, position }] : [],
  );

export function windsView({ report, place }: WindReport): WindsAloftReport {
  const { id, isDemo, decoded } = report;
  const { station, issuedAt, validAt, validFrom, validTo, levels } = decoded;
  return { id, station, ...place, issuedAt, validAt, validFrom, validTo, levels, isDemo };
}
