import { sql as raw } from 'kysely';
import type { SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { polygonsOf } from '#domain/geo/polygons.ts';
import { type Actor, holds } from '#domain/identity/access.ts';
import { flightFilter } from '#domain/notification-rules/flight-pattern.ts';
import type { AerodromeRule, AreaRule, TargetRules } from '#domain/notification-rules/target-watch.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';
import { type AirspaceTimes, isActiveAt } from '#domain/time/activation.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { actorsOf } from '#server/features/identity/accounts.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import { isReplayed } from '#server/features/surveillance/replayed.ts';
import { noPlace, type RuleOfUser } from './rule-messages.ts';

/** Rules that are evaluated at most, the oldest first: a user has `mostOfUser` at most (rule-checks.ts). */
const mostRules = 5_000;

interface Row extends RuleOfUser {
  version: string;
  event: string;
  geometry: unknown;
  lower: unknown;
  upper: unknown;
  areaGeometry: unknown;
  areaLower: unknown;
  areaUpper: unknown;
  position: unknown;
  flights: unknown;
  validFrom: string | null;
  validTo: string | null;
  schedule: unknown;
}

/** Rules about targets as they are evaluated, with what their messages need of each, by id. */
export interface StoredRules {
  rules: TargetRules;
  byId: ReadonlyMap<number, RuleOfUser>;
}

export const noRules: StoredRules = { rules: { areas: [], aerodromes: [] }, byId: new Map() };

/**
 * Reads the active rules about targets of users who may see targets, each bounded to the areas that its owner sees. Times
 * without a zone in them are in `timeZone` (IANA).
 */
export async function readTargetRules(
  { sql, records, areas }: { sql: Sql; records: Records; areas: Pick<CoverageAreas, 'of'> },
  timeZone: string,
): Promise<StoredRules> {
  const { rows } = await raw<Row>`
    select r.id, r.version || '.' || coalesce(a.version, 0) || '.' || coalesce(p.version, 0) as version, r.name, r.event,
      o.target_id as "user", r.geometry, r.lower, r.upper, a.geometry as "areaGeometry", a.lower as "areaLower",
      a.upper as "areaUpper", p.position, r.flights, r.valid_from as "validFrom", r.valid_to as "validTo", r.schedule,
      r.again_minutes as "againMinutes", r.is_urgent as "isUrgent", coalesce(p.name, a.name, '') as place,
      coalesce(nullif(p.name_en, ''), p.name, nullif(a.name_en, ''), a.name, '') as "placeEn"
    from notification_rule r join notification_rule_owners o on o.owner_id = r.id
      left join airspace a on a.id = r.airspace and a.deleted_at is null
      left join airport p on p.id = r.airport and p.deleted_at is null
    where r.deleted_at is null and r.is_active and r.event <> 'planChanges' order by r.id limit ${mostRules}`.execute(
    sql,
  );
  if (rows.length === 0) return noRules;
  const actors = new Map<number, Actor>();
  for (const actor of await actorsOf(records, [...new Set(rows.map(({ user }) => user))], sql))
    if (holds(actor, targetReaders)) actors.set(actor.userId, actor);
  const registered = await registeredAddresses(sql, rows);
  const stored = { areas: [] as AreaRule[], aerodromes: [] as AerodromeRule[] };
  const byId = new Map<number, RuleOfUser>();
  for (const row of rows) {
    const actor = actors.get(row.user);
    if (!actor) continue;
    const bounded = areas.of(actor);
    const times = timesOf(row);
    const common = {
      id: row.id,
      version: row.version,
      flights: flightFilter([...patternsOf(row), ...(registered.get(row.id) ?? [])]),
      isOn: (atMs: number) => isActiveAt(times, atMs, atMs + 1, timeZone),
      sees: (target: Parameters<AreaRule['sees']>[0]) =>
        !isReplayed(target) && (bounded === null || bounded.covers(target)),
    };
    if (row.event === 'lands' || row.event === 'takesOff') {
      if (!isGeometry(row.position, ['Point']) || row.position.type !== 'Point') continue;
      const [longitude, latitude] = row.position.coordinates;
      stored.aerodromes.push({ ...common, event: row.event, position: { latitude, longitude } });
    } else {
      const volume = volumeOf(row);
      if (!volume) continue;
      const event = row.event === 'leavesArea' ? 'leavesArea' : 'entersArea';
      stored.areas.push({ ...common, event, volume });
    }
    byId.set(row.id, { ...noPlace, ...row });
  }
  return { rules: stored, byId };
}

/** The drawn area, or that of the airspace; limits that the rule states take precedence over those of the airspace. */
function volumeOf(row: Row): SceneVolume | null {
  const geometry = row.geometry ?? row.areaGeometry;
  if (!isGeometry(geometry, ['Polygon', 'MultiPolygon'])) return null;
  const isDrawn = row.geometry !== null;
  const limit = (own: unknown, ofAirspace: unknown) =>
    isAltitude(own) ? own : !isDrawn && isAltitude(ofAirspace) ? ofAirspace : null;
  return {
    polygons: polygonsOf(geometry),
    lower: limit(row.lower, row.areaLower),
    upper: limit(row.upper, row.areaUpper),
    from: null,
    to: null,
  };
}

function timesOf({ validFrom, validTo, schedule }: Row): AirspaceTimes {
  return { validFrom, validTo, schedule: Array.isArray(schedule) ? schedule : null };
}

const patternsOf = ({ flights }: Pick<Row, 'flights'>): string[] =>
  Array.isArray(flights) ? flights.filter((one) => typeof one === 'string') : [];

/** Addresses of the aircraft whose registrations a rule names, by rule: many targets send no registration. */
async function registeredAddresses(sql: Sql, rows: readonly Row[]): Promise<Map<number, string[]>> {
  const named = rows.filter((row) => patternsOf(row).length > 0);
  if (named.length === 0) return new Map();
  const aircraft = await sql
    .selectFrom('aircraft')
    .select(['registration', 'icao24'])
    .where('icao24', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    named.map((row) => {
      const filter = flightFilter(patternsOf(row));
      return [
        row.id,
        aircraft.flatMap(({ registration, icao24 }) => (icao24 && filter({ registration }) ? [icao24] : [])),
      ];
    }),
  );
}
