import type { AltitudeContext } from '#domain/geo/altitude.ts';
import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { inverse, normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Sql } from '#server/db/sql.ts';

/** What the aerodromes around a place say of the ground and of the altimeter. */
export interface AerodromeGround {
  /** Between which elevations they stand, metres AMSL; null: there are none within 50 km. */
  groundNear(position: Position): NonNullable<AltitudeContext['terrainM']> | null;
  /** The transition altitude that the nearest publishes, metres AMSL; null: none within 100 km does. */
  transitionAltitudeM(position: Position): number | null;
}

export const noAerodromes: AerodromeGround = { groundNear: () => null, transitionAltitudeM: () => null };

interface Aerodrome extends Position {
  elevationM: number | null;
  transitionM: number | null;
}

const groundWithinM = 50_000;
const transitionWithinM = 100_000;
/** Places of one cell, degrees, are asked once. */
const cellDeg = 0.1;
const readEveryMs = 5 * 60_000;

/** Reads aerodromes and take-off points now and then: they hardly change. */
export function createAerodromeGround(sql: Sql): () => Promise<AerodromeGround> {
  let known = noAerodromes;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt >= readEveryMs) {
      known = aerodromeGroundOf(await readAerodromes(sql));
      readAt = performance.now();
    }
    return known;
  };
}

export function aerodromeGroundOf(aerodromes: readonly Aerodrome[]): AerodromeGround {
  const cells = new Map<
    string,
    { ground: ReturnType<AerodromeGround['groundNear']>; transitionM: number | null }
  >();
  const at = ({ latitude, longitude }: Position) => {
    const [row, column] = [Math.round(latitude / cellDeg), Math.round(longitude / cellDeg)];
    const cell = `${row} ${column}`;
    const found = cells.get(cell);
    if (found) return found;
    const middle = { latitude: row * cellDeg, longitude: column * cellDeg };
    // A rough box first: thousands of aerodromes cost less than the geodesics to a hundred.
    const withinDeg = transitionWithinM / 110_000;
    const eastDeg =
      withinDeg / Math.max(0.01, Math.cos((Math.abs(middle.latitude) + withinDeg) * (Math.PI / 180)));
    const near = aerodromes
      .filter(
        (one) =>
          Math.abs(one.latitude - middle.latitude) <= withinDeg &&
          Math.abs(normalLongitude(one.longitude - middle.longitude)) <= eastDeg,
      )
      .map((one) => ({ ...one, distanceM: inverse(middle, one).distanceM }))
      .filter(({ distanceM }) => distanceM <= transitionWithinM)
      .sort((a, b) => a.distanceM - b.distanceM);
    const elevations = near.flatMap(({ distanceM, elevationM }) =>
      elevationM !== null && distanceM <= groundWithinM ? [elevationM] : [],
    );
    const answer = {
      ground:
        elevations.length === 0
          ? null
          : { lowest: Math.min(...elevations), highest: Math.max(...elevations) },
      transitionM: near.find(({ transitionM }) => transitionM !== null)?.transitionM ?? null,
    };
    cells.set(cell, answer);
    return answer;
  };
  return {
    groundNear: (position) => at(position).ground,
    transitionAltitudeM: (position) => at(position).transitionM,
  };
}

export async function readAerodromes(sql: Sql): Promise<Aerodrome[]> {
  const airports = await sql
    .selectFrom('airport')
    .select(['position', 'elevation', 'transitionAltitude'])
    .where('deletedAt', 'is', null)
    .execute();
  const points = await sql
    .selectFrom('takeoffLandingPoint')
    .select(['position', 'elevation'])
    .where('deletedAt', 'is', null)
    .where('elevation', 'is not', null)
    .execute();
  return [...airports, ...points.map((point) => ({ ...point, transitionAltitude: null }))].flatMap(
    ({ position, elevation, transitionAltitude }) => {
      const place = positionIn(position);
      if (!place) return [];
      const elevationM = aboveSeaM(elevation, 0);
      return [{ ...place, elevationM, transitionM: aboveSeaM(transitionAltitude, elevationM) }];
    },
  );
}

/** Metres AMSL; a transition height is measured from the aerodrome. */
export function aboveSeaM(value: unknown, elevationM: number | null): number | null {
  if (!isAltitude(value)) return null;
  if (value.reference === 'AMSL') return altitudeM(value);
  if (value.reference === 'QFE' || value.reference === 'AGL')
    return elevationM === null ? null : elevationM + altitudeM(value);
  return null;
}
