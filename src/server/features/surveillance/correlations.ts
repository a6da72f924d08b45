import { sql as raw } from 'kysely';
import type { Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { planState } from '#domain/plans/states.ts';
import {
  correlate,
  createFlightIndex,
  type FlightIndex,
  type PlannedFlight,
  scoreOf,
  type TrackIdentity,
} from '#domain/surveillance/correlation/correlate.ts';
import type { TargetCorrelation } from '#domain/surveillance/track/target.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** A track under the id by which screens know it. */
export interface NamedTrack extends TrackIdentity {
  id: string;
}

export interface Correlations {
  /** The plan that a target flies now, with what speaks for it; null: none known. */
  planOf(track: NamedTrack): { planId: number; correlation: TargetCorrelation } | null;
  /** All flights that it could be, the likeliest first. */
  candidates(track: NamedTrack): ReturnType<typeof scoreOf>[];
  /** Reads the released and flying plans again, and what was said by hand. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** What a person said of a target: this plan, or not that one. */
interface Said {
  kind: 'join' | 'cut';
  planId: number;
}

const refreshMs = 10_000;

/** Which target flies which plan, kept current by changes here and by reading again for those of other servers. */
export function createCorrelations(deps: {
  sql: Sql;
  changes: ChangeFeed;
  log: Logger;
  onChange(): void;
}): Correlations {
  const { sql, changes, log, onChange } = deps;
  let flights: PlannedFlight[] = [];
  let index: FlightIndex = createFlightIndex([]);
  let said = new Map<string, Said[]>();
  let reading: Promise<void> | undefined;
  let again = false;

  async function read(): Promise<void> {
    flights = await readFlights(sql);
    index = createFlightIndex(flights);
    said = await readSaid(sql);
    onChange();
  }

  async function refresh(): Promise<void> {
    // A change that comes while we read is read right after.
    if (reading) {
      again = true;
      return reading;
    }
    reading = (async () => {
      do {
        again = false;
        await read().catch((error: unknown) => log.warn({ error }, 'the plans in flight could not be read'));
      } while (again);
    })();
    await reading;
    reading = undefined;
  }

  /** What was said of this aircraft, under whatever id its track has now. */
  function saidOf({ id, icao24 }: NamedTrack): readonly Said[] {
    return said.get(icao24?.toLowerCase() ?? id) ?? said.get(id) ?? [];
  }

  const unsubscribe = changes.subscribe(({ resource }) => {
    if (resource === 'plan' || resource === 'trackCorrelation') void refresh();
  });
  const timer = setInterval(() => void refresh(), refreshMs).unref();

  return {
    planOf(track) {
      const mine = saidOf(track);
      const joined = mine.find(({ kind }) => kind === 'join');
      const flight = joined && flights.find(({ planId }) => planId === joined.planId);
      if (flight) {
        const { score, reasons } = scoreOf(track, flight);
        return { planId: flight.planId, correlation: { byHand: true, score, reasons } };
      }
      const isCut = (plan: number) => mine.some(({ kind, planId }) => kind === 'cut' && planId === plan);
      const possible = index.candidates(track).filter(({ planId }) => !isCut(planId));
      // So it is for most, and each change of a target asks.
      if (possible.length === 0) return null;
      const found = correlate(track, possible);
      if (!found) return null;
      const { planId, score, reasons } = found;
      return { planId, correlation: { byHand: false, score, reasons } };
    },
    candidates: (track) =>
      flights
        .map((flight) => scoreOf(track, flight))
        .sort((a, b) => b.score - a.score || a.planId - b.planId),
    refresh,
    async close() {
      unsubscribe();
      clearInterval(timer);
      await reading;
    },
  };
}

interface Row {
  planId: number;
  taskId: number;
  callsign: string;
  icao24: string | null;
  code: string | null;
  etd: string;
  eta: string;
  geometry: unknown;
  from: unknown;
  to: unknown;
  other: unknown;
}

/** Release allowed and in flight: the states in which an aircraft may be seen under its plan. */
async function readFlights(sql: Sql): Promise<PlannedFlight[]> {
  const { rows } = await raw<Row>`
    select p.id as "planId", t.id as "taskId", t.callsign, lower(a.icao24) as icao24,
      coalesce(t.ssr_code, p.ssr_code) as code, t.etd, t.eta, t.geometry,
      coalesce(dp.position, da.position) as "from", coalesce(ep.position, ea.position) as "to", al.position as other
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null
    left join aircraft a on a.id = t.aircraft
    left join airport da on da.id = t.departure left join takeoff_landing_point dp on dp.id = t.departure_point
    left join airport ea on ea.id = t.destination left join takeoff_landing_point ep on ep.id = t.destination_point
    left join airport al on al.id = t.alternate
    where p.deleted_at is null and p.state in (${planState.releaseAllowed}, ${planState.inFlight})
    order by p.id, t.sequence`.execute(sql);
  return rows.map(({ etd, eta, geometry, from, to, other, ...row }) => ({
    ...row,
    places: [...[from, to, other].flatMap(pointOf), ...waypointsOf(geometry)],
    from: Date.parse(etd),
    to: Date.parse(eta),
  }));
}

/** What holds of each target, by its 24-bit address or, where it has none, its id. */
async function readSaid(sql: Sql): Promise<Map<string, Said[]>> {
  const rows = await sql
    .selectFrom('trackCorrelation as c')
    .innerJoin('plan as p', 'p.id', 'c.plan')
    .select(['c.track', 'c.icao24', 'c.kind', 'c.plan'])
    .where('c.endedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null)
    .where('p.state', 'in', [planState.releaseAllowed, planState.inFlight])
    .orderBy('c.id')
    .execute();
  const found = new Map<string, Said[]>();
  for (const { track, icao24, kind, plan } of rows) {
    const key = icao24 ?? track;
    found.set(key, [...(found.get(key) ?? []), { kind, planId: plan }]);
  }
  return found;
}

function pointOf(value: unknown): Position[] {
  if (!isGeometry(value, ['Point']) || value.type !== 'Point') return [];
  const [longitude, latitude] = value.coordinates;
  return [{ latitude, longitude }];
}

/** The turning points of a drawn line or area. */
function waypointsOf(value: unknown): Position[] {
  if (!isGeometry(value, ['LineString', 'Polygon'])) return [];
  const points =
    value.type === 'LineString'
      ? value.coordinates
      : value.type === 'Polygon'
        ? (value.coordinates[0] ?? [])
        : [];
  return points.map(([longitude, latitude]) => ({ latitude, longitude }));
}
