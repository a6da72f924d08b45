import type { RouteWind } from '#contract/weather.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { inverse, type LonLat, lengthM, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { WindsAloft } from '#domain/weather/weather.ts';
import { middleAmslM, type PlacedWinds, windAt, windOnCourse } from '#domain/weather/wind-along.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type FieldGround, fieldsAround, nearestFields } from './fields-near.ts';
import type { FlownPart } from './route-weather.ts';
import type { StoredReport } from './weather-rows.ts';
import { placedWinds, windReports } from './wind-reports.ts';

/** Elevation of the ground, metres above mean sea level; undefined: no terrain data. */
export type Elevation = (latitude: number, longitude: number) => Promise<number | undefined>;

/** The same of stored tables, with the places and aerodromes that the caller may read. */
export async function windsOfRoute(
  deps: { records: Records; sql: Sql; elevationAt: Elevation },
  caller: Caller,
  parts: readonly FlownPart[],
  winds: readonly StoredReport<WindsAloft>[],
  { withinM, qnhHpa }: { withinM: number; qnhHpa: number | null },
): Promise<RouteWind[]> {
  // A leg begins where the one before it ends.
  const around = new Map<string, Promise<FieldGround[]>>();
  return windsAlong(parts, placedWinds(await windReports(deps, caller, winds)), {
    withinM,
    qnhHpa,
    elevationAt: deps.elevationAt,
    fieldsAround(place) {
      const key = `${place.longitude} ${place.latitude}`;
      const asked = around.get(key) ?? fieldsAround(deps, caller, place);
      around.set(key, asked);
      return asked;
    },
  });
}

/** A leg of a route, or a whole area, with its middle and when the flight is there. */
interface Leg {
  fromM: number | null;
  toM: number | null;
  from: number;
  to: number;
  courseDeg: number | null;
  middle: Position;
  /** Where it begins and ends; of an area its middle alone. */
  ends: Position[];
}

/** What the height of a leg is worked out with. */
interface Grounds {
  qnhHpa: number | null;
  elevationAt: Elevation;
  /** Aerodromes with their elevation around a place; asked only where the ground below a height above it is not known. */
  fieldsAround(place: Position): Promise<FieldGround[]>;
}

const placeOf = ([longitude, latitude]: LonLat): Position => ({ longitude, latitude });

/**
 * Wind and temperature for every leg of the parts, at its middle, when the flight is there, and at the upper limit that was
 * filed (the lower where there is none). Of an area one entry without a course. `qnhHpa`: the pressure along the route.
 * Where the terrain below a height above ground is not known, the nearest aerodrome within 10 km (landing point within 2 km)
 * of where the leg begins and of where it ends (of an area: of its middle) stands in for it, of two the mean; `ground` names
 * them.
 */
export async function windsAlong(
  parts: readonly FlownPart[],
  winds: readonly PlacedWinds[],
  { withinM, ...grounds }: Grounds & { withinM: number },
): Promise<RouteWind[]> {
  if (winds.length === 0) return [];
  const found: RouteWind[] = [];
  for (const part of parts) {
    const level = part.upper ?? part.lower;
    for (const { middle, ends, ...leg } of legsOf(part)) {
      const { heightM, ground } = level
        ? await heightOf(level, part, { middle, ends }, grounds)
        : { heightM: null, ground: [] };
      const at = (leg.from + leg.to) / 2;
      const wind =
        heightM === null ? null : windAt(winds, middle, { heightM, at, withinM, qnhHpa: grounds.qnhHpa });
      const along = wind && leg.courseDeg !== null ? windOnCourse(wind, leg.courseDeg) : null;
      found.push({
        part: part.part,
        ...leg,
        level,
        isHeightKnown: heightM !== null,
        ground,
        wind,
        headMps: along?.headMps ?? null,
        crossMps: along?.crossMps ?? null,
      });
    }
  }
  return found;
}

async function heightOf(
  level: Altitude,
  { context }: FlownPart,
  { middle, ends }: Pick<Leg, 'middle' | 'ends'>,
  { qnhHpa, elevationAt, fieldsAround }: Grounds,
): Promise<{ heightM: number | null; ground: RouteWind['ground'] }> {
  const over = (ground: readonly number[]) =>
    middleAmslM(level, {
      ...context,
      ...(ground.length === 0
        ? {}
        : { terrainM: { lowest: Math.min(...ground), highest: Math.max(...ground) } }),
      ...(qnhHpa === null ? {} : { qnhHpa: { lowest: qnhHpa, highest: qnhHpa } }),
    });
  if (level.reference !== 'AGL') return { heightM: over([]), ground: [] };
  const known = await elevationAt(middle.latitude, middle.longitude);
  if (known !== undefined) return { heightM: over([known]), ground: [] };
  const found = await Promise.all(
    ends.map(async (end) => nearestFields(await fieldsAround(end), end).slice(0, 1)),
  );
  const ground = new Map(
    found.flat().map(({ field: { name, elevationM }, distanceM }) => [name, { name, elevationM, distanceM }]),
  );
  const elevations = [...ground.values()];
  return { heightM: over(elevations.map(({ elevationM }) => elevationM)), ground: elevations };
}

function legsOf({ footprint, from, to }: FlownPart): Leg[] {
  if (footprint.type !== 'LineString') return [areaOf(middleOf(footprint), { from, to })];
  const line = footprint.coordinates.map(placeOf);
  const wholeM = lengthM(line);
  let alongM = 0;
  return line.slice(1).flatMap((end, index): Leg[] => {
    const start = line[index] ?? end;
    const { distanceM, initialBearingDeg } = inverse(start, end);
    const [fromM, toM] = [alongM, alongM + distanceM];
    alongM = toM;
    if (distanceM === 0) return [];
    const when = (metres: number) => from + ((to - from) * metres) / wholeM;
    const middle = {
      latitude: (start.latitude + end.latitude) / 2,
      longitude: start.longitude + turned(end.longitude - start.longitude) / 2,
    };
    return [
      {
        fromM,
        toM,
        from: when(fromM),
        to: when(toM),
        courseDeg: initialBearingDeg,
        middle,
        ends: [start, end],
      },
    ];
  });
}

const areaOf = (middle: Position, { from, to }: Pick<Leg, 'from' | 'to'>): Leg => ({
  fromM: null,
  toM: null,
  from,
  to,
  courseDeg: null,
  middle,
  ends: [middle],
});

/** A difference of longitudes the short way round. */
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The middle of the corners between which an area lies. */
function middleOf(footprint: Geometry): Position {
  const points =
    footprint.type === 'Point'
      ? [footprint.coordinates]
      : footprint.type === 'LineString'
        ? footprint.coordinates
        : footprint.type === 'Polygon'
          ? footprint.coordinates.flat()
          : footprint.coordinates.flat(2);
  const [first = [0, 0]] = points;
  const east = points.map(([longitude]) => turned(longitude - first[0]));
  const north = points.map(([, latitude]) => latitude);
  return {
    longitude: turned(first[0] + (Math.min(...east) + Math.max(...east)) / 2),
    latitude: (Math.min(...north) + Math.max(...north)) / 2,
  };
}
