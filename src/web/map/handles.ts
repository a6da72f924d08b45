import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import { midpoint, type Shape } from '#domain/geo/shapes.ts';

/** What can be taken hold of on the map to change a shape. */
export type HandleRole = 'corner' | 'middle' | 'centre' | 'whole' | 'radius' | 'from' | 'to' | 'width';

export interface Handle {
  /** The same while the shape keeps its corners. */
  id: string;
  role: HandleRole;
  /** Of a corner, its place; of a middle, the place of the corner before it. */
  index: number;
  at: Position;
}

/** A shape with more corners is changed as text: so many handles would hide it. */
const mostHandles = 120;

/** Where a shape can be taken hold of. Nothing of a geometry whose figures are not known. */
export function handlesOf(shape: Shape): Handle[] {
  switch (shape.kind) {
    case 'free':
      return [];
    case 'point':
      return [one('centre', shape.position)];
    case 'circle':
    case 'pointRadius':
      return [one('centre', shape.centre), one('radius', direct(shape.centre, 90, shape.radiusM))];
    case 'sector': {
      const { centre, fromDeg, toDeg, outerRadiusM } = shape;
      return [
        one('centre', centre),
        one('radius', direct(centre, middleDeg(fromDeg, toDeg), outerRadiusM)),
        one('from', direct(centre, fromDeg, outerRadiusM)),
        one('to', direct(centre, toDeg, outerRadiusM)),
      ];
    }
    default: {
      const { points } = shape;
      const [first, second] = points;
      if (points.length > mostHandles) return [];
      const legs = shape.kind === 'polygon' && points.length > 2 ? points.length : points.length - 1;
      const middles = Array.from({ length: legs }, (_, index): Handle | null => {
        const from = points[index];
        const to = points[(index + 1) % points.length];
        return from && to ? { id: `middle-${index}`, role: 'middle', index, at: midpoint(from, to) } : null;
      }).filter((handle) => handle !== null);
      const width = shape.kind === 'corridor' && first && second;
      return [
        ...(points.length > 1 ? [one('whole', anchorOf(points))] : []),
        ...middles,
        ...(width ? [one('width', edgeOf(first, second, shape.widthM))] : []),
        ...points.map((at, index): Handle => ({ id: `corner-${index}`, role: 'corner', index, at })),
      ];
    }
  }
}

/** The shape once a handle of it has been taken to another place. Lengths to a metre, bearings to a tenth of a degree. */
export function moved(shape: Shape, handle: Pick<Handle, 'role' | 'index'>, to: Position): Shape {
  if (shape.kind === 'point') return { ...shape, position: to };
  if (shape.kind === 'free') return shape;
  if ('centre' in shape) {
    const { distanceM, initialBearingDeg } = inverse(shape.centre, to);
    const radiusM = Math.max(1, Math.round(distanceM));
    const bearing = (Math.round(initialBearingDeg * 10) / 10) % 360;
    if (handle.role === 'centre') return { ...shape, centre: to };
    if (shape.kind !== 'sector') return handle.role === 'radius' ? { ...shape, radiusM } : shape;
    if (handle.role === 'radius')
      return { ...shape, outerRadiusM: Math.max(radiusM, shape.innerRadiusM + 1) };
    if (handle.role === 'from') return { ...shape, fromDeg: bearing };
    return handle.role === 'to' ? { ...shape, toDeg: bearing } : shape;
  }
  const { points } = shape;
  const [first, second] = points;
  switch (handle.role) {
    case 'corner':
      return { ...shape, points: points.with(handle.index, to) };
    case 'middle':
      return { ...shape, points: points.toSpliced(handle.index + 1, 0, to) };
    case 'whole':
      return { ...shape, points: carried(points, to) };
    case 'width':
      if (shape.kind !== 'corridor' || !first || !second) return shape;
      return {
        ...shape,
        widthM: Math.max(1, Math.round(2 * inverse(midpoint(first, second), to).distanceM)),
      };
    default:
      return shape;
  }
}

/** The shape without one of its corners; the same where it would be no shape any more. */
export function withoutCorner(shape: Shape, index: number): Shape {
  if (!('points' in shape)) return shape;
  const least = shape.kind === 'polygon' ? 3 : 2;
  return shape.points.length > least ? { ...shape, points: shape.points.toSpliced(index, 1) } : shape;
}

/** Every corner keeps its bearing and distance from the middle: the shape keeps its size wherever it goes. */
function carried(points: Position[], to: Position): Position[] {
  const anchor = anchorOf(points);
  return points.map((point) => {
    const { distanceM, initialBearingDeg } = inverse(anchor, point);
    return distanceM === 0 ? to : direct(to, initialBearingDeg, distanceM);
  });
}

/** The mean of the corners, seen from the first, so that the date line is no edge. */
function anchorOf(points: Position[]): Position {
  const near = points[0]?.longitude ?? 0;
  let [latitude, turn] = [0, 0];
  for (const point of points) {
    latitude += point.latitude / points.length;
    turn += ((((point.longitude - near + 180) % 360) + 360) % 360) - 180;
  }
  return { latitude, longitude: near + turn / points.length };
}

/** Where the right edge of a corridor passes the middle of its first leg. */
function edgeOf(first: Position, second: Position, widthM: number): Position {
  const at = midpoint(first, second);
  return direct(at, inverse(at, second).initialBearingDeg + 90, widthM / 2);
}

function middleDeg(fromDeg: number, toDeg: number): number {
  return fromDeg + ((((toDeg - fromDeg) % 360) + 360) % 360 || 360) / 2;
}

function one(role: HandleRole, at: Position): Handle {
  return { id: role, role, index: 0, at };
}
