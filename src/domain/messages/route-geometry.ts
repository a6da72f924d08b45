import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Coordinates } from '#domain/geo/geojson.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import type { MessageError } from './piece.ts';
import { parseWay, positionOf, type RouteElement, type RoutePoint } from './route.ts';

/** What names in a route may mean. */
export interface RouteWorld {
  /** Points and aerodromes of that name: there may be several in the world. */
  named(name: string): NamedPlace[];
  /** The points of an airway in order; null: there is none of that name. */
  airway(designator: string): NamedPlace[] | null;
}

export interface NamedPlace {
  name: string;
  kind: string;
  position: Position;
  /** Degrees from true to magnetic north, east positive; bearings of field 15 are magnetic. */
  variation?: number | null;
}

export interface RoutePlace extends NamedPlace {
  /** As it stands in the route; of a point between two of an airway, the airway's. */
  token: string;
}

export interface RouteGeometry {
  /**
   * Two points at least, or null. Longitudes go on across the date line, so that no leg runs round the world.
   */
  line: Coordinates[] | null;
  points: RoutePlace[];
  /** `values.token` is the token that is wrong; its index among the tokens stands beside it. */
  errors: (MessageError & { token: string; index: number })[];
}

/**
 * A route as a line: names are looked up and told apart by nearness, an airway is followed between the points
 * at which it is joined and left. What is not found is an error, and the line goes on without it.
 */
export function routeGeometry(
  text: string,
  world: RouteWorld,
  ends: { departure: NamedPlace | null; destination: NamedPlace | null },
): RouteGeometry {
  const tokens = [...text.matchAll(/\S+/g)].map((match) => match.index);
  const errorsOf: RouteGeometry['errors'] = [];
  const addError = (one: MessageError) => {
    const index = Math.max(
      0,
      tokens.findLastIndex((column) => column <= one.column),
    );
    const token = /^\S*/.exec(text.slice(tokens[index] ?? 0))?.[0] ?? '';
    errorsOf.push({ ...one, token, index });
  };
  const elements = parseWay(
    text.toUpperCase(),
    (field, at, key, values) => addError({ field, ...at, key, ...(values ? { values } : {}) }),
    (name) => {
      const isPoint = world.named(name).length > 0;
      if (isPoint === (world.airway(name) !== null)) return null;
      return isPoint ? 'point' : 'airway';
    },
  );
  const points: RoutePlace[] = [];
  if (ends.departure) points.push({ ...ends.departure, token: '' });
  for (const [index, element] of elements.entries()) {
    const { token, column } = element;
    const say = (key: string, values: MessageError['values']) =>
      addError({ field: '15c', column, length: token.length, key, values: { token, ...values } });
    if (element.kind === 'airway') {
      const way = world.airway(element.name);
      if (!way) {
        say('message.route.unknownAirway', {});
        continue;
      }
      points.push(...along(way, points.at(-1), elements[index + 1], token, say));
      continue;
    }
    if (element.kind !== 'point' && element.kind !== 'cruiseClimb') continue;
    const near = points.at(-1)?.position ?? ends.departure?.position ?? ends.destination?.position ?? null;
    const place = placeOf(element.point, token, world, near, nextFixed(elements, index, world) ?? near);
    if (place) points.push(place);
    else say('message.route.unknownPoint', {});
  }
  if (ends.destination) points.push({ ...ends.destination, token: '' });
  const distinct = points.filter((one, index) => !isSame(one, points[index - 1]));
  return { line: distinct.length > 1 ? lineOf(distinct) : null, points, errors: errorsOf };
}

/** Two ends of a route may be one place that is written twice. */
function isSame(one: RoutePlace, before: RoutePlace | undefined): boolean {
  return (
    before !== undefined &&
    before.position.latitude === one.position.latitude &&
    before.position.longitude === one.position.longitude
  );
}

/**
 * The points of an airway between where it is joined and where it is left, both ends left to their own
 * tokens.
 */
function along(
  way: NamedPlace[],
  from: RoutePlace | undefined,
  next: RouteElement | undefined,
  token: string,
  say: (key: string, values: MessageError['values']) => void,
): RoutePlace[] {
  const nameOf = (element: RouteElement | undefined) =>
    element?.kind === 'point' && element.point.kind === 'name' ? element.point.name : null;
  const leaves = nameOf(next);
  const start = from ? way.findIndex(({ name }) => name === from.name) : -1;
  const end = way.findIndex(({ name }) => name === leaves);
  if (from && start < 0) say('message.route.notOnAirway', { point: from.name });
  if (leaves !== null && end < 0) say('message.route.notOnAirway', { point: leaves });
  if (start < 0 || end < 0) return [];
  const inner = start < end ? way.slice(start + 1, end) : way.slice(end + 1, start).reverse();
  return inner.map((place) => ({ ...place, token }));
}

function placeOf(
  point: RoutePoint,
  token: string,
  world: RouteWorld,
  near: Position | null,
  onward: Position | null,
): RoutePlace | null {
  if (point.kind === 'position') {
    const position = positionOf(point.text);
    return position && { token, name: point.text, kind: 'position', position };
  }
  const found = nearest(world.named(point.name), near, onward);
  if (!found) return null;
  if (point.kind === 'name') return { ...found, token };
  // Bearings are magnetic; near the magnetic poles, where there is no variation, they are taken as true.
  const position = direct(
    found.position,
    point.bearing + (found.variation ?? 0),
    point.distance * metresPerNauticalMile,
  );
  return {
    token,
    name: `${point.name}${token.slice(point.name.length, point.name.length + 6)}`,
    kind: 'bearing',
    position,
  };
}

/** The one that makes the way shortest: near to where it comes from and to where it goes on. */
function nearest(places: NamedPlace[], from: Position | null, onward: Position | null): NamedPlace | null {
  let best: NamedPlace | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const away =
      (from ? inverse(from, place.position).distanceM : 0) +
      (onward ? inverse(place.position, onward).distanceM : 0);
    if (away < least) {
      best = place;
      least = away;
    }
  }
  return best;
}

/** The next place of which there is only one: what lies between is near to it. */
function nextFixed(elements: RouteElement[], index: number, world: RouteWorld): Position | null {
  for (const element of elements.slice(index + 1)) {
    if (element.kind !== 'point') continue;
    const { point } = element;
    if (point.kind === 'position') return positionOf(point.text);
    const [only, other] = world.named(point.name);
    if (only && !other) return only.position;
  }
  return null;
}

function lineOf(points: RoutePlace[]): Coordinates[] {
  let before: number | null = null;
  return points.map(({ position: { latitude, longitude } }) => {
    const shown: number =
      before === null ? longitude : longitude - 360 * Math.round((longitude - before) / 360);
    before = shown;
    return [shown, latitude];
  });
}
