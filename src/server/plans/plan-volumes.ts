import { sql as raw } from 'kysely';
import type { Volume4d } from '../../domain/conflict/strategic.ts';
import type { Altitude } from '../../domain/geo/altitude.ts';
import { isAltitude } from '../../domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '../../domain/geo/geojson.ts';
import { activeStates } from '../../domain/plan/states.ts';
import type { Sql } from '../db/sql.ts';
import type { PlanParameters } from './plan-parameters.ts';

/** What of a task makes its volume. */
export interface TaskShape {
  etd: string;
  eta: string;
  geometry?: Geometry | null;
  corridorWidthM?: number | null;
  airspace?: number | null;
  departure?: number | null;
  departurePoint?: number | null;
  destination?: number | null;
  destinationPoint?: number | null;
  lower?: Altitude | null;
  upper?: Altitude | null;
}

/** Where aerodromes, points and airspaces are, by id. */
export interface Places {
  airports: Map<number, Geometry>;
  points: Map<number, Geometry>;
  airspaces: Map<number, Geometry>;
}

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

export async function loadPlaces(sql: Sql, tasks: TaskShape[]): Promise<Places> {
  const ids = (pick: (task: TaskShape) => (number | null | undefined)[]) => [
    ...new Set(tasks.flatMap(pick).filter((id) => typeof id === 'number')),
  ];
  const load = async (table: string, column: string, wanted: number[]) => {
    if (wanted.length === 0) return new Map<number, Geometry>();
    const rows = await sql.selectFrom(table).select(['id', column]).where('id', 'in', wanted).execute();
    return new Map(
      rows.flatMap((row): [number, Geometry][] => {
        const geometry = row[column];
        return isGeometry(geometry, kinds) ? [[Number(row.id), geometry]] : [];
      }),
    );
  };
  return {
    airports: await load(
      'airport',
      'position',
      ids((task) => [task.departure, task.destination]),
    ),
    points: await load(
      'takeoffLandingPoint',
      'position',
      ids((task) => [task.departurePoint, task.destinationPoint]),
    ),
    airspaces: await load(
      'airspace',
      'geometry',
      ids((task) => [task.airspace]),
    ),
  };
}

export function departurePlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.departurePoint ?? 0) ?? places.airports.get(task.departure ?? 0);
}

export function destinationPlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.destinationPoint ?? 0) ?? places.airports.get(task.destination ?? 0);
}

/** Where the task flies: what was drawn, else its airspace, else the straight line between its two ends. */
export function footprintOf(task: TaskShape, places: Places): Geometry | null {
  if (task.geometry) return task.geometry;
  const airspace = places.airspaces.get(task.airspace ?? 0);
  if (airspace) return airspace;
  const from = departurePlace(task, places);
  const to = destinationPlace(task, places);
  if (from?.type !== 'Point' || to?.type !== 'Point') return null;
  const [a, b] = [from.coordinates, to.coordinates];
  return a[0] === b[0] && a[1] === b[1] ? from : { type: 'LineString', coordinates: [a, b] };
}

/** The air that the tasks take; a task that says nowhere where it flies takes none. */
export function volumesOf(
  owner: Volume4d['owner'],
  tasks: TaskShape[],
  places: Places,
  figures: Pick<PlanParameters, 'corridorWidthM' | 'pointRadiusM'>,
): Volume4d[] {
  return tasks.flatMap((task, part): Volume4d[] => {
    const footprint = footprintOf(task, places);
    if (!footprint) return [];
    const marginM =
      footprint.type === 'LineString'
        ? (task.corridorWidthM ?? figures.corridorWidthM) / 2
        : footprint.type === 'Point'
          ? figures.pointRadiusM
          : 0;
    return [
      {
        owner,
        part,
        footprint,
        marginM,
        lower: task.lower ?? null,
        upper: task.upper ?? null,
        from: Date.parse(task.etd),
        to: Date.parse(task.eta),
      },
    ];
  });
}

export interface OtherPlanVolume extends Volume4d {
  companyId: number;
  /** 1 is the highest. */
  priority: number;
}

