import { sql as raw } from 'kysely';
import type { Geometry } from '#domain/geo/geojson.ts';
import { variationAt } from '#domain/geo/magnetic-variation.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { type NamedPlace, type RouteWorld, routeGeometry } from '#domain/messages/route-geometry.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Handlers } from '#server/http/service.ts';

/** A route of field 15 as a line on the map (specification §7, GetFeatureByRoute). */
export function routeMethods({
  sql,
  clock,
}: {
  sql: Sql;
  clock: () => Date;
}): Pick<Handlers<'Navigation'>, 'GetFeatureByRoute'> {
  return {
    async GetFeatureByRoute({ Route, departure, destination }, { locale }) {
      const world = await worldOf(sql, [Route, departure, destination].join(' '), clock().getTime());
      const endOf = (indicator = '') =>
        world.named(indicator.toUpperCase()).find(({ kind }) => kind === 'airport') ?? null;
      const { line, points, errors } = routeGeometry(Route, world, {
        departure: endOf(departure),
        destination: endOf(destination),
      });
      return {
        geometry: line && { type: 'LineString' as const, coordinates: line.map((one) => [...one]) },
        points: points.map(({ token, kind, name, position: at }) => ({
          token,
          kind,
          name,
          position: { latitude: at.latitude, longitude: at.longitude },
        })),
        faults: errors.map(({ token, index, column, key, values }) => ({
          token,
          index,
          column,
          message: textIn({ key, ...(values ? { values } : {}) }, locale),
        })),
      };
    },
  };
}

/** A route of field 15 as a line; null: it is none, or names what nobody knows. */
export async function routeLine(sql: Sql, route: string, now: number): Promise<Geometry | null> {
  const world = await worldOf(sql, route, now);
  const { line, errors } = routeGeometry(route, world, { departure: null, destination: null });
  if (!line || line.length < 2 || errors.length > 0) return null;
  return { type: 'LineString', coordinates: line.map(([longitude, latitude]) => [longitude, latitude]) };
}

/** Everything that the names of a route may mean: loaded once, so that the reading itself asks for nothing. */
async function worldOf(sql: Sql, route: string, now: number): Promise<RouteWorld> {
  const tokens = route.toUpperCase().split(/\s+/);
  const ways = await sql
    .selectFrom('airway')
    .select(['designator', 'points', 'geometry'])
    .where('designator', 'in', ['', ...tokens])
    .where('deletedAt', 'is', null)
    .execute();
  const airwayPoints = new Map(ways.map((way) => [way.designator, pointsOf(way.points)]));
  const names = new Set([
    ...tokens.flatMap(
      (token) => /^(?:[A-Z]{2,5}|P\d{1,3}(?=$|\/|\d{6}$))/.exec(token.replace(/^C\//, ''))?.[0] ?? [],
    ),
    ...[...airwayPoints.values()].flat(),
  ]);
  const places = await placesNamed(sql, [...names], now);
  const named = (name: string) => places.get(name) ?? [];
  return {
    named,
    airway(designator) {
      const points = airwayPoints.get(designator);
      if (!points) return null;
      const line = ways.find((way) => way.designator === designator)?.geometry;
      return points.flatMap((name, index) => nearLine(named(name), line, index) ?? []);
    },
  };
}

function pointsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Of points of one name, the one at that vertex of the airway's line; without a line, the first. */
function nearLine(places: NamedPlace[], line: unknown, index: number): NamedPlace | null {
  const [first, ...others] = places;
  if (!first || others.length === 0) return first ?? null;
  const coordinates =
    typeof line === 'object' && line !== null && 'coordinates' in line ? line.coordinates : null;
  const vertex = Array.isArray(coordinates) ? positionIn({ coordinates: coordinates[index] }) : null;
  if (!vertex) return first;
  const away = ({ position: at }: NamedPlace) =>
    Math.hypot(at.latitude - vertex.latitude, at.longitude - vertex.longitude);
  return [...places].sort((a, b) => away(a) - away(b))[0] ?? first;
}

async function placesNamed(sql: Sql, names: string[], now: number): Promise<Map<string, NamedPlace[]>> {
  const { rows } = await raw<{ name: string; kind: string; position: unknown; variation: number | null }>`
    select code as name, kind, position, null::float as variation from navigation_point
      where code = any(${names}::text[]) and deleted_at is null
    union all
    select icao, 'airport', position, magnetic_variation::float from airport
      where icao = any(${names}::text[]) and deleted_at is null`.execute(sql);
  const places = new Map<string, NamedPlace[]>();
  for (const { name, kind, position: stored, variation: recorded } of rows) {
    const at = positionIn(stored);
    if (!at) continue;
    const variation = variationAt(recorded, at, now);
    places.set(name, [...(places.get(name) ?? []), { name, kind, position: at, variation }]);
  }
  return places;
}
