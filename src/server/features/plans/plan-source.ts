import { sql as raw } from 'kysely';
import { precedenceOf } from '#domain/conflicts/precedence.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Engagement } from '#domain/plans/papers.ts';
import { activeStates } from '#domain/plans/states.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { anyOf } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Condition } from '#server/engine/records/scope.ts';
import type {
  Known,
  PlanVolume,
  VolumeParameters,
  VolumeSource,
} from '#server/features/conflicts/known-volume.ts';
import { engagementsOf } from './plan-crew.ts';
import { loadPlaces, type TaskShape, volumesOf } from './plan-volumes.ts';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** Plans that are filed and not over: each task, at the time for which its release was asked where that is another. */
export const planSource = planSourceOf(raw`p.state = any(${[...activeStates]}::bigint[])`);

/** Plans over `p` that meet a condition, whatever their state. */
export function planSourceOf(condition: Condition): VolumeSource {
  return { name: 'plan', load: (sql, ids, parameters) => load(sql, ids, parameters, condition) };
}

async function load(
  sql: Sql,
  ids: number[] | null,
  parameters: VolumeParameters,
  condition: Condition,
): Promise<Known> {
  const { rows } = await raw<Record<string, unknown>>`
      select t.plan, t.sequence, t.etd, t.eta, t.geometry, t.corridor_width_m as "corridorWidthM", t.airspace,
        t.departure, t.departure_point as "departurePoint", t.destination, t.destination_point as "destinationPoint",
        t.lower, t.upper, p.plan_number as "planNumber", p.company, m.priority, m.is_training as "isTraining",
        t.aircraft, array(select l.target_id from job_task_pilots l where l.owner_id = t.id) as pilots,
        m.inside_aerodrome as "insideAerodrome", p.real_etd as "realEtd", p.start_time as "startTime"
      from job_task t join plan p on p.id = t.plan left join mission_type m on m.id = p.mission_type
      where t.deleted_at is null and p.deleted_at is null and ${condition}
        and p.kind is distinct from 'standing'
        and ${ids === null ? raw`true` : raw`p.id = ${anyOf(ids)}`}
      order by t.plan, t.sequence`.execute(sql);
  const shapes = rows.map((row) => ({ row, shape: shapeOf(row) }));
  const places = await loadPlaces(
    sql,
    shapes.map(({ shape }) => shape),
  );
  const tasks = new Map<number, TaskShape[]>();
  for (const { row, shape } of shapes) {
    const id = Number(row.plan);
    tasks.set(id, [...(tasks.get(id) ?? []), shape]);
  }
  const found = new Map<number, PlanVolume[]>();
  const engagements = new Map<number, Engagement[]>();
  for (const { row, shape } of shapes) {
    const id = Number(row.plan);
    const owner = { resource: 'plan', id, label: String(row.planNumber) };
    const volumes = volumesOf(owner, [shape], places, parameters).map(
      (volume): PlanVolume => ({
        ...volume,
        source: 'plan',
        part: Number(row.sequence) - 1,
        companyId: Number(row.company),
        precedence: precedenceOf(row, tasks.get(id) ?? []),
      }),
    );
    found.set(id, [...(found.get(id) ?? []), ...volumes]);
    const { aircraft, pilots } = row;
    const crewed = { aircraft: Number(aircraft), pilots: Array.isArray(pilots) ? pilots.map(Number) : [] };
    engagements.set(id, [
      ...(engagements.get(id) ?? []),
      ...engagementsOf(owner, [{ ...crewed, ...shape }], places),
    ]);
  }
  return { volumes: found, engagements };
}

function shapeOf(row: Record<string, unknown>): TaskShape {
  const shiftMs =
    typeof row.realEtd === 'string' && typeof row.startTime === 'string'
      ? Date.parse(row.realEtd) - Date.parse(row.startTime)
      : 0;
  const shifted = (time: unknown) => new Date(Date.parse(String(time)) + shiftMs).toISOString();
  return {
    etd: shifted(row.etd),
    eta: shifted(row.eta),
    geometry: isGeometry(row.geometry, kinds) ? row.geometry : null,
    corridorWidthM: numberOf(row.corridorWidthM),
    airspace: numberOf(row.airspace),
    departure: numberOf(row.departure),
    departurePoint: numberOf(row.departurePoint),
    destination: numberOf(row.destination),
    destinationPoint: numberOf(row.destinationPoint),
    lower: isAltitude(row.lower) ? row.lower : null,
    upper: isAltitude(row.upper) ? row.upper : null,
  };
}