/** Volumes of every other plan that takes room in the air between two times (UTC ms). */
export async function otherPlanVolumes(
  sql: Sql,
  exceptPlanId: number | null,
  from: number,
  to: number,
  figures: Pick<PlanParameters, 'corridorWidthM' | 'pointRadiusM'>,
): Promise<OtherPlanVolume[]> {
  const { rows } = await raw<Record<string, unknown>>`
    select t.plan, t.sequence, t.etd, t.eta, t.geometry, t.corridor_width_m as "corridorWidthM", t.airspace,
      t.departure, t.departure_point as "departurePoint", t.destination, t.destination_point as "destinationPoint",
      t.lower, t.upper, p.plan_number as "planNumber", p.company, m.priority
    from job_task t join plan p on p.id = t.plan left join mission_type m on m.id = p.mission_type
    where t.deleted_at is null and p.deleted_at is null and p.state = any(${[...activeStates]}::bigint[])
      and t.etd < ${new Date(to).toISOString()}::timestamptz and t.eta > ${new Date(from).toISOString()}::timestamptz
      and p.id is distinct from ${exceptPlanId}::bigint`.execute(sql);
  const shapes = rows.map((row) => ({ row, shape: shapeOf(row) }));
  const places = await loadPlaces(
    sql,
    shapes.map(({ shape }) => shape),
  );
  return shapes.flatMap(({ row, shape }) =>
    volumesOf(
      { resource: 'plan', id: Number(row.plan), label: String(row.planNumber) },
      [shape],
      places,
      figures,
    ).map((volume) => ({
      ...volume,
      part: Number(row.sequence) - 1,
      companyId: Number(row.company),
      priority: Number(row.priority ?? 5),
    })),
  );
}

function shapeOf(row: Record<string, unknown>): TaskShape {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    etd: String(row.etd),
    eta: String(row.eta),
    geometry: isGeometry(row.geometry, kinds) ? row.geometry : null,
    corridorWidthM: number(row.corridorWidthM),
    airspace: number(row.airspace),
    departure: number(row.departure),
    departurePoint: number(row.departurePoint),
    destination: number(row.destination),
    destinationPoint: number(row.destinationPoint),
    lower: isAltitude(row.lower) ? row.lower : null,
    upper: isAltitude(row.upper) ? row.upper : null,
  };
}

export interface AirspaceVolume extends Volume4d {
  kind: string;
  companyId: number | null;
  sharing: string;
  openState: string | null;
}

/** Airspaces that may stand in the way between two times: kept from flight, closed, or granted to somebody. */
export async function airspaceVolumes(sql: Sql, from: number, to: number): Promise<AirspaceVolume[]> {
  const { rows } = await raw<Record<string, unknown>>`
    select id, name, kind, company, sharing, open_state as "openState", geometry, lower, upper,
      valid_from as "validFrom", valid_to as "validTo"
    from airspace
    where deleted_at is null
      and (kind in ('prohibited', 'restricted', 'danger', 'tempRestricted') or open_state = 'closed'
        or (company is not null and state = 1))
      and (valid_from is null or valid_from < ${new Date(to).toISOString()}::timestamptz)
      and (valid_to is null or valid_to > ${new Date(from).toISOString()}::timestamptz)`.execute(sql);
  return rows.flatMap((row): AirspaceVolume[] => {
    if (!isGeometry(row.geometry, kinds)) return [];
    return [
      {
        owner: { resource: 'airspace', id: Number(row.id), label: String(row.name) },
        part: 0,
        footprint: row.geometry,
        marginM: 0,
        lower: isAltitude(row.lower) ? row.lower : null,
        upper: isAltitude(row.upper) ? row.upper : null,
        from: typeof row.validFrom === 'string' ? Date.parse(row.validFrom) : null,
        to: typeof row.validTo === 'string' ? Date.parse(row.validTo) : null,
        kind: String(row.kind),
        companyId: typeof row.company === 'number' ? row.company : null,
        sharing: String(row.sharing ?? 'consent'),
        openState: typeof row.openState === 'string' ? row.openState : null,
      },
    ];
  });
}
