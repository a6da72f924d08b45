import type { RouteStation } from '#contract/weather.ts';
import type { AltitudeContext } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { type QnhLimits, qnhAt, type ReportedQnh } from '#domain/weather/qnh.ts';
import type { Sql } from '#server/db/sql.ts';
import { readWeatherParameters } from './weather-parameters.ts';
import { newestObservations } from './weather-rows.ts';

/** Pressures at sea level as aerodromes reported them. */
export interface Pressures {
  /** Lowest and highest that may hold at a place, hPa; null: nobody near enough reported one lately. */
  at(position: Position, now: number): NonNullable<AltitudeContext['qnhHpa']> | null;
}

export const noPressures: Pressures = { at: () => null };

/** Between aerodromes of one region, and since the report, the pressure is off by no more than this, hPa: some 25 m. */
const offHpa = 3;
/** Places of one cell, degrees, are asked once. */
const cellDeg = 0.05;

/** The newest report of each aerodrome, as `weather.qnhWithinM` and `weather.qnhForMin` allow its use. */
export async function readPressures(
  sql: Sql,
  now: number,
  parameters: ReadonlyMap<string, string>,
): Promise<Pressures> {
  const { qnh } = await readWeatherParameters({ all: async () => parameters });
  return pressuresOf(await reportedIn(sql, now, qnh), qnh);
}

/** Asked for thousands of targets a second: of each cell the nearest aerodrome is looked for once. */
export function pressuresOf(reported: readonly ReportedQnh[], limits: QnhLimits): Pressures {
  if (reported.length === 0) return noPressures;
  const cells = new Map<string, ReportedQnh | null>();
  return {
    at({ latitude, longitude }, now) {
      const [row, column] = [Math.round(latitude / cellDeg), Math.round(longitude / cellDeg)];
      const cell = `${row} ${column}`;
      let found = cells.get(cell);
      if (found === undefined) {
        const middle = { latitude: row * cellDeg, longitude: column * cellDeg };
        found = qnhAt(middle, reported, limits, now);
        cells.set(cell, found);
      }
      if (found === null || now - found.observedAt > limits.forMs) return null;
      return { lowest: found.qnhHpa - offHpa, highest: found.qnhHpa + offHpa };
    },
  };
}

/** What aerodromes reported and is still of use, with their places. */
export async function reportedIn(sql: Sql, now: number, { forMs }: QnhLimits): Promise<ReportedQnh[]> {
  const observations = await newestObservations(sql, now);
  const stations = [...observations.values()].filter(
    ({ decoded }) => decoded.qnhHpa !== null && now - decoded.observedAt <= forMs,
  );
  if (stations.length === 0) return [];
  const places = await sql
    .selectFrom('airport')
    .select(['icao', 'position'])
    .where('deletedAt', 'is', null)
    .where(
      'icao',
      'in',
      stations.map(({ station }) => station),
    )
    .execute();
  const positions = new Map(places.map(({ icao, position }) => [icao, positionIn(position)]));
  return stations.flatMap(({ station, decoded: { qnhHpa, observedAt } }) => {
    const position = positions.get(station);
    return position && qnhHpa !== null ? [{ station, position, qnhHpa, observedAt }] : [];
  });
}

/** The lowest pressure that is reported along a route: with it nobody is lower than they believe. Null: nobody reported. */
export function lowestAlong(
  along: readonly RouteStation[],
  now: number,
  { forMs }: QnhLimits,
): (Omit<ReportedQnh, 'position'> & { distanceM: number }) | null {
  const reported = along.flatMap(({ station, position, observation, distanceM }) => {
    const { qnhHpa = null, observedAt = 0 } = observation?.decoded ?? {};
    return position && qnhHpa !== null && now - observedAt <= forMs
      ? [{ station, qnhHpa, observedAt, distanceM }]
      : [];
  });
  const [lowest] = reported.sort((a, b) => a.qnhHpa - b.qnhHpa || a.distanceM - b.distanceM);
  return lowest ?? null;
}
