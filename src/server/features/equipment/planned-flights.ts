import { sql as raw } from 'kysely';
import { bandWithin, type PlannedFlight } from '#domain/equipment/joint-coverage.ts';
import { mayEver, mayReadField } from '#domain/identity/access.ts';
import { planState } from '#domain/plans/states.ts';
import { cellsOf } from '#domain/statistics/heat-cells.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { planScope } from '#server/features/plans/plan-statistics.ts';
import { footprintOf, loadPlaces, type TaskShape } from '#server/features/plans/plan-volumes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Days } from './source-coverage.ts';

/** Sorties of one answer at most, the latest first. */
const mostFlights = 5_000;
const hourMs = 3_600_000;
/** Approved, not refused or cancelled since. */
const states = [
  planState.approved,
  planState.releaseSubmitted,
  planState.releaseInProgress,
  planState.releaseAllowed,
  planState.inFlight,
  planState.landed,
];

interface SortieRow extends TaskShape {
  takeoffAt: string | null;
  landedAt: string | null;
  /** It landed, and no sortie of its plan was left out. */
  wasFlown: boolean;
}

/**
 * The flights of these days by their plans, of those that the caller may see; null: none at all. A drawn route that was flown says
 * that traffic was in its cells; an area does not say where in it.
 */
export async function readPlannedFlights(
  { records, sql }: { records: Pick<Records, 'resource'>; sql: Sql },
  caller: Caller,
  { from, to }: Days,
): Promise<{ flights: PlannedFlight[]; isCut: boolean } | null> {
  const { ability } = caller;
  const isShown =
    mayEver(ability, 'read', 'plan') &&
    ['geometry', 'lower', 'upper'].every((field) => mayReadField(ability, 'jobTask', field)) &&
    ['startTime', 'takeoffAt', 'realEta'].every((field) => mayReadField(ability, 'plan', field));
  if (!isShown) return null;
  const { rows } = await raw<SortieRow>`
    select j.etd, j.eta, j.geometry, j.airspace, j.departure, j.departure_point as "departurePoint", j.destination,
      j.destination_point as "destinationPoint", j.lower, j.upper, p.takeoff_at as "takeoffAt", p.real_eta as "landedAt",
      p.state = ${planState.landed} and p.takeoff_at is not null and p.real_eta is not null
        and coalesce(p.actual_num >= (select count(*) from job_task o where o.plan = p.id and o.deleted_at is null), true)
        as "wasFlown"
    from plan p join job_task j on j.plan = p.id and j.deleted_at is null
    where ${planScope(records, caller)} and p.deleted_at is null and p.kind <> 'standing' and p.state = any(${states}::int[])
      and p.start_time < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day' and p.end_time >= ${`${from}T00:00:00Z`}::timestamptz
    order by p.start_time desc, j.id desc limit ${mostFlights + 1}`.execute(sql);
  const taken = rows.slice(0, mostFlights);
  const places = await loadPlaces(sql, taken);
  const flights = taken.flatMap((row): PlannedFlight[] => {
    const shape = footprintOf(row, places);
    if (!shape) return [];
    return [
      {
        cells: cellsOf(shape),
        band: bandWithin(row.lower ?? null, row.upper ?? null),
        flown: row.wasFlown && row.geometry?.type === 'LineString' ? hoursOf(row) : null,
        at: Date.parse(row.etd),
      },
    ];
  });
  return { flights, isCut: rows.length > mostFlights };
}

/** Longer than this nobody is out: such times are mistakes, and tell nothing. */
const mostHours = 48;

function hoursOf({ takeoffAt, landedAt }: SortieRow): number[] | null {
  const first = Math.floor(Date.parse(String(takeoffAt)) / hourMs);
  const count = Math.floor(Date.parse(String(landedAt)) / hourMs) - first + 1;
  return count >= 1 && count <= mostHours ? Array.from({ length: count }, (_, hour) => first + hour) : null;
}
