import type { Volume4d } from '../../domain/conflict/strategic.ts';
import type { Altitude } from '../../domain/geo/altitude.ts';
import { altitudeM, isAltitude } from '../../domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '../../domain/geo/geojson.ts';
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
  /** Of aerodromes and points, metres AMSL, where it is recorded. */
  elevations?: { airports: Map<number, number>; points: Map<number, number> };
}

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

export async function loadPlaces(sql: Sql, tasks: TaskShape[]): Promise<Places> {
  const ids = (pick: (task: TaskShape) => (number | null | undefined)[]) => [
    ...new Set(tasks.flatMap(pick).filter((id) => typeof id === 'number')),
  ];
  const elevations = { airports: new Map<number, number>(), points: new Map<number, number>() };
  const load = async (table: string, column: string, wanted: number[], heights?: Map<number, number>) => {
    if (wanted.length === 0) return new Map<number, Geometry>();
    const columns = ['id', column, ...(heights ? ['elevation'] : [])];
    const rows = await sql.selectFrom(table).select(columns).where('id', 'in', wanted).execute();
    return new Map(
      rows.flatMap((row): [number, Geometry][] => {
        const { elevation } = row;
        if (isAltitude(elevation) && elevation.reference === 'AMSL') {
          heights?.set(Number(row.id), altitudeM(elevation));
        }
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
      elevations.airports,
    ),
    points: await load(
      'takeoffLandingPoint',
      'position',
      ids((task) => [task.departurePoint, task.destinationPoint]),
      elevations.points,
    ),
    airspaces: await load(
      'airspace',
      'geometry',
      ids((task) => [task.airspace]),
    ),
    elevations,
  };
}

export function departurePlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.departurePoint ?? 0) ?? places.airports.get(task.departure ?? 0);
}

export function destinationPlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.destinationPoint ?? 0) ?? places.airports.get(task.destination ?? 0);
}

/** Elevation of where a task leaves, metres AMSL: what its QFE is set to. */
export function departureElevation(task: TaskShape, { elevations }: Places): number | undefined {
  return elevations?.points.get(task.departurePoint ?? 0) ?? elevations?.airports.get(task.departure ?? 0);
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
    const elevation = departureElevation(task, places);
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
        ...(elevation === undefined ? {} : { context: { aerodromeElevationM: elevation } }),
        from: Date.parse(task.etd),
        to: Date.parse(task.eta),
      },
    ];
  });
}
