import type { Volume4d } from '#domain/conflicts/strategic.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { type Row, rowsById } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
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
  alternate?: number | null;
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

/** Where no place is asked for. */
export const nowhere: Places = { airports: new Map(), points: new Map(), airspaces: new Map() };

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** The rows of the aerodromes, points and airspaces that tasks name, as `placesOf` and the rules of the fields read them. */
export function placesWanted(tasks: readonly TaskShape[]) {
  const ids = (pick: (task: TaskShape) => (number | null | undefined)[]) =>
    tasks.flatMap(pick).filter((id) => typeof id === 'number');
  const place = ['name', 'nameEn', 'position', 'elevation'];
  return {
    airports: {
      table: 'airport',
      ids: ids((task) => [task.departure, task.destination, task.alternate]),
      columns: [
        ...place,
        'status',
        'country',
        'hours',
        'openTimes',
        'nightOperations',
        'timeZone',
        'source',
        'icao',
        'runways',
      ],
    },
    points: {
      table: 'takeoffLandingPoint',
      ids: ids((task) => [task.departurePoint, task.destinationPoint]),
      columns: [...place, 'validFrom', 'validTo'],
    },
    airspaces: {
      table: 'airspace',
      ids: ids((task) => [task.airspace]),
      columns: ['name', 'nameEn', 'geometry', 'lower', 'upper'],
    },
  };
}

export function placesOf(rows: Record<keyof ReturnType<typeof placesWanted>, Map<number, Row>>): Places {
  return {
    airports: geometriesOf(rows.airports, 'position'),
    points: geometriesOf(rows.points, 'position'),
    airspaces: geometriesOf(rows.airspaces, 'geometry'),
    elevations: { airports: elevationsOf(rows.airports), points: elevationsOf(rows.points) },
  };
}

export async function loadPlaces(sql: Sql, tasks: readonly TaskShape[]): Promise<Places> {
  return placesOf(await rowsById(sql, placesWanted(tasks)));
}

function geometriesOf(rows: Map<number, Row>, column: string): Map<number, Geometry> {
  return new Map(
    [...rows].flatMap(([id, row]): [number, Geometry][] => {
      const geometry = row[column];
      return isGeometry(geometry, kinds) ? [[id, geometry]] : [];
    }),
  );
}

function elevationsOf(rows: Map<number, Row>): Map<number, number> {
  return new Map(
    [...rows].flatMap(([id, { elevation }]): [number, number][] =>
      isAltitude(elevation) && elevation.reference === 'AMSL' ? [[id, altitudeM(elevation)]] : [],
    ),
  );
}

export function departurePlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.departurePoint ?? 0) ?? places.airports.get(task.departure ?? 0);
}

export function destinationPlace(task: TaskShape, places: Places): Geometry | undefined {
  return places.points.get(task.destinationPoint ?? 0) ?? places.airports.get(task.destination ?? 0);
}

/** Elevation of where a task leaves, metres AMSL: what its QFE is set to. */
function departureElevation(task: TaskShape, { elevations }: Places): number | undefined {
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
  parameters: Pick<PlanParameters, 'corridorWidthM' | 'pointRadiusM'>,
): Volume4d[] {
  return tasks.flatMap((task, part): Volume4d[] => {
    const footprint = footprintOf(task, places);
    if (!footprint) return [];
    const elevation = departureElevation(task, places);
    const marginM =
      footprint.type === 'LineString'
        ? (task.corridorWidthM ?? parameters.corridorWidthM) / 2
        : footprint.type === 'Point'
          ? parameters.pointRadiusM
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
